"""What each action of the table does to the session that is shown.

Above: `window`. Below: `bridge`. Knows no widget and no dialog; actions of files and views stand in `desk` and `window`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from studio.checks.history.problem import HistoryProblem
from studio.gui.bridge import Bridge, Verb
from studio.gui.panes.call_begun import begun
from studio.gui.panes.history_words import done_words
from studio.gui.panes.left_words import left_words
from studio.gui.panes.request_history import mend_all
from studio.gui.words import fill
from studio.present.left_behind import left_behind
from studio.session.nodes import CallKey, NodeId
from studio.session.setup import ResponderChoice
from studio.workspace.opened import OpenedSession

Place = Literal["before_request", "after_reply", "before_call", "after_result"]
STOP_PLACES: tuple[Place, ...] = ("before_request", "after_reply", "before_call", "after_result")


class Commands:
    """The verbs of run control and of the two switches."""

    def __init__(self, bridge: Bridge, settle: Callable[[], str]) -> None:
        """`settle` commits what is typed before anything moves, and gives a sentence when it cannot."""
        self._bridge, self._settle = bridge, settle

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        go, do = self._bridge.start, self._bridge.do
        return {
            "run": self.run_or_pause,
            "run_to_breakpoint": lambda: self._move("run to breakpoint", lambda opened: opened.run_to_breakpoint()),
            "run_to_end": lambda: self._move("run to the end", lambda opened: opened.run_to_end()),
            "pause": lambda: do(lambda opened: opened.pause()),
            "stop": lambda: go("stop", lambda opened: opened.cancel()),
            "step": lambda: self._move("step", lambda opened: opened.step()),
            "step_into": lambda: self._move("step into", lambda opened: opened.step_into()),
            "step_out": lambda: self._move("step out", lambda opened: opened.step_out()),
            "step_back": lambda: self._go_back(lambda opened: opened.step_back()),
            "run_to": lambda: self._move("run to here", lambda opened: opened.run_to(self._selected(opened))),
            "rewind": lambda: self._go_back(lambda opened: opened.rewind(self._selected(opened))),
            "fork": lambda: do(lambda opened: opened.fork(self._selected(opened))),
            "rerun": lambda: self._move("rerun", lambda opened: opened.rerun(self._selected(opened))),
            "restart": lambda: go("restart", lambda opened: opened.restart()),
            "send_again": lambda: go("send again", lambda opened: opened.send_again()),
            "send_anyway": lambda: self._move("send anyway", lambda opened: opened.send_anyway()),
            "repair_messages": self.repair_messages,
            "run_open": self.run_open,
            "undo": lambda: self._go_back(lambda opened: opened.undo()),
            "redo": lambda: do(lambda opened: opened.redo()),
            **{f"stop_{place}": self._switch_of(place) for place in STOP_PLACES},
            **{f"model_{mode}": self._model_of(mode) for mode in ("live", "recorded", "scripted")},
            "model_by_hand": lambda: do(lambda opened: opened.answer_by_hand()),
            **{f"tools_{mode}": self._tools_of(mode) for mode in ("live", "recorded")},
        }

    def run_or_pause(self) -> None:
        """Go on to the next stop; while running: stop before the next step."""
        if self._bridge.running:
            self._bridge.do(lambda opened: opened.pause())
        else:
            self._move("run", lambda opened: opened.run())

    def _move(self, name: str, verb: Verb) -> None:
        """Move on with what is shown: a change that is only typed is committed first, or nothing moves."""
        refused = self._settle()
        if refused:
            self._bridge.refuse(refused)
        else:
            self._bridge.start(name, lambda opened: self._moved(opened, verb))

    async def _moved(self, opened: OpenedSession, verb: Verb) -> None:
        """Move, and say so where nothing moved because a call waits for an approval."""
        before, asked = opened.head, _asks(opened)
        await verb(opened)
        if asked and opened.head == before and _asks(opened):
            self._bridge.held.emit()

    def _go_back(self, verb: Callable[[OpenedSession], object]) -> None:
        """Put the head elsewhere, and name the tools that ran on the steps which are left."""
        session = self._bridge.session
        before = session.head if session is not None else NodeId(0)
        if session is not None and self._bridge.do(verb):
            names = left_behind(session.tree, before, session.head)
            if names:
                self._bridge.notice.emit(left_words(names))

    def approve(self, key: CallKey, *, all_of_tool: bool = False) -> None:
        """Run a sensitive call with the arguments shown."""
        self._move("approve", lambda opened: opened.approve(key, all_of_tool))

    def run_again(self, key: CallKey) -> None:
        """Run a call that may have run already, and stop after it."""
        self._move("run again", lambda opened: opened.run_call(key))

    def run_anew(self, key: CallKey) -> None:
        """Run a call whose tool failed once more, on a branch beside the failed run."""

        async def again(opened: OpenedSession) -> None:
            reply = opened.state.open
            node = begun(opened.tree, reply.event, opened.head).get(key) if reply is not None else None
            if node is not None:
                opened.rewind(node)
                await opened.run_call(key)

        self._move("run again", again)

    def back_before(self, key: CallKey) -> bool:
        """Stand before a call whose tool failed, so that it can be changed and run again; the failed run stays on its branch."""
        session = self._bridge.session
        reply = session.state.open if session is not None else None
        node = begun(session.tree, reply.event, session.head).get(key) if session and reply is not None else None
        return node is not None and self._bridge.do(lambda opened: opened.rewind(node))

    def start_again(self, key: CallKey) -> None:
        """Start the process of a tool whose process ended; nothing of it is called."""

        async def start(opened: OpenedSession) -> None:
            call = opened.state.call(key)
            name = await opened.start_process(call.call.name) if call is not None else ""
            if name:
                said = QCoreApplication.translate("Commands", "{name} runs again. What its process held is lost.")
                self._bridge.notice.emit(fill(said, name=name))

        self._bridge.start("start the tools again", start)

    def run_raw(self, key: CallKey) -> None:
        """Run a call whose arguments do not fit with the raw text, this once; the choice for its tool stays as it is."""
        self._move("run with raw text", lambda opened: opened.run_raw(key))

    def run_open(self) -> None:
        """Run all calls of the reply that wait and need no decision."""
        self._move("run all open calls", lambda opened: opened.run_all_open())

    def use_profile(self, choice: ResponderChoice, params: Mapping[str, Any]) -> None:
        """Ask another model from now on; its parameters are added to those of the session."""

        def use(opened: OpenedSession) -> None:
            opened.use_responder(choice, params)
            opened.model_mode = "live"

        self._bridge.do(use)

    def use_recorded(self) -> None:
        """Take the recorded reply although the request differs."""

        async def go_on(opened: OpenedSession) -> None:
            opened.accept_difference()
            await opened.step()

        self._bridge.start("use the recorded reply", go_on)

    def repair_messages(self) -> None:
        """Mend what is wrong with the messages as they are committed; what is typed would undo it when it is committed after it."""
        refused = self._settle()
        if refused:
            self._bridge.refuse(refused)
        else:
            done: list[HistoryProblem] = []
            self._bridge.do(lambda opened: done.extend(mend_all(opened)))
            if done:
                self._bridge.undoable.emit(done_words(done))

    def _selected(self, opened: OpenedSession) -> NodeId:
        return self._bridge.selection or opened.head

    def _switch_of(self, place: Place) -> Callable[[], object]:
        def switch(opened: OpenedSession) -> None:
            stops = opened.state.setup.stops
            opened.change_setup(stops=replace(stops, **{place: not getattr(stops, place)}))

        return lambda: self._bridge.do(switch)

    def _model_of(self, mode: Literal["live", "recorded", "scripted"]) -> Callable[[], object]:
        def switch(opened: OpenedSession) -> None:
            opened.model_mode = mode

        return lambda: self._bridge.do(switch)

    def _tools_of(self, mode: Literal["live", "recorded"]) -> Callable[[], object]:
        def switch(opened: OpenedSession) -> None:
            opened.tools_mode = mode

        return lambda: self._bridge.do(switch)


def _asks(opened: OpenedSession) -> bool:
    """Whether the session stands before a call that waits for the person's approval."""
    return opened.standing is not None and opened.standing.reason == "approval"


def session_checks(session: OpenedSession) -> dict[str, bool]:
    """Which of the actions that are chosen or not stand chosen in a session, by id."""
    stops = session.state.setup.stops
    found = {f"stop_{place}": bool(getattr(stops, place)) for place in STOP_PLACES}
    if session.model_mode != "by_hand" or session.writes_replies:
        found[f"model_{session.model_mode}"] = True
    return {**found, f"tools_{session.tools_mode}": True}
