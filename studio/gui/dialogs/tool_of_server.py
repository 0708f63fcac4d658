"""What an MCP server says of its tool beside what the model reads: title, hints, what the result looks like. Never sent.

Above: the page of a tool. Below: `tool_hints`, the JSON viewer. Shows, and changes nothing.
"""

import json
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label, wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.panes.text_window import TextWindow
from studio.gui.panes.tool_hints import hint_words, said_hints, title_of
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill
from studio.messages.toolspec import ToolSpec
from studio.session.mcp_servers import McpServer

_SHOWN = ("title", "annotations", "outputSchema")


class ToolOfServer(QWidget):
    """`lines` are the sentences from top to bottom; `schema` shows what the server says its results look like."""

    def __init__(self, tool: ToolSpec, server: McpServer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: list[str] = []
        self.schema: TextWindow | None = None
        self.others: TextWindow | None = None
        self._area = ScrollColumn(self.tr("What its server says"), self, gap=theme().px(10))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._area)
        self._tell(tool, server)

    def _tell(self, tool: ToolSpec, server: McpServer) -> None:
        named = self.tr("Its calls go to the MCP server {server}, which calls it {tool}.")
        self._line(fill(named, server=server.name, tool=tool.own_name or tool.name), icon="server")
        self._area.add(hint_label(self.tr("Nothing on this page is ever sent to the model."), self))
        if title_of(tool):
            self._line(fill(self.tr("Title: {title}"), title=title_of(tool)), icon="info")
        for hint, says in said_hints(tool):
            self._line(hint_words(hint, says), icon=hint.icon, colour=hint.colour if says else "muted")
        if not said_hints(tool):
            self._line(self.tr("The server says nothing about what the tool may change."), icon="info")
        self.schema = self._json(self.tr("Output schema"), tool.metadata.get("outputSchema"))
        others = {name: value for name, value in tool.metadata.items() if name not in _SHOWN}
        self.others = self._json(self.tr("Other metadata"), others or None)

    def _line(self, words: str, *, icon: str, colour: str = "muted") -> None:
        self.lines.append(words)
        self._area.add(SignedLine(words, icon, colour, self))

    def _json(self, title: str, value: Any) -> TextWindow | None:
        if value is None:
            return None
        head = QLabel(title, self)
        head.setProperty("role", "strong")
        made = TextWindow(self, json=True)
        made.set_text(json.dumps(value, ensure_ascii=False))
        made.set_name(title)
        made.editor.setTabChangesFocus(True)
        made.editor.setProperty("look", "field")
        made.setFixedHeight(theme().px(180))
        head.setBuddy(made.editor)
        self._area.add(head)
        self._area.add(made)
        return made


class SignedLine(QWidget):
    """A sentence with an icon before it."""

    def __init__(self, words: str, icon: str, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        said = QLabel(words, self)
        wrap_plainly(said)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(IconSign(icon, colour, self), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(said, 1)
        self.setAccessibleName(words)
