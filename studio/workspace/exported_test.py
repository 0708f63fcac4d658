"""An open session exported as a regression test: what would be asserted, the file as it would be, and the files written.

Above: `opened`. Below: `moved`, `tried_test`, `interop/pytest_file`, `store/reduced`. Nothing of
the session runs.
"""

import re
import tempfile
from pathlib import Path

import msgspec

from studio.interop.planned_test import PlannedAnswer, PlannedCall, PlannedTest
from studio.interop.pytest_file import Written, is_untouched, pytest_file
from studio.problems import StudioError
from studio.said import said
from studio.session.body import BodyError
from studio.session.events import RequestSent
from studio.session.frames import frames
from studio.session.lines import LineError
from studio.session.made_calls import made, value_of
from studio.session.nodes import NodeId
from studio.session.setup import Setup
from studio.store import session_file
from studio.store.reduced import reduced
from studio.store.shelf import in_use
from studio.workspace.moved import MovedSession
from studio.workspace.tried_test import TriedTest, run_test

FOLDER = "sessions"
"""Where the sessions of tests stand, beside them."""
_DEVICES = re.compile("(?i)con|prn|aux|nul|com[0-9]|lpt[0-9]")


class ExportError(StudioError):
    """A test that cannot be exported, and why."""


class WouldBeLostError(ExportError):
    """Something stands in the place of the test that is overwritten only by express wish."""


class Exported(msgspec.Struct, frozen=True):
    """The files that were written: the test, its session, and the values that were too long for the test (None: none were)."""

    test: Path
    session: Path
    values: Path | None = None


class TestExportingSession(MovedSession):
    """Export as a test. Nothing runs and nothing is sent; the session stays as it is."""

    __test__ = False  # pytest takes classes of this name for its own

    def plan_test(self, node: NodeId | None = None, branch: str | None = None) -> PlannedTest:
        """What a test would assert, everything exact: of the path to `node`, else of the branch of that name, else of the branch of the
        head. Secrets of this run are blanked. Raises ExportError when there is no such branch, or nothing was said on it."""
        leaf = node if node is not None else self._leaf(branch)
        if not self.tree.whole(leaf) or not self.tree.path(leaf):
            raise ExportError(
                said("There is nothing here that a test could replay."), said("Choose a step that is whole.")
            )
        found, setup = made(self.tree, leaf), list(frames(self.tree.state(leaf)))[-1].setup
        calls = tuple(
            PlannedCall(call.name, value_of(call.arguments), call.inside, call.source, schema=_schema(setup, call.name))
            for call in found.calls
        )
        answers = tuple(PlannedAnswer(text) for text in found.answers)
        if not calls and not answers:
            raise ExportError(
                said("Nothing was asked and nothing answered on this branch."), said("Run the session first.")
            )
        start = self.tree.branch_of(leaf)
        name = next((each.name for each in self.branches if each.start == start), "")
        return self.blanked(PlannedTest(self.title or self.path.stem, leaf, name, calls, answers))

    def _leaf(self, branch: str | None) -> NodeId:
        if branch is None:
            return self.tree.tip(self.head)
        found = next((each for each in self.branches if each.name == branch), None)
        if found is None:
            known = ", ".join(each.name for each in self.branches)
            raise ExportError(
                said("There is no branch named {branch}.", branch=branch), said("There are: {known}.", known=known)
            )
        return found.tip

    def test_text(self, plan: PlannedTest, path: Path) -> Written:
        """The file as it would be at `path`; writes nothing. Raises ExportError when pytest would not find a file of that name."""
        session, values = _beside(path)
        return pytest_file(plan, _function(path), f"{FOLDER}/{session.name}", f"{FOLDER}/{values.name}")

    def export_test(self, plan: PlannedTest, path: Path, *, force: bool = False) -> Exported:
        """Write the test, its session and its long values. What was changed by hand since an earlier export is overwritten only with
        `force`. Raises ExportError."""
        path = path.absolute()
        written, data = self.test_text(plan, path), self._session_of(plan)
        session, values = _beside(path)
        try:
            self._check_place(path, session, data, force=force)
            session.parent.mkdir(parents=True, exist_ok=True)
            session.write_bytes(data)
            if written.values:
                values.write_text(written.values_text, encoding="utf-8", newline="\n")
            else:
                values.unlink(missing_ok=True)
            path.write_text(written.text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise ExportError(
                said("{file} cannot be written: {why}.", file=error.filename or path, why=error.strerror),
                said("Choose another folder."),
            ) from error
        return Exported(path, session, values if written.values else None)

    async def try_test(self, plan: PlannedTest, path: Path) -> TriedTest:
        """Run the test as it would be at `path`, in a folder that is thrown away: the recorded model and tools, a process of its own.
        Raises ExportError, and NoPytestError where there is no pytest."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            done = self.export_test(plan, Path(name) / path.name)
            return await run_test(done.test)

    def _check_place(self, path: Path, session: Path, data: bytes, *, force: bool) -> None:
        """Refuse to overwrite what somebody changed, and any session that is not a test's own. Raises OSError where it cannot be seen."""
        if session.exists() and (session.samefile(self.path) or in_use(session)):
            raise ExportError(
                said("{session} is open as a session itself.", session=session),
                said("Choose another name for the test."),
            )
        if force:
            return
        if path.exists():
            if not is_untouched(path.read_text(encoding="utf-8", errors="replace")):
                raise WouldBeLostError(
                    said("{file} was changed by hand.", file=path.name),
                    said("Choose another name, or say that it may be lost."),
                )
        elif session.exists() and session.read_bytes() != data:
            raise WouldBeLostError(
                said("{session} is there already, and of another test.", session=session),
                said("Choose another name, or say that it may be lost."),
            )

    def _session_of(self, plan: PlannedTest) -> bytes:
        """The session as a test replays it: the path alone, whole."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            copy = Path(name) / "copy.tcsession"
            try:
                if self._sink is not None:
                    self._sink.copy_to(copy)
                data = (copy if self._sink is not None else self.path).read_bytes()
                made = reduced(self._wired.world.redactor.data(data), self.tree, NodeId(plan.leaf), str(Path.home()))
                copy.write_bytes(made)
            except OSError as error:
                raise ExportError(
                    said("{file} cannot be copied: {why}.", file=self.path.name, why=error.strerror)
                ) from error
            _check_whole(copy)
        return made


def _check_whole(copy: Path) -> None:
    """Each request of a path can be put together from what stands in its file."""
    opened = session_file.read(copy)
    try:
        for node in opened.tree.path(opened.head):
            if isinstance(opened.tree.event(node), RequestSent):
                opened.tree.body(node)
    except (BodyError, LineError) as error:
        raise ExportError(said("A line of this branch is damaged."), said("Export another branch.")) from error


def _schema(setup: Setup, name: str) -> object:
    return next((tool.parameters for tool in setup.tools if tool.name == name), None)


def _beside(path: Path) -> tuple[Path, Path]:
    """Where the session and the values of a test stand. A name that Windows keeps for a device keeps its `test_`."""
    whole = _function(path)
    name = whole.removeprefix("test_")
    name = whole if _DEVICES.fullmatch(name) else name
    return path.parent / FOLDER / f"{name}.tcsession", path.parent / FOLDER / f"{name}.values.json"


def _function(path: Path) -> str:
    """The name of the test in a file. Raises ExportError when pytest would not look for tests in it."""
    if not re.fullmatch(r"test_\w+\.py|\w+_test\.py", path.name):
        raise ExportError(
            said("pytest would find no test in a file named {file}.", file=path.name),
            said("Name it like test_refund.py: letters, digits and _."),
        )
    name = path.stem
    return name if name.startswith("test_") else f"test_{name.removesuffix('_test')}"
