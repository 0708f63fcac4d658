"""The command palette: commands, tools, rounds, places, a value, chosen by the first letter; plain words find commands and steps.

Above: `window`. Below: `palette_commands`, `palette_session`, `palette_value`. What cannot be done now is listed with the reason.
"""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.gui.action_set import ActionSet
from studio.gui.look.theme import theme
from studio.gui.palette_commands import CommandEntries
from studio.gui.palette_entry import Doors, Entry, nowhere
from studio.gui.palette_session import SessionEntries
from studio.gui.palette_value import ValueEntries
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import tip

_ENTRY = Qt.ItemDataRole.UserRole
_LINES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ASIDE, _ROW, _VALUE = 150, 28, 150
_WIDTH, _HIGHEST = 680, 460
_PAUSE = 120
"""Milliseconds after the last letter before an expression is worked out."""


class Palette(QDialog):
    """A small window over the main one. Enter does the chosen line, Esc leaves. Without `doors` it knows no session."""

    def __init__(self, actions: ActionSet, parent: QWidget, doors: Doors | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._over = parent
        self.setObjectName("palette")
        doors = doors or nowhere(self)
        self._commands, self._session, self._value = CommandEntries(actions), SessionEntries(doors), ValueEntries(doors)
        self._entries: list[Entry] = []
        self._filled = ""
        self._field, self._list, self._detail = QLineEdit(self), QTreeWidget(self), QPlainTextEdit(self)
        self._later = QTimer(self, singleShot=True, interval=_PAUSE)
        self._prepare()
        self._field.installEventFilter(self)
        self._later.timeout.connect(self._fill)
        self._field.textChanged.connect(self._typed)
        self._field.returnPressed.connect(self._do)
        self._list.itemClicked.connect(lambda _item: self._do())
        self._reword()

    def open_at(self, text: str = "") -> None:
        """Show it over the top of the window, with `text` typed."""
        focus = QApplication.focusWidget()
        inside = isinstance(focus, QPlainTextEdit) and self._over.isAncestorOf(focus)
        self._session.editor = focus if inside else None  # type: ignore[assignment]
        parent = self._over
        top = parent.mapToGlobal(parent.rect().topLeft())
        self.resize(theme().px(_WIDTH), self.height())
        self.move(top.x() + (parent.width() - self.width()) // 2, top.y() + 72)
        self._field.setText(text)
        self._fill()
        self.open()
        self._fit()
        self._field.setFocus()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines that are listed."""
        return tuple(self._entries)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move through the list while the field has the keyboard."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _LINES:
            self._list.event(event)
            return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the columns their widths."""
        inset_rows(self._list, columns=2)
        aside = theme().px(_ASIDE)
        self._list.setColumnWidth(1, aside)
        self._list.setColumnWidth(0, self.width() - aside - theme().px(12) - 24)
        self._detail.setFixedHeight(theme().px(_VALUE))
        self._detail.setFont(theme().editor_font())
        super().showEvent(event)

    # ---- what is listed

    def _typed(self, text: str) -> None:
        """An expression is worked out when the person pauses; all else is there at once."""
        if text.startswith("="):
            self._later.start()
        else:
            self._fill()

    def _found(self, text: str) -> list[Entry]:
        rest = text[1:]
        match text[:1]:
            case ">":
                return self._commands(rest)
            case "@":
                return self._session.tools(rest)
            case "#":
                return self._session.rounds(rest)
            case ":":
                return self._session.places(rest)
            case "=":
                return self._value(rest)
            case "?":
                return self._help()
            case _:
                return [*self._commands(text), *self._session.steps(text)]

    def _fill(self) -> None:
        self._later.stop()
        text = self._field.text()
        kept = self._current_id() if text == self._filled else ""
        self._filled, self._session.more = text, False
        self._entries = self._found(text)
        if self._session.more:
            self._later.start()
        self._list.clear()
        for at, entry in enumerate(self._entries):
            self._list.addTopLevelItem(self._item(at, entry))
        if not self._entries:
            self._list.addTopLevelItem(self._item(-1, Entry("none", self.tr("Nothing found"), reason=" ")))
        detail = self._value.detail if text.startswith("=") else ""
        self._detail.setPlainText(detail)
        self._detail.setVisible(bool(detail))
        self._choose(kept)
        self._fit()

    def _fit(self) -> None:
        """As high as what is listed, up to a limit."""
        px = theme().px
        least = 0 if self._detail.isHidden() else px(_VALUE) + 6
        rows = max(self._list.topLevelItemCount(), 1) * px(_ROW) + 8
        around = self._field.sizeHint().height() + 16 + 6 + least
        room = max(self._over.height() - 96, px(200))
        self.resize(self.width(), min(around + rows, px(_HIGHEST), room))

    def _help(self) -> list[Entry]:
        """What may stand first, and what it lists."""
        told = (
            (">", self.tr("Commands")),
            ("@", self.tr("Tools of the session")),
            ("#", self.tr("Rounds, by number or by the tools that were called")),
            (":", self.tr("Go to a round, or to a line of the text that has the keyboard")),
            ("=", self.tr("Work out a JMESPath at the step that is looked at")),
        )
        return [
            Entry(f"help {sign}", f"{sign}   {words}", partial(self._field.setText, sign), stays=True)
            for sign, words in told
        ]

    def _item(self, at: int, entry: Entry) -> QTreeWidgetItem:
        reason = entry.reason.strip()
        item = QTreeWidgetItem([f"{entry.shown}    {reason}" if reason else entry.shown, entry.aside])
        item.setData(0, _ENTRY, at)
        item.setDisabled(bool(entry.reason))
        item.setToolTip(0, tip(reason or entry.tip or entry.shown))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setSizeHint(0, QSize(0, theme().row(_ROW)))
        item.setForeground(1, theme().color("muted"))
        if entry.reason:
            item.setForeground(0, theme().color("muted"))
        return item

    def _current_id(self) -> str:
        item = self._list.currentItem()
        at = item.data(0, _ENTRY) if item is not None else -1
        return self._entries[at].id if 0 <= at < len(self._entries) else ""

    def _choose(self, id: str) -> None:
        """Make the line of that id the current one, else the first that can be chosen."""
        able = [at for at, entry in enumerate(self._entries) if not entry.reason]
        at = next((at for at in able if self._entries[at].id == id), able[0] if able else -1)
        item = self._list.topLevelItem(at) if at >= 0 else None
        if item is not None:
            self._list.setCurrentItem(item)

    # ---- what is done

    def _do(self) -> None:
        if self._later.isActive() and self._field.text().startswith("="):
            self._fill()
        item = self._list.currentItem()
        if item is None or item.isDisabled():
            return
        entry = self._entries[item.data(0, _ENTRY)]
        if entry.stays:
            entry.do()
            return
        self.hide()
        # Once the palette is gone from the screen: a change of theme takes its time.
        QTimer.singleShot(0, entry.do)

    # ---- its parts

    def _prepare(self) -> None:
        inset_rows(self._list, columns=2)
        self._list.setHeaderHidden(True)
        self._list.setUniformRowHeights(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._detail.setReadOnly(True)
        self._detail.setProperty("look", "field")
        self._detail.setTabChangesFocus(True)
        self._detail.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        for part in (self._field, self._list, self._detail):
            layout.addWidget(part)

    def _reword(self) -> None:
        self.setWindowTitle(self.tr("Command palette"))
        self._field.setPlaceholderText(
            self.tr("Search commands and steps    @ tools   # rounds   : go to   = value   ? help")
        )
        self._field.setAccessibleName(self.tr("Search commands"))
        self._list.setAccessibleName(self.tr("Commands found"))
        self._detail.setAccessibleName(self.tr("Value"))
        self._commands.group_words = self.tr("{group}: {words}")
