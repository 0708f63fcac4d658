"""The Breakpoints dock: the stop places, then each breakpoint with its switch, its sign, where it is, what it does, and its hits.

Above: `window`. Below: `stop_places`, `point_words`, `bridge`. A switch is one change at once; the form of a breakpoint is asked for by
signals.
"""

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.point_words import all_places, new_point, point_more, point_name, point_sign
from studio.gui.panes.stop_places import StopPlaces
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.row_inset import inset_bar, inset_rows
from studio.gui.words import fill, number, tip
from studio.session.breakpoints import Breakpoint

_ID = Qt.ItemDataRole.UserRole
_ROW, _TWO_LINES = 28, 44
Shown = tuple[tuple[Breakpoint, int, bool], ...]
"""Each breakpoint with its hits, and whether a stop place holds at its place."""


class BreakpointsPane(QWidget):
    """`edit_wanted` gives the breakpoint whose form is to be shown; one without an id is a new one."""

    edit_wanted = Signal(object)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge = bridge
        self._shown: Shown | None = None
        self.places = StopPlaces(bridge, self)
        self._counting = QTimer(self, singleShot=True, interval=0)
        self.add, self.edit = Button("", self, icon_name="plus"), IconButton("edit", "", self)
        self.remove, self.all = IconButton("trash", "", self), IconButton("ring", "", self)
        self.list, self._none = QTreeWidget(self), EmptyState("", parent=self, icon="breakpoint")
        self._stack = QStackedWidget(self)
        self._prepare()
        self._lay_out()
        self._join()
        self._reword()

    # ---- what is shown

    @property
    def selected(self) -> str:
        """The id of the selected breakpoint; empty when none is."""
        chosen = self.list.selectedItems()
        return str(chosen[0].data(0, _ID)) if chosen else ""

    def select(self, id: str) -> None:
        """Select a breakpoint."""
        for at in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(at)
            if item is not None and item.data(0, _ID) == id:
                self.list.setCurrentItem(item)

    def refresh(self) -> None:
        """Show the breakpoints as they are now."""
        session = self._bridge.session
        if not self.isVisible():
            return
        self.places.refresh()
        points = session.breakpoints if session is not None else ()
        hits = session.hits_of_all() if session is not None else {}
        if hits is None:  # those of a long path are still being counted
            self._counting.start()
            hits = {point.id: known for point, known, _holds in self._shown or ()}
        shown = tuple((point, hits.get(point.id, 0), self._is_stop_place(point)) for point in points)
        self._allow(points)
        if shown != self._shown:
            self._shown = shown
            self._fill(shown)

    def _is_stop_place(self, point: Breakpoint) -> bool:
        """Whether a stop place holds where the breakpoint is."""
        session = self._bridge.session
        return session is not None and bool(point.place) and bool(getattr(session.state.setup.stops, point.place))

    def _allow(self, points: tuple[Breakpoint, ...]) -> None:
        session = self._bridge.session
        may = session is not None and not session.read_only
        self.add.setEnabled(may)
        self._show_page(0 if points else 1)
        self._none.setEnabled(may)
        self._tell_none()
        for button in (self.edit, self.remove):
            button.setEnabled(may and bool(self.selected))
        self.all.setEnabled(may and bool(points))
        on = any(point.on for point in points)
        self.all.set_words(
            self.tr("Switch all off (Ctrl+Shift+F9)") if on else self.tr("Switch all on (Ctrl+Shift+F9)")
        )
        self.all.set_icon_name("ring" if on else "breakpoint")

    def _show_page(self, at: int) -> None:
        """The list, or that there is none. The keyboard stays in this dock when the page goes that has it."""
        if at == self._stack.currentIndex():
            return
        had: QWidget | None = self.focusWidget()
        here = had is not None and self._stack.isAncestorOf(had)
        self._stack.setCurrentIndex(at)
        if here:
            (self.add if at else self.list).setFocus()

    def _fill(self, shown: Shown) -> None:
        kept = self.selected
        with QSignalBlocker(self.list):
            self.list.clear()
            for point, hits, holds in shown:
                self.list.addTopLevelItem(self._item(point, hits, holds=holds))
            self.select(kept)
        self._tell_selected()

    def _item(self, point: Breakpoint, hits: int, *, holds: bool) -> QTreeWidgetItem:
        name, more = point_name(point), point_more(point)
        first = name if point.on else fill(self.tr("{name} · off"), name=name)
        still = "" if point.on or not holds else self.tr("the stop place still stops here")
        second = " · ".join(filter(None, (still, more)))
        times, stops = self.tr("%n hit(s)", "", hits), self.tr("stops")
        item = QTreeWidgetItem(["\n".join(filter(None, (first, second))), number(hits) if hits else ""])
        item.setData(0, _ID, point.id)
        item.setIcon(0, point_sign(point))
        item.setCheckState(0, Qt.CheckState.Checked if point.on else Qt.CheckState.Unchecked)
        item.setForeground(0, theme().color("text" if point.on else "faint"))
        item.setForeground(1, theme().color("muted"))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(0, tip("\n".join(filter(None, (first, second, times)))))
        item.setToolTip(1, fill(self.tr("{times} on the way to here"), times=times))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join((first, second or stops, times)))
        item.setSizeHint(0, QSize(0, theme().row(_TWO_LINES if second else _ROW)))
        return item

    # ---- what the person does

    def _press_add(self) -> None:
        menu = self.new_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.add.mapToGlobal(QPoint(0, self.add.height())))

    def new_menu(self) -> QMenu:
        """The menu of the places and troubles for a new breakpoint."""
        menu = QMenu(self)
        for at, (where, words) in enumerate(all_places()):
            if at == 4:
                menu.addSeparator()
            action = menu.addAction(words)
            action.setObjectName(where)
            action.triggered.connect(lambda _on=False, where=where: self.edit_wanted.emit(new_point(where)))
        return menu

    def edit_selected(self) -> None:
        """Ask for the form of the selected breakpoint."""
        session, id = self._bridge.session, self.selected
        point = next((each for each in session.breakpoints if each.id == id), None) if session is not None else None
        if point is not None:
            self.edit_wanted.emit(point)

    def remove_selected(self) -> None:
        """Remove the selected breakpoint."""
        id = self.selected
        if id:
            self._bridge.do(lambda opened: opened.remove_breakpoint(id))
            self.refresh()

    def _switch_all(self) -> None:
        self._bridge.do(lambda opened: opened.switch_all(not any(point.on for point in opened.breakpoints)))
        self.refresh()

    def _move(self, by: int) -> None:
        id, at = self.selected, self.list.currentIndex().row()
        if id and 0 <= at + by < self.list.topLevelItemCount():
            self._bridge.do(lambda opened: opened.move_breakpoint(id, at + by))
            self.refresh()
            self.select(id)

    def _switched(self, item: QTreeWidgetItem, column: int) -> None:
        """With the next turn: the list is filled anew then, and now Qt still needs the item."""
        id, on = str(item.data(0, _ID)), item.checkState(0) == Qt.CheckState.Checked
        if column == 0:
            QTimer.singleShot(0, self, lambda: self._switch(id, on=on))

    def _switch(self, id: str, *, on: bool) -> None:
        if not self._bridge.do(lambda opened: opened.switch_breakpoint(id, on)):
            self._anew()

    def _menu(self, where: QPoint) -> None:
        if not self.selected:
            return
        menu = QMenu(self)
        for words, act in (
            (self.tr("Edit…"), self.edit_selected),
            (self.tr("Move up"), lambda: self._move(-1)),
            (self.tr("Move down"), lambda: self._move(1)),
            (self.tr("Remove"), self.remove_selected),
        ):
            menu.addAction(words).triggered.connect(lambda _on=False, act=act: act())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.list.viewport().mapToGlobal(where))

    def event(self, event: QEvent) -> bool:
        """Alt with an arrow belongs to the list, not to the rounds of the timeline."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.list.hasFocus():
            arrow = event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
            if arrow and event.modifiers() == Qt.KeyboardModifier.AltModifier:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Del removes, Alt with an arrow moves, as in other lists."""
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        match Qt.Key(event.key()):
            case Qt.Key.Key_Delete if self.list.hasFocus():
                self.remove_selected()
            case Qt.Key.Key_Up | Qt.Key.Key_Down as key if alt and self.list.hasFocus():
                self._move(-1 if key == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)

    # ---- its parts

    def _prepare(self) -> None:
        inset_rows(self.list, columns=2)
        self.list.setHeaderHidden(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.list.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        inset_bar(row, roomy=True)
        row.setSpacing(theme().px(4))
        row.addWidget(self.add)
        row.addStretch(1)
        for button in (self.edit, self.remove, self.all):
            row.addWidget(button)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._none)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.places)
        column.addWidget(self._stack, 1)

    def _join(self) -> None:
        self.add.clicked.connect(lambda _on=False: self._press_add())
        self.edit.clicked.connect(lambda _on=False: self.edit_selected())
        self.remove.clicked.connect(lambda _on=False: self.remove_selected())
        self.all.clicked.connect(lambda _on=False: self._switch_all())
        self._none.pressed.connect(self._press_none)
        self.list.itemChanged.connect(self._switched)
        self.list.itemSelectionChanged.connect(self._tell_selected)
        self.list.itemActivated.connect(lambda _item, _column: self.edit_selected())
        self.list.customContextMenuRequested.connect(self._menu)
        self._counting.timeout.connect(self.refresh)
        self._bridge.session_changed.connect(self._anew)
        self._bridge.refreshed.connect(self.refresh)
        theme().changed.connect(self._redraw)

    def _tell_selected(self) -> None:
        session = self._bridge.session
        self._allow(session.breakpoints if session is not None else ())

    def _anew(self) -> None:
        self._shown = None
        self.refresh()

    def _redraw(self) -> None:
        inset_rows(self.list, columns=2)
        self._anew()

    def showEvent(self, event: object) -> None:
        """What changed while it was out of sight."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._anew()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._anew()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.list.setAccessibleName(self.tr("Breakpoints"))
        self.add.set_words(self.tr("Add"))
        self.edit.set_words(self.tr("Edit the breakpoint (Shift+F9)"))
        self.remove.set_words(self.tr("Remove the breakpoint (Del)"))
        self._tell_none()

    @property
    def _stops_at_calls(self) -> bool:
        session = self._bridge.session
        return session is not None and session.state.setup.stops.before_call

    def _tell_none(self) -> None:
        offer = self.tr("New breakpoint…") if self._stops_at_calls else self.tr("Stop before every call")
        self._none.set(self.tr("No breakpoints. F9 sets one at the selected step."), offer, "breakpoint")

    def _press_none(self) -> None:
        """What the session does not do yet: stop before every call; else a breakpoint."""
        if self._stops_at_calls:
            self.edit_wanted.emit(new_point("before_call"))
        else:
            self.places.switches["before_call"].click()
