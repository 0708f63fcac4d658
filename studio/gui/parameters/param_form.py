"""The parameters of a request as fields by neutral name, written in the dialect's own members, and the rest as JSON below them.

Above: the profile's form, the Form view of the request. Below: the fields, `workspace/parameters`. The params are the one value:
a field changes its own members and nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.parameters.extra_members import ExtraMembers
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.parameters.output_field import OutputField
from studio.gui.parameters.param_fields import ChoiceField, NumberField, ParamField, TextsField, WordField
from studio.gui.parameters.param_row import ParamRow
from studio.gui.parameters.tool_choice_field import ToolChoiceField
from studio.gui.words import fill
from studio.workspace import parameters


class ParamForm(QWidget):
    """`edited`: the person changed something, also when it is no value yet (see `problem`). `commit_requested` is Ctrl+Enter, or Enter
    in a field of one line."""

    edited = Signal()
    commit_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dialect, self._params, self._base = "openai_chat", dict[str, Any](), dict[str, Any]()
        self._unfit: dict[str, str] = {}
        """What is wrong with what was typed, by the name of the field; none of it is among the params."""
        # Made in the order in which they stand: Tab goes so.
        self.fields: dict[str, ParamField] = {
            "temperature": NumberField(self),
            "top_p": NumberField(self),
            "max_tokens": NumberField(self, whole=True),
            "stop": TextsField(self),
            "seed": NumberField(self, whole=True),
            "tool_choice": (tool_choice := ToolChoiceField(self)),
            "parallel_calls": ChoiceField(self),
            "effort": (effort := WordField(self)),
            "output": (output := OutputField(self)),
        }
        self.tool_choice, self.effort, self.output = tool_choice, effort, output
        self.rows = {name: ParamRow(field, self) for name, field in self.fields.items()}
        self.extra = ExtraMembers(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(10))
        rows: dict[str, QWidget] = {**self.rows, "extra": self.extra}
        self._lines = {name: LabelledField("", row, self) for name, row in rows.items()}
        for line in self._lines.values():
            column.addWidget(line)
        self._wire()
        self._reword()

    def set_value(self, dialect: str, params: Mapping[str, Any], tools: Sequence[str] | None = None) -> None:
        """Show params of a dialect without telling. `tools` are the names of those that are sent, None where they are not known."""
        self._dialect, self._params = dialect, dict(params)
        self.effort.set_words(parameters.efforts(dialect))
        self.output.set_named(parameters.names_schema(dialect))
        self.tool_choice.set_tools(tools)
        self._unfit = {}
        for name, row in self.rows.items():
            row.set_reason(_said(parameters.unsaid(dialect, name)))
            row.set_problem("")
        self._show_values()
        self._show_rest()
        self._show_doubt()

    def set_tools(self, tools: Sequence[str]) -> None:
        """Other tools are sent."""
        self.tool_choice.set_tools(tools)
        self._show_doubt()

    def params(self) -> dict[str, Any]:
        """The params with the changes made so far; what is no value yet is not among them."""
        self._flush()
        return dict(self._params)

    def problem(self) -> str:
        """The first thing that is no value yet; empty when all is well."""
        self._flush()
        return next(iter(self._unfit.values()), self.extra.problem())

    def _flush(self) -> None:
        """Settle what was typed as JSON a moment ago."""
        self.output.schema.flush()
        self.extra.flush()

    def focus_problem(self) -> None:
        """Put the keyboard into the first field with a problem."""
        name = next(iter(self._unfit), None)
        (self.fields[name] if name is not None else self.extra).setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._show_problems()
        super().changeEvent(event)

    # ---- changes

    def _edited(self, name: str) -> None:
        value, refused = self.fields[name].value(), self._wrong(name)
        self.rows[name].set_problem(refused)
        self._unfit.pop(name, None)
        if refused:
            self._unfit[name] = refused
        else:
            self._params = parameters.put(self._dialect, self._params, name, value)
            self._show_values(but=name)
            self._show_rest()
            self._show_doubt()
        self.edited.emit()

    def _wrong(self, name: str) -> str:
        """Why what stands in a field is no value; empty when it is one."""
        field = self.fields[name]
        value, wrong = field.value(), field.wrong()
        return wrong or (self._refused(name, value) if value is not None else "")

    def _refused(self, name: str, value: Any) -> str:
        sentence = parameters.refusal(self._dialect, self._params, name, value)
        if not sentence:
            return ""
        if name == "max_tokens":
            return self.tr("Write a whole number from 1 on.")
        if name == "effort":
            words = ", ".join(parameters.efforts(self._dialect))
            return fill(self.tr("This dialect takes {words}."), words=words)
        return _said(sentence)

    def _extra_edited(self) -> None:
        value = self.extra.value()
        if value is not None:
            self._params = parameters.with_rest(self._dialect, self._base, value)
            self._show_values()
        self.edited.emit()

    # ---- showing

    def _show_values(self, but: str = "") -> None:
        """What each field says now; one with something that is no value keeps it."""
        for name, field in self.fields.items():
            if name != but and name not in self._unfit:
                value = parameters.get(self._dialect, self._params, name)
                fits = value is not None and not parameters.refusal(self._dialect, {}, name, value)
                field.set_value(value if fits else None)

    def _show_rest(self) -> None:
        """The members without a field; one that was typed there and has a field has moved to it."""
        if not self.extra.problem():
            self._base = parameters.with_rest(self._dialect, self._params, {})
            self.extra.set_value(parameters.rest(self._dialect, self._params))

    def _show_problems(self) -> None:
        """Say once more what is wrong, in the language in force."""
        self._unfit = {name: self._wrong(name) for name in self._unfit}
        for name, wrong in self._unfit.items():
            self.rows[name].set_problem(wrong)
        self._show_doubt()

    def _show_doubt(self) -> None:
        if "tool_choice" not in self._unfit:
            self.rows["tool_choice"].set_problem(self.tool_choice.doubt())

    def _wire(self) -> None:
        for name, field in self.fields.items():
            field.edited.connect(lambda name=name: self._edited(name))
            field.commit_requested.connect(self.commit_requested)
        self.extra.edited.connect(self._extra_edited)
        self.extra.finished.connect(self._show_rest)
        self.extra.editor.commit_requested.connect(self.commit_requested)

    def _reword(self) -> None:
        words = {
            "temperature": self.tr("Temperature"),
            "top_p": self.tr("Top p"),
            "max_tokens": self.tr("Most tokens"),
            "stop": self.tr("Stop texts"),
            "seed": self.tr("Seed"),
            "tool_choice": self.tr("Tool choice"),
            "parallel_calls": self.tr("Several calls at once"),
            "effort": self.tr("Reasoning effort"),
            "output": self.tr("Form of the reply"),
            "extra": self.tr("Other members"),
        }
        for name, line in self._lines.items():
            line.label.setText(words[name])
        parallel = self.fields["parallel_calls"]
        assert isinstance(parallel, ChoiceField)
        parallel.set_choices([(True, self.tr("yes")), (False, self.tr("no"))])
        for name, field in self.fields.items():
            field.reword()
            field.set_name(words[name])
            self.rows[name].set_reason(_said(parameters.unsaid(self._dialect, name)))
        self.rows["stop"].set_hint(self.tr("One a line; \\n stands for a line break."))
        self.extra.reword()


def _said(sentence: str) -> str:
    return QCoreApplication.translate("parameters", sentence) if sentence else ""
