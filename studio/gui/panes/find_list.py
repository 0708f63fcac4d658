"""The list of what was found: rounds as headings, lines with the found places on a ground of their own.

Above: the Find dock. Below: `models/find_model`, `mcp_painted`. Tells by signals which line is wanted.
"""

from collections.abc import Hashable

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.models.find_model import FindModel, FindRow, kind_words
from studio.gui.panes.mcp_painted import PaintedRows
from studio.gui.words import number
from studio.present.find_session import Hit
from studio.present.find_texts import FindKind

_ROW, _INSET, _GAP, _ICON, _KIND = 24, 12, 8, 14, 190
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_SIGNS: dict[FindKind, tuple[str, str]] = {
    "message": ("message", "request"),
    "reply": ("response", "response"),
    "reasoning": ("agent", "agent"),
    "call": ("call", "call"),
    "arguments": ("braces", "call"),
    "result": ("result", "result"),
    "error": ("error", "error"),
    "note": ("pin", "muted"),
}


class _Drawn(msgspec.Struct, frozen=True):
    row: FindRow
    count: int
    kind: str = ""


class FindList(PaintedRows):
    """`hit_wanted` gives the hit of the row that was activated."""

    hit_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.found = FindModel()
        super().__init__(self.found, _paint, _ROW, parent)
        self.found.setParent(self)
        self.activated_at.connect(self._activated)

    def content_at(self, row: int, _width: int) -> Hashable | None:
        """The row with what its heading counts."""
        found = self.found.row_at(row)
        if found is None:
            return None
        if found.kind == "heading":
            return _Drawn(found, self.found.counts[found.group])
        return _Drawn(found, 0, kind_words(found.hit) if found.hit is not None and found.kind == "line" else "")

    def go(self, by: int) -> Hit | None:
        """Make the next line that was found the current one, or the one before (-1); gives its hit."""
        at = self.found.next_line(self.row, by)
        row = self.found.row_at(at)
        if row is None:
            return None
        self.choose(at)
        return row.hit

    def enter(self) -> None:
        """The keyboard goes into the list, to the first line when none was chosen."""
        if self.row < 0:
            self.go(1)
        self.setFocus()

    def _activated(self, at: int) -> None:
        row = self.found.row_at(at)
        if row is not None and row.hit is not None:
            self.hit_wanted.emit(row.hit)


def _paint(painter: QPainter, rect: QRectF, content: Hashable) -> None:
    assert isinstance(content, _Drawn)
    inside = rect.adjusted(theme().px(_INSET), 0, -theme().px(_INSET), 0)
    match content.row.kind:
        case "heading":
            _paint_heading(painter, inside, content)
        case "near":
            left = _column(inside)
            _words(painter, inside.adjusted(left, 0, 0, 0), content.row.text.strip(), "muted", code=True)
        case _:
            _paint_line(painter, inside, content)


def _paint_heading(painter: QPainter, rect: QRectF, content: _Drawn) -> None:
    font = theme().font(12, semibold=True)
    painter.setFont(font)
    painter.setPen(theme().color("text"))
    painter.drawText(rect, _LINE, content.row.text)
    used = QFontMetricsF(font).horizontalAdvance(content.row.text) + theme().px(_GAP)
    _words(painter, rect.adjusted(used, 0, 0, 0), number(content.count), "muted")


def _paint_line(painter: QPainter, rect: QRectF, content: _Drawn) -> None:
    hit = content.row.hit
    assert hit is not None
    icon, colour = _SIGNS[hit.kind]
    side, px = theme().px(_ICON), theme().px
    paint_icon(painter, icon, colour, QRectF(rect.left() + px(8), round(rect.center().y() - side / 2), side, side))
    left = _column(rect)
    told = QRectF(rect.left() + px(8) + side + px(_GAP), rect.top(), left - px(8) - side - 2 * px(_GAP), rect.height())
    used = _words(painter, told, content.kind, colour) + px(6)
    if hit.name and told.width() - used > px(24):
        _words(painter, told.adjusted(used, 0, 0, 0), hit.name, "muted")
    _paint_found(painter, rect.adjusted(left, 0, 0, 0), hit)


def _paint_found(painter: QPainter, rect: QRectF, hit: Hit) -> None:
    """The line from where its first place is surely seen, each place on its ground."""
    font = theme().code_font(12)
    metrics = QFontMetricsF(font)
    text, spans = _from_the_place(hit, metrics, rect.width())
    painter.save()
    painter.setClipRect(rect)
    for start, end in spans:
        left = rect.left() + metrics.horizontalAdvance(text[:start])
        width = metrics.horizontalAdvance(text[:end]) - metrics.horizontalAdvance(text[:start])
        ground = QRectF(left - 1, rect.center().y() - metrics.height() / 2, width + 2, metrics.height())
        painter.fillRect(ground, theme().color("search_hit"))
    painter.setFont(font)
    painter.setPen(theme().color("text"))
    painter.drawText(rect, _LINE, metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width()))
    painter.restore()


def _from_the_place(hit: Hit, metrics: QFontMetricsF, width: float) -> tuple[str, tuple[tuple[int, int], ...]]:
    text, spans = hit.line.shown, hit.line.spans
    lead = len(text) - len(text.lstrip())
    start, end = spans[0]
    cut = min(lead, start)
    if metrics.horizontalAdvance(text[cut:end]) > width * 0.8:
        cut = max(start - 16, 0)
    if not cut:
        return text, spans
    sign = "…" if cut > lead else ""
    moved = len(sign) - cut
    return sign + text[cut:], tuple((max(one + moved, 0), other + moved) for one, other in spans)


def _column(rect: QRectF) -> float:
    """Where the lines begin; in a narrow list sooner."""
    return min(theme().px(_KIND), rect.width() * 0.38)


def _words(painter: QPainter, rect: QRectF, text: str, colour: str, *, code: bool = False) -> float:
    """Draw a line of words; returns their width."""
    font = theme().code_font(12) if code else theme().font(12)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.setFont(font)
    painter.setPen(theme().color(colour))
    painter.drawText(rect, _LINE, shown)
    return metrics.horizontalAdvance(shown)
