"""A list of lines of the MCP dock, by their keys: a sign, a title with what stands behind it, a second line, words at the right end.

Above: the pages of the MCP dock. Below: `mcp_painted`, `models/mcp_lines_model`. Changes nothing: signals tell what the person wants.
"""

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.models.mcp_lines_model import Line, LinesModel
from studio.gui.panes.mcp_painted import PaintedRows

_INSET, _GAP, _ICON = 12, 8, 14
_ONE, _TWO = 27, 42
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class LineList(PaintedRows):
    """`opened`, `chosen`, `menu_wanted` and `key_pressed` give the key of the line."""

    opened = Signal(str)
    chosen = Signal(str)
    menu_wanted = Signal(str, QPoint)
    key_pressed = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.lines = LinesModel()
        super().__init__(self.lines, _paint, _ONE, parent)
        self.lines.setParent(self)
        self.activated_at.connect(lambda row: self.opened.emit(self._key(row)))
        self.looked_at.connect(lambda row: self.chosen.emit(self._key(row)))
        self.menu_at.connect(lambda row, where: self.menu_wanted.emit(self._key(row), where))
        self.key_at.connect(lambda row, key: self.key_pressed.emit(self._key(row), key))

    def show_lines(self, lines: Sequence[Line]) -> None:
        """List other lines; the one that has the keyboard keeps it."""
        kept = self.current
        self.blockSignals(True)
        self.lines.show(lines)
        self.set_row_height(_TWO if any(line.below for line in lines) else _ONE)
        if kept and kept != self.current:
            self.choose_key(kept)
        self.blockSignals(False)
        self.viewport().update()

    @property
    def current(self) -> str:
        """The key of the line that has the keyboard; empty where none has."""
        return self._key(self.row)

    def choose_key(self, key: str) -> None:
        """Give a line the keyboard, if it is listed."""
        self.choose(self.lines.row_of(key))

    def content_at(self, row: int, _width: int) -> Hashable | None:
        """The line itself."""
        return self.lines.line_at(row)

    def _key(self, row: int) -> str:
        line = self.lines.line_at(row)
        return line.key if line is not None else ""


def _paint(painter: QPainter, rect: QRectF, line: Hashable) -> None:
    """Draw a line."""
    assert isinstance(line, Line)
    px = theme().px
    left, right = rect.left() + px(_INSET), rect.right() - px(_INSET)
    first = QRectF(rect.left(), rect.top(), rect.width(), px(_ONE))
    if line.icon:
        side = px(_ICON)
        middle = rect.center() if not line.below else first.center()
        paint_icon(painter, line.icon, line.colour, QRectF(left, round(middle.y() - side / 2), side, side))
        left += side + px(_GAP)
    end = _right(painter, first, line, left, right)
    _title(painter, QRectF(left, first.top(), max(end - left, 0), first.height()), line)
    if line.below:
        below = QRectF(left, rect.top() + px(_ONE - 6), right - left, px(_TWO - _ONE))
        _words(painter, below, line.below, 11, "muted")


def _right(painter: QPainter, rect: QRectF, line: Line, left: float, right: float) -> float:
    """The words at the right end, as far as the title leaves room for them. Returns where they begin."""
    if not line.right:
        return right
    metrics = QFontMetricsF(theme().font(11))
    shown = metrics.elidedText(line.right, Qt.TextElideMode.ElideRight, (right - left) * 0.55)
    width = metrics.horizontalAdvance(shown) + 1
    _words(painter, QRectF(right - width, rect.top(), width, rect.height()), shown, 11, "muted")
    return right - width - theme().px(_GAP)


def _title(painter: QPainter, rect: QRectF, line: Line) -> None:
    """The title, and behind it as much of the aside as there is room for."""
    font = theme().code_font(12) if line.code else theme().font(13)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(line.title, Qt.TextElideMode.ElideMiddle, rect.width())
    painter.setFont(font)
    painter.setPen(theme().color("muted" if line.dim else "text"))
    painter.drawText(rect, _LINE | Qt.AlignmentFlag.AlignLeft, shown)
    used = metrics.horizontalAdvance(shown) + theme().px(_GAP)
    if line.aside and rect.width() - used > theme().px(24):
        _words(painter, rect.adjusted(used, 0, 0, 0), line.aside, 12, "muted")


def _words(painter: QPainter, rect: QRectF, text: str, size: int, colour: str) -> None:
    font = theme().font(size)
    painter.setFont(font)
    painter.setPen(theme().color(colour))
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, _LINE | Qt.AlignmentFlag.AlignLeft, shown)
