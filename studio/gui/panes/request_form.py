"""The Form view of the Request pane: model, system text, parameters, tools and how they are told, messages.

Above: the Request pane. Below: its sections, the fields of parameters. Settings are one draft with one bar; messages change at once.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from studio.checks.history.problem import HistoryProblem
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.commit_bar import CommitBar, EditMode
from studio.gui.panes.form_section import FormSection
from studio.gui.panes.history_words import line_of
from studio.gui.panes.memory_field import MemoryField
from studio.gui.panes.message_list import MessageList
from studio.gui.panes.tool_checks import ToolChecks
from studio.gui.parameters.calls_choice import CallsChoice
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.parameters.param_form import ParamForm
from studio.gui.widgets.problem_lines import ProblemLines
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill
from studio.messages.message import Message
from studio.session.setup import Setup

RESPONDER = ("model_name", "calls", "text_form")
"""The changed settings that belong to the responder. What automatic calls came to goes when another way is chosen."""


class RequestForm(QWidget):
    """`setup_changed` gives the changed members (system, model_name, calls, text_form, params,
    off, memory); `messages_changed` as of the list."""

    setup_changed = Signal(dict)
    messages_changed = Signal(list)
    repair_wanted = Signal(object)
    """A history problem whose repair was pressed."""
    draft_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setup: Setup | None = None
        self._mode: EditMode = "live"
        self._place: object = None
        self._drafts: dict[object, Setup] = {}
        self.column = ScrollColumn("", self, gap=4)
        self.model = QLineEdit(self)
        self.send_system, self.system = QCheckBox(self), TextEditor("", self)
        self.params, self.calls = ParamForm(self), CallsChoice(self)
        self._told = LabelledField("", self.calls, self)
        self.tools, self.messages, self.bar = ToolChecks(self), MessageList(self), CommitBar(self)
        self.memory, self.wrong_tools = MemoryField(self), ProblemLines(self)
        self._of_tools: tuple[HistoryProblem, ...] = ()
        self._sections = tuple(FormSection(self) for _ in range(6))
        self._lay_out()
        self._wire()
        self._reword()

    def go_to_memory(self) -> None:
        """Put the keyboard into the memory, and bring it into view."""
        self.memory.kind.setFocus()
        self.column.ensureWidgetVisible(self.memory)

    def set_value(
        self, setup: Setup, messages: Sequence[Message], mode: EditMode, place: object = None, left_out: int = 0
    ) -> None:
        """Show settings and messages. A draft of the settings is kept when others change below it. Each `place` has its own. `left_out`:
        how many messages the request does not carry."""
        self._mode = mode
        self.memory.tell_left_out(left_out, setup.memory)
        if place != self._place:
            self._change_place(place, setup)
        if setup != self._setup and not self.has_draft:
            self._setup = setup
            self._fill(setup)
        elif self._setup is not None and setup.responder.dialect != self._setup.responder.dialect:
            self._speak(setup)
        self.messages.set_messages(messages)
        holder = self.column.widget()
        if holder is not None:
            holder.setEnabled(mode != "locked")
        self._reword()
        self._show_bar()

    def show_problems(self, problems: Sequence[HistoryProblem], *, editable: bool) -> None:
        """Show what is wrong with the next request at its messages, and at the tools."""
        self._of_tools = tuple(problem for problem in problems if problem.message is None and problem.tool)
        self.wrong_tools.show_lines([line_of(problem) for problem in self._of_tools], editable=editable)
        self.messages.show_problems([one for one in problems if one.message is not None], editable=editable)

    def reveal(self, problem: HistoryProblem) -> None:
        """Bring the message or the tools that a problem is about into view."""
        if problem.message is None:
            self.column.reveal(self.wrong_tools)
            return
        self.messages.go_to(problem.message)
        self.messages.list.setFocus()
        QTimer.singleShot(
            0, self.messages, lambda: self.column.reveal(self.messages)
        )  # its sentence is laid out by then

    def _speak(self, setup: Setup) -> None:
        """Another dialect is spoken below the draft: of it stays what is the same in every dialect."""
        kept = {name: value for name, value in self.changes().items() if name in ("system", "off", "memory")}
        self._setup = setup
        self._fill(replace(setup, **kept))

    def forget(self) -> None:
        """Drop every draft: another session is shown."""
        self._drafts.clear()
        self._setup, self._place = None, None

    def _change_place(self, place: object, setup: Setup) -> None:
        if self._setup is not None and self.has_draft:
            self._drafts[self._place] = self._drafted(self._setup)
        self._place, self._setup = place, setup
        self._fill(self._drafts.pop(place, setup))

    def _drafted(self, setup: Setup) -> Setup:
        """The settings as they stand in the form."""
        members = self.changes()
        answers = {name: members.pop(name) for name in RESPONDER if name in members}
        return replace(setup, responder=replace(setup.responder, **answers), **members)

    @property
    def has_draft(self) -> bool:
        """Whether a setting was changed and not committed."""
        return self._setup is not None and bool(self.params.problem() or self.changes())

    @property
    def drafts(self) -> set[object]:
        """The places at which something typed is not committed, that which is shown included."""
        return {*self._drafts, *([self._place] if self.has_draft else ())}

    def changes(self) -> dict[str, Any]:
        """The settings that differ from those shown first."""
        assert self._setup is not None
        responder = self._setup.responder
        now = {
            "system": self.system.text() if self.send_system.isChecked() else None,
            "model_name": self.model.text().strip(),
            "calls": self.calls.value(),
            "text_form": responder.text_form if self.calls.value() == responder.calls else "",
            "params": self.params.params(),
            "off": self.tools.off(),
            "memory": self.memory.value(),
        }
        was = {
            "system": self._setup.system,
            **{name: getattr(responder, name) for name in RESPONDER},
            "params": self._setup.params,
            "off": tuple(tool.name for tool in self._setup.tools if tool.name in self._setup.off),
            "memory": self._setup.memory,
        }
        return {name: value for name, value in now.items() if value != was[name]}

    def commit(self) -> None:
        """Hand the changed settings on, unless something is no value yet."""
        if self._mode != "locked" and self.has_draft and not self.params.problem():
            self.setup_changed.emit(self.changes())

    def taken(self) -> None:
        """The draft became an event."""
        self._setup = None

    def revert(self) -> None:
        """Drop the draft."""
        if self._setup is not None:
            self._fill(self._setup)
        self._typed()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _fill(self, setup: Setup) -> None:
        self.model.setText(setup.responder.model_name)
        self.send_system.blockSignals(True)
        self.send_system.setChecked(setup.system is not None)
        self.send_system.blockSignals(False)
        self.system.set_text(setup.system or "")
        self.system.setVisible(setup.system is not None)
        self.calls.set_value(setup.responder.calls)
        self.tools.set_tools(setup.tools, setup.off)
        self.memory.set_value(setup.memory)
        self.params.set_value(setup.responder.dialect, setup.params, self._sent())

    def _sent(self) -> list[str]:
        """The names of the tools that are switched on."""
        off = self.tools.off()
        return [tool.name for tool in self._setup.tools if tool.name not in off] if self._setup is not None else []

    def _lay_out(self) -> None:
        model, system, params, tools, memory, messages = self._sections
        self.system.fit_height(3, 10)
        memory.add(self.memory)
        model.add(self.model)
        system.add(self.send_system)
        system.add(self.system)
        params.add(self.params)
        tools.add(self._told)
        tools.add(self.tools)
        tools.add(self.wrong_tools)
        messages.add(self.messages)
        for section in self._sections:
            self.column.add(section)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.column, 1)
        column.addWidget(self.bar)

    def _wire(self) -> None:
        self.model.textEdited.connect(lambda _text: self._typed())
        self.model.returnPressed.connect(self.commit)
        self.send_system.toggled.connect(self._switch_system)
        self.system.edited.connect(lambda _text: self._typed())
        self.system.commit_requested.connect(self.commit)
        self.params.edited.connect(self._typed)
        self.params.commit_requested.connect(self.commit)
        self.calls.chosen.connect(self._typed)
        self.memory.changed.connect(self._typed)
        self.tools.changed.connect(self._switch_tool)
        self.messages.changed.connect(self.messages_changed)
        self.messages.repair_wanted.connect(self.repair_wanted)
        self.wrong_tools.repair_wanted.connect(lambda at: self.repair_wanted.emit(self._of_tools[at]))
        self.bar.commit.connect(self.commit)
        self.bar.revert.connect(self.revert)
        self.bar.go_to_error.connect(self.params.focus_problem)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _reword(self) -> None:
        model, system, params, tools, memory, messages = self._sections
        memory.set_title(self.tr("Memory"))
        sent = len(self._setup.tools) - len(self.tools.off()) if self._setup is not None else 0
        count = len(self._setup.tools) if self._setup is not None else 0
        model.set_title(self.tr("Model"))
        system.set_title(self.tr("System text"))
        params.set_title(self.tr("Parameters"))
        tools.set_title(self.tr("Tools"), fill(self.tr("{n} of {of} sent"), n=sent, of=count))
        messages.set_title(self.tr("Messages"))
        self.column.setAccessibleName(self.tr("Form of the request"))
        self.model.setAccessibleName(self.tr("Name of the model"))
        self.send_system.setText(self.tr("Send a system text"))
        self.system.setAccessibleName(self.tr("System text"))
        self.params.setAccessibleName(self.tr("Parameters"))
        self._told.label.setText(self.tr("Tools are told"))

    def _switch_system(self, on: bool) -> None:
        self.system.setVisible(on)
        self._typed()

    def _switch_tool(self) -> None:
        self.params.set_tools(self._sent())
        self._typed()

    def _typed(self) -> None:
        self._reword()
        self._show_bar()
        self.draft_changed.emit(self.has_draft)

    def _show_bar(self) -> None:
        wrong = self.params.problem()
        self.bar.show_state(self._mode, changed=self.has_draft, error=wrong, has_place=bool(wrong))

    def _restyle(self) -> None:
        self.model.setFont(theme().code_font(12))
