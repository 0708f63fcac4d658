"""How a tool runs: as an HTTP request or a command, with what would go out beside the fields; as an agent; by its file, or not at all.

Above: the page of a tool, the dialogs that add one. Below: `tool_http`, `tool_command`, `tool_agent`, `tool_preview`.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.tool_agent import ToolAgent
from studio.gui.dialogs.tool_command import ToolCommand
from studio.gui.dialogs.tool_http import ToolHttp
from studio.gui.dialogs.tool_preview import ToolPreview
from studio.gui.look.theme import theme
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.workspace.workspace import Workspace


class ToolRuns(QWidget):
    """`kind` is python, hand, http, command or agent. `edited`: it runs otherwise now."""

    edited = Signal()

    def __init__(
        self,
        tool: ToolSpec,
        executor: Executor | None,
        parent: QWidget | None = None,
        *,
        workspace: Workspace,
        others: Sequence[ToolSpec] = (),
        by_file: bool = False,
    ) -> None:
        """`others` are the tools that an agent may call."""
        super().__init__(parent)
        self._schema: dict[str, Any] = tool.parameters
        self._by_file = by_file
        self.kind = StillCombo(self)
        self.kind.setAccessibleName(self.tr("How the tool runs"))
        none = ("python", self.tr("Python, in its file")) if by_file else ("hand", self.tr("not at all"))
        ways = (self.tr("HTTP request"), self.tr("command line"), self.tr("agent"))
        choices = [none, *zip(("http", "command", "agent"), ways, strict=True)]
        self.kind.show_choices(choices, _kind(executor) or none[0])
        self.http = ToolHttp(executor if isinstance(executor, HttpEndpoint) else HttpEndpoint(""), self)
        self.command = ToolCommand(executor if isinstance(executor, CommandLine) else CommandLine(()), self)
        self.agent = ToolAgent(executor if isinstance(executor, Agent) else Agent(), others, workspace, self)
        self.preview, self._none = ToolPreview(self), QLabel(self._why_none(tool), self)
        wrap_plainly(self._none)
        self._none.setProperty("role", "muted")
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._lay_out()
        self.kind.currentIndexChanged.connect(lambda _at: self._chosen())
        for fields in (self.http, self.command, self.agent):
            fields.edited.connect(self._typed)
        self._line.setHidden(by_file)
        self._fit()

    def executor(self) -> Executor | None:
        """The executor as it stands in the fields; None where the tool has none."""
        match self.kind.value():
            case "http":
                return self.http.executor()
            case "command":
                return self.command.executor()
            case "agent":
                return self.agent.executor()
            case _:
                return None

    def problem(self) -> str:
        """What is wrong in the fields so that they cannot be read; empty when they can."""
        match self.kind.value():
            case "http":
                return self.http.problem()
            case "command":
                return self.command.problem()
            case "agent":
                return self.agent.problem()
            case _:
                return ""

    def take_schema(self, schema: dict[str, Any]) -> None:
        """The parameters changed, and the example with them."""
        self._schema = schema
        self._fit()

    def only(self, kind: str) -> None:
        """Show the fields of one kind without the choice: the kind was chosen before."""
        self.kind.choose(kind)
        self._line.hide()

    def _lay_out(self) -> None:
        self._line = LabelledField(self.tr("Runs as"), self.kind, self)
        area = ScrollColumn(self.tr("How the tool runs"), self)
        for widget in (self._none, self.http, self.command, self.agent):
            area.add(widget)
        for fields in (self.http, self.command, self.agent):
            fields.column.setContentsMargins(0, 0, theme().px(12), 0)
        row = QHBoxLayout()
        row.setSpacing(theme().px(20))
        row.addWidget(area, 3)
        row.addWidget(self.preview, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(12))
        column.addWidget(self._line)
        column.addLayout(row, 1)

    def _chosen(self) -> None:
        self._fit()
        self.edited.emit()

    def _typed(self) -> None:
        self._fit()
        self.edited.emit()

    def _fit(self) -> None:
        kind, executor = self.kind.value(), self.executor()
        self._none.setVisible(kind not in ("http", "command", "agent"))
        self.agent.setVisible(kind == "agent")
        self.http.setVisible(kind == "http")
        self.command.setVisible(kind == "command")
        self.preview.setVisible(isinstance(executor, HttpEndpoint | CommandLine))
        if isinstance(executor, HttpEndpoint | CommandLine):
            self.preview.show_executor(executor, self._schema)

    def _why_none(self, tool: ToolSpec) -> str:
        if self._by_file:
            said = self.tr("Its function stands in {file}. It runs in a process of its own, once the file is trusted.")
            return fill(said, file=tool.source)
        return self.tr("The tool is only declared. When the model calls it, you give the result, or a mock rule does.")


def _kind(executor: Executor | None) -> str:
    if isinstance(executor, HttpEndpoint):
        return "http"
    if isinstance(executor, Agent):
        return "agent"
    return "command" if isinstance(executor, CommandLine) else ""
