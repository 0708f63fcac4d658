"""The Cost dock: tokens, money and time on the way to where the session stands, by round, by tool or by model, and what all came to.

Above: `late_panes`. Below: `cost_list`, `bridge`. Reads; changes nothing. Where something is to be looked at is told by signals.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.cost_list import CostHeads, CostList
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import say, together
from studio.present.cost_rows import VIEWS, By, CostRow, CostRows
from studio.present.cost_words import total_words
from studio.present.words import words

_NOTHING: tuple[object, int, str] = (None, 0, "")


class CostPane(QWidget):
    """`step_wanted` gives the reply of a round that is to be looked at, `tool_wanted` the name of a tool; `prices_wanted` asks for the
    person's own prices, `message_wanted` for a place to write."""

    step_wanted = Signal(int)
    tool_wanted = Signal(str)
    prices_wanted = Signal()
    message_wanted = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cost_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge, self._seen = bridge, _NOTHING
        self.by = Segmented("", [(view, "") for view in VIEWS], self)
        self.prices = Button("", self, look="link")
        self.total, self.list = ElidedLabel("", self, size=12), CostList(self)
        self.heads = CostHeads(self.list, self)
        self._none, self._stack = EmptyState("", parent=self, icon="coins"), QStackedWidget(self)
        self._lay_out()
        self._join()
        self._reword()

    def refresh(self) -> None:
        """Show what was spent so far; nothing is done while nobody looks."""
        session = self._bridge.session
        if session is None or not self.isVisible():
            return
        spending, by = session.spending, self.by.current()
        if self._seen == (seen := (spending, spending.version, by)):
            return
        self._seen = seen
        view: By = next(view for view in VIEWS if view == by)
        rows = CostRows(spending.sums, view)
        total = spending.sums.total
        self._stack.setCurrentIndex(0 if total.replies or total.failed or total.calls else 1)
        self.list.show_rows(rows)
        said, basis = (
            together(*map(say, total_words(total))),
            self.tr("By what providers reported, at list prices or your own. An invoice may differ."),
        )
        self.total.set_text(said)
        self.total.setToolTip(f"{said}\n{basis}")

    def _open(self, row: CostRow) -> None:
        """A round is shown in the timeline, a tool in its dock, of a model the prices."""
        if row.number:
            self.step_wanted.emit(row.node)
        elif row.tool:
            self.tool_wanted.emit(row.tool)
        else:
            self.prices_wanted.emit()

    # ---- its parts

    def _lay_out(self) -> None:
        px = theme().px
        top = QHBoxLayout()
        inset_bar(top)
        top.setSpacing(px(12))
        top.addWidget(self.by)
        top.addWidget(self.total, 1)
        top.addWidget(self.prices)
        listed = QWidget(self)
        column = QVBoxLayout(listed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.heads)
        column.addWidget(self.list, 1)
        self._stack.addWidget(listed)
        self._stack.addWidget(self._none)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(top)
        whole.addWidget(self._stack, 1)

    def _join(self) -> None:
        self.by.chosen.connect(lambda _by: self.refresh())
        self.list.row_wanted.connect(self._open)
        self.prices.clicked.connect(lambda _on=False: self.prices_wanted.emit())
        self._none.pressed.connect(self.message_wanted)
        self._bridge.session_changed.connect(self._anew)
        self._bridge.refreshed.connect(self.refresh)

    def _anew(self) -> None:
        self._seen = _NOTHING
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while it was out of sight."""
        super().showEvent(event)
        self._anew()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.list.redraw()
            self._anew()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.by.setAccessibleName(self.tr("What costs are listed by"))
        for view in VIEWS:
            self.by.set_words(view, say(words(f"cost.by.{view}")))
        self.prices.set_words(self.tr("Prices…"))
        self.prices.setToolTip(self.tr("Your own prices of models (Settings, Models)"))
        self.list.setAccessibleName(self.tr("Costs"))
        self._none.set(self.tr("Nothing was asked yet, so nothing was spent."), self.tr("Write a message"), "coins")
