"""What the gutter of the timeline says: where a click sets a breakpoint, and what the sign there does.

Above: the timeline's table. Below: the row, `present/breakpoint_words`.
"""

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill, say
from studio.present.breakpoint_words import name_words
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.present.row import Row, StopSign
from studio.present.row_stops import place_of_row
from studio.session.breakpoints import Breakpoint, pattern_of

_SIGNS: dict[StopSign, str] = {
    "stop": QT_TRANSLATE_NOOP("TimelineTips", "It stops {place}."),
    "condition": QT_TRANSLATE_NOOP("TimelineTips", "It stops {place}, under a condition."),
    "log": QT_TRANSLATE_NOOP("TimelineTips", "It does something {place} and does not stop."),
    "off": QT_TRANSLATE_NOOP("TimelineTips", "A breakpoint {place} is switched off."),
    "": QT_TRANSLATE_NOOP("TimelineTips", "A click, or F9, sets a breakpoint {place}."),
}
_TAKEN = QT_TRANSLATE_NOOP("TimelineTips", "A click, or F9, takes it away or sets one.")


def gutter_tip(row: Row) -> str:
    """A recorded step stands for its place: a breakpoint there holds for each such step from now on. Empty where there can be none."""
    place = place_of_row(row)
    if place is None:
        return ""
    where = say(name_words(Breakpoint("", place=place[0], tool=pattern_of(place[1]))))
    said = fill(QCoreApplication.translate("TimelineTips", _SIGNS[row.stop]), place=where)
    more = QCoreApplication.translate("TimelineTips", _TAKEN)
    return f"{said}\n{more}" if row.stop else said
