"""Says to a screen reader what changes elsewhere than at the keyboard: the state of the session, a whole reply, results, breakpoints.

Above: `session_side`. Below: `bridge`, `run_state`. What a banner says is announced by the banner; streamed text is not, until its end.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from studio.gui.bridge import Bridge
from studio.gui.panes.point_words import point_name
from studio.gui.words import fill, say
from studio.present.run_state import run_state
from studio.session.events import ReplyReceived, ResultRecorded
from studio.session.nodes import NodeId
from studio.session.notes import BreakpointSet
from studio.workspace.opened import OpenedSession

_LONGEST = 300
_IN_BANNER = frozenset(("paused", "waiting", "failed", "limit", "finished"))


class Announcer(QObject):
    """`speak` hands a sentence to the screen reader."""

    def __init__(self, window: QWidget, bridge: Bridge, speak: Callable[[str], object] | None = None) -> None:
        super().__init__(window)
        self._window, self._bridge, self._speak = window, bridge, speak or self._announce
        self._said = ""
        self._newest: NodeId | None = None
        """The newest node of the session when it was looked at last: a branch that begins behind it is new."""
        bridge.session_changed.connect(self._forget)
        bridge.refreshed.connect(self._look)
        bridge.happened.connect(self._happened)

    def say(self, words: str) -> None:
        """What another part has to tell that is not read where the keyboard is."""
        self._speak(words)

    def _look(self) -> None:
        session = self._bridge.session
        if session is None:
            return
        self._look_at_branch(session)
        now = run_state(session.activity.kind, session.standing, session.state, asked=bool(session.questions))
        if now.kind != self._said:
            self._said = now.kind
            if now.kind not in _IN_BANNER:
                self._speak(say(now.word))

    def _look_at_branch(self, session: OpenedSession) -> None:
        newest, self._newest = self._newest, session.tree.last
        start = session.tree.branch_of(session.head) if len(session.tree) else NodeId(0)
        if newest is None or start <= newest:
            return
        for branch in session.tree.branches(session.journal.names):
            if branch.start == start:
                self._speak(fill(self.tr("Branch {branch} begins here."), branch=branch.name))

    def _happened(self, change: object) -> None:
        if isinstance(change, ReplyReceived):
            self._speak(self._reply(change))
        elif isinstance(change, ResultRecorded):
            self._speak(self._result(change))
        elif isinstance(change, BreakpointSet):
            self._speak(self._point(change))

    def _reply(self, received: ReplyReceived) -> str:
        """What was replied: its text, or how many calls it makes."""
        message = received.reply.message
        text, calls = message.text.strip(), len(message.calls)
        if calls and text:
            return fill(self.tr("Reply with %n tool calls: {text}", "", calls), text=text[:_LONGEST])
        if calls:
            return self.tr("Reply with %n tool calls.", "", calls)
        return fill(self.tr("Reply: {text}"), text=text[:_LONGEST])

    def _result(self, recorded: ResultRecorded) -> str:
        """What the model will read of a call."""
        session = self._bridge.session
        found = session.state.call(recorded.call) if session is not None else None
        tool, text = found.call.name if found is not None else "", recorded.text.strip()[:_LONGEST]
        return fill(
            self.tr("Error of {tool}: {text}") if recorded.is_error else self.tr("Result of {tool}: {text}"),
            tool=tool,
            text=text,
        )

    def _point(self, set_: BreakpointSet) -> str:
        """What was done with a breakpoint: its sign in the timeline is only seen."""
        point = set_.breakpoint
        if point is None:
            return self.tr("Breakpoint removed")
        name = point_name(point)
        return fill(self.tr("Breakpoint: {name}") if point.on else self.tr("Breakpoint off: {name}"), name=name)

    def _forget(self) -> None:
        self._said, self._newest = "", None

    def _announce(self, sentence: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, sentence))
