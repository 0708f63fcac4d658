"""What was and what is, in one column of coloured lines with a sign before each; read only.

Above: both panes and the call card. Below: `text_diff`, the theme. Knows no session.
"""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.text_diff import DiffLine, diff_lines
from studio.gui.words import fill, number

_SIGNS = {"same": "  ", "removed": "− ", "added": "+ ", "gap": "  "}
_COLOURS = {
    "same": ("text", None),
    "removed": ("error", "soft_err"),
    "added": ("result", "soft_ok"),
    "gap": ("faint", "raised"),
}
_MOST_LINES = 5000


class DiffView(QPlainTextEdit):
    """Shows two texts; says so when they are equal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = ("", "")
        self.setReadOnly(True)
        self.setProperty("look", "pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self._reword()
        theme().changed.connect(self._draw)

    def set_texts(self, before: str, now: str) -> None:
        """Show what was and what is."""
        if self._texts != (before, now) or not self.toPlainText():
            self._texts = (before, now)
            self._draw()

    def has_difference(self) -> bool:
        """Whether the two texts differ."""
        return self._texts[0] != self._texts[1]

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._draw()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("What was and what is"))

    def _draw(self) -> None:
        self.setFont(theme().editor_font(12))
        self.clear()
        lines = diff_lines(*self._texts)[:_MOST_LINES]
        cursor = self.textCursor()
        if not lines:
            cursor.insertText(self.tr("Nothing was changed."))
        for at, line in enumerate(lines):
            self._add(cursor, line, first=at == 0)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _add(self, cursor: QTextCursor, line: DiffLine, *, first: bool) -> None:
        ink, ground = _COLOURS[line.kind]
        block, letters = QTextBlockFormat(), QTextCharFormat()
        letters.setForeground(theme().color(ink))
        if ground is not None:
            block.setBackground(theme().color(ground))
        if first:
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block)
        cursor.insertText(_SIGNS[line.kind] + self._words(line), letters)

    def _words(self, line: DiffLine) -> str:
        if line.kind != "gap":
            return line.text
        if line.left_out == 1:
            return self.tr("… 1 equal line")
        return fill(self.tr("… {n} equal lines"), n=number(line.left_out))
