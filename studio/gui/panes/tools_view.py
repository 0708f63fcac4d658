"""The list of the Tools dock: fixed rows that paint themselves, and the keys of a row.

Above: the Tools dock. Below: `tools_model`, `tools_paint`. Changes nothing: signals tell what the person wants with a tool.
"""

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QTableView, QWidget

from studio.gui.panes.tools_drawing import ToolsDrawing
from studio.gui.panes.tools_model import Index, ToolsModel
from studio.gui.panes.tools_paint import content_of, on_box, row_height
from studio.gui.widgets.bare_table import bare


class ToolsView(QTableView):
    """Space ticks, Enter opens the page, P keeps a tool in or lets it go, F2 renames, Del removes."""

    opened = Signal(str)
    pin_wanted = Signal(str)
    rename_wanted = Signal(str)
    remove_wanted = Signal(str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, model: ToolsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools, self._drawing = model, ToolsDrawing()
        self.setModel(model)
        self.setObjectName("tools_view")
        bare(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.doubleClicked.connect(self._double_clicked)
        self.redraw()

    def redraw(self) -> None:
        """Take over sizes and colours."""
        self._drawing.forget()
        self.fit()

    def fit(self) -> None:
        """Take over whether rows say why."""
        height = row_height(told=self._tools.told)
        header = self.verticalHeader()
        if header.defaultSectionSize() != height:
            header.setMinimumSectionSize(height)
            header.setDefaultSectionSize(height)
        self.verticalScrollBar().setSingleStep(height)
        self.viewport().update()

    @property
    def current(self) -> str:
        """The name of the tool that has the keyboard; empty where none has."""
        line = self._tools.line_at(self.currentIndex().row())
        return line.tool.name if line is not None else ""

    def choose(self, name: str) -> None:
        """Give a tool the keyboard, if it is listed."""
        at = self._tools.row_of(name)
        if at >= 0:
            self.setCurrentIndex(self._tools.index(at, 0))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()

    def keyboardSearch(self, search: str) -> None:
        """Typing does not search: there is a field for that."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not (plain and self._key(Qt.Key(event.key()), self.current)):
            super().keyPressEvent(event)

    def _key(self, key: Qt.Key, name: str) -> bool:
        """Do what a key is for; False when it is not ours."""
        if not name:
            return False
        match key:
            case Qt.Key.Key_Space:
                self._tools.switch(self.currentIndex().row())
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.opened.emit(name)
            case Qt.Key.Key_P:
                self.pin_wanted.emit(name)
            case Qt.Key.Key_F2:
                self.rename_wanted.emit(name)
            case Qt.Key.Key_Delete:
                self.remove_wanted.emit(name)
            case _:
                return False
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and on_box(event.position().x()):
            self._tools.switch(self.rowAt(event.position().toPoint().y()))

    def _double_clicked(self, index: Index) -> None:
        if not on_box(self.viewport().mapFromGlobal(self.cursor().pos()).x()):
            self.opened.emit(self.current)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            at, where = self.rowAt(event.pos().y()), event.globalPos()
        else:
            at = self.currentIndex().row()
            rect = self.visualRect(self.currentIndex())
            where = self.viewport().mapToGlobal(rect.bottomLeft())
        line = self._tools.line_at(at)
        if line is not None:
            self.choose(line.tool.name)
            self.menu_wanted.emit(line.tool.name, where)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setColumnWidth(0, max(self.viewport().width(), 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows that are to be seen."""
        tools, rect = self._tools, event.rect()
        size = QSize(self.viewport().width(), self.verticalHeader().defaultSectionSize())
        current = self.currentIndex().row()
        at = max(self.rowAt(max(rect.top(), 0)), 0)
        y = self.rowViewportPosition(at)
        with QPainter(self.viewport()) as painter:
            while y <= rect.bottom() and (line := tools.line_at(at)) is not None:
                row = content_of(line, tools.setup, tools.most, told=tools.told, width=size.width())
                chosen = at == current
                if chosen or tools.locked:
                    row = replace(row, locked=tools.locked, selected=chosen, focused=chosen and self.hasFocus())
                self._drawing.draw(painter, QPoint(0, y), size, row)
                at, y = at + 1, y + size.height()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._tools.rowCount():
            self.setCurrentIndex(self._tools.index(0, 0))
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
