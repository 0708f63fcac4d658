"""The rows of the Watch dock: an expression and its value; what has members opens, level by level, when it is asked for.

Above: `watch_pane`. Below: `workspace/watching` (values only). Changes nothing.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.words import fill, number, sentence, tip
from studio.workspace.watching import Watched

_ID, _VALUE, _PLACE = (Qt.ItemDataRole.UserRole + at for at in range(3))
_ROW = 26
_MOST_MEMBERS = 200
_LONGEST = 500
Place = tuple[str, ...]


class WatchRows(QTreeWidget):
    """`chosen` is the id of the watch of the selected row. What was open stays open when the values change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open: set[Place] = set()
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setExpandsOnDoubleClick(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setIndentation(theme().px(14))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.header().resizeSection(0, theme().px(136))
        self.itemExpanded.connect(self._opened)
        self.itemCollapsed.connect(lambda item: self._open.discard(item.data(0, _PLACE)))

    @property
    def chosen(self) -> str:
        """The id of the watch whose row, or a member of whose value, is selected; empty when none is."""
        found = self.selectedItems()
        return str(found[0].data(0, _ID)) if found else ""

    def show_watched(self, watched: Sequence[Watched]) -> None:
        """Show these values."""
        kept = self.chosen
        self.clear()
        for each in watched:
            item = self._watch(each)
            self.addTopLevelItem(item)
            self._open_again(item)
            if each.id == kept:
                self.setCurrentItem(item)

    def _watch(self, watched: Watched) -> QTreeWidgetItem:
        place = (watched.id,)
        item = self._item(watched.id, watched.expression, watched.value, place)
        item.setToolTip(0, tip(watched.expression))
        if watched.error:
            item.setText(1, sentence(watched.error))
            item.setToolTip(1, tip(sentence(watched.error)))
        if watched.error or watched.value is None:
            item.setForeground(1, theme().color("muted"))
        item.setIcon(1, icon("dot", "accent") if watched.changed else QIcon())
        if watched.changed:
            was = fill(self.tr("It was {value} at the step before."), value=_short(watched.was, self._nothing()))
            item.setToolTip(1, tip(f"{item.text(1)}\n{was}"))
        changed = self.tr("changed") if watched.changed else ""
        said = ", ".join(filter(None, (watched.expression, item.text(1), changed)))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, said)
        return item

    def _nothing(self) -> str:
        return self.tr("nothing")

    def _item(self, id: str, name: str, value: Any, place: Place) -> QTreeWidgetItem:
        item = QTreeWidgetItem([name, _short(value, self._nothing())])
        item.setData(0, _ID, id)
        item.setData(0, _VALUE, (value,))
        item.setData(0, _PLACE, place)
        for column in (0, 1):
            item.setFont(column, theme().code_font(12))
        item.setToolTip(1, tip(item.text(1)))
        item.setSizeHint(0, QSize(0, theme().row(_ROW)))
        if isinstance(value, dict | list) and value:
            item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return item

    def _opened(self, item: QTreeWidgetItem) -> None:
        """Make the rows of the members now."""
        place: Place = tuple(item.data(0, _PLACE))
        self._open.add(place)
        if item.childCount():
            return
        (value,) = item.data(0, _VALUE)
        members = list(_members(value))
        for name, member in members[:_MOST_MEMBERS]:
            child = self._item(str(item.data(0, _ID)), name, member, (*place, name))
            item.addChild(child)
            self._open_again(child)
        left = len(members) - _MOST_MEMBERS
        if left > 0:
            item.addChild(QTreeWidgetItem([fill(self.tr("{n} more"), n=number(left))]))

    def _open_again(self, item: QTreeWidgetItem) -> None:
        if tuple(item.data(0, _PLACE)) in self._open:
            item.setExpanded(True)


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from ((str(name), member) for name, member in value.items())
    elif isinstance(value, list):
        yield from ((str(at), member) for at, member in enumerate(value))


def _short(value: Any, nothing: str) -> str:
    """A value as JSON in one line, so that a text is told from a number; cut where it is long, and no more is put together than is
    shown."""
    if value is None:
        return nothing
    text = json.dumps(value[: _LONGEST * 2], ensure_ascii=False) if isinstance(value, str) else _beginning(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _beginning(value: Any) -> str:
    made = ""
    for piece in _PIECES(value):
        made += piece[:_LONGEST]
        if len(made) > _LONGEST:
            break
    return made


_PIECES = json.JSONEncoder(ensure_ascii=False, default=str).iterencode
