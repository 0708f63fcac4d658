"""The table of the events of an answer: fixed rows, columns as wide as their numbers need, the newest row kept in sight.

Above: `events_pane`. Below: `models/events_model`. Knows no session.
"""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from studio.gui.look.theme import theme
from studio.gui.models.events_model import Column, EventsModel

_ROW = 24
_SAMPLES = {Column.NUMBER: "9999", Column.TIME: "99.99 s", Column.SIZE: "99,999"}
_NARROW = 400
"""Width below which the sizes give way to the text."""


class EventsTable(QTableView):
    """`chosen` gives the number of the event that the person looks at."""

    chosen = Signal(int)

    def __init__(self, model: EventsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events = model
        self._moving = False
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.selectionModel().currentRowChanged.connect(self._current_changed)
        self.redraw()

    def redraw(self) -> None:
        """Take over sizes of the theme and the words of the columns."""
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(theme().row(_ROW))
        rows.setDefaultSectionSize(theme().row(_ROW))
        columns.setMinimumSectionSize(1)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(Column.TEXT, QHeaderView.ResizeMode.Stretch)
        metrics, sign = QFontMetrics(theme().code_font()), theme().px(24)
        for column, sample in _SAMPLES.items():
            needed = max(metrics.horizontalAdvance(text) for text in (sample, self._events.headers[column]))
            columns.resizeSection(column, needed + theme().px(20) + (sign if column == Column.NUMBER else 0))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow table the text has the room of the sizes, and some of the kinds."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < theme().px(_NARROW)
        kind = QFontMetrics(theme().font(12)).horizontalAdvance("call, arguments") + theme().px(24)
        self.horizontalHeader().resizeSection(Column.KIND, min(kind, self.width() // 5) if narrow else kind)
        self.setColumnHidden(Column.SIZE, narrow)

    @property
    def number(self) -> int:
        """The number of the event looked at; 0 when none is."""
        return self.currentIndex().row() + 1

    def look_at(self, number: int) -> None:
        """Look at an event and bring it into view."""
        if number != self.number:
            self.setCurrentIndex(self._events.index(number - 1, 0))
        if number:
            self.scrollTo(self._events.index(number - 1, 0))

    def _current_changed(self, now: QModelIndex, _before: QModelIndex) -> None:
        self.chosen.emit(now.row() + 1)
