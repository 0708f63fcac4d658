"""The form of one breakpoint: where, under what condition, at which hit, and what it does. A wrong condition is said while it is typed.

Above: `dialogs/breakpoint`. Below: `field_section`. Knows no session: how a breakpoint is checked is handed in.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.point_words import all_places, new_point
from studio.gui.parameters.field_section import FieldSection
from studio.gui.parameters.json_field import JsonField
from studio.gui.widgets.mended_line import MendedLine
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, sentence, told_error
from studio.session.breakpoints import MEASURED, Breakpoint, BreakpointError
from studio.workspace.watching import ASKED

Check = Callable[[Breakpoint], Breakpoint]
_ROWS = {"place": "where", "trouble": "where", "count": "number", "every": "number"}


class BreakpointForm(FieldSection):
    """`point()` is what stands in the fields. `edited`: something else stands there."""

    edited = Signal()

    def __init__(self, check: Check, parent: QWidget | None = None) -> None:
        """`check` raises BreakpointError for a breakpoint that cannot be set."""
        super().__init__(QCoreApplication.translate("BreakpointForm", "Where and when"), parent)
        self._check, self._shown, self._refused = check, Breakpoint(""), False
        self.where, self.tool, self.condition = StillCombo(self), StillCombo(self), MendedLine(self)
        self.most = LimitNumber(self.tr("The most"), self, decimals=4)
        self.acts = StillCombo(self)
        self.number = LimitNumber(self.tr("Number of the hit"), self, least=1)
        self.action = Segmented(self.tr("What it does"), self._actions(), self)
        self.text = TextEditor(self.tr("Text"), self, code=True)
        self.patch = JsonField(self, least=3, most=10)
        self.is_error = QCheckBox(self.tr("Read as an error"), self)
        self._prepare()
        self._add_rows()
        self._connect()

    def show_point(self, point: Breakpoint, tools: Sequence[str]) -> None:
        """Fill the fields, without telling; `tools` are the names that the session knows."""
        self._refused = False
        with QSignalBlocker(self):
            self.clear_problems()
            self.where.show_choices(all_places(), point.place or point.trouble)
            self.tool.clear()
            self.tool.addItems(list(tools))
            self.tool.setEditText(point.tool)
            self.condition.line.setText(point.condition)
            acts = "count" if point.count else "every" if point.every > 1 else ""
            self.acts.show_choices(self._when(), acts)
            self.number.setValue(point.count or max(point.every, 1))
            self.action.set_current(point.action)
            self.text.set_text(point.text)
            self.patch.set_text(json.dumps(point.patch, ensure_ascii=False, indent=2) if point.patch else "")
            self.is_error.setChecked(point.is_error)
        self._shown = point
        self._fit()
        with QSignalBlocker(self):
            self.most.setValue(point.most)
        self._tell_condition()

    def point(self) -> Breakpoint:
        """What stands in the fields. Raises BreakpointError where that is none: what is changed is no JSON object."""
        where, acts, action = self.where.value(), self.acts.value(), self.action.current()
        made = replace(new_point(where), id=self._shown.id, on=self._shown.on)
        number = self.number.whole()
        return replace(
            made,
            tool=self.tool.currentText().strip() if made.of_tools else "",
            condition=self.condition.line.text().strip(),
            most=self.most.number() if made.trouble in MEASURED else 0.0,
            count=number if acts == "count" else 0,
            every=number if acts == "every" else 0,
            action=action,
            text=self.text.text() if self._has_text(made, action) else "",
            is_error=self.is_error.isChecked() and action in ("mock", "edit"),
            patch=self._patch() if action == "edit" else None,
        )

    def take_over(self, other: "BreakpointForm", tools: Sequence[str]) -> None:
        """Show what is typed in another form, also what is no JSON yet."""
        typed = other.patch.text()
        other.patch.set_text("")
        self.show_point(other.point(), tools)
        self.patch.set_text(typed)

    def refuse(self, error: BreakpointError) -> bool:
        """Say beside a field what is wrong; False where it is no field's."""
        self._refused = True
        self.clear_problems()
        self.condition.show_problem(error.member == "condition")
        return self.say(_ROWS.get(error.member, error.member), told_error(error))

    def begin(self) -> None:
        """Put the keyboard to what is typed first."""
        self.condition.line.setFocus()

    def _patch(self) -> dict[str, Any] | None:
        text = self.patch.text().strip()
        if not text:
            return None
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise BreakpointError(self.tr("What is changed is a JSON object with members."), member="patch")
        return value

    # ---- the fields

    def _actions(self) -> list[tuple[str, str]]:
        return [
            ("stop", self.tr("Stop")),
            ("log", self.tr("Log")),
            ("mock", self.tr("Answer")),
            ("edit", self.tr("Change")),
        ]

    def _when(self) -> list[tuple[str, str]]:
        return [
            ("", self.tr("Each time")),
            ("count", self.tr("Only at hit number")),
            ("every", self.tr("At every so many hits")),
        ]

    def _prepare(self) -> None:
        self.where.setAccessibleName(self.tr("Where"))
        self.tool.setEditable(True)
        self.tool.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.tool.setAccessibleName(self.tr("Tool, or a pattern for names of tools"))
        self.condition.line.setPlaceholderText("args.amount > `100`")
        self.condition.line.setAccessibleName(self.tr("Condition"))
        self.acts.setMinimumContentsLength(max(len(words) for _, words in self._when()))
        self.acts.setAccessibleName(self.tr("When it acts"))
        self.text.fit_height(2, 8)
        self.patch.setAccessibleName(self.tr("Changed members"))

    def _add_rows(self) -> None:
        self.add("where", self.tr("Where"), self.where)
        self.add("tool", self.tr("Tool"), self.tool, self.tr("A name, or a pattern: issue_*. Empty: any tool."))
        self.add("most", self.tr("The most"), self.most)
        row = self.add(
            "condition",
            self.tr("Condition"),
            self.condition.line,
            fill(self.tr("A JMESPath over {names}. Empty: always."), names=", ".join(ASKED)),
        )
        self.condition.put_below(row)
        self.add("acts", self.tr("Acts"), self._side_by_side(self.acts), focus=self.acts)
        self.add("number", self.tr("Number"), self.number)
        self.add("action", self.tr("Does"), self._side_by_side(self.action), focus=self.action)
        self.add("text", self.tr("Text"), self.text)
        self.add("patch", self.tr("Members"), self.patch)
        self.add("is_error", "", self.is_error)

    def _side_by_side(self, *fields: QWidget) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(8))
        for field in fields:
            row.addWidget(field)
        row.addStretch(1)
        return holder

    def _connect(self) -> None:
        self.where.currentIndexChanged.connect(lambda _at: self._changed())
        self.acts.currentIndexChanged.connect(lambda _at: self._changed())
        self.action.chosen.connect(lambda _key: self._changed())
        self.condition.line.textChanged.connect(lambda _text: self._tell_condition())
        self.tool.editTextChanged.connect(lambda _text: self._typed())
        self.text.edited.connect(lambda _text: self._typed())
        self.patch.textChanged.connect(self._typed)
        self.most.valueChanged.connect(lambda _value: self._typed())
        self.number.valueChanged.connect(lambda _value: self._typed())
        self.is_error.toggled.connect(lambda _on: self._typed())

    def _changed(self) -> None:
        self._fit()
        self._typed()

    def _typed(self) -> None:
        """What was wrong and is mended is said no more; what is wrong now is said, of an empty field only once it was refused."""
        for name, row in self.rows.items():
            if name != "condition":
                row.set_problem("")
        try:
            self._check(replace(self.point(), condition=""))
        except BreakpointError as error:
            name = _ROWS.get(error.member, error.member)
            if name in self.rows and (self._refused or name in self._filled()):
                self.rows[name].set_problem(told_error(error))
        self.edited.emit()

    def _filled(self) -> frozenset[str]:
        """The rows in which something is typed."""
        typed = {"tool": self.tool.currentText(), "text": self.text.text(), "patch": self.patch.text()}
        return frozenset(name for name, text in typed.items() if text.strip())

    def _tell_condition(self) -> None:
        """What is wrong with the condition is said at once."""
        text = self.condition.line.text().strip()
        wrong: BreakpointError | None = None
        try:
            self._check(Breakpoint("", place="before_call", condition=text))
        except BreakpointError as error:
            wrong = error
        said = "" if wrong is None else sentence(wrong.said) if wrong.repair else told_error(wrong)
        if wrong is not None and wrong.column:
            said = fill(self.tr("{problem} (column {column})"), problem=said, column=wrong.column)
        self.rows["condition"].set_problem(said)
        self.condition.show_problem(wrong is not None)
        self.edited.emit()

    def _has_text(self, point: Breakpoint, action: str) -> bool:
        return action in ("log", "mock") or (action == "edit" and point.where == "after_result")

    def _fit(self) -> None:
        """Only what plays a part is shown."""
        point, action = new_point(self.where.value()), self.action.current()
        self.show_row("tool", point.of_tools)
        self.show_row("most", point.trouble in MEASURED)
        self.most.setDecimals({"tokens": 0, "seconds": 1}.get(point.trouble, 4))
        self.show_row("number", bool(self.acts.value()))
        self.show_row("text", self._has_text(point, action))
        self.show_row("patch", action == "edit")
        self.show_row("is_error", action == "mock" or (action == "edit" and point.where == "after_result"))
        self.rows["text"].set_hint(self._text_hint(action))
        self.rows["patch"].set_hint(self._patch_hint(point))

    def _text_hint(self, action: str) -> str:
        match action:
            case "log":
                return self.tr("{args.amount} stands for a value, {{ for a brace.")
            case "mock":
                return self.tr("The model reads this as the result. The tool does not run.")
            case _:
                return self.tr("Takes the place of the result where it is no JSON object.")

    def _patch_hint(self, point: Breakpoint) -> str:
        match point.where:
            case "before_request":
                return self.tr("Put into the parameters of the request; null takes a member away.")
            case "after_result":
                return self.tr("Put into the result where that is a JSON object; null takes a member away.")
            case _:
                return self.tr("Put into the arguments of the call; null takes a member away.")
