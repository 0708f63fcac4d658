"""The options of `profile add`, and the profile that they say.

Above: `profile`. Below: `workspace/profiles`, `responders`. A key is never an option, only the name of its variable.
"""

import argparse
from typing import Any

from studio.cli.command import CommandError
from studio.cli.parameter import parameter
from studio.dialects import roster
from studio.responders.presets import members_at
from studio.responders.profiles import CALLS, Profile, read_profile
from studio.workspace.profiles import Preset, address_note, presets

_PLAIN = ("base_url", "model", "key_env", "key_header", "dialect", "calls", "retries", "proxy")


def add_options(options: argparse.ArgumentParser) -> None:
    """Add the options that say a profile's members; what is not given is as the preset says, or the default."""
    where = options.add_argument_group("where it is")
    names = [preset.name for preset in presets()]
    where.add_argument("--preset", choices=names, metavar="PRESET", help=f"a known server: {', '.join(names)}")
    where.add_argument("--base-url", metavar="URL", help="the base address, instead of that of the preset")
    formats = (
        f"the format it speaks: {', '.join(roster.NAMES)} (else as the preset says, or the address, or openai_chat)"
    )
    where.add_argument("--dialect", choices=roster.NAMES, metavar="NAME", help=formats)
    where.add_argument("--model", metavar="NAME", help="the name of the model")
    where.add_argument("--proxy", metavar="URL", help="an HTTP proxy on the way; ${NAME} for its password")
    key = options.add_argument_group("the key")
    key.add_argument("--key-env", metavar="NAME", help="the environment variable that holds it")
    key.add_argument("--key-header", metavar="HEADER", help="the header that carries it, such as api-key")
    key.add_argument("--no-key", action="store_true", help="the server asks for none, although the preset names one")
    _add_request_options(options.add_argument_group("the requests"))
    options.add_argument("--replace", action="store_true", help="put it in the place of a profile of that name")


def _add_request_options(group: Any) -> None:
    group.add_argument(
        "--header", action="append", default=[], metavar="NAME: VALUE", help="a header; ${NAME} for secrets"
    )
    group.add_argument("--param", action="append", default=[], metavar="K=V", help="a member of the request body")
    group.add_argument("--no-stream", action="store_true", help="ask for replies in one piece")
    group.add_argument(
        "--calls",
        choices=CALLS,
        metavar="HOW",
        help=f"how tools are told: {', '.join(CALLS[:2])}, or a form of {', '.join(CALLS[2:])}",
    )
    group.add_argument(
        "--retries", type=int, metavar="N", help="how often a failed request of a command is sent again (2)"
    )
    group.add_argument("--connect-seconds", type=float, metavar="S", help="how long to wait for a connection (10)")
    group.add_argument("--read-seconds", type=float, metavar="S", help="how long to wait for the next bytes (60)")


def made(given: argparse.Namespace) -> tuple[Profile, list[str]]:
    """The profile, and what a person should know about it. CommandError or ProfileError when the options do not fit."""
    preset = next((preset for preset in presets() if preset.name == given.preset), None)
    if preset is None and given.base_url is None:
        raise CommandError("It is not said where the model is.", "Add --preset PRESET or --base-url URL.")
    if preset is not None and given.base_url is None and "{" in preset.base_url:
        raise CommandError(f"{preset.title} has an address of your own.", f"Add --base-url, as in {preset.base_url}.")
    value = _members(given, preset)
    profile = read_profile(value)
    notes = [address_note(value["base_url"], profile.dialect), preset.note if preset is not None else ""]
    return profile, [note for note in notes if note]


def _members(given: argparse.Namespace, preset: Preset | None) -> dict[str, Any]:
    plain = {name: vars(given)[name] for name in _PLAIN if vars(given)[name] is not None}
    if preset is not None:
        value = preset.profile(given.name) | plain
    else:
        value = {"name": given.name, **members_at(given.base_url, given.dialect), **plain}
    if given.no_key:
        value["key_env"] = None
    waits = {"connect": given.connect_seconds, "read": given.read_seconds}
    value["timeout"] = {name: seconds for name, seconds in waits.items() if seconds is not None}
    value["headers"] = dict(map(_header, given.header))
    value["params"] = dict(map(parameter, given.param))
    value["stream"] = not given.no_stream
    return value


def _header(text: str) -> tuple[str, str]:
    """`Name: value`. The value is not repeated when it is none: it may be a secret."""
    name, colon, value = text.partition(":")
    if not (colon and name.strip() and value.strip()):
        raise CommandError("--header wants NAME: VALUE.", "Such as --header 'X-Team: ${TEAM}'.")
    return name.strip(), value.strip()
