"""One row of the tree of branches, painted: lines, dot, name, note, and at the right end what became of it.

Above: `branch_tree_view`. Below: `look`, `widgets/chip`, `present/branch_tree`. Each function paints one part and keeps nothing.
"""

from collections.abc import Hashable

import msgspec
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.widgets.chip import Kind, chip_size, paint_chip
from studio.gui.words import say
from studio.present.branch_tree import BranchRow, Mark, expectation_words, from_words
from studio.present.words import Words, words
from studio.session.expectations import Expectation, Met, NotMet, Unknown

ROW_HEIGHT = 28
_INSET, _DEEPER, _DOT, _GAP = 18, 16, 4, 10
_DEEPEST = 12
"""Levels that are drawn one beside the other; what hangs deeper stands under the last one."""
_WIDE, _MIDDLE = 700, 440
"""Widths from which on a row says where it begins, and how long it is."""
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_CHIPS: dict[Mark, tuple[Words, Kind]] = {
    "hidden": (Words("branch.hidden"), "neutral"),
    "replayed": (Words("branch.replayed"), "neutral"),
    "sampled": (Words("branch.sampled"), "neutral"),
}


class PaintedBranch(msgspec.Struct, frozen=True):
    """A row as it is drawn. `below`: its line goes on to a branch under it; `names` is where the column of notes may begin, so that they
    stand under one another."""

    row: BranchRow
    below: bool
    names: int


def name_left(row: BranchRow) -> int:
    """Left edge of a branch's name."""
    return theme().px(_INSET + _DEEPER * min(row.level, _DEEPEST) + 12)


def name_width(row: BranchRow) -> int:
    """The room that a branch's name takes from the left edge of the row on."""
    return name_left(row) + round(QFontMetricsF(_name_font(row)).horizontalAdvance(row.name)) + theme().px(_GAP)


def paint_branch(painter: QPainter, rect: QRectF, content: Hashable) -> None:
    """Draw a row."""
    assert isinstance(content, PaintedBranch)
    row = content.row
    if row.current:
        painter.fillRect(QRectF(rect.left(), rect.top(), theme().px(3), rect.height()), theme().color("accent"))
    _lanes(painter, rect, content)
    _dot(painter, rect, row)
    right = _figures(painter, rect, row)
    left = rect.left() + name_left(row)
    end = _text(
        painter, QRectF(left, rect.top(), max(right - left, 0), rect.height()), row.name, _name_font(row), _ink(row)
    )
    left = max(rect.left() + content.names, end + theme().px(_GAP))
    _kept(painter, QRectF(left, rect.top(), max(right - left - theme().px(_GAP), 0), rect.height()), row)


def _lane(level: int) -> float:
    return theme().px(_INSET + _DEEPER * min(level, _DEEPEST))


def _lanes(painter: QPainter, rect: QRectF, content: PaintedBranch) -> None:
    """The lines of the branches further out, the bend from the branch above, and the beginning of the line to those below."""
    row, middle = content.row, rect.center().y()
    painter.setPen(QPen(theme().color("strong"), 1))
    for level, goes_on in enumerate(row.lanes):
        if goes_on and level < _DEEPEST:
            _upright(painter, rect, level, rect.top(), rect.bottom() + 1)
    if row.parent is not None:
        level = row.level - 1
        _upright(painter, rect, level, rect.top(), middle if row.last else rect.bottom() + 1)
        x = rect.left() + _lane(level)
        if _lane(row.level) > _lane(level):
            painter.drawLine(QLineF(x, round(middle) + 0.5, rect.left() + _lane(row.level), round(middle) + 0.5))
    if content.below:
        _upright(painter, rect, row.level, middle, rect.bottom() + 1)


def _upright(painter: QPainter, rect: QRectF, level: int, top: float, bottom: float) -> None:
    x = round(rect.left() + _lane(level)) + 0.5
    painter.drawLine(QLineF(x, top, x, bottom))


def _dot(painter: QPainter, rect: QRectF, row: BranchRow) -> None:
    """Full where the session stands, a warning where what comes before is damaged, else a ring."""
    middle = QPointF(rect.left() + _lane(row.level) + 0.5, rect.center().y())
    if "gap" in row.marks:
        side = theme().px(14)
        paint_icon(painter, "warn", "warn", QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side))
        return
    colour = theme().color("accent" if row.current else "fork")
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(colour if row.current else theme().color("surface"))
    painter.drawEllipse(middle, theme().px(_DOT), theme().px(_DOT))


def _figures(painter: QPainter, rect: QRectF, row: BranchRow) -> float:
    """From the right end inwards: what became of the expectation, where it stands, how long it is, where it begins. Returns where
    they begin."""
    px, right = theme().px, rect.right() - theme().px(12)
    if row.expectation is not None:
        text, kind = expectation_chip(row.expectation)
        right = _chip(painter, rect, right, text, kind)
    for mark in row.marks:
        if mark in _CHIPS:
            said, kind = _CHIPS[mark]
            right = _chip(painter, rect, right, say(said), kind)
    columns = [(row.ended, 150)]
    if rect.width() >= px(_MIDDLE):
        columns.append((words("count.rounds", n=row.rounds), 76))
    begins = from_words(row)
    if rect.width() >= px(_WIDE):
        columns.append((begins or Words("branch.from_start"), 120))
    for said, width in columns:
        where = QRectF(right - px(width), rect.top(), px(width), rect.height())
        shown = "" if said.key == "branch.from_start" and begins is None else say(said)
        _text(painter, where, shown, theme().font(12), "disabled" if row.hidden else "muted")
        right -= px(width)
    return right


def expectation_chip(found: Expectation) -> tuple[str, Kind]:
    """The badge of what became of an expectation."""
    match found:
        case Met():
            return say(expectation_words(found)), "ok"
        case NotMet(so_far=so_far):
            return say(expectation_words(found)), "neutral" if so_far else "err"
        case Unknown(why=why):
            return say(
                words("expectation.unknown") if not why else words("expectation.no_answer")
            ), "warn" if why else "neutral"


def _chip(painter: QPainter, rect: QRectF, right: float, text: str, kind: Kind) -> float:
    size = chip_size(text)
    paint_chip(
        painter,
        QRectF(right - size.width(), rect.center().y() - size.height() / 2, size.width(), size.height()),
        text,
        kind,
    )
    return right - size.width() - theme().px(6)


def _kept(painter: QPainter, rect: QRectF, row: BranchRow) -> None:
    """The note, and behind it what is expected."""
    colour = "disabled" if row.hidden else "muted"
    if row.note:
        end = _text(painter, rect, " ".join(row.note.split()), theme().font(12), colour)
        rect = QRectF(end + theme().px(_GAP), rect.top(), max(rect.right() - end - theme().px(_GAP), 0), rect.height())
    if row.expects:
        _text(painter, rect, row.expects, theme().code_font(11), colour)


def _text(painter: QPainter, rect: QRectF, text: str, font: QFont, colour: str) -> float:
    """Draw a text, cut where it must be; nothing where only a letter would be seen. Returns where it ends."""
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    if shown != text and len(shown) < 4:
        return rect.left()
    painter.setFont(font)
    painter.setPen(theme().color(colour))
    painter.drawText(rect, _LINE | Qt.AlignmentFlag.AlignLeft, shown)
    return rect.left() + metrics.horizontalAdvance(shown)


def _name_font(row: BranchRow) -> QFont:
    return theme().font(13, semibold=row.current)


def _ink(row: BranchRow) -> str:
    return "disabled" if row.hidden else "text"
