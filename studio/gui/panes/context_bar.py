"""The bar of the Context dock: how much of the prompt comes from where, the limit, and the room that is left; with a legend of its parts.

Above: the Context dock. Below: the theme, `present/context_values`. A press on a part tells its origin; by keyboard the list does.
"""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.words import number, say
from studio.present.context_values import ContextView, Origin
from studio.present.words import words

SIGNS: dict[Origin, tuple[str, str]] = {
    "system": ("gear", "fork"),
    "skills": ("braces", "mock"),
    "tools": ("call", "call"),
    "person": ("person", "request"),
    "replies": ("response", "response"),
    "results": ("result", "result"),
    "passages": ("file", "edit"),
}
"""The icon and the colour of each origin."""
_THICK, _LIMIT, _LINE, _ICON, _GAP = 16, 6, 20, 12, 12
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class ContextBar(QWidget):
    """`origin_wanted` gives the origin of the part that was pressed."""

    origin_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = ContextView()
        self._parts: dict[Origin, int] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme().changed.connect(self._anew)

    def show_view(self, view: ContextView) -> None:
        """Show another prompt."""
        self._view, self._parts = view, view.by_origin()
        self.setAccessibleName(", ".join(text for _, text in self._legend()))
        self._anew()

    def _anew(self) -> None:
        self.setFixedHeight(self.heightForWidth(self.width()))
        self.update()

    # ---- sizes

    def hasHeightForWidth(self) -> bool:
        """The legend takes as many lines as it needs."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The bar with the end of its limit line, and the legend."""
        px = theme().px
        lines = max((place.bottom() for place, _, _ in self._places(width)), default=0.0)
        return round(max(lines, px(_THICK + 2 * _LIMIT))) + px(2)

    def sizeHint(self) -> QSize:
        """As high as it is at its width."""
        return QSize(theme().px(200), self.heightForWidth(max(self.width(), theme().px(200))))

    def minimumSizeHint(self) -> QSize:
        """It forces no width."""
        return QSize(1, theme().px(_THICK))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the legend out anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._anew()

    # ---- what it shows

    def _whole(self) -> int:
        """What the whole width stands for: the window, or all tokens where there are more or no window is known."""
        return max(self._view.window or 0, self._view.tokens, 1)

    def _segments(self, width: float) -> Iterator[tuple[Origin, QRectF]]:
        whole = max(self._whole(), sum(self._parts.values()))
        left, px = 0.0, theme().px
        for origin, tokens in self._parts.items():
            wide = width * tokens / whole
            yield origin, QRectF(left, px(_LIMIT), max(wide, 1.5), px(_THICK))
            left += wide

    def _legend(self) -> Iterator[tuple[str, str]]:
        """The origin (empty: the room that is left) and its words."""
        whole = max(self._view.tokens, 1)
        for origin, tokens in self._parts.items():
            yield origin, f"{say(words(f'context.origin.{origin}'))} {share(tokens, whole)}"
        room = (self._view.window or 0) - self._view.tokens
        if room > 0:
            about = "" if self._view.reported else "≈"
            yield "", f"{say(words('context.origin.room'))} {about}{number(room)}"

    def _places(self, width: float) -> Iterator[tuple[QRectF, str, str]]:
        """Where each word of the legend stands, line after line."""
        px, metrics = theme().px, QFontMetricsF(theme().font(11))
        left, top = 0.0, float(px(_THICK + 2 * _LIMIT))
        for origin, text in self._legend():
            wide = px(_ICON + 4) + metrics.horizontalAdvance(text) + 1
            if left and left + wide > width:
                left, top = 0.0, top + px(_LINE)
            yield QRectF(left, top, min(wide, width), px(_LINE)), origin, text
            left += wide + px(_GAP)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw bar, limit and legend."""
        px, width = theme().px, float(self.width())
        track = QRectF(0, px(_LIMIT), width, px(_THICK))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            painter.fillRect(track, theme().color("inset"))
            for origin, place in self._segments(width):
                painter.fillRect(place, theme().color(SIGNS[origin][1]))
                painter.fillRect(QRectF(place.right() - 1, place.top(), 1, place.height()), theme().color("surface"))
            painter.setPen(QPen(theme().color("strong"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(track.adjusted(0, 0, -1, -1))
            self._paint_limit(painter, width)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for place, named, text in self._places(width):
                _paint_word(painter, place, named, text)

    def _paint_limit(self, painter: QPainter, width: float) -> None:
        """A line where the window ends."""
        if not self._view.window:
            return
        px, strain = theme().px, self._view.strain
        at = min(round(width * self._view.window / self._whole()), round(width) - 2)
        colour = {"over": "error", "tight": "warn"}.get(strain, "text")
        painter.fillRect(QRectF(at, 0, 2, px(_THICK + 2 * _LIMIT)), theme().color(colour))

    # ---- the mouse

    def _at(self, place: QPoint) -> Origin | None:
        for origin, rect in self._segments(self.width()):
            if rect.contains(place):
                return origin
        found = (name for rect, name, _ in self._places(self.width()) if name and rect.contains(place))
        named = next(found, None)
        return next((origin for origin in self._parts if origin == named), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on a part wants its origin."""
        origin = self._at(event.position().toPoint())
        if origin is not None and event.button() == Qt.MouseButton.LeftButton:
            self.origin_wanted.emit(origin)

    def event(self, event: QEvent) -> bool:
        """The tooltip says what the part under the mouse has."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            origin = self._at(event.pos())
            if origin is not None:
                about = f"≈{number(self._parts[origin])}"
                QToolTip.showText(event.globalPos(), f"{say(words(f'context.origin.{origin}'))}: {about}", self)
                return True
        return super().event(event)


def share(tokens: int, whole: int) -> str:
    """What tokens are of a hundred."""
    part = 100 * tokens / max(whole, 1)
    return "<1\N{NO-BREAK SPACE}%" if 0 < part < 1 else f"{round(part)}\N{NO-BREAK SPACE}%"


def _paint_word(painter: QPainter, place: QRectF, origin: str, text: str) -> None:
    px, side = theme().px, theme().px(_ICON)
    square = QRectF(place.left(), round(place.center().y() - side / 2), side, side)
    known = next((sign for name, sign in SIGNS.items() if name == origin), None)
    if known is not None:
        paint_icon(painter, *known, square)
    else:
        painter.setPen(QPen(theme().color("strong"), 1))
        painter.setBrush(theme().color("inset"))
        painter.drawRect(square.adjusted(1.5, 1.5, -1.5, -1.5))
    painter.setFont(theme().font(11))
    painter.setPen(theme().color("text"))
    room = place.adjusted(side + px(4), 0, 0, 0)
    shown = QFontMetricsF(theme().font(11)).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, _ONE_LINE, shown)
