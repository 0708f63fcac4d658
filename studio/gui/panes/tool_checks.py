"""The declared tools as a list of check boxes: sent or not, with source and lock.

Above: the Form view of the request. Below: the theme. Knows no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.words import say
from studio.messages.toolspec import ToolSpec
from studio.present.declared_tools import kind_sentence, kind_word

_MOST_ROWS = 12


class ToolChecks(QTreeWidget):
    """`changed`: the person switched a tool. Space switches the current one."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, most_rows: int = _MOST_ROWS) -> None:
        """`most_rows` are shown at once; the others are scrolled to."""
        super().__init__(parent)
        self._tools: tuple[ToolSpec, ...] = ()
        self._most_rows = most_rows
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemChanged.connect(lambda _item, _column: self.changed.emit())
        theme().changed.connect(self._fill)
        self._reword()

    def set_tools(self, tools: Sequence[ToolSpec], off: Sequence[str]) -> None:
        """Show the tools; those named in `off` are not sent. Lines of the same tools stay: one of them may be telling that it changed."""
        if tuple(tools) != self._tools:
            self._tools = tuple(tools)
            self._fill()
        self.blockSignals(True)
        for at, tool in enumerate(self._tools):
            state = Qt.CheckState.Unchecked if tool.name in off else Qt.CheckState.Checked
            self._item(at).setCheckState(0, state)
        self.blockSignals(False)

    def off(self) -> tuple[str, ...]:
        """The names of the tools that are switched off, in their order."""
        unchecked = Qt.CheckState.Unchecked
        return tuple(tool.name for at, tool in enumerate(self._tools) if self._item(at).checkState(0) == unchecked)

    def switch(self, name: str) -> None:
        """Switch a tool as the person would."""
        at = next(at for at, tool in enumerate(self._tools) if tool.name == name)
        sent = self._item(at).checkState(0) == Qt.CheckState.Checked
        self._item(at).setCheckState(0, Qt.CheckState.Unchecked if sent else Qt.CheckState.Checked)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._fill()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("Tools that are sent"))
        self.setHeaderLabels([self.tr("Tool"), self.tr("Source")])

    def _item(self, at: int) -> QTreeWidgetItem:
        item = self.topLevelItem(at)
        assert item is not None
        return item

    def _fill(self) -> None:
        off = self.off() if self.topLevelItemCount() == len(self._tools) else ()
        size = theme().px(14)
        self.setIconSize(QSize(size, size))
        nothing = _no_icon(size) if any(tool.sensitive for tool in self._tools) else None
        self.blockSignals(True)
        self.clear()
        for tool in self._tools:
            kind = kind_word(tool)
            beside = [say(kind)] if kind is not None else []
            item = QTreeWidgetItem([tool.name, " · ".join(filter(None, (*beside, tool.source)))])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(0, Qt.CheckState.Unchecked if tool.name in off else Qt.CheckState.Checked)
            item.setFont(0, theme().code_font(12))
            item.setSizeHint(0, QSize(0, theme().row(24)))
            item.setForeground(1, theme().color("muted"))
            if nothing is not None:  # so that the sources stand below one another
                item.setIcon(1, icon("lock", "call", size) if tool.sensitive else nothing)
            if tool.sensitive:
                item.setToolTip(1, self.tr("sensitive: asks before it runs"))
            why = kind_sentence(tool)
            item.setToolTip(0, "\n".join(filter(None, (tool.description, say(why) if why is not None else ""))))
            self.addTopLevelItem(item)
        self.blockSignals(False)
        row = max(self.sizeHintForRow(0), theme().px(24))
        self.setFixedHeight(row * min(max(len(self._tools), 1), self._most_rows) + 4)


def _no_icon(size: int) -> QIcon:
    """The room of an icon."""
    made = QPixmap(size, size)
    made.fill(Qt.GlobalColor.transparent)
    return QIcon(made)
