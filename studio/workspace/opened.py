"""One open session and all that moves it: the object both fronts hold.

Above: `workspace`, both fronts. Below: `skilled`, `attaching`, `context`, `serving` and what stands on it, `declared`, `equipped`,
`mocking`, `edited` and what they stand on. Adds tools files, trust, and the end.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from studio.paths import is_there
from studio.present.made_rows import made_rows
from studio.present.not_run import NotRun
from studio.present.rows import Rows
from studio.present.time_spent import TimeSpent
from studio.problems import StudioError
from studio.said import said
from studio.session.events import SetupChanged
from studio.session.nodes import NodeId
from studio.session.notes import Closed
from studio.session.processes import process_of
from studio.session.setup import ToolFile
from studio.store.session_error import SessionFileError
from studio.store.shelf import in_use
from studio.workspace.around_tools import AroundToolsSession
from studio.workspace.asked_by_servers import AskedSession
from studio.workspace.attaching import AttachingSession
from studio.workspace.breaking import BreakingSession
from studio.workspace.changes import Activity, Change, ModeChanged, PartialReply, ToolOutput
from studio.workspace.context import ContextSession
from studio.workspace.exported_test import TestExportingSession
from studio.workspace.exporting import ExportingSession
from studio.workspace.forking import ForkingSession
from studio.workspace.history_checked import CheckedSession
from studio.workspace.laying import LayingSession
from studio.workspace.offered import ToolboxSession
from studio.workspace.replaying import ReplayingSession
from studio.workspace.sampled import SampledSession
from studio.workspace.skilled import SkilledSession
from studio.workspace.taken_name import refuse_server_name
from studio.workspace.watching import WatchingSession
from studio.workspace.writing import WritingSession

if TYPE_CHECKING:
    from studio.tools.tools_file import LoadedTools

__all__ = ["Activity", "Change", "ModeChanged", "OpenedSession", "PartialReply", "ToolOutput", "UntrustedError"]

ONLY_SETTINGS = frozenset({"setup"})


class UntrustedError(StudioError):
    """A tools file that nobody has trusted as it is now."""


class OpenedSession(
    ForkingSession,
    SkilledSession,
    ToolboxSession,
    AttachingSession,
    ContextSession,
    SampledSession,
    TestExportingSession,
    ExportingSession,
    LayingSession,
    AroundToolsSession,
    AskedSession,
    ReplayingSession,
    CheckedSession,
    BreakingSession,
    WatchingSession,
    WritingSession,
):
    """An open session."""

    _rows: tuple[NodeId, Rows] | None = None

    def read_ahead(self) -> None:
        """Read what the first look at the session asks for, so that it costs only what is new. Before anybody else has the session."""
        asked = next((node for node in reversed(self.tree.path(self.head)) if self.tree.kind(node) == "request"), None)
        with suppress(StudioError):  # whoever looks is told
            self.loop_findings()
            self.marks.edited.any_in(self.marks.at(self.head))
            self.not_run.of(self.tree, self.head)
            self.history_problems()
            self.request_remarks()
            self.next_tokens()
            self.time_spent.at(self.tree, self.head)
            self.load_prices()
            self.spending.follow(self.head)
            self.next_context()
            self._rows = (self.tree.last, made_rows(self.journal))
            if asked is not None:
                self.tree.body(asked)

    @cached_property
    def time_spent(self) -> TimeSpent:
        """How long model and tools have worked."""
        return TimeSpent()

    @cached_property
    def not_run(self) -> NotRun:
        """Calls of which the model read why they were not run."""
        return NotRun()

    def take_rows(self) -> Rows | None:
        """The rows of the timeline as they were read ahead: once, and only while nothing has happened since; else None."""
        known, self._rows = self._rows, None
        if known is None or known[0] != self.tree.last or known[1].head != self.head:
            return None
        known[1].refresh_branches()
        known[1].rename(self.journal.title)
        return known[1]

    def fingerprint(self, path: Path, interpreter: str = "") -> ToolFile:
        """What trust in a tools file would be bound to. Runs nothing. Raises ToolsFileError when it cannot be read."""
        return ToolFile(str(path.absolute()), interpreter, self._wired.fingerprint(path, interpreter))

    def trusts(self, file: ToolFile) -> bool:
        """Whether exactly this content under this interpreter is trusted."""
        return self._wired.world.trusts(file)

    def trust(self, file: ToolFile, *, for_good: bool = True) -> None:
        """Trust a tools file as it is now."""
        self._wired.world.trust(file, for_good=for_good)
        self.tell(ModeChanged())

    def is_only_asked(self, file: ToolFile) -> bool:
        """Whether a file is that of a source, and gives the session no tools."""
        setup = self.state.setup
        return file.path not in {each.path for each in setup.files} and file.path in {
            each.file for each in setup.sources
        }

    async def add_tools(
        self, path: Path, interpreter: str = "", names: Mapping[str, str] | None = None
    ) -> "LoadedTools":
        """Load a trusted tools file and offer its tools, also once more after it changed: what was chosen for them stays. `names` gives
        tools another name than the file does; names that were given earlier stay. Raises UntrustedError, TakenNameError, or
        ToolsFileError with the line that is wrong."""
        file = self.fingerprint(path, interpreter)
        if not self.trusts(file):
            raise UntrustedError(
                said("{file} is not trusted yet, or it changed since.", file=path.name),
                said("Review it and trust it first."),
            )
        self._check_name(file)
        file, loaded = await self._wired.load(path, interpreter)
        loaded = replace(loaded, specs=self._named(file_name(file), loaded.specs, names or {}))
        self._offer(file, loaded)
        self.tell(ModeChanged())
        return loaded

    async def start_process(self, tool: str) -> str:
        """Start anew the process in which a tool runs; what it held is lost, and nothing of it is called. The name of its file or server,
        empty where it has none. Raises StudioError."""
        name = process_of(self.state.setup, tool)
        file = next((each for each in self.state.setup.files if file_name(each) == name), None)
        if file is not None:
            await self.add_tools(Path(file.path), file.interpreter)
        elif name:
            await self.restart_server(name)
        return name

    def _check_name(self, file: ToolFile) -> None:
        """A tool says where it comes from by the name of its file; another file of that name has to be gone. Raises StudioError."""
        refuse_server_name(self.state.setup, file_name(file))
        same = (old for old in self.state.setup.files if file_name(old) == file_name(file) and old.path != file.path)
        other = next((old for old in same if is_there(Path(old.path))), None)
        if other is not None:
            raise StudioError(
                said("A tools file named {file} is there already: {other}.", file=file_name(file), other=other.path),
                said("Rename one of them, then add it again."),
            )

    def _offer(self, file: ToolFile, loaded: "LoadedTools") -> None:
        """Write the tools into the setup when they are new or changed; a reload of the same tools writes nothing."""
        setup = self.state.setup
        fresh = {spec.name: spec for spec in loaded.specs}
        others = tuple(old for old in setup.tools if old.source != file_name(file))
        kept = tuple(fresh.pop(old.name) for old in setup.tools if old.name in fresh)
        tools = (*others, *kept, *fresh.values())
        files = (*(old for old in setup.files if file_name(old) != file_name(file)), file)
        self._check_undos(replace(setup, tools=tools))
        if (tools, files) != (setup.tools, setup.files):
            self.journal.append(SetupChanged(tools=tools, files=files))

    async def save_as(self, path: Path) -> None:
        """Go on in `path`. A session that nobody had named yet moves there, another one is copied. Raises SessionFileError."""
        self._still()
        if self._sink is None:
            raise SessionFileError(
                said("This session cannot be moved: it is open for reading only."),
                said("Copy its file and open the copy."),
            )
        path = _free(path)
        self._sink.copy_to(path)
        old = self.path
        self._sink.move_to(path)
        self.path = path
        self.take_saved("saved")
        moved = self._wired.world.kept_in.holds(old)
        if moved:
            old.unlink(missing_ok=True)
        self._wired.world.remember(path, old if moved else None)
        self.tell(ModeChanged())

    async def close(self) -> None:
        """Stop everything, write that the session was closed on purpose, end the workers, let go of the file."""
        try:
            self.withdraw_questions()
            await self.end_sample()
            await self._stepper.cancel()
            await self._wired.close()
        finally:
            self._let_go()

    def _let_go(self) -> None:
        """Close the file, whatever became of the workers."""
        if self._sink is None:
            return
        with suppress(StudioError):
            self.journal.note(Closed())
            self._sink.sync()
        self._sink.close()
        self._sink = None
        self.journal.read_only = said("The session is closed.")
        if self._wired.world.kept_in.holds(self.path) and self._is_empty():
            self.path.unlink(missing_ok=True)

    def _is_empty(self) -> bool:
        """Whether nothing was ever said: then the file is not worth keeping, unless the person gave it a name of its own."""
        nodes = (node for branch in self.branches for node in self.tree.path(branch.tip))
        return all(self.tree.kind(node) in ONLY_SETTINGS for node in nodes)


def _free(path: Path) -> Path:
    """A path that no program writes a session to, absolute. Raises SessionFileError."""
    if is_there(path) and in_use(path):
        raise SessionFileError(said("{file} is open already.", file=path.name), said("Choose another name."))
    return path.absolute()


def file_name(file: ToolFile) -> str:
    """The name by which a tool says where it comes from."""
    return Path(file.path).name
