"""A small badge on a soft ground: EDITED, MOCK, 2 problems, WAITING.

Colour never stands alone: a chip always has words. Knows only the theme.
"""

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.look.tokens import SOFT_TEXT

Kind = Literal["neutral", "ok", "err", "edit", "mock", "warn", "paused"]
_GROUNDS = {"neutral": "inset", "paused": "paused_ground"}


class Chip(QWidget):
    """One badge; small (10 px capitals, as in rows) or, with `large`, as in cards (11 px)."""

    def __init__(
        self, text: str, kind: Kind = "neutral", parent: QWidget | None = None, *, large: bool = False
    ) -> None:
        super().__init__(parent)
        self._text, self._kind, self._large = text, kind, large
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        theme().changed.connect(self._restyle)

    def text(self) -> str:
        """The words of the badge."""
        return self._text

    def set(self, text: str, kind: Kind = "neutral") -> None:
        """Show other words on the ground of `kind`."""
        self._text, self._kind = text, kind
        self.setAccessibleName(text)
        self._restyle()

    def sizeHint(self) -> QSize:
        """The words with their inset."""
        return chip_size(self._text, large=self._large)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground and words."""
        painter = QPainter(self)
        paint_chip(painter, QRectF(self.rect()), self._text, self._kind, large=self._large)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()


def chip_font(*, large: bool = False) -> QFont:
    """The font of badges."""
    return theme().font(11 if large else 10, semibold=True)


def chip_size(text: str, *, large: bool = False) -> QSize:
    """The size that `paint_chip` needs for a text."""
    metrics = QFontMetrics(chip_font(large=large))
    inset = theme().px(9 if large else 6)
    return QSize(metrics.horizontalAdvance(text) + 2 * inset, metrics.height() + theme().px(6 if large else 3))


def paint_chip(painter: QPainter, rect: QRectF, text: str, kind: Kind, *, large: bool = False) -> None:
    """Draw a badge into `rect`, for delegates and for `Chip`."""
    ground = _GROUNDS.get(kind, f"soft_{kind}")
    ink = theme().color(SOFT_TEXT[ground])
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outlined = kind == "paused" or theme().name_of(ground) == theme().name_of("surface")
    painter.setPen(QPen(_outline(kind, ink), 1) if outlined else Qt.PenStyle.NoPen)
    painter.setBrush(theme().color(ground))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setPen(ink)
    painter.setFont(chip_font(large=large))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


def _outline(kind: Kind, ink: QColor) -> QColor:
    return theme().color("paused_line") if kind == "paused" else ink
