"""A list of a few entries, each with a title, a line below it and buttons; one sentence where there is none.

Above: pages that list what was trusted, keys, models, prices, patterns. Below: widgets. Knows not what an entry is.
"""

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.pane_header import IconSign


class EntryButton(msgspec.Struct, frozen=True):
    """`act` does it; `name` is what a screen reader says, with what it is about."""

    words: str
    name: str
    act: Callable[[], object]


class Entry(msgspec.Struct, frozen=True):
    """`code` writes the title in the code font; `sign` is an icon and its colour; `more` the tooltip of the line below the title."""

    title: str
    detail: str = ""
    buttons: tuple[EntryButton, ...] = ()
    sign: tuple[str, str] | None = None
    code: bool = False
    more: str = ""


class EntryRows(QWidget):
    """`buttons` are those of each row, from top to bottom."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._rows: list[QWidget] = []
        self.buttons: list[list[Button]] = []
        self._none = QLabel(self)
        self._none.setProperty("role", "muted")
        wrap_plainly(self._none)
        self._column.addWidget(self._none)

    def show_entries(self, entries: Sequence[Entry], none: str) -> None:
        """Show other entries; the keyboard stays at the row where it was, or goes to the one that takes its place."""
        at = self._focused()
        old, self._rows, self.buttons = self._rows, [], []
        for entry in entries:
            row = self._row(entry)
            self._column.addWidget(row)
            self._rows.append(row)
        self._none.setText(none)
        self._none.setVisible(not entries)
        if at is not None:
            self._focus(*at)
        for row in old:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()

    def first(self) -> QWidget | None:
        """The first button; None where there is none."""
        return next((button for row in self.buttons for button in row), None)

    def texts(self) -> list[str]:
        """What the rows say, for a test and for whoever looks for a row."""
        return [" — ".join(label.text() for label in row.findChildren(QLabel) if label.text()) for row in self._rows]

    def _row(self, entry: Entry) -> QWidget:
        row = QFrame(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 4, 0, 4)
        line.setSpacing(theme().px(8))
        if entry.sign is not None:
            line.addWidget(IconSign(*entry.sign, row), 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        title = self._label(entry.title, row)
        if entry.code:
            title.setFont(theme().code_font(12))
        texts.addWidget(title)
        if entry.detail:
            detail = self._label(entry.detail, row)
            detail.setProperty("role", "muted")
            detail.setToolTip(entry.more)
            texts.addWidget(detail)
        line.addLayout(texts, 1)
        made = []
        for each in entry.buttons:
            button = Button(each.words, row, look="link")
            button.setAccessibleName(each.name)
            button.clicked.connect(lambda _on=False, act=each.act: act())
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
            made.append(button)
        self.buttons.append(made)
        return row

    def _label(self, words: str, row: QWidget) -> QLabel:
        label = QLabel(words, row)
        label.setTextFormat(Qt.TextFormat.PlainText)
        wrap_plainly(label)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _focused(self) -> tuple[int, int] | None:
        for at, row in enumerate(self.buttons):
            for nth, button in enumerate(row):
                if button.hasFocus():
                    return at, nth
        return None

    def _focus(self, at: int, nth: int) -> None:
        """The keyboard goes to the button that stands there now; where no row is left it goes on as with Tab."""
        rows = [row for row in self.buttons if row]
        if rows:
            row = rows[min(at, len(rows) - 1)]
            row[min(nth, len(row) - 1)].setFocus()
        else:
            self.focusNextChild()
