"""The parts of a timeline row, painted: ground, gutter, lane, text, badges, bars.

Above: `timeline_drawing`. Below: `look`, `timeline_metrics`, the row. Each function paints one part into a rectangle; none keeps state
but the metrics of fonts.
"""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.models.timeline_model import phrase
from studio.gui.panes.timeline_metrics import (
    ARROW_BESIDE,
    GUTTER,
    ICON,
    SIGN_BESIDE,
    fold_middle,
    icon_left,
    lane_middle,
    px,
    title_left,
)
from studio.present.row import Badge, Bar, Row, StopSign

_SOFT = {"edit": "soft_edit", "mock": "soft_mock", "warn": "soft_warn", "error": "soft_err", "accent": "sel"}
_TITLES = {
    "failed": "error",
    "fork": "fork",
    "error": "error",
    "damaged": "warn",
    "edit": "edit",
    "memory": "muted",
    "rollback": "warn",
}
MOST_BADGES = 2
_LEAST_TITLE = 84
_metrics: dict[tuple[str, str], QFontMetricsF] = {}


def ground(painter: QPainter, rect: QRectF, row: Row, selected: bool) -> None:
    """The row's ground and the lines above and below it."""
    painter.fillRect(rect, theme().color(_ground(row, selected)))
    if row.is_head and not row.is_next:
        _edges(painter, rect, "paused_line", both=True)
    elif row.kind == "round":
        _edges(painter, rect, "border", both=not row.folded)
    elif row.is_next:
        _dashes(painter, rect)


def _ground(row: Row, selected: bool) -> str:
    if row.is_head and not row.is_next:
        return "paused_ground"
    if selected:
        return "sel"
    if row.kind == "round":
        return "raised"
    return "caret_line" if row.shared else "surface"


def _edges(painter: QPainter, rect: QRectF, token: str, both: bool) -> None:
    colour = theme().color(token)
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), colour)
    if both:
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), colour)


def _dashes(painter: QPainter, rect: QRectF) -> None:
    """Above what is still to come."""
    painter.setPen(QPen(theme().color("border"), 1, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(rect.left(), rect.top() + 0.5, rect.right(), rect.top() + 0.5))


def focus_ring(painter: QPainter, rect: QRectF) -> None:
    """The ring of the row that has the keyboard."""
    painter.setPen(QPen(theme().color("accent"), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(1, 1, -1, -1))


def gutter(painter: QPainter, rect: QRectF, row: Row) -> None:
    """The sign of breakpoints, the arrow where the session stands; both side by side where it stands at a breakpoint."""
    middle = QPointF(rect.left() + px(GUTTER), rect.center().y())
    both = bool(row.stop) and row.is_head
    if row.stop:
        paint_stop(painter, middle - QPointF(px(SIGN_BESIDE) if both else 0, 0), row.stop)
    if row.is_head:
        place = middle + QPointF(px(ARROW_BESIDE) if both else 0, 0)
        paint_icon(painter, "arrow_head", "paused_line", _square(place, px(15)))


def paint_stop(painter: QPainter, middle: QPointF, sign: StopSign) -> None:
    """The sign of a breakpoint: a dot; with two lines where it has a condition; a diamond where it does not stop; hollow when off."""
    colour = theme().color("breakpoint")
    painter.setBrush(Qt.BrushStyle.NoBrush if sign == "off" else colour)
    painter.setPen(QPen(colour, 1.4) if sign == "off" else Qt.PenStyle.NoPen)
    size = px(5)
    if sign == "log":
        corners = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
        painter.drawPolygon([middle + corner for corner in corners])
        return
    radius = size if sign == "condition" else px(4)
    painter.drawEllipse(middle, radius, radius)
    if sign == "condition":
        unit = px(10) / 10
        painter.setPen(QPen(theme().color("surface"), 1.3 * unit))
        for y in (-1.5 * unit, 1.5 * unit):
            painter.drawLine(middle + QPointF(-2.2 * unit, y), middle + QPointF(2.2 * unit, y))


def lane(painter: QPainter, rect: QRectF, row: Row) -> None:
    """The lines that hold the steps of a round and the rounds of an agent together, and the fold mark."""
    y = rect.center().y()
    for at, on in enumerate(row.through):
        if on:
            _line(painter, rect, at, rect.bottom())
    if row.lane != "none":
        x = _line(painter, rect, row.level - 1, y if row.lane == "last" else rect.bottom())
        painter.drawLine(QLineF(x, round(y) + 0.5, x + px(6), round(y) + 0.5))
    middle = fold_middle(row)
    if middle is not None:
        mark = "chevron_right" if row.folded else "chevron_down"
        paint_icon(painter, mark, "muted", _square(QPointF(rect.left() + middle, y), px(12)))
        if row.kind == "call" and not row.folded:
            painter.setPen(QPen(theme().color("agent"), 1))
            x = round(rect.left() + px(lane_middle(row.level))) + 0.5
            painter.drawLine(QLineF(x, y + px(7), x, rect.bottom()))


def _line(painter: QPainter, rect: QRectF, lane: int, end: float) -> float:
    """A piece of a lane from the upper edge on: of a round, or (every other one) of an agent. Returns its middle."""
    painter.setPen(QPen(theme().color("agent" if lane % 2 else "strong"), 1))
    x = round(rect.left() + px(lane_middle(lane))) + 0.5
    painter.drawLine(QLineF(x, rect.top(), x, end))
    return x


def sign(painter: QPainter, rect: QRectF, row: Row) -> None:
    """The icon of the row's kind."""
    if not row.icon:
        return
    if row.kind == "next":
        middle = QPointF(rect.left() + px(lane_middle(row.level)), rect.center().y())
        paint_icon(painter, "ring", "muted", _square(middle, px(12)))
        return
    size = px(ICON)
    where = QRectF(rect.left() + icon_left(row), rect.center().y() - size / 2, size, size)
    paint_icon(painter, row.icon, _shown_token(row), where)


def _shown_token(row: Row) -> str:
    if row.kind == "call" and row.is_head:
        return "call"
    return "disabled" if row.parent_only else row.token


def badges(painter: QPainter, rect: QRectF, row: Row) -> float:
    """As many of the first badges as leave room for the title, from the right edge inwards. Returns where they begin."""
    right = rect.right() - px(4)
    least = rect.left() + title_left(row) + px(_LEAST_TITLE)
    font, metrics = theme().font(10, semibold=True), _measure("badge")
    shown: list[tuple[Badge, str, float]] = []
    for badge in row.badges[:MOST_BADGES]:
        text = phrase(badge.words).upper()
        width = metrics.horizontalAdvance(text) + px(12)
        if right - sum(w + px(4) for _, _, w in shown) - width < least:
            break
        shown.append((badge, text, width))
    painter.setFont(font)
    for badge, text, width in reversed(shown):
        _badge(painter, QRectF(right - width, rect.center().y() - px(8), width, px(16)), badge.token, text, row.is_head)
        right -= width + px(4)
    return right


def _badge(painter: QPainter, rect: QRectF, tone: str, text: str, outlined: bool) -> None:
    paused = tone == "paused"
    outlined = outlined or paused or theme().table == "high_contrast"
    line = theme().color("paused_line" if paused else tone)
    painter.setPen(QPen(line, 1) if outlined else Qt.PenStyle.NoPen)
    painter.setBrush(theme().color("paused_ground" if paused else _SOFT.get(tone, "inset")))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), px(4), px(4))
    painter.setPen(theme().color("paused_text" if paused else tone))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def words(painter: QPainter, rect: QRectF, row: Row, right: float) -> None:
    """Title and summary, cut where the badges begin."""
    left = rect.left() + title_left(row)
    title_font, key, colour = _title_look(row)
    metrics = _measure(key)
    title = metrics.elidedText(phrase(row.title), Qt.TextElideMode.ElideRight, max(right - left, 0))
    painter.setFont(title_font)
    painter.setPen(theme().color(colour))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
    painter.drawText(QRectF(left, rect.top(), right - left, rect.height()), flags, title)
    left += metrics.horizontalAdvance(title) + px(10)
    if row.summary and right - left > px(14):
        key = "summary_code" if row.code_summary else "summary"
        text = " · ".join(map(phrase, row.summary))
        text = _measure(key).elidedText(text, Qt.TextElideMode.ElideRight, right - left)
        painter.setFont(theme().code_font(12) if row.code_summary else theme().font(12))
        painter.setPen(theme().color("faint" if row.parent_only else "muted"))
        painter.drawText(QRectF(left, rect.top(), right - left, rect.height()), flags, text)


def _title_look(row: Row) -> tuple[QFont, str, str]:
    """Font, its key in `_measure`, and colour of a row's title."""
    now = theme()
    if row.parent_only:
        return now.font(13, semibold=True), "strong", "faint"
    if row.code_title and row.kind == "call":
        return now.code_font(12, semibold=True), "code_strong", "muted" if row.waiting and not row.is_head else "text"
    if row.code_title:
        return now.code_font(12), "code", "error" if row.kind == "error" else "muted"
    if row.kind in ("round", "session", "next"):
        return now.font(13, semibold=True), "strong", "muted" if row.kind == "next" else "text"
    colour = _TITLES.get(row.kind, "text")
    return now.font(13), "title", colour


def figures(painter: QPainter, rect: QRectF, text: str, strong: bool) -> None:
    """A number at the right edge of its column."""
    if not text:
        return
    painter.setFont(theme().font(12))
    painter.setPen(theme().color("text" if strong else "muted"))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
    painter.drawText(rect.adjusted(0, 0, -px(4), 0), flags, text)


def waterfall(painter: QPainter, rect: QRectF, bars: tuple[Bar, ...]) -> None:
    """The bars on the round's own axis."""
    if not bars:
        return
    track = QRectF(rect.left() + px(8), round(rect.center().y() - px(7) / 2), rect.width() - px(18), px(7))
    painter.fillRect(track, theme().color("inset"))
    for bar in bars:
        left = track.left() + bar.start * track.width()
        width = max((bar.end - bar.start) * track.width(), 2.0)
        piece = QRectF(min(left, track.right() - width), track.top(), width, track.height())
        if bar.hollow:
            painter.fillRect(piece, theme().color(bar.token))
            painter.fillRect(piece.adjusted(1, 1, -1, -1), theme().color("surface"))
        else:
            painter.fillRect(piece, theme().color(bar.token))


def _measure(key: str) -> QFontMetricsF:
    now = theme()
    place = (f"{now.text_scale}{now.density}{now.ui_family}{now.code_family}", key)
    if place not in _metrics:
        fonts = {
            "badge": lambda: now.font(10, semibold=True),
            "strong": lambda: now.font(13, semibold=True),
            "title": lambda: now.font(13),
            "summary": lambda: now.font(12),
            "summary_code": lambda: now.code_font(12),
            "code": lambda: now.code_font(12),
            "code_strong": lambda: now.code_font(12, semibold=True),
        }
        _metrics[place] = QFontMetricsF(fonts[key]())
    return _metrics[place]


def _square(middle: QPointF, size: float) -> QRectF:
    return QRectF(round(middle.x() - size / 2), round(middle.y() - size / 2), size, size)
