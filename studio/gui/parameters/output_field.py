"""The form of the reply's text: plain, JSON, or JSON by a schema, which has an editor, and where the dialect has them a name and strict.

Above: `param_form`. Below: `param_fields`, the JSON editor. Knows no dialect.
"""

import json
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from studio.gui.parameters.json_field import JsonField
from studio.gui.parameters.param_fields import ParamField
from studio.gui.widgets.still_combo import StillCombo

_BEGINNING: dict[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


class OutputField(ParamField):
    """The value is `text`, `json`, or an object with `schema` and what else was in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[str, Any] = {}
        self._named = True
        self.box, self.name, self.strict = StillCombo(self), QLineEdit(self), QCheckBox(self)
        self.schema = JsonField(self, least=4, most=14)
        self._beside = QWidget(self)
        row = QHBoxLayout(self._beside)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.name, 1)
        row.addWidget(self.strict)
        for widget in (self.box, self._beside, self.schema):
            self.column.addWidget(widget)
        self.setFocusProxy(self.box)
        self._wire()
        self.reword()

    def _wire(self) -> None:
        self.box.activated.connect(lambda _at: self._chosen())
        self.name.textEdited.connect(lambda _text: self.edited.emit())
        self.strict.clicked.connect(lambda _on: self.edited.emit())
        self.schema.edited.connect(lambda _text: self.edited.emit())
        self.schema.commit_requested.connect(self.commit_requested)

    def set_named(self, named: bool) -> None:
        """Whether a schema has a name here, and can be strict."""
        self._named = named
        self._show_parts()

    def value(self) -> Any:
        kind = self.box.value()
        if kind != "schema":
            return kind
        schema = self._schema()
        if schema is None:
            return None
        made = {**self._kept, "schema": schema}
        if self._named:
            for key, value in (("name", self.name.text().strip()), ("strict", self.strict.isChecked())):
                made.pop(key, None)
                if value or (key == "strict" and key in self._kept):
                    made[key] = value
        return made

    def set_value(self, value: Any) -> None:
        if value is not None and value == self.value():
            return
        self._kept = dict(value) if isinstance(value, dict) else {}
        self.box.show_choices(self._choices(), "schema" if self._kept else value)
        if self._kept:
            self.schema.set_text(json.dumps(self._kept["schema"], ensure_ascii=False))
        self.name.setText(self._kept.get("name", ""))
        with QSignalBlocker(self.strict):
            self.strict.setChecked(self._kept.get("strict") is True)
        self._show_parts()

    def wrong(self) -> str:
        if self.box.value() == "schema" and self._schema() is None:
            return self.tr("The schema has to be a JSON object.")
        return ""

    def reword(self) -> None:
        self.box.show_choices(self._choices(), self.box.value())
        self.name.setPlaceholderText(self.tr("name of the schema"))
        self.name.setAccessibleName(self.tr("Name of the schema"))
        self.strict.setText(self.tr("strict"))
        self.strict.setToolTip(self.tr("The server makes sure that the reply fits the schema"))
        self.schema.setAccessibleName(self.tr("JSON Schema of the reply"))

    def _choices(self) -> list[tuple[Any, str]]:
        return [
            (None, self.tr("left out")),
            ("text", self.tr("text")),
            ("json", self.tr("JSON")),
            ("schema", self.tr("JSON by a schema")),
        ]

    def _schema(self) -> dict[str, Any] | None:
        try:
            value = json.loads(self.schema.text())
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def _chosen(self) -> None:
        if self.box.value() == "schema" and not self.schema.text().strip():
            self.schema.set_text(json.dumps(_BEGINNING))
        self._show_parts()
        self.edited.emit()

    def _show_parts(self) -> None:
        shown = self.box.value() == "schema"
        self.schema.setVisible(shown)
        self._beside.setVisible(shown and self._named)
