"""The names of the sent tools as a list under an editable field. A long list is only made when somebody looks into it.

Above: the head of a call's card. Below: the theme. Knows no call.
"""

from PySide6.QtCore import QSignalBlocker, QSize
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.named_combo import NamedCombo
from studio.messages.toolspec import ToolSpec

_LONG = 60
"""A list of more tools would cost a frame to fill, for every card."""


class ToolNames(NamedCombo):
    """Sensitive tools have a lock."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools: tuple[ToolSpec, ...] = ()
        self._whole = False
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_tools(self, tools: tuple[ToolSpec, ...], name: str) -> None:
        """Offer these tools, without telling; the one of that name stands in the field with its lock."""
        with QSignalBlocker(self):
            if tools != self._tools or self.count() == 0:
                self._tools = tools
                self._fill(whole=len(tools) <= _LONG or self.hasFocus(), name=name)
            at = self.findText(name)
            if at < 0 and not self._whole and any(tool.name == name for tool in tools):
                self._fill(whole=False, name=name)
                at = self.findText(name)
            self.setCurrentIndex(at)

    def restyle(self) -> None:
        """Take over sizes and colours of the theme."""
        self.setIconSize(QSize(theme().px(14), theme().px(14)))
        with QSignalBlocker(self):
            typed, at = self.currentText(), self.currentIndex()
            self._fill(whole=self._whole, name=self.itemText(at) if at >= 0 else typed)
            self.setCurrentIndex(self.findText(typed) if at >= 0 else -1)
            self.setEditText(typed)

    def showPopup(self) -> None:
        """Make the list first."""
        self._make_whole()
        super().showPopup()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """What is typed is completed from the whole list."""
        self._make_whole()
        super().focusInEvent(event)

    def _make_whole(self) -> None:
        if self._whole:
            return
        with QSignalBlocker(self):
            typed = self.currentText()
            self._fill(whole=True, name=typed)
            self.setCurrentIndex(self.findText(typed))
            self.setEditText(typed)

    def _fill(self, *, whole: bool, name: str) -> None:
        self.clear()
        self._whole = whole
        plain, locked = icon("call", "muted"), icon("lock", "call")
        for tool in self._tools:
            if whole or tool.name == name:
                self.addItem(locked if tool.sensitive else plain, tool.name)
