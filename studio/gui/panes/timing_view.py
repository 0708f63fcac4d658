"""The steps of an exchange as one bar and a line for each: connect, TLS, send, wait, receive. Absent steps are absent.

Above: `http_pane`. Below: `present/wire_times`. Paints itself; the same words are its accessible description.
"""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.words import fill, say
from studio.present.wire_times import Span, spans
from studio.session.kept_exchange import KeptExchange

_TOKENS = {"connect": "request", "tls": "agent", "send": "fork", "wait": "warn", "stream": "response"}
_ROW = 22
_BAR = 14
_WIDEST = 900


class TimingView(QWidget):
    """`show_exchange` says what is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._spans: tuple[Span, ...] = ()
        self._total = 0.0
        self._last = ""
        theme().changed.connect(self.updateGeometry)

    def show_exchange(self, kept: KeptExchange | None) -> None:
        """Show the steps of an exchange; None for none."""
        self._spans = spans(kept) if kept is not None else ()
        self._total = max(kept.seconds * 1000 if kept is not None else 0.0, self._spans[-1].end if self._spans else 0.0)
        chunks = len(kept.arrivals) if kept is not None else 0
        self._last = fill(self.tr("{time} in all"), time=_ms(self._total)) + " · " + self.tr("%n chunk(s)", "", chunks)
        self.setAccessibleDescription("; ".join((*self._lines(), self._last)))
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        """What is shown, as lines."""
        return "\n".join((*self._lines(), self._last))

    def sizeHint(self) -> QSize:
        """Room for the bar and all lines."""
        return QSize(theme().px(280), theme().px(_BAR + 26 + _ROW * (len(self._spans) + 1)))

    def minimumSizeHint(self) -> QSize:
        """As high as all lines."""
        return QSize(theme().px(200), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bar, then a line for each step with its own piece of the bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, width = theme().px(12), min(self.width() - 2 * theme().px(12), theme().px(_WIDEST))
        top = theme().px(12)
        painter.setPen(Qt.PenStyle.NoPen)
        self._paint_bar(painter, QRectF(left, top, width, theme().px(_BAR)))
        y = top + theme().px(_BAR + 8)
        for span in self._spans:
            self._paint_row(painter, span, y, left)
            y += theme().px(_ROW)
        painter.setPen(theme().color("muted"))
        painter.setFont(theme().font(12))
        painter.drawText(QRectF(left, y, width, theme().px(_ROW)), Qt.AlignmentFlag.AlignVCenter, self._last)

    def _paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        painter.setBrush(theme().color("inset"))
        painter.drawRoundedRect(bar, 3, 3)
        for span in self._spans if self._total else ():
            start = bar.left() + bar.width() * span.start / self._total
            width = max(1.0, bar.width() * span.length / self._total)
            painter.setBrush(theme().color(_TOKENS[span.key]))
            painter.drawRect(QRectF(start, bar.top(), min(width, bar.right() - start), bar.height()))

    def _paint_row(self, painter: QPainter, span: Span, y: float, left: int) -> None:
        high, side = theme().px(_ROW), theme().px(10)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color(_TOKENS[span.key]))
        painter.drawRect(QRectF(QPointF(left, y + (high - side) / 2), QPointF(left + side, y + (high + side) / 2)))
        painter.setFont(theme().font(12))
        metrics = QFontMetrics(theme().font(12))
        names = max(metrics.horizontalAdvance(say(one.words)) for one in self._spans)
        times = max(metrics.horizontalAdvance(_ms(one.length)) for one in self._spans)
        x = left + side + theme().px(8)
        for text, width, colour, side_ in (
            (say(span.words), names, "text", Qt.AlignmentFlag.AlignLeft),
            (_ms(span.length), times, "text", Qt.AlignmentFlag.AlignRight),
            (self._from_to(span), self.width(), "muted", Qt.AlignmentFlag.AlignLeft),
        ):
            painter.setPen(theme().color(colour))
            painter.drawText(QRectF(x, y, width + 1, high), Qt.AlignmentFlag.AlignVCenter | side_, text)
            x += width + theme().px(18)

    def _lines(self) -> list[str]:
        return [f"{say(span.words)} {_ms(span.length)} ({self._from_to(span)})" for span in self._spans]

    def _from_to(self, span: Span) -> str:
        return fill(self.tr("from {start} to {end}"), start=_ms(span.start), end=_ms(span.end))


def _ms(value: float) -> str:
    """Milliseconds with a digit behind the point where they are few, else seconds."""
    if value >= 1000:
        return f"{value / 1000:.2f} s"
    return f"{value:.1f} ms" if 0 < value < 10 else f"{value:.0f} ms"
