"""A flat form by a JSON Schema: a field a member, left out until it is touched; what is wrong stands beside it.

Above: the questions of servers. Below: `checks/form_values`, which says what is sent; `schema_form_fields`. Knows no server.
"""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from studio.checks.form_values import FieldState, Filled, FormField, arguments_of, form_fields
from studio.checks.problem import Problem
from studio.gui.dialogs.schema_form_fields import ValueField, value_field
from studio.gui.parameters.field_section import FieldSection
from studio.gui.words import sentence


class FlatForm(FieldSection):
    """`edited`: something else stands in a field."""

    edited = Signal()

    def __init__(self, title: str, schema: Any, parent: QWidget | None = None) -> None:
        """Fields that have a default begin with it."""
        super().__init__(title, parent)
        self.described = form_fields(schema)
        self.fields: dict[str, ValueField] = {}
        self._touched: set[str] = set()
        for each in self.described:
            field = value_field(each, self)
            self.fields[each.key] = field
            self.add(each.key, each.title, field, self._hint(each), focus=field.focus_place)
            if each.has_default:
                field.set_state(FieldState(set=True, value=each.default))
            field.edited.connect(lambda key=each.key: self._edited(key))

    def filled(self) -> Filled:
        """What stands in the fields, and what is wrong with it."""
        return arguments_of(self.described, {key: field.state() for key, field in self.fields.items()})

    def show_problems(self, problems: Iterable[Problem], *, everywhere: bool = False) -> str:
        """Say beside its field what is wrong; of fields that nobody touched only with `everywhere`. Gives what belongs to no field."""
        told: dict[str, list[str]] = {}
        for problem in problems:
            key = _unescaped(problem.pointer.split("/")[1]) if "/" in problem.pointer else ""
            told.setdefault(key if key in self.rows else "", []).append(sentence(problem.sentence))
        for key, row in self.rows.items():
            shown = key in self._touched or everywhere
            row.set_problem("; ".join(dict.fromkeys(told.get(key, []))) if shown else "")
        return "; ".join(dict.fromkeys(told.get("", [])))

    def go_to_problem(self) -> None:
        """Put the keyboard into the first field that has one."""
        key = next((key for key, row in self.rows.items() if row.problem()), None)
        if key is not None:
            self.fields[key].focus_place.setFocus()

    def _edited(self, key: str) -> None:
        self._touched.add(key)
        self.edited.emit()

    def _hint(self, field: FormField) -> str:
        formats = {
            "email": self.tr("an e-mail address"),
            "uri": self.tr("a whole address"),
            "date": self.tr("a date: year-month-day"),
            "date-time": self.tr("a date and time: 2026-05-12T14:07:00Z"),
        }
        kinds = {"integer": self.tr("a whole number"), "number": self.tr("a number"), "json": self.tr("JSON")}
        kind = formats.get(field.format, kinds.get(field.kind, ""))
        need = self.tr("required") if field.required else ""
        return " · ".join(part for part in (field.description, kind, need) if part)


def _unescaped(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")
