"""The members of the request body that no field stands for, as a JSON object.

Above: `param_form`. Below: the JSON editor. Knows no dialect.
"""

import json
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.parameters.json_field import JsonField
from studio.gui.parameters.param_row import ParamRow


class ExtraMembers(QWidget):
    """`edited`: the person changed the object. `finished`: and has left it."""

    edited = Signal()
    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = JsonField(self, least=2, most=12)
        self.row = ParamRow(self.editor, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.row)
        self.editor.edited.connect(lambda _text: self._typed())
        self.editor.finished.connect(self.finished)
        self.setFocusProxy(self.editor)
        self.reword()

    def value(self) -> dict[str, Any] | None:
        """The object; None when what stands there is none."""
        text = self.editor.text().strip()
        try:
            value = json.loads(text) if text else {}
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def set_value(self, value: dict[str, Any]) -> None:
        """Show an object without telling; an empty one as an empty field."""
        if self.value() != value:
            self.editor.set_text(json.dumps(value, ensure_ascii=False) if value else "")
            self.row.set_problem("")

    def flush(self) -> None:
        """Settle what was typed a moment ago."""
        self.editor.flush()

    def problem(self) -> str:
        """What is wrong with it; empty when all is well."""
        return self.row.problem()

    def reword(self) -> None:
        """Words in the language of now."""
        self.editor.setAccessibleName(self.tr("Other members of the body, as a JSON object"))
        self.row.set_hint(self.tr("Members that have no field, as a JSON object; they go out as they are."))

    def _typed(self) -> None:
        self.row.set_problem("" if self.value() is not None else self.tr("This is no JSON object yet."))
        self.edited.emit()
