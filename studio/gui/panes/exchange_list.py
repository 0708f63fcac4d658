"""The exchanges of a round as a list: method, status, host, size, time.

Above: `http_pane`. Below: `present/exchanges`. Knows no session.
"""

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import fill, number, seconds
from studio.present.exchanges import Exchanged
from studio.session.nodes import NodeId

_NODE = Qt.ItemDataRole.UserRole
_COLUMNS, _RIGHT = 5, (3, 4)
_ROW = 28


class ExchangeList(QTreeWidget):
    """`chosen` gives the node of the request that the person wants to see."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Exchanged, ...] = ()
        self.aside = ""
        """What is said of an exchange on another branch, in the language of the window."""
        self.choice = ""
        """What is said of one that asked which groups of tools to open."""
        self.asked = ""
        """The same of one that the MCP server `{server}` wanted."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.redraw()
        self.currentItemChanged.connect(self._current_changed)

    def redraw(self) -> None:
        """Take over sizes of the theme."""
        inset_rows(self, columns=_COLUMNS)
        header = self.header()
        for column in range(_COLUMNS):
            mode = QHeaderView.ResizeMode.Stretch if column == 2 else QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(column, mode)
        self.show_exchanges(self._shown, None, anew=True)

    def set_headers(self, *words: str) -> None:
        """The names of the columns."""
        self.setHeaderLabels([*words, ""])
        for column in _RIGHT:
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def show_exchanges(self, found: tuple[Exchanged, ...], chosen: Exchanged | None, *, anew: bool = False) -> None:
        """Show these, with one of them chosen."""
        self.blockSignals(True)
        if found != self._shown or anew:
            self._shown = found
            self.setCurrentIndex(QModelIndex())  # else Qt measures all columns anew for each row that goes
            self.clear()
            self.addTopLevelItems([self._item(one) for one in found])
        at = next(
            (at for at, one in enumerate(found) if chosen is not None and one.node == chosen.node), len(found) - 1
        )
        item = self.topLevelItem(at)
        if item is not None:
            self.setCurrentItem(item)
        self.blockSignals(False)

    def _beside(self, one: Exchanged) -> str:
        """Why it was sent, where it is none of the session's own requests."""
        if one.asked is not None:
            return fill(self.asked, server=one.asked.server)
        return self.choice if one.choice is not None else ""

    def _item(self, one: Exchanged) -> QTreeWidgetItem:
        kept = one.kept
        status = str(kept.status or "—") if kept is not None else "…" if one.end is None else "—"
        took = seconds(kept.seconds) if kept is not None else ""
        host = " · ".join(filter(None, (self._beside(one), one.host or "—")))
        item = QTreeWidgetItem([kept.method if kept else "POST", status, host, _size(one.size) if kept else "", took])
        bad = one.error is not None or (kept is not None and not 200 <= (kept.status or 0) < 300)
        item.setForeground(1, theme().color("error" if bad else "result" if kept else "muted"))
        for column in _RIGHT:
            item.setForeground(column, theme().color("muted"))
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        sign = ("provider_error", "error") if bad else ("tick", "result") if kept else ("clock", "muted")
        item.setIcon(1, icon(*sign))  # one for each, so that what stands beside them begins at one line
        item.setToolTip(2, one.url)
        item.setSizeHint(2, QSize(0, theme().row(_ROW)))
        if one.aside:
            item.setToolTip(2, f"{one.url}\n{self.aside}")
            item.setForeground(2, theme().color("faint"))
        item.setData(0, _NODE, one.node)
        spoken = (*(item.text(column) for column in range(_COLUMNS)), self.aside if one.aside else "")
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, spoken)))
        return item

    def _current_changed(self, now: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        if now is not None:
            self.chosen.emit(NodeId(now.data(0, _NODE)))


def _size(size: int) -> str:
    """Bytes as people read them."""
    if size < 1000:
        return f"{size} B"
    return f"{number(size / 1000, 1)} kB" if size < 1_000_000 else f"{number(size / 1_000_000, 1)} MB"
