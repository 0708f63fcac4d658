"""The page with the context values of the session: names and values that rules of groups may ask for, such as role or customer.

Above: the dialog of groups. Below: `field_section`. A draft until the dialog is accepted.
"""

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.parameters.param_row import ParamRow
from studio.gui.widgets.buttons import Button, IconButton


class ContextPage(FieldSection):
    """`lines` are the rows from top to bottom."""

    edited = Signal()

    def __init__(self, context: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ContextPage", "Context values"), parent)
        self.lines: list[ContextLine] = []
        why = self.tr(
            "Expressions of groups ask for them: context.role == 'admin'. A value is JSON; anything else is taken as a text. They "
            "are never sent."
        )
        self.column.addWidget(hint_label(why, self))
        self.add_button = Button(self.tr("Add a value"), self, icon_name="plus")
        self.add_button.clicked.connect(lambda _on=False: self._add_new())
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        self.column.addLayout(line)
        self._list = QVBoxLayout()
        self._list.setSpacing(theme().px(8))
        self.column.addLayout(self._list)
        self.column.addStretch(1)
        for name, value in context.items():
            self._insert(name, value)

    def values(self) -> dict[str, Any]:
        """The values, as a member of a setup; lines without a name are left out."""
        return {"context": {name: line.value() for line in self.lines if (name := line.name.text().strip())}}

    def refuse(self) -> bool:
        """Say below the first line that cannot be saved why; False when all can."""
        taken: set[str] = set()
        for line in self.lines:
            name = line.name.text().strip()
            line.row.set_problem(self.tr("There is a value of this name already.") if name in taken else "")
            if line.row.problem():
                line.name.setFocus()
                return True
            taken |= {name} - {""}
        return False

    def _add_new(self) -> None:
        line = self._insert("", "")
        line.show()
        line.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edited.emit()

    def _insert(self, name: str, value: Any) -> "ContextLine":
        line = ContextLine(name, value, self)
        line.changed.connect(self.edited)
        line.removed.connect(lambda: self._remove(line))
        self.lines.append(line)
        self._list.addWidget(line)
        return line

    def _remove(self, line: "ContextLine") -> None:
        self.lines.remove(line)
        self._list.removeWidget(line)
        line.hide()
        line.deleteLater()
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edited.emit()


class ContextLine(QWidget):
    """A name and its value; what the value is read as stands below."""

    changed = Signal()
    removed = Signal()

    def __init__(self, name: str, value: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        pair = QWidget(self)
        self.name, self.text = QLineEdit(name, pair), QLineEdit(_written(value), pair)
        self.remove = IconButton("trash", self.tr("Remove the value"), pair)
        for field, words in ((self.name, self.tr("Name")), (self.text, self.tr("Value"))):
            field.setFont(theme().code_font())
            field.setAccessibleName(words)
            field.setPlaceholderText(words)
        line = QHBoxLayout(pair)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.name, 2)
        line.addWidget(self.text, 3)
        line.addWidget(self.remove)
        self.row = ParamRow(pair, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.row)
        self.name.textChanged.connect(lambda _text: self._told())
        self.text.textChanged.connect(lambda _text: self._told())
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())
        self._told()

    def value(self) -> Any:
        """The value as JSON says it, else the text as it stands."""
        text = self.text.text().strip()
        try:
            return json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            return text

    def _told(self) -> None:
        self.row.set_problem("")
        self.row.set_hint(self._kind(self.value()) if self.text.text().strip() else "")
        self.changed.emit()

    def _kind(self, value: Any) -> str:
        match value:
            case bool():
                return self.tr("true or false")
            case int() | float():
                return self.tr("a number")
            case str():
                return self.tr("a text")
            case list():
                return self.tr("a list")
            case dict():
                return self.tr("an object")
            case _:
                return self.tr("null")


def _written(value: Any) -> str:
    """A value as it is typed: texts without quotes, unless they would be read as something else."""
    if isinstance(value, str):
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            return value
    return json.dumps(value, ensure_ascii=False) if value != "" else ""


def _no_constant(name: str) -> Any:
    raise ValueError(name)
