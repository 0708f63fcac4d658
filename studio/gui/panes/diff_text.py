"""A column of coloured lines of a difference: the sign before each, words that changed on a stronger ground; read only.

Above: the Diff view. Below: `text_diff`, the theme. Knows no other column.
"""

from collections.abc import Callable, Sequence

from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_place import FindPlace
from studio.present.text_diff import DiffLine

_SIGNS = {"same": "  ", "removed": "− ", "added": "+ ", "gap": "  "}
_COLOURS = {
    "same": ("text", None),
    "removed": ("error", "soft_err"),
    "added": ("result", "soft_ok"),
    "gap": ("faint", "raised"),
}
_STRONG = 0.22


class DiffText(QPlainTextEdit):
    """Lines may be None: nothing stands beside the line of the other column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setProperty("look", "pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self._finding = FindPlace(self)
        self._changes: list[int] = []

    @property
    def find_bar(self) -> FindBar:
        """The line that finds words here."""
        return self._finding.bar

    def show_lines(self, lines: Sequence[DiffLine | None], gap_words: Callable[[int], str], none: str) -> None:
        """Show lines; `gap_words` says how many were left out, `none` that there is no difference."""
        self.setFont(theme().editor_font(12))
        self.clear()
        cursor = self.textCursor()
        if not lines:
            cursor.insertText(none)
        for at, line in enumerate(lines):
            self._add(cursor, line, gap_words, first=at == 0)
        self._changes = [line.change if line is not None else -1 for line in lines]
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def change_at_caret(self) -> int:
        """The difference that the caret stands in, else the next one after it; -1 for none."""
        line = self.textCursor().blockNumber()
        return next((change for change in self._changes[line:] if change >= 0), -1)

    def go_to_change(self, change: int) -> None:
        """Put the caret at the first line of a difference and bring all of it into sight as far as may be."""
        lines = [at for at, own in enumerate(self._changes) if own == change]
        for line in (lines[-1], lines[0]) if lines else ():
            self.setTextCursor(QTextCursor(self.document().findBlockByNumber(line)))
            self.ensureCursorVisible()

    def _add(self, cursor: QTextCursor, line: DiffLine | None, gap_words: Callable[[int], str], *, first: bool) -> None:
        ink, ground = _COLOURS[line.kind] if line is not None else ("text", "inset")
        block, letters = QTextBlockFormat(), QTextCharFormat()
        letters.setForeground(theme().color(ink))
        if ground is not None:
            block.setBackground(theme().color(ground))
        if first:
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block)
        if line is None:
            return
        cursor.insertText(_SIGNS[line.kind], letters)
        self._add_words(cursor, line, gap_words(line.left_out) if line.kind == "gap" else line.text, letters)

    def _add_words(self, cursor: QTextCursor, line: DiffLine, text: str, letters: QTextCharFormat) -> None:
        strong = QTextCharFormat(letters)
        strong.setForeground(theme().color("text"))
        strong.setFontWeight(QFont.Weight.DemiBold)
        strong.setBackground(_mixed(*_COLOURS[line.kind]))
        at = 0
        for start, end in line.spans:
            cursor.insertText(text[at:start], letters)
            cursor.insertText(text[start:end], strong)
            at = end
        cursor.insertText(text[at:], letters)


def _mixed(ink: str, ground: str | None) -> QColor:
    """The ground with some of the ink in it."""
    one, other = theme().color(ink), theme().color(ground or "surface")
    parts = ((a * _STRONG + b * (1 - _STRONG)) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))  # type: ignore[index]
    return QColor(*(round(part) for part in parts))
