"""Who answers, as options say it: a profile of the settings, or an address given for one run.

Above: `run`, `replay`. Below: `workspace`, `responders/profiles`. A key is never an option, only the name of its variable.
"""

import argparse

from studio.cli.command import CommandError
from studio.responders.profiles import Profile, read_profile
from studio.session.setup import ResponderChoice
from studio.workspace.workspace import Workspace

OWN_PROFILE = "command line"
"""The name of the profile that `--base-url` makes for one run."""

OPTIONS = "--profile NAME, or --base-url URL [--key-env NAME] [--model-name NAME]"
"""The options as a sentence names them to one who gave none (`replay`)."""


def add_options(options: argparse.ArgumentParser, model: str, title: str = "who answers") -> None:
    """Add the options that say who answers, under `title`; `model` is that for the name of the model."""
    group = options.add_argument_group(title)
    group.add_argument("--profile", metavar="NAME", help="a model profile of the settings")
    group.add_argument("--base-url", metavar="URL", help="an OpenAI-compatible endpoint, instead of a profile")
    group.add_argument("--key-env", metavar="NAME", help="with --base-url: the variable that holds the key")
    group.add_argument(model, dest="model_name", metavar="NAME", help="the model; needed where nothing else names it")
    options.set_defaults(model_option=model)


def said(given: argparse.Namespace) -> bool:
    """Whether any of these options was given."""
    return any(vars(given)[name] is not None for name in ("profile", "base_url", "key_env", "model_name"))


def chosen(workspace: Workspace, given: argparse.Namespace, *, stream: bool = True, model: str = "") -> ResponderChoice:
    """Who answers, known to the workspace from now on. `model` is asked when neither option nor profile names one; without
    `stream` replies come in one piece."""
    if (given.profile is None) == (given.base_url is None):
        raise CommandError("Name a model: either --profile NAME or --base-url URL.")
    profile = _made(given) if given.base_url is not None else _named(workspace, given)
    changed = {"stream": profile.stream and stream, "model": given.model_name or profile.model or model}
    profile = profile.model_copy(update=changed)
    if not profile.model:
        raise CommandError("The name of the model is missing.", f"Add {given.model_option} NAME.")
    need_key(workspace, profile)
    workspace.world.lend(profile)
    return workspace.choice(profile)


def need_key(workspace: Workspace, profile: Profile) -> None:
    """Raise CommandError when the variable that shall hold the profile's key is not set."""
    if workspace.key_state(profile) == "missing" and profile.key_env:
        raise CommandError(f"The environment variable {profile.key_env} is not set.", "It has to hold the key.")


def _made(given: argparse.Namespace) -> Profile:
    return read_profile({"name": OWN_PROFILE, "base_url": given.base_url, "key_env": given.key_env})


def _named(workspace: Workspace, given: argparse.Namespace) -> Profile:
    if given.key_env is not None:
        raise CommandError("--key-env goes with --base-url; a profile names its key itself.")
    found = workspace.world.profile(given.profile)
    if found is None:
        known = ", ".join(profile.name for profile in workspace.profiles) or "none yet"
        raise CommandError(f"There is no profile named {given.profile}.", f"Known are: {known}.")
    return found
