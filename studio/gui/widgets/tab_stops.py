"""What Tab reaches inside a widget, in the order in which it is read, at the moment of the key: rows come and go, pages are swapped.

Above: dialogs, the window. Below: Qt. The order is that of the layouts, so that nobody has to keep one.
"""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QGridLayout, QLayout, QLayoutItem, QScrollArea, QWidget


def tab_stops(widget: QWidget) -> Iterator[QWidget]:
    """What can get the keyboard by Tab inside `widget`, in the order of its layouts."""
    for child in _children(widget):
        if child.isWindow() or child.isHidden():
            continue
        if takes_tab(child):
            yield child
        yield from tab_stops(child)


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab stops at a widget itself, as far as it is in view."""
    tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return tab and widget.isEnabled() and widget.focusProxy() is None


def next_at(stops: list[QWidget], here: QWidget | None, step: int) -> int | None:
    """The place of the stop after (1) or before (-1) the one at which, or in which, the keyboard is; None when it is at none."""
    while here is not None and here not in stops:
        here = here.parentWidget()
    return (stops.index(here) + step) % len(stops) if here is not None else None


def stop_at(widget: QWidget, step: int) -> None:
    """Give the keyboard to a stop that was reached forwards (1) or backwards (-1), and scroll it into view."""
    widget.setFocus(Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason)
    above = widget.parentWidget()
    while above is not None and not above.isWindow():
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


def _children(widget: QWidget) -> list[QWidget]:
    """Those that a layout places, in its order; then the others, from top to bottom."""
    # PySide may hand out a spacer that is gone, whose place in memory the layout has now: then the places are all there is.
    layout = widget.layout()
    placed = list(_placed(layout)) if isinstance(layout, QLayout) else []
    others = [child for child in widget.children() if isinstance(child, QWidget) and child not in placed]
    return placed + sorted(others, key=lambda child: (child.y(), child.x()))


def _placed(layout: QLayout) -> Iterator[QWidget]:
    items = [item for at in range(layout.count()) if (item := layout.itemAt(at)) is not None]
    places = [_place(layout, at) for at in range(len(items))]
    for item in (items[at] for at in sorted(range(len(items)), key=lambda at: places[at])):
        yield from _in_item(item)


def _in_item(item: QLayoutItem) -> Iterator[QWidget]:
    widget, inner = item.widget(), item.layout()
    if widget is not None:
        yield widget
    elif isinstance(inner, QLayout):
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
