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
    """A row as it is drawn, all in words: two of the same content look the same. `hangs`: it left the branch above; `below`: its own line
    goes on to a branch under it; `names` is where the column of notes may begin and `badges` the room of the badges, so that all stands
    under one another."""

    name: str
    level: int
    lanes: tuple[bool, ...]
    last: bool
    hangs: bool
    below: bool
    names: int
    badges: int
    ended: str
    rounds: str
    begins: str
    chips: tuple[tuple[str, Kind], ...] = ()
    note: str = ""
    expects: str = ""
    current: bool = False
    hidden: bool = False
    gap: bool = False


def painted(row: BranchRow, *, below: bool, names: int, badges: int) -> PaintedBranch:
    """A branch as it is drawn."""
    begins = from_words(row)
    return PaintedBranch(
        row.name,
        row.level,
        row.lanes,
        row.last,
        hangs=row.parent is not None,
        below=below,
        names=names,
        badges=badges,
        ended=say(row.ended),
        rounds=say(words("count.rounds", n=row.rounds)),
        begins=say(begins) if begins is not None else "",
        chips=_chips(row),
        note=" ".join(row.note.split()),
        expects=row.expects,
        current=row.current,
        hidden=row.hidden,
        gap="gap" in row.marks,
    )


def _chips(row: BranchRow) -> tuple[tuple[str, Kind], ...]:
    """The badges from the right end inwards."""
    became = (expectation_chip(row.expectation),) if row.expectation is not None else ()
    marks = [(say(_CHIPS[mark][0]), _CHIPS[mark][1]) for mark in row.marks if mark in _CHIPS]
    return (*became, *marks)


def badges_width(row: BranchRow) -> int:
    """The room that the badges of a branch take."""
    return sum(chip_size(text).width() + theme().px(6) for text, _ in _chips(row))


def name_left(level: int) -> int:
    """Left edge of a name."""
    return theme().px(_INSET + _DEEPER * min(level, _DEEPEST) + 12)


def name_width(row: BranchRow) -> int:
    """The room that a branch's name takes from the left edge of the row on."""
    font = _name_font(current=row.current)
    return name_left(row.level) + round(QFontMetricsF(font).horizontalAdvance(row.name)) + theme().px(_GAP)


def paint_branch(painter: QPainter, rect: QRectF, content: Hashable) -> None:
    """Draw a row."""
    assert isinstance(content, PaintedBranch)
    row = content
    if row.current:
        painter.fillRect(QRectF(rect.left(), rect.top(), theme().px(3), rect.height()), theme().color("accent"))
    _lanes(painter, rect, row)
    _dot(painter, rect, row)
    right = _figures(painter, rect, row)
    left = rect.left() + name_left(row.level)
    name = QRectF(left, rect.top(), max(right - left, 0), rect.height())
    end = _text(painter, name, row.name, _name_font(current=row.current), "muted" if row.hidden else "text")
    left = max(rect.left() + row.names, end + theme().px(_GAP))
    _kept(painter, QRectF(left, rect.top(), max(right - left - theme().px(_GAP), 0), rect.height()), row)


def _lane(level: int) -> float:
    return theme().px(_INSET + _DEEPER * min(level, _DEEPEST))


def _lanes(painter: QPainter, rect: QRectF, row: PaintedBranch) -> None:
    """The lines of the branches further out, the bend from the branch above, and the beginning of the line to those below."""
    middle = rect.center().y()
    painter.setPen(QPen(theme().color("strong"), 1))
    for level, goes_on in enumerate(row.lanes):
        if goes_on and level < _DEEPEST:
            _upright(painter, rect, level, rect.top(), rect.bottom() + 1)
    if row.hangs:
        level = row.level - 1
        _upright(painter, rect, level, rect.top(), middle if row.last else rect.bottom() + 1)
        x = rect.left() + _lane(level)
        if _lane(row.level) > _lane(level):
            painter.drawLine(QLineF(x, round(middle) + 0.5, rect.left() + _lane(row.level), round(middle) + 0.5))
    if row.below:
        _upright(painter, rect, row.level, middle, rect.bottom() + 1)


def _upright(painter: QPainter, rect: QRectF, level: int, top: float, bottom: float) -> None:
    x = round(rect.left() + _lane(level)) + 0.5
    painter.drawLine(QLineF(x, top, x, bottom))


def _dot(painter: QPainter, rect: QRectF, row: PaintedBranch) -> None:
    """Full where the session stands, a warning where what comes before is damaged, else a ring."""
    middle = QPointF(rect.left() + _lane(row.level) + 0.5, rect.center().y())
    if row.gap:
        side = theme().px(14)
        paint_icon(painter, "warn", "warn", QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side))
        return
    colour = theme().color("accent" if row.current else "fork")
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(colour if row.current else theme().color("surface"))
    painter.drawEllipse(middle, theme().px(_DOT), theme().px(_DOT))


def _figures(painter: QPainter, rect: QRectF, row: PaintedBranch) -> float:
    """From the right end inwards: badges, where it stands, how long it is, where it begins. Returns where they begin."""
    px, right = theme().px, rect.right() - theme().px(12)
    for text, kind in row.chips:
        right = _chip(painter, rect, right, text, kind)
    right = rect.right() - px(12) - row.badges
    columns = [(row.ended, 150)]
    if rect.width() >= px(_MIDDLE):
        columns.append((row.rounds, 76))
    if rect.width() >= px(_WIDE):
        columns.append((row.begins, 120))
    for said, width in columns:
        where = QRectF(right - px(width), rect.top(), px(width), rect.height())
        _text(painter, where, said, theme().font(12), "muted")
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


def _kept(painter: QPainter, rect: QRectF, row: PaintedBranch) -> None:
    """The note, and behind it what is expected."""
    if row.note:
        end = _text(painter, rect, row.note, theme().font(12), "muted")
        rect = QRectF(end + theme().px(_GAP), rect.top(), max(rect.right() - end - theme().px(_GAP), 0), rect.height())
    if row.expects:
        _text(painter, rect, row.expects, theme().code_font(11), "muted")


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


def _name_font(*, current: bool) -> QFont:
    return theme().font(13, semibold=current)
