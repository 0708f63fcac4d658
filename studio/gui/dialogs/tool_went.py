"""One line on the page of a tool: how its calls went in this session.

Above: the page of a tool. Below: `present/tool_statistics`.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from studio.gui.words import fill, seconds
from studio.present.tool_statistics import ToolStatistics


class ToolWent(QLabel):
    """Calls, failed ones, the median of their time and the longest."""

    def __init__(self, told: ToolStatistics, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "muted")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(self._said(told))
        self.setAccessibleName(self.text())

    def _said(self, told: ToolStatistics) -> str:
        if not told.calls and not told.errors:
            return self.tr("Not called in this session yet")
        said = [self.tr("%n call(s)", "", told.calls)]
        said += [self.tr("%n failed", "", told.errors)] if told.errors else []
        if told.median is not None and told.longest is not None:
            said.append(fill(self.tr("median {time}"), time=seconds(told.median)))
            said.append(fill(self.tr("longest {time}"), time=seconds(told.longest)))
        return " · ".join(said)
