"""The Form view of the Request pane: model, system text, parameters, tools and messages.

Above: the Request pane. Below: its sections, the schema form. Settings are one draft with one bar; messages change at once.
"""

import json
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from studio.gui.editors.schema_form import SchemaForm
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.commit_bar import CommitBar, EditMode
from studio.gui.panes.form_section import FormSection
from studio.gui.panes.message_list import MessageList
from studio.gui.panes.tool_checks import ToolChecks
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill
from studio.messages.message import Message
from studio.present.json_text import add_member
from studio.session.setup import Setup

PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "temperature": {"type": "number", "minimum": 0, "maximum": 2},
        "top_p": {"type": "number", "minimum": 0, "maximum": 1},
        "max_tokens": {"type": "integer", "minimum": 1, "default": 1024},
        "tool_choice": {"enum": ["auto", "none", "required"]},
        "parallel_tool_calls": {"type": "boolean", "default": True},
        "seed": {"type": "integer"},
        "stop": {},
        "response_format": {},
    },
}
"""What servers of this kind know; any other parameter is shown and kept as JSON."""


class RequestForm(QWidget):
    """`setup_changed` gives the changed members (system, model_name, params, off); `messages_changed` as of the list."""

    setup_changed = Signal(dict)
    messages_changed = Signal(list)
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
        self.params = SchemaForm("", self)
        self.new_name, self.add_param = QLineEdit(self), Button("", self, look="link", icon_name="plus")
        self.tools, self.messages, self.bar = ToolChecks(self), MessageList(self), CommitBar(self)
        self._sections = tuple(FormSection(self) for _ in range(5))
        self._lay_out()
        self._wire()
        self._reword()

    def set_value(self, setup: Setup, messages: Sequence[Message], mode: EditMode, place: object = None) -> None:
        """Show settings and messages. A draft of the settings is kept when others change below it. Each `place` has its own."""
        self._mode = mode
        if place != self._place:
            self._change_place(place, setup)
        if setup != self._setup and not self.has_draft:
            self._setup = setup
            self._fill(setup)
        self.messages.set_messages(messages)
        holder = self.column.widget()
        if holder is not None:
            holder.setEnabled(mode != "locked")
        self._reword()
        self._show_bar()

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
        responder = replace(setup.responder, model_name=members.pop("model_name", setup.responder.model_name))
        return replace(setup, responder=responder, **members)

    @property
    def has_draft(self) -> bool:
        """Whether a setting was changed and not committed."""
        return self._setup is not None and bool(self.changes())

    def changes(self) -> dict[str, Any]:
        """The settings that differ from those shown first."""
        assert self._setup is not None
        now = {
            "system": self.system.text() if self.send_system.isChecked() else None,
            "model_name": self.model.text().strip(),
            "params": json.loads(self.params.text() or "{}"),
            "off": self.tools.off(),
        }
        was = {
            "system": self._setup.system,
            "model_name": self._setup.responder.model_name,
            "params": self._setup.params,
            "off": tuple(tool.name for tool in self._setup.tools if tool.name in self._setup.off),
        }
        return {name: value for name, value in now.items() if value != was[name]}

    def commit(self) -> None:
        """Hand the changed settings on."""
        if self._mode != "locked" and self.has_draft:
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
        self.params.set_text(PARAMETERS, json.dumps(setup.params, ensure_ascii=False))
        self.tools.set_tools(setup.tools, setup.off)

    def _lay_out(self) -> None:
        model, system, params, tools, messages = self._sections
        self.system.fit_height(3, 10)
        model.add(self.model)
        system.add(self.send_system)
        system.add(self.system)
        params.add(self.params)
        params.add(self.new_name)
        params.add(self.add_param)
        tools.add(self.tools)
        messages.add(self.messages)
        for section in self._sections:
            self.column.add(section)
        self.params.layout().setContentsMargins(0, 0, 0, 0)  # type: ignore[union-attr]
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
        self.params.edited.connect(lambda _text: self._typed())
        self.add_param.clicked.connect(lambda _on=False: self._add_param())
        self.new_name.returnPressed.connect(self._add_param)
        self.tools.changed.connect(self._typed)
        self.messages.changed.connect(self.messages_changed)
        self.bar.commit.connect(self.commit)
        self.bar.revert.connect(self.revert)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _reword(self) -> None:
        model, system, params, tools, messages = self._sections
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
        self.new_name.setPlaceholderText(self.tr("Name of another parameter"))
        self.new_name.setAccessibleName(self.tr("Name of another parameter"))
        self.add_param.set_words(self.tr("Add parameter"))

    def _switch_system(self, on: bool) -> None:
        self.system.setVisible(on)
        self._typed()

    def _add_param(self) -> None:
        name, text = self.new_name.text().strip(), self.params.text() or "{}"
        if name and name not in json.loads(text):
            self.params.set_text(PARAMETERS, add_member(text, "", name, "null"))
            self.new_name.clear()
            self.params.focus_pointer(f"/{name}")
            self._typed()

    def _typed(self) -> None:
        self._reword()
        self._show_bar()
        self.draft_changed.emit(self.has_draft)

    def _show_bar(self) -> None:
        self.bar.show_state(self._mode, changed=self.has_draft)

    def _restyle(self) -> None:
        self.model.setFont(theme().code_font(12))
        self.new_name.setFont(theme().code_font(12))
