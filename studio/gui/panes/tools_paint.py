"""One row of the Tools dock, painted: box, name, marks, source, bar and tokens, and why the tool is in or not.

Above: `tools_drawing`. Below: `look`, `tool_row`. Each function paints one part into a rectangle and keeps nothing.
"""

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from studio.checks.tool_advice import ToolAdvice
from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.panes.tool_lines import ToolLine
from studio.gui.panes.tool_marks import ToolMark, tool_marks
from studio.gui.panes.tool_row import short_source, told_words, tool_source
from studio.gui.words import number
from studio.session.setup import Setup

_INSET, _BOX, _GAP, _ICON = 12, 14, 8, 14
_ONE, _TWO = 27, 42
_TOKENS, _BAR, _WIDE, _NARROW, _MARK = 38, 34, 380, 250, 4
_PINNED = ToolMark("pin", "accent", "", "")
_WRONG, _WARNED = ToolMark("provider_error", "error", "", ""), ToolMark("warn", "warn", "", "")
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class RowContent(msgspec.Struct, frozen=True):
    """All that a row shows; two of the same content look the same. `part` is the length of the bar, 0 to 1; `why` is empty where rows
    do not say it; `count` stands behind the last mark."""

    name: str
    tokens: int
    part: float
    source: str
    why: str = ""
    marks: tuple[ToolMark, ...] = ()
    count: str = ""
    sent: bool = True
    ticked: bool = True
    own: bool = False
    locked: bool = False
    selected: bool = False
    focused: bool = False


def content_of(line: ToolLine, setup: Setup, most: int, *, told: bool, width: float) -> RowContent:
    """What the row of a line shows in so much width; `most` are the tokens of the largest tool, `told` adds why."""
    tool, weighty = line.tool, _weighty(line)
    wide = width >= theme().px(_WIDE)
    return RowContent(
        tool.name,
        line.tokens,
        round(line.tokens / max(most, 1), 2),
        tool_source(tool, setup) if wide else short_source(tool, setup),
        told_words(line) if told else "",
        tuple(_marks(line, setup)),
        str(len(weighty)) if len(weighty) > 1 else "",
        sent=line.sent,
        ticked=line.ticked,
        own=line.own,
    )


def row_height(*, told: bool) -> int:
    """How high each row is."""
    return theme().row(_TWO if told else _ONE)


def on_box(x: float) -> bool:
    """Whether a place in a row belongs to its check box."""
    return x < theme().px(_INSET + _BOX) + theme().px(_GAP) / 2


def paint_row(painter: QPainter, rect: QRectF, row: RowContent) -> None:
    """Draw a row."""
    px = theme().px
    painter.fillRect(rect, theme().color("sel" if row.selected else "surface"))
    first = QRectF(rect.left(), rect.top(), rect.width(), px(_ONE))
    _box(painter, first, row)
    left = first.left() + px(_INSET + _BOX + _GAP)
    right = _figures(painter, first, row)
    if not row.why:
        right = _source(painter, first, row, left, right)
    _name(painter, first, row, left, right)
    if row.why:
        below = QRectF(left, rect.top() + px(_ONE - 6), rect.right() - px(_INSET) - left, px(_TWO - _ONE))
        _why(painter, below, row)
    if row.focused:
        painter.setPen(QPen(theme().color("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(1, 1, -1, -1))


def _box(painter: QPainter, rect: QRectF, row: RowContent) -> None:
    """The check box; what is no matter of ticking has a dot in its place."""
    size = theme().px(_BOX)
    box = QRectF(rect.left() + theme().px(_INSET), round(rect.center().y() - size / 2), size, size)
    if row.own:
        paint_icon(painter, "gear", "muted", box)
        return
    dead = row.locked
    painter.setPen(QPen(theme().color("disabled" if dead else "accent" if row.ticked else "strong"), 1))
    painter.setBrush(theme().color("surface" if not row.ticked else "disabled" if dead else "accent"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if row.ticked:
        pen = QPen(theme().color("surface" if dead else "accent_text"), max(size / 8, 1.5))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        at = [
            QPointF(box.left() + size * x, box.top() + size * y) for x, y in ((0.25, 0.52), (0.43, 0.70), (0.76, 0.32))
        ]
        painter.drawPolyline(at)


def _figures(painter: QPainter, rect: QRectF, row: RowContent) -> float:
    """Bar and tokens at the right end. Returns where they begin."""
    px = theme().px
    right = rect.right() - px(_INSET)
    painter.setFont(theme().font(12))
    painter.setPen(theme().color("text" if row.sent else "muted"))
    painter.drawText(
        QRectF(right - px(_TOKENS), rect.top(), px(_TOKENS), rect.height()),
        _LINE | Qt.AlignmentFlag.AlignRight,
        number(row.tokens),
    )
    if rect.width() < px(_NARROW):  # the name needs the room more than the bar
        return right - px(_TOKENS)
    left = right - px(_TOKENS) - px(_BAR)
    track = QRectF(left, round(rect.center().y() - px(6) / 2), px(_BAR), px(6))
    painter.fillRect(track, theme().color("inset"))
    if theme().name_of("inset") == theme().name_of("surface"):
        painter.setPen(QPen(theme().color("strong"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(track.adjusted(0.5, 0.5, -0.5, -0.5))
    part = QRectF(track.left(), track.top(), max(track.width() * row.part, 2), track.height())
    painter.fillRect(part, theme().color("call" if row.sent else "strong"))
    return left - px(_GAP)


def _source(painter: QPainter, rect: QRectF, row: RowContent, left: float, right: float) -> float:
    """Where the tool comes from, before the bar; at least the name has its room. Returns where it begins."""
    words, metrics = row.source, _metrics(theme().font(11))
    named = _metrics(_name_font()).horizontalAdvance(row.name) + theme().px(8) + _marks_width(row)
    room = max(right - left - named, 0)
    shown = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, room)
    if shown != words and len(shown) < 7:  # a rest of a few letters tells nothing
        return right
    width = metrics.horizontalAdvance(shown)
    painter.setFont(theme().font(11))
    painter.setPen(theme().color("muted"))
    painter.drawText(
        QRectF(right - width - 1, rect.top(), width + 1, rect.height()), _LINE | Qt.AlignmentFlag.AlignRight, shown
    )
    return right - width - theme().px(6)


def _name(painter: QPainter, rect: QRectF, row: RowContent, left: float, right: float) -> None:
    """The name with the marks behind it; the marks keep their room."""
    px, size = theme().px, theme().px(_ICON)
    marks, count = row.marks, row.count
    room = right - left - _marks_width(row)
    font = _name_font()
    shown = _metrics(font).elidedText(row.name, Qt.TextElideMode.ElideMiddle, max(room, 0))
    painter.setFont(font)
    painter.setPen(theme().color("text" if row.sent else "muted"))
    painter.drawText(QRectF(left, rect.top(), max(room, 0), rect.height()), _LINE | Qt.AlignmentFlag.AlignLeft, shown)
    at = left + _metrics(font).horizontalAdvance(shown) + px(_MARK)
    for mark in marks:
        paint_icon(painter, mark.icon, mark.colour, QRectF(at, round(rect.center().y() - size / 2), size, size))
        at += size + px(_MARK)
    if count:
        painter.setFont(theme().font(10, semibold=True))
        painter.setPen(theme().color(marks[-1].colour))
        painter.drawText(QRectF(at - px(_MARK) + 1, rect.top(), px(24), rect.height()), _LINE, count)


def _marks_width(row: RowContent) -> float:
    count = _metrics(theme().font(10, semibold=True)).horizontalAdvance(row.count)
    return len(row.marks) * theme().px(_ICON + _MARK) + count


def _weighty(line: ToolLine) -> list[ToolAdvice]:
    """What the checks say that is more than a hint: nearly every tool could be said better."""
    return [note for note in line.notes if note.severity != "hint"]


def _marks(line: ToolLine, setup: Setup) -> list[ToolMark]:
    """The marks from left to right; what the checks say comes last."""
    found = [_PINNED] if line.pinned else []
    found += tool_marks(line.tool, setup)
    weighty = _weighty(line)
    if weighty:
        wrong = any(note.severity == "error" for note in weighty)
        found.append(_WRONG if wrong else _WARNED)
    return found


def _why(painter: QPainter, rect: QRectF, row: RowContent) -> None:
    """Why the tool is in or not, and at the right end where it comes from, as far as there is room."""
    font, metrics = theme().font(11), _metrics(theme().font(11))
    why, source = row.why, row.source
    beside = metrics.horizontalAdvance(source)
    fits = not row.own and metrics.horizontalAdvance(why) + beside + theme().px(12) <= rect.width()
    painter.setFont(font)
    painter.setPen(theme().color("muted"))
    room = rect.width() - (beside + theme().px(12) if fits else 0)
    painter.drawText(
        rect, _LINE | Qt.AlignmentFlag.AlignLeft, metrics.elidedText(why, Qt.TextElideMode.ElideRight, room)
    )
    if fits:
        painter.drawText(rect, _LINE | Qt.AlignmentFlag.AlignRight, source)


def _name_font() -> QFont:
    return theme().code_font(12)


def _metrics(font: QFont) -> QFontMetricsF:
    return QFontMetricsF(font)
