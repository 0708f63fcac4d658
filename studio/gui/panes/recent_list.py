"""The list of recent sessions on the start page: title, size, state, time.

Above: `start_page`. Below: `workspace` (values only), `widgets`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.gui.widgets.buttons import Button
from studio.gui.widgets.chip import Chip, Kind
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import day, say
from studio.present.words import Words, words

if TYPE_CHECKING:
    from studio.workspace.workspace import RecentSession

_SHOWN = 8


class RecentList(QWidget):
    """Newest first. Missing files are greyed and can be taken off the list."""

    chosen = Signal(Path)
    forget = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sessions: Sequence[RecentSession] = ()
        self._all = False
        self._rows: list[RecentRow] = []
        self._heading, self._more = QLabel(self), Button("", self, look="link")
        self._heading.setProperty("role", "strong")
        self._more.clicked.connect(self._show_all)
        self._frame = QFrame(self)
        self._frame.setProperty("look", "card")
        self._lines = QVBoxLayout(self._frame)
        self._lines.setContentsMargins(4, 4, 4, 4)
        self._lines.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(self._heading, 1)
        head.addWidget(self._more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addLayout(head)
        column.addWidget(self._frame)
        self.hide()

    def show_sessions(self, sessions: Sequence["RecentSession"]) -> None:
        """Show these; an empty list hides the part."""
        self._sessions = sessions
        self.setVisible(bool(sessions))
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()
        super().changeEvent(event)

    def _fill(self) -> None:
        self._heading.setText(self.tr("Recent"))
        self._more.set_words(self.tr("Show all"))
        self._more.setVisible(not self._all and len(self._sessions) > _SHOWN)
        for row in self._rows:
            row.deleteLater()
        shown = self._sessions if self._all else self._sessions[:_SHOWN]
        self._rows = [self._row(session) for session in shown]

    def _row(self, session: "RecentSession") -> "RecentRow":
        row = RecentRow(session, self._frame)
        row.clicked.connect(
            lambda: self.forget.emit(session.path) if session.missing else self.chosen.emit(session.path)
        )
        self._lines.addWidget(row)
        return row

    def _show_all(self) -> None:
        self._all = True
        self._fill()


class RecentRow(QPushButton):
    """One session as a button: a click opens it, or takes a missing one off the list."""

    def __init__(self, session: "RecentSession", parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("recent_row")
        self.setMinimumHeight(36)
        title, size, when = QLabel(session.title, self), QLabel(self), QLabel(day(session.when), self)
        title.setProperty("role", "strong")
        size.setText(say(words("count.rounds", n=session.rounds)))
        for label in (size, when):
            label.setProperty("role", "small_muted")
        words_of_state = self.tr("missing: take off the list") if session.missing else say(_state(session))
        state = Chip(words_of_state, _tone(session), self, large=True)
        self._lay_out(title, size, state, when)
        self.setToolTip(str(session.path))
        self.setAccessibleName(f"{session.title}, {size.text()}, {state.text()}, {when.text()}")

    def _lay_out(self, title: QLabel, size: QLabel, state: Chip, when: QLabel) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(10)
        sign = IconSign("folder", "muted", self)
        parts: tuple[QWidget, ...] = (sign, title, size, state, when)
        for part in parts:
            if part is state:
                row.addStretch(1)
            row.addWidget(part)
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def _state(session: "RecentSession") -> Words:
    if session.stopped is None:
        return words("session.paused" if session.rounds else "session.new")
    by_reason = {"finished": "session.finished", "waiting": "session.waiting", "exception": "session.error"}
    return words(by_reason.get(session.stopped.reason, "session.paused"))


def _tone(session: "RecentSession") -> Kind:
    if session.missing:
        return "warn"
    tones: dict[str, Kind] = {"session.finished": "ok", "session.error": "err"}
    return tones.get(_state(session).key, "neutral")
