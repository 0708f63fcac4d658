"""Rows of a flat list that begin and end at the inset of the panes, with the ground of the selection from edge to edge.

Above: lists in docks and dialogs. Below: the theme. Knows nothing of what the rows hold.
"""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHeaderView, QTreeWidget

from studio.gui.look.theme import theme

_INSET = 12
_OWN_MARGIN = 4
"""What Qt itself leaves free at both ends of a cell."""


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
