"""An open session as it moves: send, step, run, pause, cancel, go back, undo.

Above: `edited`, `forking`. Below: `seen`, `engine/stepper`. Going back runs nothing and asks nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from studio.engine import edits
from studio.engine.due import UndoCalls, due, is_undo
from studio.engine.edits import EditRefusedError, give_result, open_call
from studio.engine.goals import Goal
from studio.engine.rollback import ran_of
from studio.engine.rolling_back import given, skipped
from studio.engine.stops import how_far
from studio.engine.under_way import BusyError
from studio.messages.message import Message, Role
from studio.messages.parts import Image, Text
from studio.messages.passage import Passage
from studio.said import said
from studio.session.events import Event, MessageAdded
from studio.session.frames import frame_of, is_inside
from studio.session.journal import Journal, ReadOnlyError
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import AnyNote, HeadMoved, Stopped, Titled
from studio.session.state import SessionState
from studio.session.tree import ROOT
from studio.store.session_file import SessionSink
from studio.tools import strategies
from studio.workspace.seen import SeenSession
from studio.workspace.services import NotReadyError, Wired

UNDER_WAY = ("request", "call_started", "undo_started", "server_asked")
"""Events in the middle of an effect: the head never comes to rest on them by going back."""

TITLE_LENGTH = 48


class MovedSession(SeenSession):
    """Movement. Async verbs return when the session has stopped; all raise StudioError with a sentence for the person."""

    def __init__(self, path: Path, journal: Journal, wired: Wired, sink: SessionSink | None, retries: int = 0) -> None:
        super().__init__(path, journal, wired, sink, retries)
        self._visited: list[NodeId] = [journal.head]
        self._place = 0
        self._walking = False

    async def send(
        self, text: str, *, role: Role = "user", passages: tuple[Passage, ...] = (), pictures: tuple[Image, ...] = ()
    ) -> Stopped:
        """Add a message, with passages and pictures that go along with it, and run to the next stop place."""
        said = (Text(text),) if text or not pictures else ()  # some providers refuse an empty text beside a picture
        self.add_message(Message(role, (*said, *pictures), passages=passages))
        return await self.run()

    def add_message(self, message: Message) -> None:
        """Add a message to what will be sent; nothing is sent."""
        self._still()
        if self.state.open is not None and any(call.status != "done" for call in self.state.open.calls):
            raise EditRefusedError(
                said("Calls of this round have no result yet."), said("Run, mock or reject them first.")
            )
        edits.refuse_while_undoing(self.state)
        if not self.title and message.role == "user":
            words = " ".join(message.text.split())
            self.journal.note(Titled(words[:TITLE_LENGTH] + ("…" if len(words) > TITLE_LENGTH else "")))
        self.journal.append(MessageAdded(message=message))

    async def step(self) -> Stopped:
        """Do the one due thing and stop; an agent goes on to its end, unless it must stop before."""
        return await self._go("step")

    async def step_into(self) -> Stopped:
        """Do the one due thing and stop; an agent stops before its first request."""
        return await self._go("into")

    async def step_out(self) -> Stopped:
        """Go on to the end of the agent in which the session stands, else to the end of the round; stop places do not hold."""
        return await self._go("out")

    async def step_round(self) -> Stopped:
        """Go on to the end of the round; stop places do not hold, approvals do."""
        return await self._go("round")

    async def run(self) -> Stopped:
        """Go on to the next stop place."""
        return await self._go("run")

    async def run_to_end(self) -> Stopped:
        """Go on to the end; only approvals, errors and limits stop."""
        return await self._go("end")

    async def run_to(self, node: NodeId) -> Stopped:
        """Go on until the session is as far as it was at `node`, when that lies ahead; else to the next stop place."""
        goal = how_far(self.tree.state(node)) if node in self.tree else ()
        if goal <= how_far(self.state):
            return await self.run()
        return await self._go("run", lambda state: how_far(state) >= goal)

    async def _go(self, goal: Goal, until: Callable[[SessionState], bool] | None = None) -> Stopped:
        self._ready()
        try:
            return await self._stepper.go(goal, until)
        finally:
            self._sync()

    async def run_all_open(self) -> Stopped:
        """Run all open calls of the reply that need no decision, and stop; the stop says whether one needs the person."""
        self._some_open()
        try:
            return await self._stepper.run_open()
        finally:
            self._sync()

    def _some_open(self) -> list[CallKey]:
        calls = self.state.open.calls if self.state.open is not None else ()
        found = [call.key for call in calls if call.status == "open" and not self._stepper.holds(call.key)]
        if not found:
            raise EditRefusedError(said("No call is open."))
        return found

    def pause(self) -> None:
        """Stop before the next thing."""
        self._stepper.pause()

    async def cancel(self) -> None:
        """Stop what is under way, at once."""
        await self._stepper.cancel()

    async def run_call(self, key: CallKey) -> None:
        """Run this call now, whatever is due."""
        self._can_run(key)
        await self._stepper.run_call(key)
        self._sync()

    async def approve(self, key: CallKey, all_of_tool: bool = False) -> Stopped:
        """Run a sensitive call with exactly the arguments shown."""
        self._can_run(key)
        stop = await self._stepper.approve(key, all_of_tool=all_of_tool)
        self._sync()
        return stop

    def allow_all_of(self, key: CallKey) -> None:
        """Calls of this call's tool need no approval from now on, until the session is closed; nothing runs."""
        self._stepper.allow(key)

    def _can_run(self, key: CallKey) -> None:
        setup, ran = (frame_of(self.state, key) or self.state).setup, ran_of(self.state, key)
        undone = ran is not None and is_undo(self.state, key)
        tool = setup.undo_of(ran.name) if ran and undone else setup.tool(open_call(self.state, key).call.name)
        why = self._wired.ready(setup, tool) if tool is not None and self._wired.runs(tool.name) else ""
        if why and self._stepper.reaches_tool(key):
            raise NotReadyError(why)

    def _ready(self) -> None:
        """Refuse to go on when the due call's tool cannot run, before anything is written."""
        if self.journal.read_only:
            raise ReadOnlyError(self.journal.read_only, said("To go on with it, copy its file and open the copy."))
        open_reply = self.state.open
        todo = next((call for call in open_reply.calls if call.status == "open"), None) if open_reply else None
        if todo is not None and not self._stepper.busy:
            self._can_run(todo.key)
        undos = due(self.state)
        if isinstance(undos, UndoCalls) and not self._stepper.busy:
            self._can_run(undos.calls[0])

    def mock(self, key: CallKey, text: str, *, is_error: bool = False) -> None:
        """Give a call a result of the person's own; the tool does not run. Where a call is to be undone: that of the undoing tool."""
        if is_undo(self.state, key):
            self._not_running(key)
            self.journal.append(given(self.state, key, text, is_error=is_error))
            return
        uncertain = open_call(self.state, key).status == "started"
        self._not_running(key)
        self.journal.append(give_result(self.state, key, "by_hand" if uncertain else "mock", text, is_error=is_error))

    def fill_open(self, text: str, *, is_error: bool = False) -> None:
        """Give all open calls the same result of the person's own; their tools do not run."""
        with self.one_step():
            for key in self._some_open():
                self.mock(key, text, is_error=is_error)

    def reject(self, key: CallKey, reason: str = "") -> None:
        """Do not run a call, or do not undo it; the model reads that, and why."""
        self._not_running(key)
        if is_undo(self.state, key):
            self.journal.append(skipped(self.state, key, reason))
            return
        told = strategies.rejected(open_call(self.state, key).call.name, reason)
        self.journal.append(give_result(self.state, key, "rejected", told, is_error=True))

    def leave_agent(self, text: str, *, is_error: bool = False) -> None:
        """End the agent in which the session stands: `text` is what its caller reads as the result of the call."""
        if self.state.inside is None:
            raise EditRefusedError(said("No agent is at work here."), said("Step into one first."))
        self.mock(self.state.inside, text, is_error=is_error)

    def skip_undo(self, key: CallKey, told: str = "") -> None:
        """Do not undo a call; the model reads `told` as its result, or else that it was not undone."""
        self._not_running(key)
        self.journal.append(skipped(self.state, key, told=told))

    def _not_running(self, key: CallKey) -> None:
        if self._stepper.holds(key) or (is_inside(self.state, key) and self._stepper.busy):
            raise BusyError(said("This call is running."), said("Stop it first (Shift+F5)."))

    def step_back(self) -> None:
        """Move the head to the event before; nothing is undone outside."""
        self._still()
        if self.head == ROOT:
            raise EditRefusedError(said("This is the beginning of the session."))
        self.journal.move(self._resting(self.tree.parent(self.head)))

    def rewind(self, node: NodeId) -> None:
        """Make `node` the head."""
        self._still()
        if node not in self.tree or not self.tree.whole(node):
            raise EditRefusedError(said("What comes before this step is missing in the file."))
        at = self._resting(node)
        self.tree.state(at)  # raises LineError before anything moves when a line on the way cannot be read
        self.journal.move(at)

    def _resting(self, node: NodeId) -> NodeId:
        while node != ROOT and self.tree.kind(node) in UNDER_WAY:
            node = self.tree.parent(node)
        return node

    async def send_again(self) -> Stopped:
        """Ask the model once more for this round, as a sibling."""
        self._still()
        last = self.state.last_request
        if last is None:
            raise EditRefusedError(said("Nothing was sent yet."))
        self.rewind(last)
        return await self.step()

    @property
    def can_undo(self) -> bool:
        """Whether the head stood elsewhere before."""
        return (self._place > 0 or self.head != self._visited[0]) and not self._stepper.busy

    @property
    def can_redo(self) -> bool:
        """Whether an undo can be taken back."""
        there = self._place + 1 < len(self._visited) and self.head == self._visited[self._place]
        return there and not self._stepper.busy

    def undo(self) -> None:
        """Go to where the head stood before."""
        self._walk(-1)

    def redo(self) -> None:
        """Take the last undo back."""
        self._walk(1)

    @contextmanager
    def one_step(self) -> Iterator[None]:
        """What is changed within is taken back by one undo."""
        place = self._place
        try:
            yield
        finally:
            if self._place > place + 1:
                self._visited[place + 1 :] = self._visited[-1:]
                self._place = place + 1

    def _walk(self, by: int) -> None:
        self._still()
        if self.head != self._visited[self._place]:
            self._visit(self.head, moved=True)
        if not 0 <= self._place + by < len(self._visited):
            raise EditRefusedError(said("There is nothing to undo.") if by < 0 else said("There is nothing to redo."))
        self._walking = True
        try:
            self.journal.move(self._visited[self._place + by])
            self._place += by
        finally:
            self._walking = False

    def _still(self) -> None:
        if self._stepper.busy:
            raise BusyError(said("The session is running."), said("Stop it first (Shift+F5), or wait for it to stop."))

    def _took(self, change: Event | AnyNote) -> None:
        if self.head != self._visited[self._place] and not self._walking:
            self._visit(self.head, moved=isinstance(change, HeadMoved))
        super()._took(change)

    def _visit(self, node: NodeId, *, moved: bool) -> None:
        if not moved and node in self.tree and self.tree.kind(node) in UNDER_WAY:
            return
        del self._visited[self._place + 1 :]
        self._visited.append(node)
        self._place += 1

    def _sync(self) -> None:
        """Have the system put the file on the disk before the screen says *saved*."""
        if self._sink is not None and not self.journal.read_only:
            self._sink.sync()
