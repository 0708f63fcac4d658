"""The Watch dock: expressions with their value at the step that is looked at, marked where it changed; values with members open.

Above: `window`. Below: `watch_rows`, `bridge`. An expression that cannot be read is refused while it is typed.
"""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QStackedWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.watch_rows import WatchRows
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.mended_line import MendedLine
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.words import fill, sentence, told_error
from studio.session.breakpoints import BreakpointError
from studio.session.tree import ROOT
from studio.workspace.watching import ASKED, Watched


class WatchPane(QWidget):
    """`step_wanted` gives a step that is to be looked at: where a value changed."""

    step_wanted = Signal(int)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge, self._editing = bridge, ""
        self._shown: tuple[Watched, ...] | None = None
        self.field, self.add = MendedLine(self), IconButton("plus", "", self)
        self.said, self.rows = QLabel(self), WatchRows(self)
        self._none, self._stack = EmptyState("", parent=self, icon="eye"), QStackedWidget(self)
        self._lay_out()
        self._join()
        self._reword()

    def refresh(self) -> None:
        """Show the values at the step that is looked at."""
        session = self._bridge.session
        if not self.isVisible():
            return
        self.field.line.setEnabled(session is not None and not session.read_only)
        node = self._bridge.selection
        known = session is not None and node is not None and node in session.tree
        shown = session.watched(node if known else None) if session is not None else ()
        if shown != self._shown:
            self._shown = shown
            self._stack.setCurrentIndex(0 if shown else 1)
            self.rows.show_watched(shown)

    def begin(self) -> None:
        """Put the keyboard where an expression is typed."""
        self.field.line.setFocus()

    # ---- what the person does

    def _take(self) -> None:
        """Watch what is typed."""
        text, id = self.field.line.text(), self._editing
        if not text.strip() or self._wrong() is not None:
            self._tell_wrong()
            return
        if self._bridge.do(lambda opened: opened.set_watch(text, id)):
            self._leave()
            self.refresh()

    def _leave(self) -> None:
        self._editing = ""
        self.field.line.clear()
        self._tell_wrong()

    def _wrong(self) -> BreakpointError | None:
        session, text = self._bridge.session, self.field.line.text()
        if session is None or not text.strip():
            return None
        try:
            session.check_watch(text)
        except BreakpointError as error:
            return error
        return None

    def _tell_wrong(self) -> None:
        wrong = self._wrong()
        self.said.setText("" if wrong is None else sentence(wrong.said) if wrong.repair else told_error(wrong))
        self.said.setVisible(wrong is not None)
        self.field.show_problem(wrong is not None)
        self.add.setEnabled(wrong is None and bool(self.field.line.text().strip()))

    def _edit(self, id: str) -> None:
        watch = next((each for each in self._shown or () if each.id == id), None)
        if watch is not None:
            self._editing = id
            self.field.line.setText(watch.expression)
            self.field.line.setFocus()

    def _remove(self, id: str) -> None:
        if id == self._editing:
            self._leave()
        self._bridge.do(lambda opened: opened.remove_watch(id))
        self.refresh()

    def _go(self, id: str) -> None:
        watch = next((each for each in self._shown or () if each.id == id), None)
        if watch is not None and watch.changed_at:
            self.step_wanted.emit(watch.changed_at)

    def _menu(self, where: QPoint) -> None:
        id = self.rows.chosen
        watch = next((each for each in self._shown or () if each.id == id), None)
        if watch is None:
            return
        menu = QMenu(self)
        menu.addAction(self.tr("Edit")).triggered.connect(lambda _on=False: self._edit(id))
        to_change = menu.addAction(self.tr("Go to where it changed"))
        to_change.setEnabled(watch.changed_at not in (None, ROOT))
        to_change.triggered.connect(lambda _on=False: self._go(id))
        menu.addAction(self.tr("Remove")).triggered.connect(lambda _on=False: self._remove(id))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.rows.viewport().mapToGlobal(where))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter watches, Esc leaves what is typed, Del removes the chosen one."""
        in_field = self.field.line.hasFocus()
        match Qt.Key(event.key()):
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if in_field:
                self._take()
            case Qt.Key.Key_Escape if in_field and self.field.line.text():
                self._leave()
            case Qt.Key.Key_Delete if self.rows.hasFocus() and self.rows.chosen:
                self._remove(self.rows.chosen)
            case Qt.Key.Key_F2 if self.rows.hasFocus() and self.rows.chosen:
                self._edit(self.rows.chosen)
            case _:
                super().keyPressEvent(event)

    # ---- its parts

    def _lay_out(self) -> None:
        px = theme().px
        row = QHBoxLayout()
        inset_bar(row, roomy=True)
        row.setSpacing(px(4))
        row.addWidget(self.field.line, 1)
        row.addWidget(self.add)
        self.said.setProperty("role", "error")
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.hide()
        told = QVBoxLayout()
        told.setContentsMargins(px(12), 0, px(8), 0)
        told.addWidget(self.said)
        told.addWidget(self.field.offer)
        self._stack.addWidget(self.rows)
        self._stack.addWidget(self._none)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addLayout(told)
        column.addWidget(self._stack, 1)

    def _join(self) -> None:
        self.field.line.textChanged.connect(lambda _text: self._tell_wrong())
        self.add.clicked.connect(lambda _on=False: self._take())
        self._none.pressed.connect(self.begin)
        self.rows.itemDoubleClicked.connect(self._double_clicked)
        self.rows.customContextMenuRequested.connect(self._menu)
        self._bridge.session_changed.connect(self._other_session)
        self._bridge.refreshed.connect(self.refresh)
        self._bridge.selected.connect(lambda _node: self.refresh())
        theme().changed.connect(self._anew)

    def _double_clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        if item.parent() is None:
            self._edit(self.rows.chosen)

    def _other_session(self) -> None:
        """What is typed becomes a watch of its own: the one that was to be changed is another session's."""
        self._editing = ""
        self._tell_wrong()
        self._anew()

    def _anew(self) -> None:
        self._shown = None
        self.refresh()

    def showEvent(self, event: object) -> None:
        """What changed while it was out of sight."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._anew()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._tell_wrong()
            self._anew()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.field.line.setAccessibleName(self.tr("Expression to watch"))
        self.field.line.setPlaceholderText("args.amount")
        self.field.line.setToolTip(fill(self.tr("A JMESPath over {names}."), names=", ".join(ASKED)))
        self.add.set_words(self.tr("Watch this expression (Enter)"))
        self.rows.setAccessibleName(self.tr("Watched expressions"))
        self._none.set(self.tr("Nothing is watched."), self.tr("Watch an expression"), "eye")
