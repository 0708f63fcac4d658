"""`export FILE --to OUT`: a session as a transcript (Markdown, HTML), as the document of `show --json`, or as an HTTP archive.

Above: `__main__`. Below: `workspace/exporting`. Runs nothing of the session and sends nothing; the session file is only read.
"""

import argparse
import re
from pathlib import Path
from typing import Any

from studio.cli.command import BAD_FILE, DONE, WRONG_USE, CommandError, conclude, failing, parser
from studio.cli.terminal import Terminal
from studio.paths import is_there
from studio.workspace.exporting import Choice, ExportedFile, form_of
from studio.workspace.workspace import Workspace

_PARTS = ("system", "thinking", "edits")
_MORE = ("tools", "timing")
_ROUNDS = re.compile(r"(\d{1,9})(?:-(\d{1,9})?)?")


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("export", "Write a session as a transcript, as JSON, or as an HTTP archive, without any key.")
    options.add_argument("file", type=Path, help="a session file (.tcsession); it is only read")
    options.add_argument(
        "--to",
        type=Path,
        required=True,
        metavar="OUT",
        help="where it goes: .md or .html (transcript), .json (the document of show --json), .har (HTTP archive)",
    )
    options.add_argument("--branch", metavar="NAME", help="the branch (else that of the head)")
    options.add_argument("--all", action="store_true", help="of a transcript: all branches, each from its fork on")
    options.add_argument("--rounds", metavar="N[-M]", default="", help="of a transcript: these rounds only")
    options.add_argument(
        "--without",
        action="append",
        default=[],
        choices=_PARTS,
        help="of a transcript: leave this out; may be given again",
    )
    options.add_argument(
        "--with",
        dest="more",
        action="append",
        default=[],
        choices=_MORE,
        help="of a transcript: the declarations of the tools, or how long each step took; may be given again",
    )
    options.add_argument("--force", action="store_true", help="overwrite a file that is there")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: export(terminal, given))


async def export(terminal: Terminal, given: argparse.Namespace) -> int:
    """Write the file. CommandError 3 when the session cannot be read, 2 when the options do not fit it."""
    with failing(WRONG_USE):
        form, choice = form_of(given.to), _choice(given)
        if form in ("json", "har") and choice != Choice():
            raise CommandError("--all, --rounds, --without and --with are for transcripts (.md, .html).")
        if form == "json" and given.branch:
            raise CommandError("The document holds all branches: --branch is not for .json.")
    if is_there(given.to) and not given.force:
        raise CommandError(f"{given.to} is there already.", "Choose another name, or say --force.")
    workspace = Workspace()
    try:
        with failing(BAD_FILE):
            session = workspace.look(given.file)
        with failing(WRONG_USE):
            done = await session.export(given.to, choice, branch=given.branch)
    finally:
        await workspace.close()
    _tell(terminal, done)
    return DONE


def _choice(given: argparse.Namespace) -> Choice:
    first, last = _rounds(given.rounds)
    without = {name: name not in given.without for name in _PARTS}
    return Choice(
        all_branches=given.all, first=first, last=last, **without, **{name: name in given.more for name in _MORE}
    )


def _rounds(said: str) -> tuple[int, int]:
    if not said:
        return 1, 0
    found = _ROUNDS.fullmatch(said)
    if found is None:
        raise CommandError(f"--rounds wants N, N- or N-M, and was given {said!r}.")
    first = int(found[1])
    last = first if "-" not in said else int(found[2] or 0)
    if first < 1 or (last and last < first):
        raise CommandError(f"There are no rounds {said}.", "Rounds count from 1.")
    return first, last


def _tell(terminal: Terminal, done: ExportedFile) -> None:
    terminal.line(str(done.path))
    if done.pictures is not None:
        terminal.line(f"Its pictures lie in {done.pictures}.", "quiet")
    if done.path.suffix.lower() == ".har":
        terminal.line("1 exchange" if done.count == 1 else f"{done.count:,} exchanges", "quiet")
    value: dict[str, Any] = {
        "file": str(done.path),
        "pictures": str(done.pictures) if done.pictures is not None else None,
    }
    terminal.value({**value, **({"exchanges": done.count} if done.path.suffix.lower() == ".har" else {}), "exit": DONE})
