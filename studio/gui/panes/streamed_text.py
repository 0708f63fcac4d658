"""Text that streams in: it grows at its end by one append a frame, and scrolls along while its end is in view.

Above: the views that show a reply while it grows. Below: the theme. Knows pieces of text and no reply.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.streamed_pieces import Look, Piece
from studio.gui.widgets.short_lines import short_lines

_COLOURS: dict[Look, str] = {
    "text": "text",
    "quiet": "muted",
    "thinking": "agent",
    "refusal": "warn",
    "call": "call",
    "code": "muted",
}
_LONGEST = 1_000
"""Characters in a paragraph from which it is ended at a blank: each append lays its paragraph out anew."""


class StreamedText(QPlainTextEdit):
    """Plain and for reading only. `appended` counts what was put in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: list[Piece] = []
        self._begin: list[int] = []
        """Where each piece begins in the document."""
        self.appended = 0
        self._most_lines = 0
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(12)
        theme().changed.connect(self._restyle)
        self._restyle()

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands there."""
        return not self._pieces

    def restart(self) -> None:
        """Begin anew with nothing."""
        if self._pieces:
            self._cut(0)

    def limit(self, lines: int) -> None:
        """Take the room of so many lines at most, and of no more than there are; 0: all the room there is."""
        if lines != self._most_lines:
            self._most_lines = lines
            self.updateGeometry()

    def grow(self, pieces: Sequence[Piece]) -> None:
        """Show the pieces; what stands there already stays, only the new end is put in."""
        same = _same(self._pieces, pieces)
        if same == len(pieces) == len(self._pieces):
            return
        bar = self.verticalScrollBar()
        follow = bar.value() >= bar.maximum() - 1
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        if same < len(self._pieces):
            same += self._lengthen(cursor, same, pieces)
        for look, text in pieces[same:]:
            self._add(cursor, look, text)
        cursor.endEditBlock()
        self.appended += 1
        if follow:
            bar.setValue(bar.maximum())
        if self._most_lines:
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As high as the text up to the limit."""
        if not self._most_lines:
            return super().sizeHint()
        lines = (
            min(max(self.document().lineCount(), 1), self._most_lines) + 1
        )  # lines of code or Chinese are a little higher
        return QSize(240, lines * self.fontMetrics().lineSpacing() + 2 * round(self.document().documentMargin()))

    def minimumSizeHint(self) -> QSize:
        """A line at least."""
        return QSize(80, self.sizeHint().height() if self._most_lines else self.fontMetrics().lineSpacing() * 2)

    def _lengthen(self, cursor: QTextCursor, at: int, pieces: Sequence[Piece]) -> int:
        """Go on with the last piece where only that grew; else take away all from `at` on. Says how many pieces were dealt with."""
        look, text = self._pieces[at]
        grows = at == len(self._pieces) - 1 and at < len(pieces) and pieces[at][0] == look
        if not grows or not pieces[at][1].startswith(text):
            self._cut(at)
            return 0
        self._put(cursor, look, pieces[at][1][len(text) :])
        self._pieces[at] = pieces[at]
        return 1

    def _add(self, cursor: QTextCursor, look: Look, text: str) -> None:
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._begin.append(cursor.position())
        self._pieces.append((look, text))
        self._put(cursor, look, text)

    def _put(self, cursor: QTextCursor, look: Look, text: str) -> None:
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for line in short_lines(text, _LONGEST, cursor.positionInBlock()):
            cursor.insertText(line, self._format(look))

    def _cut(self, at: int) -> None:
        """Take away the pieces from `at` on."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._begin[at])
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        del self._pieces[at:], self._begin[at:]

    def _format(self, look: Look) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setForeground(theme().color(_COLOURS[look]))
        if look in ("call", "code"):
            made.setFont(theme().code_font(12))
        elif look in ("thinking", "refusal"):
            made.setFont(theme().font(12, semibold=True))
        return made

    def _restyle(self) -> None:
        """The ground is the palette's: one of a style sheet has the whole view painted at each append."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        palette.setColor(QPalette.ColorRole.Text, theme().color("text"))
        self.setPalette(palette)
        self.setFont(theme().font(13))
        pieces = list(self._pieces)
        self.restart()
        self.grow(pieces)


def _same(one: Sequence[Piece], other: Sequence[Piece]) -> int:
    """How many pieces at the beginning are the same."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))
