"""The headers of an exchange, request above answer, names beside values; blanked ones stay blanked.

Above: `http_pane`. Below: the theme. Knows no session.
"""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.row_inset import inset_rows

_ROW, _TITLE = 20, 28
Headers = Iterable[tuple[str, str]]


class HeaderList(QTreeWidget):
    """Two groups that are always open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderHidden(True)
        self.setSelectionMode(QTreeWidget.SelectionMode.SingleSelection)
        self.redraw()

    def redraw(self) -> None:
        """Take over sizes and fonts of the theme."""
        inset_rows(self, columns=2)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._fill()

    def show_headers(self, *groups: tuple[str, Headers]) -> None:
        """Show groups of headers, each with its title."""
        shown = tuple((title, tuple(headers)) for title, headers in groups)
        if shown != self._shown:
            self._shown = shown
            self._fill()

    def text(self) -> str:
        """What is shown, as lines."""
        return "\n\n".join(
            "\n".join((title, *(f"{name}: {value}" for name, value in headers))) for title, headers in self._shown
        )

    def _fill(self) -> None:
        self.clear()
        for title, headers in self._shown:
            self._add(QTreeWidgetItem([title, ""]), title=True)
            for name, value in headers:
                self._add(QTreeWidgetItem([name, value]), title=False)

    def _add(self, item: QTreeWidgetItem, *, title: bool) -> None:
        item.setFont(0, theme().font(12, semibold=True) if title else theme().code_font())
        item.setFont(1, theme().code_font())
        item.setForeground(0, theme().color("text" if title else "muted"))
        item.setToolTip(1, item.text(1))
        item.setSizeHint(1, QSize(0, theme().px(_TITLE if title else _ROW)))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ": ".join(filter(None, (item.text(0), item.text(1)))))
        self.addTopLevelItem(item)
        item.setFirstColumnSpanned(title)
