"""The list of the settings' pages at the left; while something is looked for, its hits by page.

Above: `settings_window`. Below: `search`. Tells where the person goes; shows nothing itself.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.settings.page import worded
from studio.gui.settings.search import Hit

_PLACE = Qt.ItemDataRole.UserRole
_WIDTH = 190


class PageList(QListWidget):
    """`moved` with the ids of page and field (or none) when another row is gone to; `taken` when one was chosen with Enter."""

    moved = Signal(str, str)
    taken = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentItemChanged.connect(lambda now, _before: self._tell(now))
        self.itemClicked.connect(self._clicked)
        self._hits: Sequence[Hit] = ()
        theme().changed.connect(self._restyle)
        self._fit()

    def show_hits(self, hits: Sequence[Hit], at: tuple[str, str]) -> None:
        """Show pages and hits; the row of `at` is gone to, else the first."""
        self._hits = hits
        self.blockSignals(True)
        self.clear()
        for hit in hits:
            self._add(hit.page.id, "", worded(hit.page.title)).setIcon(icon(hit.page.icon, "muted"))
            for field in hit.fields:
                self._add(hit.page.id, field.id, worded(field.label))
        rows = [self.place(row) for row in range(self.count())]
        wanted = at if at in rows else (at[0], "")
        self.setCurrentRow(rows.index(wanted) if wanted in rows else 0)
        self.blockSignals(False)
        self.setEnabled(bool(hits))

    def place(self, row: int) -> tuple[str, str]:
        """The ids of page and field of a row; two empty ones for a row that is none."""
        if not 0 <= row < self.count():
            return "", ""
        page, field = self.item(row).data(_PLACE)
        return page, field

    def go_to(self, page: str) -> None:
        """Bring a page to the front, as if the person had."""
        rows = [self.place(row) for row in range(self.count())]
        self.setCurrentRow(rows.index((page, "")))

    def first_hit(self) -> tuple[str, str]:
        """The row that is looked at, if it is a field; else the first field; else that row."""
        here = self.place(self.currentRow())
        fields = (place for row in range(self.count()) if (place := self.place(row))[1])
        return here if here[1] else next(fields, here)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to what the row names."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit(*self.place(self.currentRow()))
        else:
            super().keyPressEvent(event)

    def _clicked(self, item: QListWidgetItem) -> None:
        place = item.data(_PLACE)
        if place[1]:
            self.taken.emit(*place)

    def _tell(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.moved.emit(*item.data(_PLACE))

    def _add(self, page: str, field: str, words: str) -> QListWidgetItem:
        item = QListWidgetItem(f"      {words}" if field else words)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        item.setData(_PLACE, (page, field))
        item.setToolTip(words)
        if not field and any(hit.fields for hit in self._hits):
            item.setFont(theme().font(13, semibold=True))
        self.addItem(item)
        return item

    def _restyle(self) -> None:
        self._fit()
        self.show_hits(self._hits, self.place(self.currentRow()))

    def _fit(self) -> None:
        self.setFixedWidth(min(theme().px(_WIDTH), 300))
