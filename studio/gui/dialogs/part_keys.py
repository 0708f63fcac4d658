"""The keys that a part of the window takes while it has the keyboard, for the list of keys: they are no actions, and mean this there alone.

Above: `keys`. Below: the panes, for which part it is. Words are keys of the translation context `PartKeys`.
"""

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from studio.gui.editors.code_editor import CodeEditor
from studio.gui.editors.text_editor import TextEditor
from studio.gui.panes.branch_tree_view import BranchTreeView
from studio.gui.panes.breakpoints_pane import BreakpointsPane
from studio.gui.panes.call_card import CallCard
from studio.gui.panes.stop_banner import StopBanner
from studio.gui.panes.timeline_view import TimelineView
from studio.gui.panes.tools_view import ToolsView
from studio.gui.panes.watch_pane import WatchPane
from studio.gui.widgets.message_block import MessageBlock
from studio.present.labels import QT_TRANSLATE_NOOP


class PartKeys(NamedTuple):
    """A part by its classes, its name, and for each of its keys what it does."""

    classes: tuple[type[QWidget], ...]
    name: str
    keys: tuple[tuple[str, str], ...]


_MENU = ("Shift+F10", QT_TRANSLATE_NOOP("PartKeys", "What can be done with the row"))
_RENAME = ("F2", QT_TRANSLATE_NOOP("PartKeys", "Rename"))
_REMOVE = ("Del", QT_TRANSLATE_NOOP("PartKeys", "Remove"))

PARTS: tuple[PartKeys, ...] = (
    PartKeys(
        (TimelineView,),
        QT_TRANSLATE_NOOP("PartKeys", "In the timeline"),
        (
            ("Left, Right", QT_TRANSLATE_NOOP("PartKeys", "Fold or open a round")),
            ("Home", QT_TRANSLATE_NOOP("PartKeys", "First step")),
            ("End", QT_TRANSLATE_NOOP("PartKeys", "Newest step, and follow it")),
            ("Return", QT_TRANSLATE_NOOP("PartKeys", "Go to the message or the call of the step")),
            ("Esc", QT_TRANSLATE_NOOP("PartKeys", "Look at the step where the session stands")),
            ("F2", QT_TRANSLATE_NOOP("PartKeys", "Rename the branch")),
            _MENU,
        ),
    ),
    PartKeys(
        (StopBanner,),
        QT_TRANSLATE_NOOP("PartKeys", "In the banner"),
        (
            ("A", QT_TRANSLATE_NOOP("PartKeys", "Approve")),
            ("R", QT_TRANSLATE_NOOP("PartKeys", "Reject")),
        ),
    ),
    PartKeys(
        (CodeEditor, TextEditor),
        QT_TRANSLATE_NOOP("PartKeys", "In an editor"),
        (
            ("Ctrl+Return", QT_TRANSLATE_NOOP("PartKeys", "Commit what is typed, or send it")),
            ("Esc", QT_TRANSLATE_NOOP("PartKeys", "Leave the editor; what is typed stays")),
        ),
    ),
    PartKeys(
        (CallCard,),
        QT_TRANSLATE_NOOP("PartKeys", "In the card of a call"),
        (
            ("Return", QT_TRANSLATE_NOOP("PartKeys", "Open the card and go to the arguments")),
            ("Ctrl+Return", QT_TRANSLATE_NOOP("PartKeys", "Execute, or the main button of the card")),
            ("Ctrl+M", QT_TRANSLATE_NOOP("PartKeys", "Give the result yourself")),
        ),
    ),
    PartKeys(
        (MessageBlock,),
        QT_TRANSLATE_NOOP("PartKeys", "At a message"),
        (
            ("Return", QT_TRANSLATE_NOOP("PartKeys", "Edit the message")),
            ("Left, Right", QT_TRANSLATE_NOOP("PartKeys", "Fold or open the message")),
            _REMOVE,
        ),
    ),
    PartKeys(
        (ToolsView,),
        QT_TRANSLATE_NOOP("PartKeys", "In the list of tools"),
        (
            ("Space", QT_TRANSLATE_NOOP("PartKeys", "Send the tool to the model, or not")),
            ("Return", QT_TRANSLATE_NOOP("PartKeys", "Open the page of the tool")),
            ("P", QT_TRANSLATE_NOOP("PartKeys", "Always send it, or not")),
            _RENAME,
            _REMOVE,
            _MENU,
        ),
    ),
    PartKeys(
        (BreakpointsPane,),
        QT_TRANSLATE_NOOP("PartKeys", "In the list of breakpoints"),
        (
            ("Alt+Up, Alt+Down", QT_TRANSLATE_NOOP("PartKeys", "Move it up or down")),
            _REMOVE,
            _MENU,
        ),
    ),
    PartKeys(
        (BranchTreeView,),
        QT_TRANSLATE_NOOP("PartKeys", "In the tree of branches"),
        (
            ("Return", QT_TRANSLATE_NOOP("PartKeys", "Go to the branch")),
            _RENAME,
            ("N", QT_TRANSLATE_NOOP("PartKeys", "Write its note and expectation")),
            ("H, Del", QT_TRANSLATE_NOOP("PartKeys", "Hide the branch, or show it again")),
            _MENU,
        ),
    ),
    PartKeys((WatchPane,), QT_TRANSLATE_NOOP("PartKeys", "In the watches"), (_RENAME, _REMOVE)),
)


def part_of(widget: QWidget | None) -> PartKeys | None:
    """The innermost part with keys of its own around a widget."""
    while widget is not None:
        found = next((part for part in PARTS if isinstance(widget, part.classes)), None)
        if found is not None:
            return found
        widget = widget.parentWidget()
    return None


def part_words(text: str) -> str:
    """A text of this table in the language of the window."""
    return QCoreApplication.translate("PartKeys", text)
