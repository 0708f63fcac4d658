"""Between the window and the open session: what changes becomes signals, what the person does becomes verbs.

Above: window, panes, dialogs. Below: `workspace`. Knows no widget. What streams in comes out at most once a frame.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from studio.gui.words import sentence
from studio.gui.works import Work, Works
from studio.late import Late
from studio.problems import StudioError
from studio.tasks import Tasks

if TYPE_CHECKING:
    from studio.session import nodes, notes
    from studio.session.nodes import NodeId
    from studio.session.setup import ToolFile
    from studio.workspace import changes
    from studio.workspace.opened import OpenedSession
else:
    changes = Late("studio.workspace.changes")
    nodes, notes = Late("studio.session.nodes"), Late("studio.session.notes")

FRAME = 33
"""Milliseconds between two tellings of what streams in."""
_CALM = 4
"""While nothing but a reply streams in, all else is looked at anew in each so many frames."""
Verb = Callable[["OpenedSession"], Coroutine[Any, Any, Any]]


class Bridge(QObject):
    """The session that the window shows, or none. Panes read `session` and listen; they never hold a session themselves."""

    arriving = Signal()
    """A session will be shown next: who shows it and is not there yet comes now."""
    session_changed = Signal()
    """Another session is shown, or none."""
    happened = Signal(object)
    """An event or a note was written (see `studio.session.events`)."""
    refreshed = Signal()
    """Anything about the session may have changed; at most once a frame."""
    partial = Signal(object)
    """The reply as far as it has come (`ChatReply` or None); at most once a frame."""
    output = Signal(object)
    """What a tool printed (`ToolOutput`)."""
    progress = Signal(object)
    """How far a running tool says it is (`ToolProgress`)."""
    server = Signal(object)
    """Something about an MCP server changed (`ServerChanged`)."""
    servers_waiting = Signal(object)
    """Servers were added that wait for trust: their names, to be asked about."""
    selected = Signal(int)
    """The node that the person looks at; the head does not move."""
    failed = Signal(str, str)
    """A verb could not be done: sentence and help."""
    unsettled = Signal()
    """What failed last did because something typed is not committed."""
    held = Signal()
    """Going on did nothing: a call waits for the person's approval."""
    done = Signal()
    """Something that the person did went well."""
    notice = Signal(str)
    """Something worth a line that is no error."""
    offered = Signal(str, str, object)
    """The same with one button: the words of the line, those of the button, and what it does."""
    undoable = Signal(str)
    """Something that was done and may be more than the person meant: a line with a button that takes it back."""
    mocks_wanted = Signal(str, object)
    """A pane asks for the mock rules of a tool: its name, and the key of a call to try them with (or None)."""
    rule_wanted = Signal(int)
    """A pane asks for a rule that gives the result recorded at a node again."""
    test_wanted = Signal(int)
    """A pane asks for a test of the path to a node."""
    hand_call_wanted = Signal(str)
    """A pane asks to call a tool by hand, by the name that the model sees."""
    sampling = Signal()
    """A sample begins: what comes of it is to be seen."""
    sampled = Signal(str)
    """Something came of a sample: its id when it is over, empty while it goes on."""
    carry_wanted = Signal(object)
    """Something that was read shall go along with the next message, which is to be written (`Carried`)."""
    way_wanted = Signal(str)
    """A pane asks for what an offer is for, by its id (see `panes/banner_offers`)."""
    resource_wanted = Signal(str, str)
    """A pane asks for a resource of an MCP server: the server's name and the resource's URI."""
    edits_open = Signal(bool)
    """A pane says whether it holds text that is half typed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: OpenedSession | None = None
        self._leave: Callable[[], None] = lambda: None
        self._selection: NodeId | None = None
        self._tasks = Tasks("window")
        self.works = Works(self)
        self.works.cut.connect(self.notice)
        self._streamed = self._more = False
        self._frames = 0
        self._failures = 0
        self._looked_at: object = None
        self._untrusted: tuple[ToolFile, ...] = ()
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setInterval(FRAME)
        self._frame.timeout.connect(self._tell)

    @property
    def session(self) -> "OpenedSession | None":
        """The session shown, None on the start page."""
        return self._session

    @property
    def selection(self) -> "NodeId | None":
        """The node selected in the timeline, None when the head is looked at."""
        return self._selection

    @property
    def running(self) -> bool:
        """Whether the session is doing something now."""
        return self._session is not None and self._session.activity.kind != "idle"

    @property
    def untrusted(self) -> tuple["ToolFile", ...]:
        """Tools files that wait for trust; looked at anew when the setup, a switch or the trust changed."""
        session = self._session
        if session is None:
            return ()
        named = (session.state.setup.files, session.state.setup.sources)
        if self._looked_at != named:
            self._looked_at, self._untrusted = named, session.untrusted
        return self._untrusted

    @property
    def waits_for_trust(self) -> bool:
        """Whether a tools file, a tool that runs by HTTP or as a command, or an MCP server waits for trust."""
        session = self._session
        if session is None:
            return False
        return bool(self.untrusted or session.untrusted_executors() or session.untrusted_servers())

    def show(self, session: "OpenedSession | None") -> None:
        """Show another session, or none. Closing the former one is the caller's."""
        if session is not None:
            self.arriving.emit()
        self._leave()
        self._leave = lambda: None
        self._session = session
        self._selection = None
        self._looked_at = None
        if session is not None:
            self._leave = session.subscribe(self._take)
        self.session_changed.emit()
        self.refreshed.emit()

    def select(self, node: "NodeId | None") -> None:
        """Look at a node (None: at the head)."""
        if node != self._selection:
            self._selection = node
            self.selected.emit(node or 0)
            self._soon()

    def do(self, verb: Callable[["OpenedSession"], object]) -> bool:
        """Do something that ends at once. An error that is meant for the person is shown. Says whether it was done."""
        if self._session is None:
            return False
        try:
            verb(self._session)
        except StudioError as error:
            self.fail(error)
            return False
        self._soon()
        self.done.emit()
        return True

    @property
    def is_busy(self) -> bool:
        """Whether a task of the window is under way."""
        return len(self._tasks) > 0

    def attempt(self, act: Callable[[], object]) -> None:
        """Do something that needs no session; an error that is meant for the person is shown."""
        try:
            act()
        except StudioError as error:
            self.fail(error)

    def start(self, name: str, verb: Verb) -> None:
        """Start something that takes its time. An error that is meant for the person is shown when it comes."""
        if self._session is not None:
            self.spawn(name, self._done_then_told(verb, self._session))

    def spawn(self, name: str, coro: Coroutine[Any, Any, Any]) -> asyncio.Task[None]:
        """Start a task of the window; StudioErrors are shown, anything else goes to the last-resort reporter."""
        task = self._tasks.spawn(self._guarded(coro), name=name)
        task.add_done_callback(lambda _task: coro.close())  # one that is cancelled before it began was never awaited
        self._soon()
        return task

    def work(self, name: str, said: str, kept: str, do: Callable[[Work], Coroutine[Any, Any, Any]]) -> None:
        """Start a task that may take its time. `said` names it; where the person cuts it short, `kept` says what became of it. `do` gets
        what it may tell how far it is."""
        work = Work(said, kept)
        task = self.spawn(name, do(work))
        work.cancel = task.cancel
        self.works.begin(work)
        task.add_done_callback(lambda _task: self.works.end(work))

    def fail(self, error: StudioError) -> None:
        """Show an error that is meant for the person."""
        self._failures += 1
        self.failed.emit(sentence(error.said), sentence(error.advice))

    def refuse(self, sentence: str) -> None:
        """Say that something is not done because of what is typed and not committed."""
        self.fail(StudioError(sentence))
        self.unsettled.emit()

    async def end(self, timeout: float) -> tuple[str, ...]:
        """Stop listening and end the window's tasks; returns the names of those that did not end in time."""
        self._leave()
        self._leave = lambda: None
        self._frame.stop()
        return await self._tasks.cancel_all(timeout)

    async def _done_then_told(self, verb: Verb, session: "OpenedSession") -> None:
        """What began before an error was shown has nothing to do with it."""
        failures = self._failures
        await verb(session)
        if failures == self._failures:
            self.done.emit()

    async def _guarded(self, coro: Coroutine[Any, Any, Any]) -> None:
        try:
            await coro
        except StudioError as error:
            self.fail(error)
        finally:
            self._soon()

    def _take(self, change: object) -> None:
        match change:
            case nodes.Node() | notes.Note():
                self.happened.emit(change)
            case changes.ToolOutput():
                self.output.emit(change)
            case changes.ToolProgress():
                self.progress.emit(change)
            case changes.PartialReply():
                self._streamed = True
                self._begin_frame()
                return
            case changes.Activity():
                self._streamed = True
            case changes.ModeChanged():
                self._looked_at = None
            case changes.ServerChanged():
                self.server.emit(change)
                if change.what == "messages":
                    return  # very many: only who shows them looks
            case _:
                pass
        self._soon()

    def _soon(self) -> None:
        self._more = True
        self._begin_frame()

    def _begin_frame(self) -> None:
        if not self._frame.isActive():
            self._frame.start()

    def _tell(self) -> None:
        if self._streamed and self._session is not None:
            self._streamed = False
            self.partial.emit(self._session.partial)
        self._frames += 1
        if self._more or self._frames >= _CALM:
            self._more, self._frames = False, 0
            self.refreshed.emit()
