"""The resources and templates that a server offers, with a filter.

Above: the dialog of resources. Below: widgets. Reads nothing: `chosen` gives the one that was selected, `opened` the one to be read.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import fill, number, say, tip
from studio.present.result_parts import bytes_words
from studio.session.server_view import ResourceInfo

_ROW, _NARROW, _MOST = 26, 300, 2_000
"""Rows beyond the last number come into view by the filter alone."""


class ResourceList(QWidget):
    """`field` filters by words in name, title, address, description and kind."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[ResourceInfo, ...] = ()
        self._shown: list[ResourceInfo] = []
        self.field, self.rows, self.said = QLineEdit(self), QTreeWidget(self), QLabel(self)
        self._sign = FieldSign(self.field, "search")
        self._prepare()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(self.field)
        column.addWidget(self.rows, 1)
        column.addWidget(self.said)

    def show_resources(self, resources: Sequence[ResourceInfo]) -> None:
        """Show these; what was selected stays so."""
        self._all = tuple(resources)
        self._filter()

    def choose(self, uri: str) -> None:
        """Select the resource of that address."""
        at = next((at for at, each in enumerate(self._shown) if each.uri == uri), None)
        self._select(at)

    def current(self) -> ResourceInfo | None:
        """The one that is selected."""
        item = self.rows.currentItem()
        at = self.rows.indexOfTopLevelItem(item) if item is not None else -1
        return self._shown[at] if at >= 0 else None

    def _select(self, at: int | None) -> None:
        item = self.rows.topLevelItem(at) if at is not None else None
        if item is not None:
            self.rows.setCurrentItem(item)
            self._reveal()

    def _reveal(self) -> None:
        item = self.rows.currentItem()
        if item is not None:
            self.rows.scrollToItem(item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, names keep it."""
        super().resizeEvent(event)
        self.rows.setColumnHidden(1, self.width() < theme().px(_NARROW))
        self._reveal()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down goes from the filter to the list; Enter there reads, and presses no button of the dialog."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers()
            if watched is self.field and (event.key() == Qt.Key.Key_Down or enter):
                self.rows.setFocus()
                if self.rows.currentItem() is None:
                    self._select(0)
                return True
            if watched is self.rows and enter:
                self._open()
                return True
        return super().eventFilter(watched, event)

    def _prepare(self) -> None:
        self.field.setPlaceholderText(self.tr("Find a resource"))
        self.field.setAccessibleName(self.tr("Find a resource"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _text: self._filter())
        inset_rows(self.rows, columns=2)
        self.rows.setHeaderLabels([self.tr("Resource"), self.tr("Kind"), ""])
        self.rows.setUniformRowHeights(True)
        self.rows.setTabKeyNavigation(False)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setAccessibleName(self.tr("Resources of the server"))
        header = self.rows.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.rows.currentItemChanged.connect(lambda _now, _before: self._tell())
        self.rows.itemDoubleClicked.connect(lambda _item, _column: self._open())
        for watched in (self.field, self.rows):
            watched.installEventFilter(self)
        wrap_plainly(self.said)
        self.said.setProperty("role", "small_muted")

    def _filter(self) -> None:
        words = self.field.text().lower().split()
        was = self.current()
        found = [each for each in self._all if all(word in _text(each) for word in words)]
        self._shown = found[:_MOST]
        with QSignalBlocker(self.rows):
            self.rows.clear()
            self.rows.addTopLevelItems([self._item(each) for each in self._shown])
        if was is not None:
            self.choose(was.uri)
        self._say(len(found))

    def _say(self, found: int) -> None:
        if not self._all:
            said = self.tr("The server offers no resources.")
        elif found > len(self._shown):
            said = fill(self.tr("{n} of {all} are shown; find the others."), n=number(_MOST), all=number(found))
        else:
            said = fill(self.tr("{n} of {all}"), n=number(found), all=number(len(self._all)))
        self.said.setText(said)

    def _item(self, each: ResourceInfo) -> QTreeWidgetItem:
        kind = self.tr("template") if each.template else each.media_type
        size = say(bytes_words(each.size)) if each.size is not None else ""
        name = each.title or each.name or each.uri
        item = QTreeWidgetItem([name, " · ".join(filter(None, (kind, size)))])
        item.setIcon(0, icon("braces" if each.template else "file"))
        item.setForeground(1, theme().color("muted"))
        item.setSizeHint(0, QSize(0, theme().row(_ROW)))
        item.setToolTip(0, tip("\n".join(filter(None, (name, each.uri, each.description)))))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (name, each.uri, kind, size))))
        return item

    def _tell(self) -> None:
        current = self.current()
        if current is not None:
            self.chosen.emit(current)

    def _open(self) -> None:
        current = self.current()
        if current is not None:
            self.opened.emit(current)


def _text(each: ResourceInfo) -> str:
    return f"{each.name}\n{each.title}\n{each.uri}\n{each.description}\n{each.media_type}".lower()
