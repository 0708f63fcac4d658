"""A page of the MCP dock that lists what a server offers: the lines, or a sentence where there are none, and one line of buttons.

Above: the MCP dock. Below: `mcp_line_list`. Knows no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.models.mcp_lines_model import Line
from studio.gui.panes.mcp_line_list import LineList
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.progress_line import ProgressLine

_FEW = 8
"""So many lines need no field to find one."""


class LinesPage(QWidget):
    """`show_lines` lists; a field finds words in many lines."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._lines = name, tuple[Line, ...]()
        self._nothing = ("", "")
        self.field, self.list = QLineEdit(self), LineList(self)
        self._sign = FieldSign(self.field, "search")
        self.busy = ProgressLine(self)
        self.none, self._stack = EmptyState("", parent=self), QStackedWidget(self)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.none)
        self._holder = QWidget(self)
        held = QVBoxLayout(self._holder)
        held.setContentsMargins(12, 6, 12, 6)
        held.addWidget(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.busy)
        column.addWidget(self._holder)
        column.addWidget(self._stack, 1)
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _text: self._filter())
        self.none.pressed.connect(self.field.clear)
        self._reword()
        self._filter()

    def name(self, name: str) -> None:
        """What is listed, for those who hear it."""
        self._name = name
        self._reword()

    def show_lines(self, lines: Sequence[Line], nothing: str = "", *, icon: str = "") -> None:
        """List these; `nothing` is said where there are none."""
        self._lines, self._nothing = tuple(lines), (nothing, icon)
        self._holder.setVisible(len(lines) > _FEW or bool(self.field.text()))
        self._filter()

    def show_busy(self, on: bool) -> None:
        """Whether the lines are being fetched."""
        if on:
            self.busy.show_busy()
        else:
            self.busy.show_idle()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._filter()
        super().changeEvent(event)

    def _filter(self) -> None:
        words = self.field.text().lower().split()
        fit = [line for line in self._lines if all(word in _text(line) for word in words)]
        self.list.show_lines(fit)
        self._stack.setCurrentIndex(0 if fit else 1)
        if not fit and self._lines:
            self.none.set(self.tr("Nothing holds these words."), self.tr("Clear the filter"), "search")
        elif not fit:
            self.none.set(self._nothing[0], "", self._nothing[1])

    def _reword(self) -> None:
        self.field.setPlaceholderText(self.tr("Find by words"))
        self.field.setAccessibleName(self.tr("Find by words"))
        self.list.setAccessibleName(self._name)


def _text(line: Line) -> str:
    return f"{line.title}\n{line.aside}\n{line.below}\n{line.right}".lower()
