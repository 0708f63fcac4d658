"""A titled part of a form: rows of a label and a field, each with its hint and its problem below it.

Above: the profile's form. Below: `param_row`. Knows not what the fields are for.
"""

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.parameters.param_row import ParamRow


class FieldSection(QWidget):
    """`rows` are the fields by the name of what they set."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, ParamRow] = {}
        self._lines: dict[str, LabelledField] = {}
        self._focus: dict[str, QWidget] = {}
        self.setAccessibleName(title)
        head = QLabel(title, self)
        head.setProperty("role", "card_title")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme().px(10))
        self.column.addWidget(head)

    def add(self, name: str, label: str, field: QWidget, hint: str = "", *, focus: QWidget | None = None) -> ParamRow:
        """A field with its label; `focus` is the part of it that the keyboard goes to when it is no widget of its own. (A focus proxy
        that is not the first in it would hold Tab in a circle.)"""
        self._focus[name] = focus or field
        row = ParamRow(field, self)
        row.set_hint(hint)
        self.rows[name] = row
        self._lines[name] = self.add_row(label, row)
        return row

    def add_row(self, label: str, row: QWidget) -> LabelledField:
        """A row that has its words below the field already."""
        line = LabelledField(label, row, self)
        self.column.addWidget(line)
        return line

    def show_row(self, name: str, shown: bool) -> None:
        """Show or hide a field with its label."""
        self._lines[name].setVisible(shown)

    def say(self, name: str, sentence: str) -> bool:
        """Say what is wrong beside a field and put the keyboard there; False when the field is none of these."""
        row = self.rows.get(name)
        if row is not None:
            row.set_problem(sentence)
            self._focus[name].setFocus()
        return row is not None

    def clear_problems(self) -> None:
        """Nothing is wrong any more."""
        for row in self.rows.values():
            row.set_problem("")
