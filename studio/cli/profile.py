"""`profile list | show | test | add | remove | presets`: the model profiles of the settings.

Above: `__main__`. Below: `workspace`, `profile_options`, `profile_lines`. Keys are never shown and never an option.
"""

import argparse
from typing import Any

import msgspec

from studio.cli.answering import named
from studio.cli.command import CHECK_FAILED, DONE, SERVER_FAILED, CommandError, conclude, parser
from studio.cli.profile_lines import answer_lines, key_words, member_lines, preset_lines, profile_lines
from studio.cli.profile_options import add_options, made
from studio.cli.terminal import Terminal
from studio.responders.profiles import Profile
from studio.workspace.profiles import presets
from studio.workspace.trial import Trial, try_profile
from studio.workspace.workspace import Workspace


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    given = _options().parse_args(arguments)
    return conclude(given.as_json, lambda terminal: _VERBS[given.verb](terminal, given))


def _options() -> argparse.ArgumentParser:
    options = parser("profile", "Model profiles: which model answers, where it is, and where its key is kept.")
    verbs = options.add_subparsers(dest="verb", required=True, metavar="VERB")
    _verb(verbs, "list", "the profiles, and where the key of each is")
    _verb(verbs, "show", "one profile with all its members", name=True)
    test = _verb(verbs, "test", "send up to three small requests and say what works", name=True)
    test.add_argument("--json-mode", action="store_true", help="ask for a reply in JSON mode too")
    add_options(_verb(verbs, "add", "make a profile, from a preset or an address", name=True))
    _verb(verbs, "remove", "remove a profile; a key in the keyring stays there", name=True)
    _verb(verbs, "presets", "the servers that a profile can be made of")
    return options


def _verb(verbs: Any, verb: str, said: str, *, name: bool = False) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = verbs.add_parser(verb, help=said, description=f"{said[:1].upper()}{said[1:]}.")
    made.add_argument(
        "--json", action="store_true", dest="as_json", default=argparse.SUPPRESS, help="print JSON instead of text"
    )
    if name:
        made.add_argument("name", metavar="NAME", help="the name of the profile")
    return made


def _list(terminal: Terminal, given: argparse.Namespace) -> int:  # noqa: ARG001 - all verbs are called alike
    workspace = Workspace()
    problems = workspace.world.profile_problems
    terminal.lines(profile_lines(workspace))
    for name, problem in problems.items():
        terminal.line(f"{name} cannot be used: {problem}", "error")
    if not workspace.profiles and not problems:
        terminal.line("There is no profile yet. Make one: toolcall-studio profile add NAME --preset PRESET", "quiet")
    told = [_value(workspace, profile) for profile in workspace.profiles]
    terminal.value({"profiles": told, "problems": problems})
    return DONE


def _show(terminal: Terminal, given: argparse.Namespace) -> int:
    workspace = Workspace()
    profile = named(workspace, given.name)
    value = _value(workspace, profile)
    terminal.lines(member_lines(value | {"key": key_words(workspace, profile)}))
    terminal.value(value)
    return DONE


def _value(workspace: Workspace, profile: Profile) -> dict[str, Any]:
    """The members of a profile as they may be shown, with the state of its key."""
    redactor = workspace.world.redactor
    members = {**profile.model_dump(mode="json"), "base_url": redactor.url(profile.base_url)}
    clean: dict[str, Any] = redactor.value(members)
    return {**clean, "key": workspace.key_state(profile)}


async def _test(terminal: Terminal, given: argparse.Namespace) -> int:
    workspace = Workspace()
    try:
        trial = await try_profile(workspace, named(workspace, given.name), json_mode=given.json_mode)
    finally:
        await workspace.close()
    code = exit_code(trial)
    terminal.lines(answer_lines(trial.answers))
    answers = [
        {"question": one.question, "answer": one.answer, "sentence": one.sentence, "help": one.help}
        for one in trial.answers
    ]
    facts = {"ok": trial.ok, "text": trial.text, "model": trial.model_name, "status": trial.status}
    terminal.value({"name": given.name, **facts, "seconds": round(trial.seconds, 3), "answers": answers, "exit": code})
    return code


def exit_code(trial: Trial) -> int:
    """4 when the server could not be reached or failed, 1 when anything else that was asked does not work, else 0."""
    answers = {answer.question: answer.answer for answer in trial.answers}
    if "no" in (answers.get("reachable"), answers.get("replies")):
        return SERVER_FAILED
    return DONE if trial.passed else CHECK_FAILED


def _add(terminal: Terminal, given: argparse.Namespace) -> int:
    workspace = Workspace()
    known = [value.get("name") for value in workspace.settings.profiles]
    if given.name in known and not given.replace:
        raise CommandError(
            f"There is a profile named {given.name} already.", "Add --replace to put this one in its place."
        )
    profile, notes = made(given)
    workspace.save_profile(profile)
    value = _value(workspace, profile)
    terminal.line(
        f"{profile.name} was added: {profile.dialect} at {value['base_url']}, {key_words(workspace, profile)}."
    )
    for note in notes:
        terminal.line(note, "quiet")
    terminal.value({"profile": value, "notes": notes})
    return DONE


def _remove(terminal: Terminal, given: argparse.Namespace) -> int:
    workspace = Workspace()
    if given.name not in workspace.world.profile_problems:
        named(workspace, given.name)
    workspace.remove_profile(given.name)
    terminal.line(f"{given.name} was removed.")
    terminal.value({"removed": given.name})
    return DONE


def _presets(terminal: Terminal, given: argparse.Namespace) -> int:  # noqa: ARG001 - all verbs are called alike
    terminal.lines(preset_lines(presets()))
    terminal.value({"presets": [msgspec.to_builtins(preset) for preset in presets()]})
    return DONE


_VERBS: dict[str, Any] = {
    "list": _list,
    "show": _show,
    "test": _test,
    "add": _add,
    "remove": _remove,
    "presets": _presets,
}
