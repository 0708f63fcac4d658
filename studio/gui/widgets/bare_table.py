"""A table that is a plain list of painted rows: no grid, no headers, one row chosen at a time, scrolled by pixels.

Above: the painted lists of the panes. Below: Qt. Knows neither rows nor colours.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView


def bare(view: QTableView) -> None:
    """Take from `view` all that makes it look like a table; the sizes of rows and columns are the owner's."""
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for header in (view.horizontalHeader(), view.verticalHeader()):
        header.hide()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
