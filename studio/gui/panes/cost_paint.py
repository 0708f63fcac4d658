"""One row of the Cost dock, painted: title with its details, small bars of tokens and time, and the figures in columns; and their heads.

Above: `cost_list`. Below: the theme. Knows no session. What has no room is left away: the figures that matter least first.
"""

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from studio.gui.look.theme import theme

COLUMN = {
    "input": 68,
    "cached": 68,
    "output": 68,
    "reasoning": 72,
    "cost": 112,
    "model": 80,
    "tools": 80,
    "waited": 100,
}
"""Their widths at 100 % text, in order."""
_LEAVE = ("waited", "reasoning", "cached", "tools", "model", "output", "input")
"""What is left away where there is no room, the first first; the cost stays."""
_INSET, _GAP, _BAR, _TITLE, _THICK = 12, 12, 72, 170, 6
_UPPER = 0.62
"""The share of a row of two lines that the first one has."""
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class CostContent(msgspec.Struct, frozen=True):
    """All that a row shows. `tokens` and `times` are the two parts of each bar, 0 to 1; `paid`: the cost was paid here;
    with `two_lines` the details stand below."""

    title: str
    details: str
    cells: tuple[str, ...]
    tokens: tuple[float, float]
    times: tuple[float, float]
    code: bool = False
    paid: bool = True
    two_lines: bool = False


def columns_in(width: float) -> tuple[str, ...]:
    """The columns that there is room for."""
    px, kept = theme().px, list(COLUMN)
    for name in _LEAVE:
        needed = px(2 * _INSET + _TITLE) + sum(px(COLUMN[one]) for one in kept) + 2 * px(_BAR + _GAP)
        if needed <= width:
            break
        kept.remove(name)
    return tuple(kept)


def paint_heads(painter: QPainter, rect: QRectF, heads: dict[str, str], bars: tuple[str, str]) -> None:
    """Draw the words over the columns."""
    painter.fillRect(rect, theme().color("raised"))
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme().color("border"))
    painter.setFont(theme().font(11))
    painter.setPen(theme().color("muted"))
    for name, place in _places(rect).items():
        if name in heads:
            _right(painter, place, heads[name], 11)
    for word, place in zip(bars, _bar_places(rect), strict=True):
        painter.drawText(place, _LINE, _short(word, place.width(), 11))


def paint_row(painter: QPainter, rect: QRectF, row: CostContent) -> None:
    """Draw a row."""
    whole, rect = rect, QRectF(rect)
    if row.two_lines:
        rect.setHeight(rect.height() * _UPPER)
    places, cells = _places(rect), dict(zip(COLUMN, row.cells, strict=True))
    for name, place in places.items():
        painter.setPen(theme().color("muted" if name == "cost" and not row.paid else "text"))
        painter.setFont(theme().font(12))
        _right(painter, place, cells[name], 12)
    tokens, times = _bar_places(rect)
    _bar(painter, tokens, row.tokens, ("request", "response"))
    _bar(painter, times, row.times, ("response", "result"))
    left = rect.left() + theme().px(_INSET)
    _title(painter, QRectF(left, rect.top(), tokens.left() - theme().px(_GAP) - left, rect.height()), row)
    if row.two_lines:
        _below(
            painter,
            QRectF(left, rect.bottom(), whole.right() - theme().px(_INSET) - left, whole.bottom() - rect.bottom()),
            row,
        )


def _places(rect: QRectF) -> dict[str, QRectF]:
    """Where each column that has room stands, from the right."""
    px, right = theme().px, rect.right() - theme().px(_INSET)
    found: dict[str, QRectF] = {}
    for name in reversed(columns_in(rect.width())):
        right -= px(COLUMN[name])
        found[name] = QRectF(right, rect.top(), px(COLUMN[name]), rect.height())
    return found


def _bar_places(rect: QRectF) -> tuple[QRectF, QRectF]:
    px = theme().px
    first = min((place.left() for place in _places(rect).values()), default=rect.right()) - 2 * px(_BAR + _GAP)
    tokens = QRectF(first, rect.top(), px(_BAR), rect.height())
    return tokens, tokens.translated(px(_BAR + _GAP), 0)


def _bar(painter: QPainter, place: QRectF, parts: tuple[float, float], colours: tuple[str, str]) -> None:
    thick = theme().px(_THICK)
    track = QRectF(place.left(), round(place.center().y() - thick / 2), place.width(), thick)
    painter.fillRect(track, theme().color("inset"))
    if theme().name_of("inset") == theme().name_of("surface"):
        painter.setPen(QPen(theme().color("strong"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(track.adjusted(0.5, 0.5, -0.5, -0.5))
    left = track.left()
    for part, colour in zip(parts, colours, strict=True):
        width = max(track.width() * part, 1.5) if part else 0
        painter.fillRect(QRectF(left, track.top(), width, thick), theme().color(colour))
        left += width


def _title(painter: QPainter, rect: QRectF, row: CostContent) -> None:
    font = theme().code_font(12) if row.code else theme().font(12, semibold=True)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(row.title, Qt.TextElideMode.ElideMiddle, rect.width())
    painter.setFont(font)
    painter.setPen(theme().color("text"))
    painter.drawText(rect, _LINE, shown)
    used = metrics.horizontalAdvance(shown) + theme().px(8)
    if row.details and not row.two_lines and rect.width() - used > theme().px(24):
        painter.setFont(theme().font(12))
        painter.setPen(theme().color("muted"))
        painter.drawText(rect.adjusted(used, 0, 0, 0), _LINE, _short(row.details, rect.width() - used, 12))


def _below(painter: QPainter, rect: QRectF, row: CostContent) -> None:
    """The details on a line of their own."""
    line = rect.adjusted(0, -theme().px(3), 0, -theme().px(3))
    painter.setFont(theme().font(11))
    painter.setPen(theme().color("muted"))
    painter.drawText(line, _LINE, _short(row.details, line.width(), 11))


def _right(painter: QPainter, rect: QRectF, text: str, size: int) -> None:
    painter.drawText(rect, _LINE | Qt.AlignmentFlag.AlignRight, _short(text, rect.width(), size))


def _short(text: str, width: float, size: int) -> str:
    return QFontMetricsF(theme().font(size)).elidedText(text, Qt.TextElideMode.ElideRight, width)
