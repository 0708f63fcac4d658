"""Which tool may or must be called: the model decides, none, some, or one by its name.

Above: `param_form`. Below: `param_fields`. The tools are those that are sent; where they are not known, the name is typed.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QLineEdit, QWidget

from studio.gui.parameters.param_fields import ParamField
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill

_NAMED = "named"


class ToolChoiceField(ParamField):
    """The value is `auto`, `none`, `required` or `{"name": …}`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools: tuple[str, ...] | None = None
        self.box, self.name = StillCombo(self), QLineEdit(self)
        self.box.activated.connect(lambda _at: self._chosen())
        self.name.textEdited.connect(lambda _text: self.edited.emit())
        self.column.addWidget(self.box)
        self.column.addWidget(self.name)
        self.setFocusProxy(self.box)
        self.reword()

    def set_tools(self, tools: Sequence[str] | None) -> None:
        """The names of the tools that are sent; None where they are not known."""
        now = None if tools is None else tuple(tools)
        if now != self._tools:
            value = self.value()
            self._tools = now
            self.set_value(value)

    def value(self) -> Any:
        chosen = self.box.value()
        if chosen != _NAMED:
            return {"name": chosen[1]} if isinstance(chosen, tuple) else chosen
        name = self.name.text().strip()
        return {"name": name} if name else None

    def set_value(self, value: Any) -> None:
        name = value["name"] if isinstance(value, dict) else ""
        free = self._tools is None
        chosen = (_NAMED if free else ("tool", name)) if name else value
        self.box.show_choices(self._choices(name), chosen)
        self.name.setText(name if free else "")
        self.name.setVisible(self.box.value() == _NAMED)

    def wrong(self) -> str:
        named = self.box.value() == _NAMED and not self.name.text().strip()
        return self.tr("Write the name of the tool.") if named else ""

    def doubt(self) -> str:
        """Why the server may refuse the value; empty when nothing is known against it."""
        chosen = self.box.value()
        if isinstance(chosen, tuple) and self._tools is not None and chosen[1] not in self._tools:
            return fill(self.tr("The tool {name} is not sent: switch it on below, or choose another."), name=chosen[1])
        return ""

    def reword(self) -> None:
        self.name.setPlaceholderText(self.tr("name of the tool"))
        self.name.setAccessibleName(self.tr("Name of the tool that must be called"))
        self.set_value(self.value())

    def _choices(self, name: str) -> list[tuple[Any, str]]:
        found: list[tuple[Any, str]] = [
            (None, self.tr("left out")),
            ("auto", self.tr("auto: the model decides")),
            ("none", self.tr("none: no tool is called")),
            ("required", self.tr("required: some tool has to be called")),
        ]
        if self._tools is None:
            return [*found, (_NAMED, self.tr("one tool, by its name…"))]
        listed = self._tools if not name or name in self._tools else (*self._tools, name)
        return [*found, *((("tool", tool), fill(self.tr("the tool {name}"), name=tool)) for tool in listed)]

    def _chosen(self) -> None:
        typed = self.box.value() == _NAMED
        self.name.setVisible(typed)
        if typed:
            self.name.setFocus()
        self.edited.emit()
