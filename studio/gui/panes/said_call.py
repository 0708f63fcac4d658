"""A call of a reply as a chip: wrench, name and arguments in one line; pressed, its card is opened.

Above: the Response pane's Chat. Below: the theme. Knows the call's words only.
"""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.words import tip

_INSET, _GAP = 8, 6


class SaidCall(QAbstractButton):
    """`name` in the colour of calls, `arguments` and `beside` muted; what does not fit is in the tooltip, and read out."""

    def __init__(self, name: str, arguments: str, beside: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._arguments, self._beside = name, arguments, beside
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        whole = f"{name}({arguments})"
        self.setAccessibleName("  ".join(filter(None, (whole, beside)))[:1000])
        self.setToolTip(tip(self.accessibleName()[:600]))
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """As wide as its words, one control high."""
        inner = self._across(f"{self._name}({self._arguments})  {self._beside}")
        return QSize(round(inner) + theme().px(16) + 2 * _INSET + _GAP + 4, theme().px(28))

    def minimumSizeHint(self) -> QSize:
        """The icon and some letters."""
        return QSize(theme().px(96), theme().px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground, icon, words and the focus ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("accent" if self.hasFocus() else "border"), 2 if self.hasFocus() else 1))
        painter.setBrush(theme().color("hover" if self.underMouse() or self.isDown() else "raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
        side = theme().px(16)
        paint_icon(painter, "call", "call", QRectF(_INSET, (self.height() - side) / 2, side, side))
        self._paint_words(painter, _INSET + side + _GAP)

    def _paint_words(self, painter: QPainter, left: float) -> None:
        metrics = QFontMetricsF(theme().code_font(12))
        painter.setFont(theme().code_font(12))
        baseline = (self.height() + metrics.ascent() - metrics.descent()) / 2
        room = self.width() - _INSET - left
        least = min(f"{self._name}(…)", f"{self._name}({self._arguments})", key=len)
        beside = self._beside if self._across(f"{least}  {self._beside}") <= room else ""
        right = self._across(f"  {beside}") if beside else 0.0
        shown = metrics.elidedText(f"{self._name}({self._arguments})", Qt.TextElideMode.ElideRight, room - right)
        name = shown[: len(self._name)]
        painter.setPen(theme().color("call"))
        painter.drawText(QPointF(left, baseline), name)
        painter.setPen(theme().color("muted"))
        painter.drawText(QPointF(left + self._across(name), baseline), shown[len(name) :])
        painter.drawText(QPointF(left + self._across(shown + "  "), baseline), beside)

    def _across(self, text: str) -> float:
        return QFontMetricsF(theme().code_font(12)).horizontalAdvance(text)
