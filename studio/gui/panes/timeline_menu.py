"""What can be done with a row of the timeline: the menu, and the texts that are copied.

Above: the timeline pane. Below: the row, the tree. What a choice does is told by the pane's signals.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from studio.gui.look.icons import icon
from studio.gui.models.timeline_model import text_of
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.present.row import Row
from studio.present.row_texts import whole_text
from studio.session.nodes import NodeId
from studio.session.tree import Tree

_ENTRIES: tuple[tuple[str, Any, str], ...] = (
    ("run_to", QT_TRANSLATE_NOOP("TimelineMenu", "Run to here"), "to_here"),
    ("rewind", QT_TRANSLATE_NOOP("TimelineMenu", "Rewind to here"), "rollback"),
    ("fork", QT_TRANSLATE_NOOP("TimelineMenu", "Fork from here"), "fork"),
    ("rerun", QT_TRANSLATE_NOOP("TimelineMenu", "Rerun from here"), "restart"),
    ("send_again", QT_TRANSLATE_NOOP("TimelineMenu", "Send again"), "send"),
    ("edit", QT_TRANSLATE_NOOP("TimelineMenu", "Edit"), "edit"),
    ("", "", ""),
    ("mock_tool", QT_TRANSLATE_NOOP("TimelineMenu", "Mock this tool…"), "mock"),
    ("record_rule", QT_TRANSLATE_NOOP("TimelineMenu", "Record as a rule"), "mock"),
    ("breakpoint", QT_TRANSLATE_NOOP("TimelineMenu", "Breakpoint here, or none"), "breakpoint"),
    ("stop_before", QT_TRANSLATE_NOOP("TimelineMenu", "Stop before this…"), "conditional"),
    ("stop_after", QT_TRANSLATE_NOOP("TimelineMenu", "Stop after this…"), "conditional"),
    ("", "", ""),
    ("copy_text", QT_TRANSLATE_NOOP("TimelineMenu", "Copy text"), "copy"),
    ("copy_json", QT_TRANSLATE_NOOP("TimelineMenu", "Copy JSON"), "copy"),
    ("copy_curl", QT_TRANSLATE_NOOP("TimelineMenu", "Copy as curl"), "copy"),
    ("copy_python", QT_TRANSLATE_NOOP("TimelineMenu", "Copy as Python"), "copy"),
    ("export_test", QT_TRANSLATE_NOOP("TimelineMenu", "Export as test…"), "tick"),
    ("compare", QT_TRANSLATE_NOOP("TimelineMenu", "Compare with…"), "both_ways"),
    ("", "", ""),
    ("hide_kind", QT_TRANSLATE_NOOP("TimelineMenu", "Hide rows of this kind"), "kinds"),
    ("fold_all", QT_TRANSLATE_NOOP("TimelineMenu", "Fold all rounds"), "chevron_right"),
    ("open_all", QT_TRANSLATE_NOOP("TimelineMenu", "Open all rounds"), "chevron_down"),
)


def row_menu(parent: QWidget, row: Row, chosen: Callable[[str], None], allowed: Callable[[str, Row], bool]) -> QMenu:
    """The menu of a row. `chosen` is told the id of the entry; `allowed` says whether it can be done."""
    menu = QMenu(parent)
    for id, text, sign in _ENTRIES:
        if not id:
            menu.addSeparator()
            continue
        action = QAction(icon(sign), QCoreApplication.translate("TimelineMenu", text), menu)
        action.setObjectName(id)
        action.setEnabled(allowed(id, row))
        action.triggered.connect(lambda _checked=False, id=id: chosen(id))
        menu.addAction(action)
    return menu


def target(id: str, row: Row) -> NodeId:
    """The node that a choice is about. Going back means to stand before what a row will do; going forward, to reach it."""
    return row.rewind if id in ("rewind", "fork", "rerun") else row.event


def row_text(row: Row, tree: Tree) -> str:
    """What a row stands for, as text that can be pasted: the whole result, arguments or message, else the line as shown."""
    return whole_text(row, tree) or text_of(row)
