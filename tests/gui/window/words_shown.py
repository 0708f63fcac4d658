"""All words that a window shows or says: of its widgets, actions, lists and trees, with tooltips and what a screen reader is told."""

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
_TOLD = ("windowTitle", "toolTip", "statusTip", "accessibleName", "accessibleDescription")
_ROWS = 60
Words = Iterator[tuple[str, str]]
"""Where a text stands, and the text."""


def words_shown(root: QWidget) -> Words:
    """Each text of this window and of all in it that is not hidden."""
    for widget in (root, *root.findChildren(QWidget)):
        if widget.isVisible():
            yield from _of_widget(widget)
    for action in root.findChildren(QAction):
        where = f"action {action.objectName()}"
        yield from _filled((where, text) for text in (action.text(), action.toolTip(), action.statusTip()))


def _filled(words: Words) -> Words:
    return (each for each in words if each[1].strip())


def _of_widget(widget: QWidget) -> Words:
    where = f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
    told = [str(getattr(widget, name)()) for name in _TOLD]
    return _filled((where, text) for text in (*told, *_own(widget)))


def _own(widget: QWidget) -> Iterator[str]:
    match widget:
        case QLineEdit() | QPlainTextEdit() | QTextEdit():  # what is typed in it is of no language
            yield widget.placeholderText()
        case QTabBar():
            for at in range(widget.count()):
                yield from (widget.tabText(at), widget.tabToolTip(at), widget.accessibleTabName(at))
        case QGroupBox():
            yield widget.title()
        case QHeaderView():
            return
        case QComboBox():
            yield from _of_model(widget.model())
        case QAbstractItemView() if widget.model() is not None:
            yield from _of_model(widget.model())
        case _:
            text = getattr(widget, "text", None)
            yield str(text()) if callable(text) else ""


def _of_model(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    parent = parent or QModelIndex()
    flat = isinstance(model, QAbstractListModel)  # of which the numbers of columns and children are private
    columns = 1 if flat else model.columnCount(parent)
    for column in range(columns):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
    for row in range(min(model.rowCount(parent), _ROWS)):
        for column in range(columns):
            index = model.index(row, column, parent)
            yield from (text for role in _ROLES if isinstance(text := model.data(index, role), str))
            if not column and not flat and model.rowCount(index):
                yield from _of_model(model, index)
