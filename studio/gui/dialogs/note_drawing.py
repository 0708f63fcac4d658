"""Draws a line of the list of notes: its sign, the place in code, the sentence, and the advice muted below, each wrapped.

Above: `note_list`. Below: the theme. Knows not where a note comes from.
"""

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme

SHOWN = Qt.ItemDataRole.UserRole + 1
_INSET, _ABOVE, _ICON, _GAP = 12, 7, 16, 10
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class NoteShown(NamedTuple):
    """What a line shows: the name of an icon and its colour, and three texts, any of which may be empty."""

    icon: str
    colour: str
    place: str
    sentence: str
    advice: str


class NoteDrawing(QStyledItemDelegate):
    """The items of the list hold a `NoteShown`."""

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._view = view

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        note: NoteShown = index.data(SHOWN)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        px = theme().px
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme().color("sel"))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme().color("accent"), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        top = rect.top() + px(_ABOVE)
        paint_icon(painter, note.icon, note.colour, QRectF(rect.left() + px(_INSET), top, px(_ICON), px(_ICON)))
        for text, font, colour in _texts(note):
            place = self._place(rect.width(), font, text)
            painter.setFont(font)
            painter.setPen(theme().color(colour))
            painter.drawText(place.translated(rect.left(), top), _WRAP, text)
            top += place.height()
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = self._view.viewport().width()
        heights = (self._place(width, font, text).height() for text, font, _ in _texts(index.data(SHOWN)))
        return QSize(width, sum(heights) + 2 * theme().px(_ABOVE))

    def _place(self, width: int, font: QFont, text: str) -> QRect:
        """Where a text stands in a line so wide, from the top of what is above it."""
        left = theme().px(_INSET + _ICON + _GAP)
        room = QRect(left, 0, max(width - left - theme().px(_INSET), 1), 10_000)
        return QRect(room.topLeft(), QSize(room.width(), QFontMetrics(font).boundingRect(room, _WRAP, text).height()))


def _texts(note: NoteShown) -> list[tuple[str, QFont, str]]:
    """The texts that are there, from top to bottom, with font and colour."""
    texts = (
        (note.place, theme().code_font(12, semibold=True), "text"),
        (note.sentence, theme().font(13), "text"),
        (note.advice, theme().font(12), "muted"),
    )
    return [each for each in texts if each[0]]
