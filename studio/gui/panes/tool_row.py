"""A row of the tools pane: check box, name, marks, where the tool comes from.

Above: the tools pane. Below: `tool_marks`, `present/declared_tools`. Knows no session, only its setup.
"""

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QTreeWidgetItem

from studio.gui.look.theme import theme
from studio.gui.panes.tool_marks import paint_marks, tool_marks
from studio.gui.words import say, tip
from studio.messages.toolspec import ToolSpec
from studio.present.declared_tools import kind_sentence, kind_word
from studio.session.executors import CommandLine, HttpEndpoint
from studio.session.setup import Setup

translate = QCoreApplication.translate

NAME = Qt.ItemDataRole.UserRole
_HEIGHT = 27


def tool_source(tool: ToolSpec, setup: Setup) -> str:
    """Where a tool comes from, in few words: its kind, how it runs, its file."""
    kind, executor = kind_word(tool), setup.executors.get(tool.name)
    said = [say(kind)] if kind is not None else []
    if isinstance(executor, HttpEndpoint):
        said.append(translate("ToolRow", "http"))
    elif isinstance(executor, CommandLine):
        said.append(translate("ToolRow", "command"))
    if tool.source:
        said.append(tool.source)
    elif not said:
        said.append(translate("ToolRow", "by hand"))
    return " · ".join(said)


def from_file(tool: ToolSpec, setup: Setup) -> bool:
    """Whether a Python file of the session gives the tool."""
    return any(file.path.replace("\\", "/").rsplit("/", 1)[-1] == tool.source for file in setup.files)


def tool_row(tool: ToolSpec, setup: Setup, *, sent: bool, locked: bool, ratio: float) -> QTreeWidgetItem:
    """The row of a tool; a locked one cannot be switched. Its box says what the person chose, its colour whether it is `sent`."""
    source, marks = tool_source(tool, setup), tool_marks(tool, setup)
    item = QTreeWidgetItem([tool.name, "", source])
    item.setData(0, NAME, tool.name)
    item.setFont(0, theme().code_font())
    item.setFont(2, theme().font(11))
    item.setForeground(0, theme().color("text" if sent else "muted"))
    item.setForeground(2, theme().color("muted"))
    item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    item.setSizeHint(0, QSize(0, theme().px(_HEIGHT)))
    if marks:
        item.setData(1, Qt.ItemDataRole.DecorationRole, paint_marks(marks, ratio))
    _say(item, tool, source, [mark.words for mark in marks])
    item.setCheckState(0, Qt.CheckState.Unchecked if tool.name in setup.off else Qt.CheckState.Checked)
    if locked:
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
    said = [
        tool.name,
        translate("ToolRow", "sent") if sent else translate("ToolRow", "not sent"),
        source,
        *(mark.short for mark in marks),
    ]
    item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(part for part in said if part))
    return item


def _say(item: QTreeWidgetItem, tool: ToolSpec, source: str, marks: list[str]) -> None:
    kind = kind_sentence(tool)
    why = say(kind) if kind is not None else ""
    item.setToolTip(0, tip("\n".join(filter(None, (tool.description or tool.name, why)))))
    item.setToolTip(1, "\n".join(marks))
    item.setToolTip(2, tip(why or source))
