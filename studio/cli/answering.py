"""Who answers, as options say it: a profile of the settings, or an address given for one run.

Above: `run`, `replay`, `step`, `sample`. Below: `workspace`, `responders`. A key is never an option, only the name of its variable.
"""

import argparse
import shlex

from studio.cli.command import CommandError
from studio.dialects import roster
from studio.responders.presets import at_address, members_at
from studio.responders.profiles import CALLS, Profile, read_profile
from studio.session.setup import ResponderChoice
from studio.workspace.workspace import Workspace

OWN_PROFILE = "command line"
"""The name of the profile that `--base-url` makes for one run."""

OPTIONS = "--profile NAME, or --base-url URL [--dialect NAME] [--key-env NAME] [--model-name NAME]"
"""The options as a sentence names them to one who gave none (`replay`)."""


_NAMES = ("profile", "base_url", "dialect", "key_env", "model_name", "calls")


def add_options(options: argparse.ArgumentParser, model: str, title: str = "who answers") -> None:
    """Add the options that say who answers, under `title`; `model` is that for the name of the model."""
    group = options.add_argument_group(title)
    group.add_argument("--profile", metavar="NAME", help="a model profile of the settings")
    group.add_argument("--base-url", metavar="URL", help="the base address of an endpoint, instead of a profile")
    group.add_argument(
        "--dialect",
        choices=roster.NAMES,
        metavar="NAME",
        help=f"with --base-url: the format it speaks: {', '.join(roster.NAMES)} (else that of a known server at this address, "
        "or openai_chat)",
    )
    group.add_argument("--key-env", metavar="NAME", help="with --base-url: the variable that holds the key")
    group.add_argument(model, dest="model_name", metavar="NAME", help="the model; needed where nothing else names it")
    group.add_argument(
        "--calls",
        choices=CALLS,
        metavar="HOW",
        help=f"how tools are told to the model: native, auto, or printed in a text form: {', '.join(CALLS[2:])} "
        "(else as the profile says, or native)",
    )
    options.set_defaults(model_option=model)


def said(given: argparse.Namespace) -> bool:
    """Whether any of these options was given."""
    return any(vars(given)[name] is not None for name in _NAMES)


_NOBODY = ResponderChoice()


def chosen(
    workspace: Workspace, given: argparse.Namespace, *, stream: bool = True, recorded: ResponderChoice = _NOBODY
) -> ResponderChoice:
    """Who answers, known to the workspace from now on; failed requests are sent again as often as the profile says. What the session
    `recorded` says which model is asked in which format when neither option, profile nor address does; without `stream` replies come
    in one piece."""
    if (given.profile is None) == (given.base_url is None):
        raise CommandError("Name a model: either --profile NAME or --base-url URL.")
    profile = _made(given, recorded) if given.base_url is not None else _named(workspace, given)
    name = given.model_name or profile.model or recorded.model_name
    changed = {"stream": profile.stream and stream, "model": name, "calls": given.calls or profile.calls}
    profile = profile.model_copy(update=changed)
    if not profile.model:
        raise CommandError("The name of the model is missing.", f"Add {given.model_option} NAME.")
    need_key(workspace, profile)
    workspace.world.lend(profile)
    workspace.retries = profile.retries
    return workspace.choice(profile)


def need_key(workspace: Workspace, profile: Profile) -> None:
    """Raise CommandError when the variable that shall hold the profile's key is not set."""
    if workspace.key_state(profile) == "missing" and profile.key_env:
        raise CommandError(f"The environment variable {profile.key_env} is not set.", "It has to hold the key.")


def of_session(workspace: Workspace, recorded: ResponderChoice) -> Profile:
    """The profile of the settings that a session asks through, its key looked at. Raises CommandError with what to add when it is not
    there, such as after `run --base-url`."""
    profile = workspace.world.profile(recorded.profile)
    if profile is None:
        asked = f": the session asked {recorded.base_url}" if recorded.base_url else ""
        model = f" ({recorded.model_name})" if asked and recorded.model_name else ""
        again = f"--base-url {recorded.base_url} [--key-env NAME], or --profile NAME" if asked else OPTIONS
        raise CommandError(f"It is not known who shall answer{asked}{model}.", f"Add {again}.")
    need_key(workspace, profile)
    return profile


def again(recorded: ResponderChoice) -> str:
    """The options that have a session ask once more whom `--base-url` named; empty where it names a profile that is kept."""
    return f" --base-url {shlex.quote(recorded.base_url)}" if recorded.profile == OWN_PROFILE else ""


def _made(given: argparse.Namespace, recorded: ResponderChoice) -> Profile:
    """A profile for one run. A known server at the address says its format, and the header that it reads the key from."""
    asked = recorded.dialect if recorded.base_url and at_address(given.base_url) is None else None
    members = members_at(given.base_url, given.dialect or asked)
    return read_profile({"name": OWN_PROFILE, "base_url": given.base_url, "key_env": given.key_env, **members})


def _named(workspace: Workspace, given: argparse.Namespace) -> Profile:
    if given.key_env is not None:
        raise CommandError("--key-env goes with --base-url; a profile names its key itself.")
    if given.dialect is not None:
        raise CommandError("--dialect goes with --base-url; a profile names its format itself.")
    return named(workspace, given.profile)


def named(workspace: Workspace, name: str) -> Profile:
    """The profile of that name in the settings. CommandError when there is none, or it cannot be used."""
    found = workspace.world.profile(name)
    if found is not None:
        return found
    problem = workspace.world.profile_problems.get(name)
    if problem is not None:
        raise CommandError(f"The profile {name} cannot be used: {problem}")
    known = ", ".join(profile.name for profile in workspace.profiles) or "none yet"
    raise CommandError(f"There is no profile named {name}.", f"Known are: {known}.")
