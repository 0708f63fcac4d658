"""The list of recent sessions on the start page: title, size, state, time; pinned ones first.

Above: `start_page`. Below: `workspace` (values only), `widgets`. Missing files are greyed and can be taken off the list.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from studio.gui.widgets.buttons import Button
from studio.gui.widgets.chip import Chip, Kind
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import day, fill, say
from studio.present.words import Words, words

if TYPE_CHECKING:
    from studio.workspace.workspace import RecentSession

_SHOWN = 8


class RecentList(QWidget):
    """Pinned ones first, then the newest."""

    chosen = Signal(Path)
    forget = Signal(Path)
    pin = Signal(Path, bool)
    folder_wanted = Signal(Path)

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
        """Show these; an empty list hides the part. The keyboard stays on the session where it is."""
        if list(sessions) == list(self._sessions):
            return
        self._sessions = sessions
        self.setVisible(bool(sessions))
        at = next((row.session.path for row in self._rows if row.has_keyboard()), None)
        self._fill()
        row = next((row for row in self._rows if row.session.path == at), None)
        if row is not None:
            row.take_keyboard()

    @property
    def rows(self) -> "tuple[RecentRow, ...]":
        """The rows shown, in their order."""
        return tuple(self._rows)

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
        row.clicked.connect(lambda: self.chosen.emit(session.path))
        row.forget.connect(lambda: self.forget.emit(session.path))
        row.pin.connect(lambda on: self.pin.emit(session.path, on))
        row.folder_wanted.connect(lambda: self.folder_wanted.emit(session.path))
        self._lines.addWidget(row)
        return row

    def _show_all(self) -> None:
        self._all = True
        self._fill()


class RecentRow(QPushButton):
    """One session as a button: a click opens it. P pins it, Del takes it off the list, the menu has both; a missing one only goes."""

    forget = Signal()
    pin = Signal(bool)
    folder_wanted = Signal()

    def __init__(self, session: "RecentSession", parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("recent_row")
        self.setMinimumHeight(36)
        self.session = session
        title, size, when = QLabel(session.title, self), QLabel(self), QLabel(self)
        title.setProperty("role", "small_muted" if session.missing else "strong")
        when.setText(day(session.when) if session.when else "")
        size.setText(say(words("count.rounds", n=session.rounds)) if session.rounds and not session.missing else "")
        for label in (size, when):
            label.setProperty("role", "small_muted")
        state = self._chip()
        self.remove = Button(self.tr("Remove"), self, look="link")
        self.remove.setVisible(session.missing)
        self.remove.setAccessibleName(fill(self.tr("Take {title} off the list"), title=session.title))
        self.remove.clicked.connect(lambda _on=False: self.forget.emit())
        self._lay_out(title, size, state, when)
        self._tell(size.text(), state.text(), when.text())
        if session.missing:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _chip(self) -> Chip:
        """Where it stands; nothing where nobody has read it yet."""
        session = self.session
        known = "" if session.unread else say(_state(session))
        made = Chip(self.tr("missing") if session.missing else known, _tone(session), self, large=True)
        made.setVisible(bool(made.text()))
        return made

    def has_keyboard(self) -> bool:
        """Whether the keyboard is on it."""
        return self.window().focusWidget() in (self, self.remove)

    def take_keyboard(self) -> None:
        """Put the keyboard on it."""
        self.show()  # one that was made just now is shown later only
        (self.remove if self.session.missing else self).setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """P pins it or lets it loose, Del takes it off the list."""
        if event.key() == Qt.Key.Key_P and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.pin.emit(not self.session.pinned)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.forget.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()  # not the demo, as elsewhere on the page
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with it."""
        self.make_menu().popup(event.globalPos())

    def make_menu(self) -> QMenu:
        """Open, pin, take off the list, show where it lies."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not self.session.missing:
            menu.addAction(self.tr("Open")).triggered.connect(self.click)
            pin = self.tr("Unpin") if self.session.pinned else self.tr("Pin on top")
            menu.addAction(f"{pin}\tP").triggered.connect(lambda: self.pin.emit(not self.session.pinned))
            menu.addAction(self.tr("Show folder")).triggered.connect(self.folder_wanted)
            menu.addSeparator()
        words = self.tr("Remove from the list")
        menu.addAction(f"{words}\tDel").triggered.connect(self.forget)
        return menu

    def _tell(self, *facts: str) -> None:
        pinned = self.tr("pinned") if self.session.pinned else ""
        name = ", ".join(part for part in (self.session.title, pinned, *facts) if part)
        self.setAccessibleName(name)
        keys = self.tr("P pins it on top, Del takes it off the list.")
        self.setToolTip(f"{self.session.path}\n{keys}")

    def _lay_out(self, title: QLabel, size: QLabel, state: Chip, when: QLabel) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(10)
        sign = IconSign("pin" if self.session.pinned else "folder", "accent" if self.session.pinned else "muted", self)
        parts: tuple[QWidget, ...] = (sign, title, size, state, when)
        for part in parts:
            if part is state:
                row.addStretch(1)
            row.addWidget(part)
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(self.remove)


def _state(session: "RecentSession") -> Words:
    if session.stopped is None:
        return words("session.paused" if session.rounds else "session.new")
    by_reason = {"finished": "session.finished", "waiting": "session.waiting", "exception": "session.error"}
    return words(by_reason.get(session.stopped.reason, "session.paused"))


def _tone(session: "RecentSession") -> Kind:
    if session.missing or session.unread:
        return "warn" if session.missing else "neutral"
    tones: dict[str, Kind] = {"session.finished": "ok", "session.error": "err"}
    return tones.get(_state(session).key, "neutral")
