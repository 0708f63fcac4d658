"""A dialog in which Tab goes through the fields as they stand, whenever they were made: rows come and go, pages are swapped.

Above: dialogs. Below: Qt. The order is that of the layouts at the moment of the key, so that nobody has to keep one.
"""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFormLayout, QGridLayout, QLayout, QLayoutItem, QScrollArea, QWidget


class TabbedDialog(QDialog):
    """Tab and Shift+Tab go round; what gets the keyboard is scrolled into view."""

    def focusNextPrevChild(self, next: bool) -> bool:
        """Give the keyboard to the field after the one that has it, or to the one before."""
        stops: list[QWidget] = list(tab_stops(self))
        here: QWidget | None = self.focusWidget()
        at = next_at(stops, here, 1 if next else -1)
        if at is None:
            return super().focusNextPrevChild(next)
        reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
        stops[at].setFocus(reason)
        _scroll_to(stops[at])
        return True


def next_at(stops: list[QWidget], here: QWidget | None, step: int) -> int | None:
    """The place of the stop after (1) or before (-1) the one at which, or in which, the keyboard is; None when it is at none."""
    while here is not None and here not in stops:
        here = here.parentWidget()
    return (stops.index(here) + step) % len(stops) if here is not None else None


def tab_stops(widget: QWidget) -> Iterator[QWidget]:
    """What can get the keyboard by Tab inside `widget`, in the order of its layouts."""
    for child in _children(widget):
        if child.isWindow() or child.isHidden():
            continue
        if child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.focusProxy() is None:
            yield child
        yield from tab_stops(child)


def _children(widget: QWidget) -> list[QWidget]:
    """Those that a layout places, in its order; then the others, as they were made."""
    layout = widget.layout()
    placed = list(_placed(layout)) if layout is not None else []
    return placed + [child for child in widget.children() if isinstance(child, QWidget) and child not in placed]


def _placed(layout: QLayout) -> Iterator[QWidget]:
    items = [item for at in range(layout.count()) if (item := layout.itemAt(at)) is not None]
    places = [_place(layout, at) for at in range(len(items))]
    for item in (items[at] for at in sorted(range(len(items)), key=lambda at: places[at])):
        yield from _in_item(item)


def _in_item(item: QLayoutItem) -> Iterator[QWidget]:
    widget, inner = item.widget(), item.layout()
    if widget is not None:
        yield widget
    elif inner is not None:
        yield from _placed(inner)


def _place(layout: QLayout, at: int) -> tuple[int, int]:
    """Row and column of an item; a box has its items in one row."""
    if isinstance(layout, QGridLayout):
        cell: Any = layout.getItemPosition(at)
        return cell[0], cell[1]
    if isinstance(layout, QFormLayout):
        line: Any = layout.getItemPosition(at)
        return line[0], line[1].value
    return 0, at


def _scroll_to(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None and not above.isWindow():
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()
