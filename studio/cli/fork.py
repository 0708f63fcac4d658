"""`fork FILE`: a branch begun at any step of a session file, and the verbs of branches. Runs nothing and asks nothing.

Above: `__main__`. Below: `branch_file`, `engine/step_places`, `workspace`. What can be refused is refused before the file is opened for
writing.
"""

import argparse
from pathlib import Path

from studio.cli.branch_file import BranchFile
from studio.cli.command import BAD_FILE, DONE, WRONG_USE, CommandError, conclude, failing, parser
from studio.cli.terminal import Terminal
from studio.engine.expecting import readable
from studio.engine.step_places import STEPS
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

_EPILOG = "steps:\n" + "\n".join(f"  {name:<13}{said}" for name, said in STEPS)

_WIDEST = 40
"""Columns that a call has at most, where others do not stand behind it."""
_DETAILS = ("branch", "name", "note", "expects")
_TAKES = {
    "at": _DETAILS,
    "steps": ("branch",),
    "annotate": ("note", "expects"),
    "hide": (),
    "unhide": (),
    "rename": (),
}
"""What each verb can be said with."""


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("fork", "Begin a branch at any step of a session. No model is asked and no tool runs.")
    options.formatter_class, options.epilog = argparse.RawDescriptionHelpFormatter, _EPILOG
    options.add_argument("file", type=Path, help="a session file (.tcsession); it gets a few lines more")
    what = options.add_mutually_exclusive_group(required=True)
    what.add_argument("--at", metavar="STEP", help="the step under which the branch begins (see below)")
    what.add_argument("--steps", action="store_true", help="print the steps of a branch and how they are named")
    what.add_argument("--annotate", metavar="NAME", help="keep --note and --expects of a branch that is there")
    what.add_argument("--hide", metavar="NAME", help="hide a branch; nothing of it is deleted")
    what.add_argument("--unhide", metavar="NAME", help="show a hidden branch again")
    what.add_argument("--rename", nargs=2, metavar=("OLD", "NEW"), help="name a branch otherwise")
    options.add_argument("--branch", metavar="NAME", help="the branch on which STEP is looked for (that of the head)")
    options.add_argument("--name", help="what the branch is called (else a letter)")
    options.add_argument("--note", metavar="TEXT", help="what you want to remember of the branch ('': no more)")
    options.add_argument(
        "--expects",
        metavar="EXPR",
        help="what shall come of it, as JMESPath: \"contains(messages[].calls[].name, 'refund')\"",
    )
    given = options.parse_args(arguments)
    wrong = _idle(given)
    if wrong:
        options.error(wrong)
    return conclude(given.as_json, lambda terminal: fork(terminal, given))


def _idle(given: argparse.Namespace) -> str:
    """What is wrong with an option that would do nothing; empty when all of them do something."""
    verb = next(name for name in _TAKES if vars(given)[name] not in (None, False))
    said = [name for name in _DETAILS if vars(given)[name] is not None]
    idle = next((name for name in said if name not in _TAKES[verb]), None)
    if idle is not None:
        return f"--{idle} does not go with --{verb}"
    return "--annotate wants --note or --expects, or both" if verb == "annotate" and not said else ""


async def fork(terminal: Terminal, given: argparse.Namespace) -> int:
    """Do what is asked for."""
    with failing(BAD_FILE):
        file = BranchFile(given.file)
    with failing(WRONG_USE):
        if given.steps:
            return _print_steps(terminal, file, given.branch)
        readable(given.expects or "")
        if given.at is not None:
            return await _fork(terminal, file, given)
        return await _change(terminal, file, given)


def _print_steps(terminal: Terminal, file: BranchFile, branch: str | None) -> int:
    steps = file.steps(branch)
    told = [" ".join(filter(None, (step.tool, step.id))) for step in steps]
    widest = min(max(map(len, told), default=0), _WIDEST) + 2
    for step, about in zip(steps, told, strict=True):
        here = "  <- the session stands here" if step.head else ""
        line = f"{step.node:>6}  {step.kind:<16}{about:<{widest}}{step.name}{here}".rstrip()
        terminal.line(line, "heading" if step.head else "")
    terminal.value({"file": str(file.path), "steps": steps})
    return DONE


async def _fork(terminal: Terminal, file: BranchFile, given: argparse.Namespace) -> int:
    at = file.place(given.at, given.branch)
    name, note, expects = (said or "" for said in (given.name, given.note, given.expects))
    file.refuse_taken(name)
    workspace = Workspace()
    try:
        session = _opened(workspace, file.path)
        start = session.fork(at, name, note, expects)
        under = session.tree.parent(start)
        name = next(branch.name for branch in session.branches if branch.start == start)
    finally:
        await workspace.close()
    terminal.line(f"Branch {name} begins after step {under} of {file.path.name}; the session stands on it.", "result")
    kept = {"note": note.strip(), "expects": expects.strip()}
    terminal.value({"file": str(file.path), "branch": name, "start": start, "at": under, **kept})
    return DONE


async def _change(terminal: Terminal, file: BranchFile, given: argparse.Namespace) -> int:
    """Hide, show, rename, or annotate a branch that is there."""
    old, new = given.rename or ("", "")
    name = given.hide or given.unhide or given.annotate or old
    start = file.branch(name).start
    if given.rename:
        file.refuse_taken(new, but=start)
    if given.hide is not None and start == file.here:
        raise CommandError(f"The session stands on {name}: a branch that it stands on is not hidden.")
    workspace = Workspace()
    try:
        session = _opened(workspace, file.path)
        said = _changed(session, start, name, new, given)
    finally:
        await workspace.close()
    terminal.line(said, "result")
    terminal.value({"file": str(file.path), "branch": new.strip() or name, "start": start})
    return DONE


def _changed(session: OpenedSession, start: NodeId, name: str, new: str, given: argparse.Namespace) -> str:
    if given.hide is not None:
        session.hide_branch(start)
        return f"{name} is hidden; --unhide {name} shows it again."
    if given.unhide is not None:
        session.show_branch(start)
        return f"{name} is shown again."
    if given.annotate is not None:
        session.note_branch(start, given.note, given.expects)
        return f"Kept of {name}."
    session.rename_branch(start, new)
    return f"{name} is called {new.strip()} now."


def _opened(workspace: Workspace, path: Path) -> OpenedSession:
    """The session for writing. CommandError 3 when it can only be read."""
    with failing(BAD_FILE):
        session = workspace.open(path, remember=False)
    if session.read_only:
        raise CommandError(session.read_only, code=BAD_FILE)
    return session
