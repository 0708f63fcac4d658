"""A tool's schema as it would be sent to this provider, what was changed for that, and why it cannot be sent when it cannot.

Above: the page of a tool. Below: the JSON editor. Only shows.
"""

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.words import fill

_MOST_LINES = 5


class ToolSent(QWidget):
    """`changes` is the list below the schema: problems first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(self.tr("As sent"), self)
        self.title.setProperty("role", "strong")
        self.said = QLabel(self)
        self.said.setProperty("role", "small_muted")
        self.said.setWordWrap(True)
        self.json = JsonEditor(self.tr("Parameters as they are sent"), self)
        self.json.setProperty("look", "field")
        self.json.setReadOnly(True)
        self.changes = QListWidget(self)
        self.json.left.connect(self.changes.setFocus)
        self.changes.setAccessibleName(self.tr("What was changed for this provider"))
        self.changes.setWordWrap(True)
        self.changes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(self.title)
        column.addWidget(self.said)
        column.addWidget(self.json, 1)
        column.addWidget(self.changes)

    def show_sent(self, schema: Any, who: str, changes: Sequence[str], problems: Sequence[str]) -> None:
        """Show a schema for `who`; with problems it is not sent."""
        text = json.dumps(schema, ensure_ascii=False)
        if self.json.text() != text:
            self.json.set_text(text)
        self.title.setText(fill(self.tr("As sent to {who}"), who=who) if who else self.tr("As sent"))
        self.said.setText(self._summary(changes, problems))
        self.said.setProperty("role", "error" if problems else "small_muted")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.changes.clear()
        for sign, colour, lines in (("provider_error", "error", problems), ("edit", "edit", changes)):
            for line in lines:
                self.changes.addItem(QListWidgetItem(icon(sign, colour), line))
        self.changes.setVisible(self.changes.count() > 0)
        rows = min(self.changes.count(), _MOST_LINES)
        self.changes.setFixedHeight(rows * theme().px(28) + theme().px(10))

    def show_unknown(self, why: str) -> None:
        """There is nothing to show, and why."""
        self.json.set_text("")
        self.said.setText(why)
        self.changes.hide()

    def _summary(self, changes: Sequence[str], problems: Sequence[str]) -> str:
        if problems:
            return self.tr("It cannot be sent like this.")
        if changes:
            return self.tr("%n thing(s) are said otherwise than declared.", "", len(changes))
        return self.tr("Exactly as declared.")
