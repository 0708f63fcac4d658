"""The list of actions with their keys on the settings' page of keys, found by words in either language or by a key.

Above: `keys_control`. Below: the tables of actions, `present/key_table`. Changes nothing.
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.action_set import worded
from studio.gui.actions import ACTIONS, BY_ID, MENUS
from studio.gui.look.theme import theme
from studio.gui.other_language import OtherLanguages
from studio.gui.palette_words import SYNONYMS
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import plain
from studio.present.key_table import KeyTable

_ID = Qt.ItemDataRole.UserRole
_ROW, _KEYS, _NARROW = 26, 200, 520


class KeyRows(QTreeWidget):
    """One row an action: words, keys, where it stands. Changed ones are bold, and say so."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._others = OtherLanguages()
        self._items: dict[str, QTreeWidgetItem] = {}
        self._said: dict[str, str] = {}
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inset_rows(self, columns=3)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        self.header().setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        for spec in ACTIONS:
            self._items[spec.id] = item = QTreeWidgetItem(self)
            item.setData(0, _ID, spec.id)
        theme().changed.connect(self._fit)
        self._fit()
        self.setCurrentItem(self._items[ACTIONS[0].id])

    @property
    def chosen(self) -> str:
        """The action of the row that is looked at; empty when none is."""
        item = self.currentItem()
        return str(item.data(0, _ID)) if item is not None and not item.isHidden() else ""

    def choose(self, id: str) -> None:
        """Go to the row of an action."""
        self.setCurrentItem(self._items[id])
        self.scrollToItem(self._items[id])

    def show_table(self, table: KeyTable) -> None:
        """Show the keys that hold now; `said` for each is what it is found by."""
        met = {id for ids in table.met().values() for id in ids}
        for id, item in self._items.items():
            item.setText(1, ", ".join(native(key) for key in table.keys(id)))
            font = theme().font(13, semibold=not table.is_usual(id))
            item.setFont(1, font)
            item.setForeground(1, theme().color("error" if id in met else "text"))
            usual = ", ".join(native(key) for key in table.usual[id]) or self.tr("no key")
            told = "" if table.is_usual(id) else self.tr("Changed; usually {keys}").format(keys=usual)
            item.setToolTip(1, told)
            item.setData(1, Qt.ItemDataRole.AccessibleDescriptionRole, told)

    def reword(self) -> None:
        """Words in the language of the window."""
        self.setHeaderLabels([self.tr("Action"), self.tr("Keys"), self.tr("Menu"), ""])
        menus = dict(MENUS)
        for id, item in self._items.items():
            spec = BY_ID[id]
            menu = menus[spec.menu]
            item.setText(0, plain(worded(spec.words)))
            item.setToolTip(0, worded(spec.hint))
            item.setText(2, plain(worded(menu)))
            texts = (spec.words, spec.hint, menu)
            said = [each for text in texts for each in self._others.words("Actions", text)]
            self._said[id] = plain(" ".join([*said, SYNONYMS.get(id, "")])).casefold()

    def narrow(self, words: str, key: str, table: KeyTable, *, changed: bool = False) -> int:
        """Show only rows that say all words, or have the key, or were changed; how many there are."""
        parts = words.casefold().split()
        shown = 0
        for id, item in self._items.items():
            keys = table.keys(id)
            said = f"{self._said[id]} {' '.join(map(native, keys))}".casefold()
            fits = all(part in said for part in parts) and (not key or key in keys)
            fits = fits and not (changed and table.is_usual(id))
            item.setHidden(not fits)
            shown += fits
        if not self.chosen:
            first = next((item for item in self._items.values() if not item.isHidden()), None)
            if first is not None:
                self.setCurrentItem(first)
        return shown

    def _fit(self) -> None:
        for item in self._items.values():
            item.setSizeHint(0, QSize(0, theme().row(_ROW)))
        inset_rows(self, columns=3)
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the menus give way."""
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        width, px = self.viewport().width(), theme().px
        self.setColumnHidden(2, width < px(_NARROW))
        self.header().resizeSection(1, min(px(_KEYS), width // 2))


def native(key: str) -> str:
    """A key as the platform writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
