"""`replay --check`: every branch of every file gone along, what came out told line by line, and counted at the end.

Above: `replay`. Below: `going_along`, `replay_verdict`, `junit`. One file that is damaged, or stops, does not end the run.
"""

import argparse
import time
from pathlib import Path

from studio.cli.command import (
    BAD_FILE,
    CANCELLED,
    CHECK_FAILED,
    DONE,
    SERVER_FAILED,
    STOPPED,
    WRONG_USE,
    CommandError,
    failing,
)
from studio.cli.going_along import begun, moved
from studio.cli.junit import CheckedBranch, written
from studio.cli.moving import conclusion, exit_code, why_not_finished
from studio.cli.replay_verdict import Verdict, compared
from studio.cli.session_files import session_files
from studio.cli.spare_folder import spare_folder
from studio.cli.terminal import Terminal
from studio.problems import StudioError
from studio.session.notes import Stopped
from studio.workspace import opening
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


async def check(terminal: Terminal, workspace: Workspace, given: argparse.Namespace) -> int:
    """Check all that is named, tell it, write the JUnit file; the exit code: 1 when any came out otherwise, else 3 when a
    file cannot be read or is damaged, else why one stopped."""
    with failing(BAD_FILE):
        files = tuple(session_files(given.files))
    one = list(files) == given.files and len(files) == 1
    checking = _Checking(terminal, workspace, given, one=one)
    for file in files:
        await checking.file(file)
        if checking.cancelled:
            break
    if given.junit is not None:
        _write(given.junit, checking.done)
    return checking.told(len(files))


FIRST = (CANCELLED, CHECK_FAILED, BAD_FILE, SERVER_FAILED, STOPPED, WRONG_USE)
"""The exit codes, the one that is said first where branches came out differently."""


class _Checking:
    """One run of the check. With `one` file what is wrong with it ends the command, as it does elsewhere."""

    def __init__(self, terminal: Terminal, workspace: Workspace, given: argparse.Namespace, *, one: bool) -> None:
        self.done: list[CheckedBranch] = []
        self.cancelled = False
        self._terminal = terminal
        self._workspace = workspace
        self._given = given
        self._one = one
        self._codes: set[int] = set()
        self._why: StudioError | None = None

    async def file(self, file: Path) -> None:
        """All branches of a file, or the named one."""
        try:
            names, damage = _looked_at(file, self._given.branch)
        except CommandError as error:
            if self._one:
                raise
            self._take(CheckedBranch(str(file), "", _unreadable(error)), error.code)
            return
        for sentence in damage:
            self._take(CheckedBranch(str(file), "", Verdict("file", sentence)), BAD_FILE)
        for name in names:
            await self._branch(file, name)
            if self.cancelled:
                return

    async def _branch(self, file: Path, name: str) -> None:
        began = time.monotonic()
        code, why = CHECK_FAILED, None
        with spare_folder() as folder:
            try:
                session = begun(self._workspace, self._given, file, name, folder / "replay.tcsession", remember=False)
                try:
                    verdict, code, why = self._came_out(session, await moved(session, self._given, None))
                finally:
                    await self._workspace.close_session(session)
            except CommandError as error:
                if self._one:
                    raise
                verdict, code = Verdict("file" if error.code == BAD_FILE else "stopped", str(error)), error.code
        self.cancelled = code == CANCELLED
        self._why = self._why or why
        self._take(CheckedBranch(str(file), name, verdict, time.monotonic() - began), code)

    def _came_out(self, session: OpenedSession, stop: Stopped) -> tuple[Verdict, int, StudioError | None]:
        if stop.what == "stopped" or stop.reason == "approval":
            why = why_not_finished(session, stop)
            return Verdict("stopped", str(why or "was stopped")), exit_code(stop), why
        verdict = compared(session, stop)
        return verdict, DONE if verdict.what == "same" else CHECK_FAILED, None

    def _take(self, checked: CheckedBranch, code: int) -> None:
        """Tell how one came out, and keep it."""
        self.done.append(checked)
        self._codes.add(code)
        name = " · ".join(each for each in (checked.file if not self._one else "", checked.branch) if each)
        first, *rest = checked.verdict.lines
        style = "result" if code == DONE else "error"
        for line in (f"{name or Path(checked.file).name}: {first}", *rest):
            self._terminal.line(line, style)
        self._terminal.value({"entry": "checked", **checked.as_json(), "exit": code})

    def told(self, files: int) -> int:
        """The summary; the exit code."""
        failed = sum(each.verdict.what != "same" for each in self.done)
        branches = len([each for each in self.done if each.branch])
        code = next((each for each in FIRST if each in self._codes), CHECK_FAILED if failed else DONE)
        if not self._one:
            counts = f"{_counted(files, 'file')}, {_counted(branches, 'branch', 'branches')}"
            came_out = f"{failed} failed" if failed else "all come out the same"
            self._terminal.line(f"{counts}: {came_out}", "error" if failed else "result")
        said = {"files": files, "branches": branches, "same": not failed, "failed": failed}
        return conclusion(self._terminal, said, code, self._why if self._one else None)


def _looked_at(file: Path, branch: str | None) -> tuple[list[str], tuple[str, ...]]:
    """The branches to go along, and what is damaged. Raises CommandError when there is nothing."""
    with failing(BAD_FILE):
        names, damage = opening.looked_at(file)
    if branch is not None and branch not in names:
        raise CommandError(f"{file.name} has no branch named {branch}.", f"It has: {', '.join(names)}.")
    if not names:
        raise CommandError(f"{file.name} holds nothing to replay.", code=BAD_FILE)
    return [branch] if branch is not None else names, damage


def _unreadable(error: StudioError) -> Verdict:
    return Verdict("file", str(error))


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _write(path: Path, done: list[CheckedBranch]) -> None:
    try:
        path.write_bytes(written(done))
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.", code=STOPPED) from error
