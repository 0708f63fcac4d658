"""The list of the Context dock: each part of the prompt with its sign, its first words, about how many tokens, and its share as a bar.

Above: the Context dock. Below: `mcp_painted`, `models/context_model`. Tells by signals which part is wanted.
"""

from collections.abc import Callable, Hashable, Sequence

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.models.context_model import ContextModel, title_of
from studio.gui.panes.context_bar import SIGNS, share
from studio.gui.panes.mcp_painted import PaintedRows
from studio.gui.words import number
from studio.present.context_values import Origin, Part

_ROW, _INSET, _GAP, _ICON, _FIGURE, _SHARE, _BAR = 27, 12, 8, 14, 62, 40, 40
_WIDE = 300
"""From this width on there is room for the bar."""
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class _Content(msgspec.Struct, frozen=True):
    origin: Origin
    title: str
    figure: str
    share: str
    part: float


class ContextList(PaintedRows):
    """`part_wanted` gives the part that was activated."""

    part_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.context = ContextModel()
        super().__init__(self.context, _paint, _ROW, parent)
        self.context.setParent(self)
        self.activated_at.connect(self._activated)

    def show_parts(self, parts: Sequence[Part], factor: float, clean: Callable[[str], str]) -> None:
        """List other parts; `clean` blanks secrets in what is shown of them."""
        self.context.clean = clean
        self.context.show(parts, factor)
        self.viewport().update()

    def choose_origin(self, origin: str) -> None:
        """Give the keyboard to the first part of an origin."""
        at = next((at for at, part in enumerate(self.context.parts) if part.origin == origin), -1)
        self.choose(at)
        self.setFocus()

    def content_at(self, row: int, _width: int) -> Hashable | None:
        """What a row shows."""
        part = self.context.part_at(row)
        if part is None:
            return None
        whole, title = self.context.whole, title_of(part, self.context.clean)
        figure, shown = f"≈{number(part.tokens * self.context.factor)}", share(part.tokens, whole)
        return _Content(part.origin, title, figure, shown, round(part.tokens / whole, 2))

    def _activated(self, at: int) -> None:
        part = self.context.part_at(at)
        if part is not None:
            self.part_wanted.emit(part)


def _paint(painter: QPainter, rect: QRectF, content: Hashable) -> None:
    assert isinstance(content, _Content)
    px, side = theme().px, theme().px(_ICON)
    icon, colour = SIGNS[content.origin]
    left, right = rect.left() + px(_INSET), rect.right() - px(_INSET)
    paint_icon(painter, icon, colour, QRectF(left, round(rect.center().y() - side / 2), side, side))
    left += side + px(_GAP)
    painter.setFont(theme().font(12))
    for text, wide, tone in ((content.share, _SHARE, "muted"), (content.figure, _FIGURE, "text")):
        painter.setPen(theme().color(tone))
        place = QRectF(right - px(wide), rect.top(), px(wide), rect.height())
        painter.drawText(place, _LINE | Qt.AlignmentFlag.AlignRight, text)
        right -= px(wide)
    if rect.width() >= px(_WIDE):
        right -= px(_BAR)
        _bar(painter, QRectF(right, round(rect.center().y()) - px(3), px(_BAR), px(6)), content.part, colour)
        right -= px(_GAP)
    font = theme().code_font(12) if content.origin == "tools" else theme().font(12)
    painter.setFont(font)
    painter.setPen(theme().color("text"))
    shown = QFontMetricsF(font).elidedText(content.title, Qt.TextElideMode.ElideRight, max(right - left, 0))
    painter.drawText(QRectF(left, rect.top(), max(right - left, 0), rect.height()), _LINE, shown)


def _bar(painter: QPainter, track: QRectF, part: float, colour: str) -> None:
    painter.fillRect(track, theme().color("inset"))
    if theme().name_of("inset") == theme().name_of("surface"):
        painter.setPen(QPen(theme().color("strong"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(track.adjusted(0.5, 0.5, -0.5, -0.5))
    wide = max(track.width() * part, 1.5)
    painter.fillRect(QRectF(track.left(), track.top(), wide, track.height()), theme().color(colour))
