"""A line to find words in a text: next, previous, how many there are. Enter goes on, Shift+Enter back, Esc closes.

Above: the detail of the protocol view. Below: `widgets`. Knows not what the text is.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.words import fill, number

_MOST = 1000


class FindBar(QWidget):
    """Hidden until `open_bar` is asked; the words stay from one text to the next. `look_into` names the text."""

    def __init__(self, editor: QPlainTextEdit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self.field = QLineEdit(self)
        self._sign = FieldSign(self.field, "search")
        self.count = ElidedLabel("", self, colour="muted", size=12)
        self.before, self.after = IconButton("up", "", self), IconButton("down", "", self)
        self.close_button = IconButton("close", "", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.setSpacing(6)
        for widget, stretch in (
            (self.field, 1),
            (self.count, 0),
            (self.before, 0),
            (self.after, 0),
            (self.close_button, 0),
        ):
            row.addWidget(widget, stretch)
        self.field.textChanged.connect(lambda _text: self._find_first())
        self.before.clicked.connect(lambda: self.go(-1))
        self.after.clicked.connect(lambda: self.go(1))
        self.close_button.clicked.connect(self.leave)
        theme().changed.connect(self._sign.redraw)
        self._reword()
        self.hide()

    def look_into(self, editor: QPlainTextEdit) -> None:
        """Find in another text from now on."""
        self._editor = editor
        if self.isVisible():
            self.tell()

    def open_bar(self) -> None:
        """Show the line and put the keyboard into it."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        self.tell()

    def leave(self) -> None:
        """Hide the line; the keyboard goes into the text."""
        self.hide()
        self._editor.setFocus()

    def go(self, by: int) -> bool:
        """Go to the next hit (1) or the one before (-1), round the ends. False when there is none."""
        words, flags = self.field.text(), QTextDocument.FindFlag(0)
        if not words:
            return False
        if by < 0:
            flags |= QTextDocument.FindFlag.FindBackward
        found = self._editor.document().find(words, self._editor.textCursor(), flags)
        if found.isNull():
            start = QTextCursor(self._editor.document())
            if by < 0:
                start.movePosition(QTextCursor.MoveOperation.End)
            found = self._editor.document().find(words, start, flags)
        if not found.isNull():
            self._editor.setTextCursor(found)
            self._editor.ensureCursorVisible()
        self.tell()
        return not found.isNull()

    def tell(self) -> None:
        """Count the hits of the text that is shown now."""
        words = self.field.text().lower()
        if not words:
            self.count.set_text("")
            return
        hits = self._editor.toPlainText().lower().count(words)
        shown = number(hits) if hits <= _MOST else f"{number(_MOST)}+"
        self.count.set_text(fill(self.tr("{n} found"), n=shown) if hits else self.tr("not found"))
        self.count.set_colour("muted" if hits else "error")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and F3 go on, with Shift back; Esc closes."""
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3):
            self.go(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _find_first(self) -> None:
        cursor = self._editor.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self._editor.setTextCursor(cursor)
        self.go(1)
        self.tell()

    def _reword(self) -> None:
        self.field.setPlaceholderText(self.tr("Find in this message"))
        self.field.setAccessibleName(self.tr("Find in this message"))
        self.before.set_words(self.tr("Previous hit (Shift+Enter)"))
        self.after.set_words(self.tr("Next hit (Enter)"))
        self.close_button.set_words(self.tr("Close the search (Esc)"))
        self.tell()
