"""The order in which Tab goes through widgets that were made in another order than they stand.

Above: columns whose members come and go. Knows no widget of ours.
"""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def tab_through(widgets: Iterable[QWidget]) -> None:
    """Let Tab go through `widgets`, and through what is in each, in this order."""
    former: QWidget | None = None
    for widget in (inner for outer in widgets for inner in _stops(outer)):
        if former is not None:
            QWidget.setTabOrder(former, widget)
        former = widget


def _stops(widget: QWidget) -> list[QWidget]:
    """The widgets that take the focus by Tab, outer ones first, in the order of the tree."""
    found = [widget, *widget.findChildren(QWidget)]
    here = widget.window()
    return [each for each in found if _takes(each) and each.window() is here]


def _takes(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
