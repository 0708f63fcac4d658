"""Text in lines that wrap, drawn up to a number of lines and then cut with …; long text costs only what is drawn.

Used by message blocks. Knows colours by token and nothing of what the text says.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.text_marks import Mark, mark_formats

Span = tuple[int, int, str]
MOST_LINES = 400
_MOST_CHARACTERS = 60_000
_WIDTHS_KEPT = 3
_CODE_PITCH = 1.15
_Laid = tuple[int, QTextLayout, int, bool]
"""(width, lines laid out, height, whether text is left over)."""


class FoldedText(QWidget):
    """Wraps at its width; shows `lines` lines at most."""

    def __init__(self, parent: QWidget | None = None, *, lines: int = 6) -> None:
        super().__init__(parent)
        self._text, self._spans, self._code, self._colour = "", tuple[Span, ...](), False, "text"
        self._lines = lines
        self._marks, self._current = tuple[Mark, ...](), -1
        self._laid: dict[int, _Laid] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme().changed.connect(self._renew)

    def set_text(self, text: str, *, code: bool = False, colour: str = "text", spans: Sequence[Span] = ()) -> None:
        """Show a text; `spans` are (start, length, token) of parts in other colours."""
        self._text, self._code, self._colour, self._spans = text, code, colour, tuple(spans)
        self._marks, self._current = (), -1
        self.setAccessibleName(text[:1000])
        self._renew()

    def text(self) -> str:
        """The whole text."""
        return self._text

    def show_marks(self, marks: Sequence[Mark], current: int = -1) -> None:
        """Give these places a ground, the current one another."""
        if (tuple(marks), current) != (self._marks, self._current):
            self._marks, self._current = tuple(marks), current
            self._laid.clear()
            self.update()

    def line_top(self, place: int) -> int | None:
        """How far below the upper edge the line of a character stands; None where it is cut off."""
        _, layout, _, _ = self._layout(max(self.width(), 1))
        units = len(self._text[:place].encode("utf-16-le", "surrogatepass")) // 2
        line = layout.lineForTextPosition(units)
        shown = line.isValid() and line.lineNumber() < self._lines and units < line.textStart() + line.textLength()
        return round(line.y()) if shown else None

    def set_lines(self, lines: int) -> None:
        """Show at most so many lines."""
        self._lines = min(lines, MOST_LINES)
        self._renew()

    def is_cut(self) -> bool:
        """Whether there is more text than is shown at the present width."""
        return self._layout(max(self.width(), 1))[3]

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the lines shown at a width."""
        return self._layout(width)[2]

    def sizeHint(self) -> QSize:
        """At the present width."""
        width = max(self.width(), 80)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """As high as its lines, however narrow."""
        return QSize(40, self.heightForWidth(max(self.width(), 40)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines."""
        _, layout, _, cut = self._layout(self.width())
        painter = QPainter(self)
        painter.setPen(theme().color(self._colour))
        shown = min(layout.lineCount(), self._lines)
        for at in range(shown - 1 if cut else shown):
            layout.lineAt(at).draw(painter, QPointF(0, 0))
        if cut and shown:
            self._paint_cut(painter, layout, shown - 1)

    def _paint_cut(self, painter: QPainter, layout: QTextLayout, last: int) -> None:
        """Draw the last line with … at its end."""
        line = layout.lineAt(last)
        metrics = QFontMetricsF(self._own_font())
        part = layout.text()[line.textStart() : line.textStart() + line.textLength()].split("\u2028")[0]
        shown = metrics.elidedText(f"{part} …", Qt.TextElideMode.ElideRight, self.width())
        painter.setFont(self._own_font())
        painter.setPen(theme().color(self._colour_at(line.textStart())))
        painter.drawText(QPointF(0, line.y() + line.ascent()), shown)

    def _colour_at(self, place: int) -> str:
        """The token of the text at a place that Qt counts."""
        for span in self._spans:
            part = self._format(span)
            if part.start <= place < part.start + part.length:
                return span[2]
        return self._colour

    def _layout(self, width: int) -> _Laid:
        """The lines at a width; a layout asks for two or three widths in turn, so the last ones are kept."""
        if width not in self._laid:
            if len(self._laid) >= _WIDTHS_KEPT:
                del self._laid[next(iter(self._laid))]
            self._laid[width] = self._lay_out(width)
        return self._laid[width]

    def _lay_out(self, width: int) -> _Laid:
        text = self._text[:_MOST_CHARACTERS].replace("\r\n", "\n").replace("\n", "\u2028")
        layout = QTextLayout(text, self._own_font())
        layout.setCacheEnabled(True)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        spans = [self._format(span) for span in self._spans]
        layout.setFormats([*spans, *mark_formats(self._text, self._marks, self._current)])
        layout.beginLayout()
        height, cut = 0.0, False
        spacing = QFontMetricsF(self._own_font()).lineSpacing() * (_CODE_PITCH if self._code else 1)
        for at in range(self._lines + 1):
            line = layout.createLine()
            if not line.isValid():
                break
            if at == self._lines:
                cut = True
                line.setNumColumns(0)
                break
            line.setLineWidth(width)
            room = max(spacing, line.height())
            line.setPosition(QPointF(0, height + (room - line.height()) / 2))
            height += room
        layout.endLayout()
        return width, layout, round(height + 0.5), cut or len(self._text) > _MOST_CHARACTERS

    def _format(self, span: Span) -> QTextLayout.FormatRange:
        made = QTextLayout.FormatRange()
        # Qt counts in UTF-16 units.
        made.start = len(self._text[: span[0]].encode("utf-16-le")) // 2
        made.length = len(self._text[span[0] : span[0] + span[1]].encode("utf-16-le")) // 2
        look = QTextCharFormat()
        look.setForeground(theme().color(span[2]))
        made.format = look
        return made

    def _own_font(self) -> QFont:
        return theme().code_font(12) if self._code else theme().font(13)

    def _renew(self) -> None:
        self._laid.clear()
        self.updateGeometry()
        self.update()
