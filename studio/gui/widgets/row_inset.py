"""Where rows begin and end: those of a flat list, with the ground of the selection from edge to edge, and the bar on top of a dock.

Above: docks and lists in dialogs. Below: the theme. Knows nothing of what the rows hold.
"""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QBoxLayout, QHeaderView, QTreeWidget

from studio.gui.look.theme import theme

_INSET = 12
_OWN_MARGIN = 4
"""What Qt itself leaves free at both ends of a cell."""


def inset_bar(bar: QBoxLayout, *, roomy: bool = False) -> None:
    """Give the bar on top of a dock the insets of all: 12 left, 8 right, for its last icon has 4 of its own; 4 above and below.

    `roomy` is for the docks at the side, which are high: 8 above and below.
    """
    px, high = theme().px, 8 if roomy else 4
    bar.setContentsMargins(px(_INSET), px(high), px(8), px(high))


def inset_rows(rows: QTreeWidget, *, columns: int) -> None:
    """Give a list of `columns` columns the inset of 12; an empty column stands after the last one.

    To be called again when the text size changes.
    """
    inset = theme().px(_INSET) - _OWN_MARGIN
    rows.setColumnCount(columns + 1)
    rows.setRootIsDecorated(True)
    rows.setItemsExpandable(False)
    rows.setExpandsOnDoubleClick(False)
    rows.setIndentation(inset)
    rows.setIconSize(QSize(theme().px(16), theme().px(16)))
    header = rows.header()
    header.setStretchLastSection(False)
    header.setMinimumSectionSize(min(inset, 8))
    header.setSectionResizeMode(columns, QHeaderView.ResizeMode.Fixed)
    header.resizeSection(columns, inset)
