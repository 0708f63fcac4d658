"""The status bar: where the session stands, rounds, tokens, cost, time, whether all is saved.

Above: `window`. Below: `workspace`, `words`. Reads; changes nothing.
"""

import errno
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QStatusBar, QWidget

from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill, number, say, seconds, sentence, together
from studio.late import Late

if TYPE_CHECKING:
    from studio.present import cost_words, run_state, stop_words
    from studio.present.spending_values import Sums
    from studio.session import frames
    from studio.session.state import SessionState
    from studio.workspace.opened import OpenedSession
else:
    cost_words, frames = Late("studio.present.cost_words"), Late("studio.session.frames")
    run_state, stop_words = Late("studio.present.run_state"), Late("studio.present.stop_words")

_EDGE, _GAP = 10, 8


class StatusLine(QStatusBar):
    """Words in the order: state, round, tokens, cost, time; at the right the saved state. Where that is bad it is a button:
    `save_as_wanted`."""

    save_as_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(_EDGE, 0, _EDGE, 0)
        self._session: OpenedSession | None = None
        self._sign, self._state = IconSign("paused", "text", self, size=14), QLabel(self)
        self._state.setObjectName("status_state")
        self._agent = ElidedLabel("", self, colour="muted", size=13)
        self._round, self._tokens, self._cost, self._time, self._saved = (QLabel(self) for _ in range(5))
        self._cost.setObjectName("status_cost")
        self._agent.setObjectName("status_agent")
        self._counts = (self._round, self._tokens, self._cost, self._time)
        self._lines = [self._line() for _ in self._counts]
        for widget in (self._sign, self._state, self._agent):
            self.addWidget(widget)
        for line, count in zip(self._lines, self._counts, strict=True):
            self.addWidget(line)
            self.addWidget(count)
        self.addPermanentWidget(self._saved)
        self.unsaved = Button("", self, look="link")
        self.unsaved.setObjectName("status_unsaved")
        self.unsaved.clicked.connect(lambda _on=False: self.save_as_wanted.emit())
        self.addPermanentWidget(self.unsaved)
        self._tick = QTimer(self)
        self._tick.setInterval(100)
        self._tick.timeout.connect(self._tell_time)
        self.messageChanged.connect(self._show_parts)
        self.tell(None)

    def tell(self, session: "OpenedSession | None") -> None:
        """Show where this session stands; None when nothing is open."""
        self._session = session
        self._show_parts(self.currentMessage())
        if session is None:
            self._tick.stop()
            self._state.setText(self.tr("No session open"))
            return
        self._tell_state(session)
        self._tell_counts(session)
        self._tell_saved(session)
        self._show_parts(self.currentMessage())
        if session.activity.kind == "idle":
            self._tick.stop()
        elif not self._tick.isActive():
            self._tick.start()
        self._tell_time()

    def _show_parts(self, message: str) -> None:
        """Qt hides what stands in the place of a message; to show it then would draw one over the other."""
        if not message:
            self._sign.setVisible(self._session is not None)
            bad = self._session is not None and self._is_unsaved(self._session)
            self._saved.setVisible(self._session is not None and not bad)
            self.unsaved.setVisible(bad)
            self._show_counts()
            self._agent.setVisible(self._session is not None and self._session.state.depth > 0)
        else:
            self._agent.hide()

    def _show_counts(self) -> None:
        """As many of the counts as there is room for, the first ones first; the tooltip of the state has the others."""
        room = (
            self.width()
            - 2 * _EDGE
            - sum(each.sizeHint().width() + _GAP for each in (self._sign, self._state, self._end))
        )
        left_out = []
        for line, count in zip(self._lines, self._counts, strict=True):
            said = bool(count.text())
            room -= count.sizeHint().width() + line.sizeHint().width() + 2 * _GAP if said else 0
            shown = self._session is not None and room >= 0 and said
            line.setVisible(shown)
            count.setVisible(shown)
            left_out += [] if shown or not said else [count.text()]
        self._state.setToolTip("\n".join(left_out))

    def minimumSizeHint(self) -> QSize:
        """No count forces the window to be wider."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what fits."""
        super().resizeEvent(event)
        self._show_parts(self.currentMessage())

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self.tell(self._session)
        super().changeEvent(event)

    def _tell_state(self, session: "OpenedSession") -> None:
        now = run_state.run_state(session.activity.kind, session.standing, session.state, asked=bool(session.questions))
        self._state.setText(say(now.word))
        self._sign.set(now.icon, now.colour)

    def _tell_counts(self, session: "OpenedSession") -> None:
        state = session.state
        rounds = _rounds(state)
        self._round.setText(fill(self.tr("Round {n}"), n=rounds) if rounds != "0" else "")
        self._tell_agent(state)
        trips = {"n": number(state.trips), "of": number(state.setup.max_round_trips)}
        self._round.setToolTip(
            fill(self.tr("{n} of {of} round trips since your last message (menu Session, Loop settings)"), **trips)
        )
        self._tell_spent(session.spending.sums.total)

    def _tell_spent(self, total: "Sums") -> None:
        """The very figures of the Cost dock."""
        tokens = {"sent": number(total.input), "cached": number(total.cached), "received": number(total.output)}
        usual = self.tr("{sent} tokens in · {received} out")
        counted = fill(
            self.tr("{sent} tokens in ({cached} cached) · {received} out") if total.cached else usual, **tokens
        )
        nothing = self.tr("no tokens reported") if self._round.text() else ""
        self._tokens.setText(counted if total.input or total.output else nothing)
        self._tokens.setToolTip(self.tr("Of the whole session, with what its agents spent."))
        cost = cost_words.status_words(total)
        self._cost.setText(say(cost) if cost is not None else "")
        self._cost.setToolTip(together(*map(say, cost_words.total_words(total))))

    def agent_text(self) -> str:
        """Within which agent it says that the session stands; empty when in none."""
        return self._agent.text() if not self._agent.isHidden() else ""

    def _tell_agent(self, state: "SessionState") -> None:
        """Within which agent it stands."""
        self._agent.setVisible(state.depth > 0)
        if state.depth:
            self._agent.set_text(say(stop_words.in_agent(state)))

    @property
    def _end(self) -> QWidget:
        """What stands at the right end."""
        return self._saved if self._session is None or not self._is_unsaved(self._session) else self.unsaved

    def saved_text(self) -> str:
        """What is said of how the session is saved."""
        return self._saved.text() if self._end is self._saved else self.unsaved.text()

    def _is_unsaved(self, session: "OpenedSession") -> bool:
        return not session.read_only and session.saved != "saved"

    def _tell_saved(self, session: "OpenedSession") -> None:
        if session.read_only:
            self._saved.setText(self.tr("Read only"))
        elif session.saved_at:
            at = QDateTime.fromSecsSinceEpoch(int(session.saved_at)).toString("HH:mm")
            self._saved.setText(fill(self.tr("Saved {time}"), time=at))
        else:
            self._saved.setText(self.tr("Saved"))
        self._saved.setToolTip(str(session.path))
        self.unsaved.set_words(self._not_saved(session.unsaved_number))
        self.unsaved.setToolTip(sentence(session.saved))

    def _not_saved(self, number: int) -> str:
        match number:
            case errno.ENOSPC | errno.EDQUOT:
                return self.tr("Not saved: disk full — Save as…")
            case errno.ENOENT:
                return self.tr("Not saved: the file is gone — Save as…")
            case errno.EACCES | errno.EPERM | errno.EROFS:
                return self.tr("Not saved: no right to write — Save as…")
            case _:
                return self.tr("Not saved — Save as…")

    def _tell_time(self) -> None:
        session = self._session
        if session is None:
            return
        spent = session.time_spent.at(session.tree, session.head)
        if session.activity.kind != "idle":
            asked = min((question.since for question in session.questions), default=time.monotonic())
            spent += max(asked - session.activity.since, 0.0)  # no time at work while a server waits for the person
        text = fill(self.tr("{time} model and tools"), time=seconds(spent)) if spent else ""
        if bool(text) != bool(self._time.text()):
            self._time.setText(text)
            self._show_parts(self.currentMessage())
        self._time.setText(text)

    def _line(self) -> QFrame:
        line = QFrame(self)
        line.setObjectName("status_separator")
        line.setFrameShape(QFrame.Shape.VLine)
        return line


def _rounds(state: "SessionState") -> str:
    """The number of the round, as the timeline counts: within an agent that of its caller's round stands before its own."""
    return ".".join(number(_round(frame)) for frame in reversed(list(frames.frames(state))))


def _round(state: "SessionState") -> int:
    """A round begins with its request; an agent that has sent none yet stands before its first."""
    begun = state.asked is not None or state.failed is not None
    return state.rounds + 1 if begun or (state.inside is not None and not state.rounds) else state.rounds
