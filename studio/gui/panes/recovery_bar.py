"""The bar on the start page after the program did not end by itself: what was open, and where it stood.

Above: `start_page`. Below: `workspace` (values only), `widgets`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from studio.gui.widgets.buttons import Button
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill, together

if TYPE_CHECKING:
    from studio.workspace.workspace import RecentSession


class RecoveryBar(QFrame):
    """Offers the first session that was left open; the next one follows when that is decided."""

    go_on = Signal(Path)
    leave = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recovery")
        self._sessions: Sequence[RecentSession] = []
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._leave, self._go_on = Button("", self, look="quiet"), Button("", self, look="main")
        for button in (self._leave, self._go_on):
            button.setAutoDefault(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.setSpacing(10)
        row.addWidget(IconSign("undo", "warn", self))
        row.addWidget(self._words, 1)
        row.addWidget(self._leave)
        row.addWidget(self._go_on)
        self._go_on.clicked.connect(lambda: self.go_on.emit(self._sessions[0].path))
        self._leave.clicked.connect(lambda: self.leave.emit(self._sessions[0].path))
        self.hide()

    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def press(self, *, go_on: bool) -> None:
        """Press one of its two buttons."""
        (self._go_on if go_on else self._leave).click()

    def show_sessions(self, sessions: Sequence["RecentSession"]) -> None:
        """Offer these; an empty list hides the bar."""
        self._sessions = sessions
        self.setVisible(bool(sessions))
        if sessions:
            self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange and self._sessions:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        first, more = self._sessions[0], len(self._sessions) - 1
        ended = self.tr("Toolcall Studio ended unexpectedly.")
        text = fill(self.tr("“{title}” was open, {state}."), title=first.title, state=self._state(first))
        cut = self.tr("Its last line was cut off; all before it is kept.") if first.cut else ""
        others = self.tr("%n more after this one.", "", more) if more else ""
        self._words.setText(together(ended, text, cut, others))
        self._leave.set_words(self.tr("Leave closed"))
        self._go_on.set_words(self.tr("Continue"))

    def _state(self, session: "RecentSession") -> str:
        stopped = session.stopped
        if stopped is None:
            return self.tr("just begun")
        match stopped.reason, stopped.place:
            case "finished" | "waiting", _:
                return self.tr("finished")
            case "exception", _:
                return self.tr("stopped because something went wrong")
            case _, "before_call" if session.tool:
                return fill(self.tr("stopped before {tool}"), tool=session.tool)
            case _, "before_call":
                return self.tr("stopped before a tool call")
            case _, "after_result" if session.tool:
                return fill(self.tr("stopped after {tool}"), tool=session.tool)
            case _, "before_request":
                return self.tr("stopped before a request")
            case _:
                return self.tr("paused")
