"""What a tool would send or run for example arguments, while its executor is typed. Sends and runs nothing.

Above: `tool_runs`, the review of executors. Below: `workspace/executor_preview`, the JSON editor.
"""

import json
from typing import Any, assert_never

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.tool_example import example
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import theme
from studio.gui.words import fill, sentence
from studio.present.json_text import scan
from studio.session.agents import Agent
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.workspace.executor_preview import preview


class ToolPreview(QWidget):
    """`edited`: other example arguments were typed."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._made = ""
        self._executor: Executor | None = None
        self._schema: dict[str, Any] = {}
        self._given, self.said = QLabel(self.tr("With these arguments"), self), QLabel(self)
        self.arguments = JsonEditor(self.tr("Example arguments as JSON"), self)
        self.arguments.setProperty("look", "field")
        self.arguments.fit_height(2, 8)
        self._title, self.shown = QLabel(self), QPlainTextEdit(self)
        self.shown.setReadOnly(True)
        self.shown.setTabChangesFocus(True)
        self.shown.setProperty("look", "field")
        self.shown.setFont(theme().editor_font())
        self.shown.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        for label in (self._given, self._title):
            label.setProperty("role", "strong")
        self.said.setProperty("role", "error")
        wrap_plainly(self.said)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(6))
        for widget in (self._given, self.arguments, self._title, self.shown, self.said):
            column.addWidget(widget, 1 if widget is self.shown else 0)
        self.arguments.left.connect(self.shown.setFocus)
        self.arguments.edited.connect(lambda _draft: self._draw())

    def show_executor(self, executor: Executor, schema: dict[str, Any]) -> None:
        """Show what this executor does; the example follows the schema until one was typed."""
        self._executor, self._schema = executor, schema
        made = json.dumps(example(schema), ensure_ascii=False)
        if made != self._made and not self.arguments.is_changed():
            self.arguments.set_text(made)
        self._made = made
        self._draw()

    def _draw(self) -> None:
        if self._executor is None:
            return
        command = isinstance(self._executor, CommandLine)
        self._title.setText(self.tr("is run") if command else self.tr("is sent"))
        self.shown.setAccessibleName(self.tr("What would be run") if command else self.tr("What would be sent"))
        value = self._value()
        if _is_empty(self._executor):
            self._tell("", "")
            return
        if value is None:
            self._tell("", self.tr("The example is no JSON object yet."))
            return
        found = preview(self._executor, value, self._schema)
        lines = list(found.lines)
        if command:
            lines = [fill("{n}  {word}", n=at, word=word) for at, word in enumerate(lines)]
            if found.stdin:
                lines += ["", self.tr("on its input:"), found.stdin]
        self._tell("\n".join(lines), sentence(found.problem), "\n".join(map(sentence, found.notes)))

    def _value(self) -> dict[str, Any] | None:
        text = self.arguments.draft()
        try:
            value: Any = json.loads(text) if text.strip() and scan(text).is_valid else None
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def _tell(self, text: str, wrong: str, note: str = "") -> None:
        if self.shown.toPlainText() != text:
            self.shown.setPlainText(text)
        self.said.setText(wrong or note)
        self.said.setProperty("role", "error" if wrong else "warn")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.setVisible(bool(wrong or note))


def _is_empty(executor: Executor) -> bool:
    """Whether nothing was typed yet, so that nothing can be wrong."""
    match executor:
        case CommandLine():
            return not executor.argv
        case HttpEndpoint():
            return not executor.url
        case Agent():
            return False
        case _:
            assert_never(executor)
