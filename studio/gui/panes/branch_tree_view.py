"""The tree of branches as a list of painted rows: a click or Enter goes to a branch, F2 renames it in its place.

Above: the Branches dock. Below: `mcp_painted`, `branch_tree_paint`, `models/branch_tree_model`. Signals tell what is wanted.
"""

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.gui.look.theme import theme
from studio.gui.models.branch_tree_model import BranchTreeModel
from studio.gui.panes.branch_tree_paint import ROW_HEIGHT, badges_width, name_left, name_width, paint_branch, painted
from studio.gui.panes.mcp_painted import PaintedRows
from studio.present.branch_tree import BranchRow
from studio.session.nodes import NodeId


class NameField(QLineEdit):
    """The name of a branch while it is typed; `left` is Esc, which keeps the old one. No key reaches the list: Enter goes there."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
        event.accept()


class BranchTreeView(PaintedRows):
    """All signals give the first node of the branch."""

    go_wanted = Signal(int)
    renamed = Signal(int, str)
    kept_wanted = Signal(int)
    """Note and expectation are to be written."""
    hide_wanted = Signal(int)
    menu_wanted = Signal(int, QPoint)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._here = NodeId(0)
        self.branches, self._names, self._badges = BranchTreeModel(), 0, 0
        super().__init__(self.branches, paint_branch, ROW_HEIGHT, parent)
        self.branches.setParent(self)
        self.own_keys = frozenset({Qt.Key.Key_F2, Qt.Key.Key_N, Qt.Key.Key_H, Qt.Key.Key_Delete})
        self.field, self._renaming = NameField(self.viewport()), NodeId(0)
        self.field.hide()
        self.field.left.connect(self._left)
        self.field.editingFinished.connect(self._renamed)
        self.activated_at.connect(lambda row: self.go_wanted.emit(self._start(row)))
        self.looked_at.connect(lambda row: self.chosen.emit(self._start(row)))
        self.menu_at.connect(lambda row, where: self.menu_wanted.emit(self._start(row), where))
        self.key_at.connect(lambda row, key: self._key(self._start(row), Qt.Key(key)))

    def show_rows(self, rows: Sequence[BranchRow]) -> None:
        """List other rows. The one that has the keyboard keeps it, until the session stands on another branch."""
        kept = self.current
        self.branches.show(rows)
        self._measure()
        here = next((row.start for row in rows if row.current), NodeId(0))
        wanted = here if here != self._here or not kept else kept
        self._here = here
        if wanted != self.current:
            self.choose(self.branches.place_of(wanted))
        self.viewport().update()

    def _measure(self) -> None:
        """The columns are as wide as their widest row."""
        self._names = max((name_width(row) for row in self.branches.rows), default=0)
        self._badges = max((badges_width(row) for row in self.branches.rows), default=0)

    def redraw(self) -> None:
        """Take over sizes and colours."""
        self._measure()
        super().redraw()

    @property
    def current(self) -> NodeId:
        """The branch that has the keyboard; 0 where none has."""
        return self._start(self.row)

    def choose_branch(self, start: NodeId) -> None:
        """Give a branch the keyboard, if it is listed."""
        self.choose(self.branches.place_of(start))

    def content_at(self, row: int, width: int) -> Hashable | None:
        """The branch, and how its line goes on."""
        found, next_one = self.branches.row_at(row), self.branches.row_at(row + 1)
        if found is None:
            return None
        below = next_one is not None and next_one.parent == found.start
        return painted(found, below=below, names=min(self._names, width * 2 // 5), badges=self._badges)

    def rename(self, start: NodeId) -> None:
        """Let the person type another name over that of a branch."""
        at = self.branches.place_of(start)
        row = self.branches.row_at(at)
        if row is None:
            return
        self.choose(at)
        self._renaming = start
        self.field.setAccessibleName(self.tr("Name of the branch"))
        self.field.setText(row.name)
        top, left = self.rowViewportPosition(at), name_left(row.level) - theme().px(6)
        wide = max(name_width(row) - left + theme().px(24), theme().px(160))
        self.field.setGeometry(QRect(left, top + 1, wide, theme().row(ROW_HEIGHT) - 2))
        self.field.show()
        self.field.selectAll()
        self.field.setFocus()

    def _renamed(self) -> None:
        start, self._renaming = self._renaming, NodeId(0)
        if not start:
            return
        name = self.field.text().strip()
        self.field.hide()
        self.setFocus()
        if name:
            self.renamed.emit(start, name)

    def _key(self, start: NodeId, key: Qt.Key) -> None:
        match key:
            case Qt.Key.Key_F2:
                self.rename(start)
            case Qt.Key.Key_N:
                self.kept_wanted.emit(start)
            case _:
                self.hide_wanted.emit(start)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click goes there."""
        super().mouseReleaseEvent(event)
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0 and row == self.row and event.button() == Qt.MouseButton.LeftButton:
            self.go_wanted.emit(self._start(row))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click of two renames: the first one went there."""
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.rename(self._start(row))

    def _left(self) -> None:
        self._renaming = NodeId(0)
        self.field.hide()
        self.setFocus()

    def _start(self, row: int) -> NodeId:
        found = self.branches.row_at(row)
        return found.start if found is not None else NodeId(0)
