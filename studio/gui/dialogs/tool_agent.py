"""The fields of an agent: its system text, its tools, who answers it, what it is asked, what it remembers, how far it goes.

Above: `tool_runs`. Below: `field_section`, `session/agents`. Typing asks nobody.
"""

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.dialogs.profile_choice import ProfileChoice
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.memory_field import MemoryField
from studio.gui.panes.tool_checks import ToolChecks
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.frames import named
from studio.workspace.workspace import Workspace

_MOST_ROUNDS = 10_000


class ToolAgent(FieldSection):
    """`edited`: another agent stands in the fields."""

    edited = Signal()

    def __init__(
        self, agent: Agent, tools: Sequence[ToolSpec], workspace: Workspace, parent: QWidget | None = None
    ) -> None:
        super().__init__(QCoreApplication.translate("ToolAgent", "Agent"), parent)
        self._tools = tuple(tools)
        self.system = TextEditor(self.tr("System text of the agent"), self)
        self.prompt = TextEditor(self.tr("First message of the agent"), self)
        self.params = TextEditor(self.tr("Parameters of the agent"), self, code=True)
        self.checks, self.patterns = ToolChecks(self, most_rows=7), QLineEdit(self)
        self.who = ProfileChoice(self, workspace, agent.responder, self.edited)
        self.memory, self.keeps = MemoryField(self, asked=False), StillCombo(self)
        self.most = LimitNumber(self.tr("Most round trips"), self, least=1, most=_MOST_ROUNDS)
        self._fill(agent)
        self._add_rows()
        self._connect()
        self._fit()

    def executor(self) -> Agent:
        """The agent as it stands in the fields; ask `problem` first."""
        typed = self.params.text().strip()
        return Agent(
            system=self.system.text() or None,
            tools=self._named(),
            responder=self.who.choice() if self.who.profile.value() else None,
            params=_object(typed) if typed else None,
            prompt=self.prompt.text().strip(),
            memory=self.memory.value(),
            keeps_memory=bool(self.keeps.value()),
            max_round_trips=self.most.whole(),
        )

    def problem(self) -> str:
        """What cannot be read in the fields; empty when all can."""
        typed = self.params.text().strip()
        if typed and _object(typed) is None:
            return self.tr("The parameters are no JSON object.")
        return ""

    def _named(self) -> tuple[str, ...]:
        off = self.checks.off()
        patterns = [word.strip() for word in self.patterns.text().split(",") if word.strip()]
        chosen = [tool.name for tool in self._tools if tool.name not in off]
        return tuple(dict.fromkeys([name for name in chosen if not named(name, patterns)] + patterns))

    def _fill(self, agent: Agent) -> None:
        known = {tool.name for tool in self._tools}
        patterns = [name for name in agent.tools if name not in known]
        self.patterns.setText(", ".join(patterns))
        self.patterns.setFont(theme().code_font())
        self.patterns.setPlaceholderText("issue_*, get_order")
        self.checks.set_tools(self._tools, [tool.name for tool in self._tools if not named(tool.name, agent.tools)])
        for editor, text, lines in ((self.system, agent.system or "", 8), (self.prompt, agent.prompt, 5)):
            editor.fit_height(2, lines)
            editor.set_text(text)
        self.prompt.setPlaceholderText(self.tr("{task}"))
        self.params.fit_height(1, 5)
        self.params.set_text(json.dumps(agent.params, ensure_ascii=False) if agent.params is not None else "")
        self.params.setPlaceholderText('{"temperature": 0}')
        self.who.profile.setItemText(0, self.tr("as its caller"))
        self.memory.set_value(agent.memory)
        fresh, kept = self.tr("begins anew with each call"), self.tr("goes on where its last call ended")
        self.keeps.show_choices([(False, fresh), (True, kept)], agent.keeps_memory)
        self.most.setValue(agent.max_round_trips)

    def _add_rows(self) -> None:
        said = self.tr("Who it is and how it works. Empty: it has none.")
        self.add("system", self.tr("System text"), self.system, said)
        tools = QWidget(self)
        column = QVBoxLayout(tools)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.checks)
        column.addWidget(self.patterns)
        said = self.tr("What it may call, also tools that are off for its caller. Below: more names or patterns.")
        self.add("tools", self.tr("Tools"), tools, said, focus=self.checks)
        self.add("responder", self.tr("Model"), self.who.profile)
        self.add("model_name", self.tr("Name of the model"), self.who.model, self.tr("Empty: that of the profile."))
        said = self.tr("Members of the request as JSON. Empty: those of its caller.")
        self.add("params", self.tr("Parameters"), self.params, said)
        said = self.tr(
            "What it is asked first; {name} stands for the argument of that name. Empty: its only text argument, else all as JSON."
        )
        self.add("prompt", self.tr("First message"), self.prompt, said)
        said = self.tr("Kept histories belong to the memory id of the caller.")
        self.add("keeps_memory", self.tr("Its session"), self.keeps, said)
        self.add("memory", self.tr("Memory"), self.memory)
        said = self.tr("Then it stops, as a session does at its limit.")
        self.add("max_round_trips", self.tr("Most round trips"), self.most, said)
        for widget, name in (
            (self.checks, self.tr("Tools that the agent may call")),
            (self.keeps, self.tr("Its session")),
            (self.who.profile, self.tr("Model of the agent")),
            (self.who.model, self.tr("Name of the model")),
            (self.patterns, self.tr("More names or patterns of tools")),
        ):
            widget.setAccessibleName(name)

    def _connect(self) -> None:
        self.system.left.connect(self.checks.setFocus)
        self.prompt.left.connect(self.keeps.setFocus)
        self.params.left.connect(self.prompt.setFocus)
        for editor in (self.system, self.prompt, self.params):
            editor.edited.connect(lambda _text: self.edited.emit())
        self.checks.changed.connect(self.edited)
        self.patterns.textChanged.connect(lambda _text: self.edited.emit())
        self.memory.changed.connect(self.edited)
        self.keeps.currentIndexChanged.connect(lambda _at: self.edited.emit())
        self.most.valueChanged.connect(lambda _value: self.edited.emit())
        self.who.profile.currentIndexChanged.connect(lambda _at: self._fit())

    def _fit(self) -> None:
        self.show_row("model_name", bool(self.who.profile.value()))


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
