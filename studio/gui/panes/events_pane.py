"""The Stream events dock: every event of an answer with its time, what it brought, and the reply as it stood after it.

Above: `window`. Below: `wire_shown`, `event_feed`, `events_table`, `event_detail`. Nothing is read while it is not in view.
"""

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.models.events_model import EventsModel
from studio.gui.panes.event_detail import EventDetail
from studio.gui.panes.event_feed import EventFeed
from studio.gui.panes.events_table import EventsTable
from studio.gui.panes.find_here import FindHere
from studio.gui.panes.not_sent import not_sent
from studio.gui.panes.rows_target import RowsTarget
from studio.gui.panes.wire_shown import WireShown
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.words import fill, number, seconds
from studio.messages.reply import ChatReply
from studio.present.wire_events import EventLog

_PACE = 120
"""Milliseconds between two looks at the reply while it comes: laying it out costs more than its events."""


class EventsPane(QWidget):
    """Table at the left, the event looked at beside it; a slider over all of them."""

    def __init__(self, bridge: Bridge, shown: WireShown, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge, self._shown = bridge, shown
        self.feed, self.model = EventFeed(self), EventsModel(self)
        self.table, self.detail = EventsTable(self.model, self), EventDetail(self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setMinimum(1)
        self.facts = ElidedLabel("", self, colour="muted", size=12)
        self.jump = Button("", self, look="link", icon_name="provider_error", colour="error")
        self._none = EmptyState("", parent=self, icon="bolt")
        self._settle = QTimer(self, singleShot=True, interval=_PACE)
        self._settle.timeout.connect(lambda: self._detail(self.table.number))
        self._lay_out()
        self._join()
        self._reword()

    def _lay_out(self) -> None:
        page, bar = QWidget(self), QWidget(self)
        row = QHBoxLayout(bar)
        inset_bar(row)
        row.setSpacing(12)
        for widget, stretch in ((self.facts, 2), (self.slider, 3), (self.jump, 0)):
            row.addWidget(widget, stretch)
        split = QSplitter(self)
        split.addWidget(self.table)
        split.addWidget(self.detail)
        split.setSizes([560, 440])
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        self.finding = FindHere(self, column, RowsTarget(self.table))
        column.addWidget(split, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._none)
        self._stack.addWidget(page)

    def _join(self) -> None:
        for signal in (self._bridge.session_changed, self._bridge.refreshed):
            signal.connect(self._refresh)
        self._shown.changed.connect(self._look)
        self.feed.begun.connect(self._begun)
        self.feed.grown.connect(self._grown)
        self.table.chosen.connect(self._chose)
        self.slider.valueChanged.connect(self.table.look_at)
        self.jump.clicked.connect(self.go_to_defect)
        self._none.pressed.connect(lambda: self._bridge.way_wanted.emit("step"))
        theme().changed.connect(self.table.redraw)

    def showEvent(self, event: QShowEvent) -> None:
        """Read on when it comes into view."""
        super().showEvent(event)
        self._refresh()
        self._look()

    def hideEvent(self, event: QHideEvent) -> None:
        """Read nothing while it is out of view."""
        self.feed.pause()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def go_to_defect(self) -> None:
        """Look at the next event with a defect; behind the last one at the first again."""
        log = self.feed.log
        wrong = sorted({defect.event for defect in log.defects}) if log is not None else []
        if wrong:
            here = self.table.number
            self.table.look_at(next((event for event in wrong if event > here), wrong[0]))
            self.table.setFocus()

    def _refresh(self) -> None:
        if self.isVisible():
            self._shown.refresh()
            if self.feed.is_live:
                self.feed.advance()
            elif self.feed.log is None:
                self._look()

    def _look(self) -> None:
        if self.isVisible():
            self.feed.look_at(self._bridge.session, self._shown.chosen)
            self.feed.advance()
            self._say_none()

    def _begun(self) -> None:
        self.model.set_log(self.feed.log)
        self.table.look_at(0)
        self._grown()

    def _grown(self) -> None:
        log = self.feed.log
        follows = self.table.number in (0, self.model.rowCount())
        self.model.grow()
        rows = self.model.rowCount()
        self.slider.blockSignals(True)
        self.slider.setMaximum(max(1, rows))
        self.slider.blockSignals(False)
        if rows and follows and (self.feed.is_live or (log is not None and log.ended)):
            self.table.look_at(rows)
        if log is None or not rows:
            self.detail.show_event(0, "", ChatReply(), [])
        elif log.ended:
            self._settle.stop()
            self._detail(self.table.number)
        self._tell(log)

    def _chose(self, event: int) -> None:
        log = self.feed.log
        if log is None or not 0 < event <= len(log.events):
            return
        self.slider.blockSignals(True)
        self.slider.setValue(event)
        self.slider.blockSignals(False)
        if log.ended:
            self._detail(event)
        elif not self._settle.isActive():
            self._settle.start()

    def _detail(self, event: int) -> None:
        log = self.feed.log
        if log is None or not 0 < event <= len(log.events):
            return
        raw = log.raw(event).decode("utf-8", "replace").strip("\r\n")
        self.detail.show_event(event, raw, log.assembled(event), self.model.defects(event))

    def _tell(self, log: EventLog | None) -> None:
        self._stack.setCurrentIndex(1 if log is not None and log.events else 0)
        self._say_none()
        if log is None or not log.events:
            return
        defects = len(log.defects)
        self.jump.setVisible(bool(defects))
        self.jump.set_words(
            self.tr("Go to the defect") if defects == 1 else self.tr("Next of %n defect(s)", "", defects)
        )
        said = [self.tr("%n event(s)", "", len(log.events) + log.unlisted), seconds(log.events[-1].ms / 1000)]
        if log.ended and not defects:
            said.append(self.tr("no defects"))
        if log.unlisted:
            said.append(fill(self.tr("the first {n} are listed"), n=number(len(log.events))))
        self.facts.set_text(" · ".join(said))

    def _say_none(self) -> None:
        one, live, way = self._shown.chosen, self.feed.is_live, ""
        if one is None:
            said, way = not_sent(self._bridge.session)
        elif live or (one.kept is not None and one.size):
            said = self.tr("The answer has not begun yet.") if live else self.tr("Reading the answer…")
        elif one.request.source != "live":
            said = self.tr("Nothing came over HTTP in this round.")
        else:
            said = self.tr("No answer came.")
        self._none.set(said, way, "bolt")

    def _reword(self) -> None:
        self.table.setAccessibleName(self.tr("Stream events"))
        self.slider.setAccessibleName(self.tr("Event looked at"))
        self.slider.setToolTip(self.tr("Go through the events; the reply is shown as it stood after each."))
        self.model.headers = ("#", self.tr("Time"), self.tr("Kind"), self.tr("Size"), self.tr("Text"))
        self.table.redraw()
        self._tell(self.feed.log)
        self._detail(self.table.number)
