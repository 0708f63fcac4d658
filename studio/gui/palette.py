"""The command palette: all actions by their words, filtered while typing, last used first.

Above: `window`. Below: `action_set`. Actions that are not allowed are shown with the reason and cannot be chosen.
"""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QDialog, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.gui.action_set import ActionSet, worded
from studio.gui.action_spec import ActionSpec
from studio.gui.actions import MENUS
from studio.gui.look.theme import theme
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import fill

_ID = Qt.ItemDataRole.UserRole
_LINES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)

_SAYS_ITSELF = ("view.focus",)
"""Submenus whose entries say where they belong."""
_SYNONYMS = {
    "view.theme": "colour color appearance skin mode",
    "view.text": "font zoom",
    "view.language": "translation locale",
    "language_en": "english",
    "language_zh_CN": "chinese mandarin",
    "theme_dark": "night",
    "theme_light": "day bright",
    "run.stops": "breakpoint",
    "run": "continue resume go",
    "step": "next",
    "step_back": "previous back",
    "stop": "cancel abort kill",
    "fork": "branch",
    "rerun": "again branch retry",
    "branch_form": "note expect rename jmespath",
    "focus_branches": "tree forks hidden",
    "focus_console": "log output print stdout stderr terminal",
    "focus_http": "wire raw body headers curl network",
    "focus_events": "sse chunks deltas wire raw",
    "send_again": "retry regenerate",
    "profiles": "model provider api key settings preferences options",
    "keys": "shortcuts hotkeys keyboard",
    "reset_layout": "window panels docks default",
    "add_tools": "import python functions",
    "memory": "window history context forget remember",
    "attach": "file document upload source rag",
    "skills": "SKILL.md folder instructions",
    "tool_groups": "domain sources choose context values jmespath",
    "tool_search": "find bm25 vectors embeddings",
    "tool_notes": "lint hints advice quality",
    "compare": "diff difference branches sessions side by side why",
    "summary": "report story thought action observation",
    "add_agent": "subagent nested session",
    "loop": "limit maximum timeout rounds tokens cost strategy retry coercion concurrent compensation strict approval policy",
}
"""Other words, by menu or action, that people look for; they are searched and never shown."""


class _Row(NamedTuple):
    """One action in the list: its own words and those of its menus to search in, and what is shown of it."""

    id: str
    words: str
    more: str
    plain: str
    shown: str
    key: str
    reason: str


class Palette(QDialog):
    """A small window over the main one. Enter does the chosen action, Esc leaves."""

    def __init__(self, actions: ActionSet, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._over = parent
        self.setObjectName("palette")
        self._actions = actions
        self._last: list[str] = []
        self._field = QLineEdit(self)
        self._list = QTreeWidget(self)
        inset_rows(self._list, columns=2)
        self._list.setHeaderHidden(True)
        self._list.setUniformRowHeights(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self._field)
        layout.addWidget(self._list)
        self.resize(680, 460)
        self._field.installEventFilter(self)
        self._field.textChanged.connect(self._fill)
        self._field.returnPressed.connect(self._do)
        self._list.itemClicked.connect(lambda _item: self._do())
        actions.used.connect(self._remember)
        self._reword()

    def open_at(self, text: str = "") -> None:
        """Show it over the top of the window, with `text` typed."""
        parent = self._over
        top = parent.mapToGlobal(parent.rect().topLeft())
        self.move(top.x() + (parent.width() - self.width()) // 2, top.y() + 72)
        self._field.setText(text)
        self._fill()
        self.open()
        self._field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move through the list while the field has the keyboard."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _LINES:
            self._list.event(event)
            return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the columns their widths."""
        inset_rows(self._list, columns=2)
        self._list.setColumnWidth(1, theme().px(150))
        self._list.setColumnWidth(0, self.width() - theme().px(150 + 12) - 24)
        super().showEvent(event)

    def _reword(self) -> None:
        self.setWindowTitle(self.tr("Command palette"))
        self._field.setPlaceholderText(self.tr("Search commands"))
        self._field.setAccessibleName(self.tr("Search commands"))
        self._list.setAccessibleName(self.tr("Commands found"))

    def _fill(self) -> None:
        self._list.clear()
        text = self._field.text().lower()
        typed = text.split()
        rows = [
            row for row in (self._row(spec) for spec, _ in self._actions) if _fits(f"{row.words} {row.more}", typed)
        ]
        rows.sort(key=lambda row: self._order(row, text, typed))
        for row in rows:
            self._list.addTopLevelItem(self._item(row))
        if not rows:
            nothing = QTreeWidgetItem([self.tr("Nothing found")])
            nothing.setDisabled(True)
            nothing.setForeground(0, theme().color("muted"))
            nothing.setSizeHint(0, QSize(0, theme().px(28)))
            self._list.addTopLevelItem(nothing)
        self._choose_first()

    def _order(self, row: "_Row", text: str, typed: list[str]) -> tuple[int, bool, bool, bool]:
        """Last used first; then what begins as typed; then what says so itself, not only its menu."""
        begins = any(words.lower().startswith(text) for words in (row.shown, row.plain))
        return self._rank(row.id), not begins, not _fits(row.words, typed), not _begins(row.words, typed)

    def _item(self, row: "_Row") -> QTreeWidgetItem:
        item = QTreeWidgetItem([f"{row.shown}    {row.reason}" if row.reason else row.shown, row.key])
        item.setData(0, _ID, row.id)
        item.setDisabled(bool(row.reason))
        item.setToolTip(0, row.reason or self._actions[row.id].statusTip())
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setSizeHint(0, QSize(0, theme().px(28)))
        item.setForeground(1, theme().color("muted"))
        if row.reason:
            item.setForeground(0, theme().color("muted"))
        return item

    def _row(self, spec: ActionSpec) -> "_Row":
        action = self._actions[spec.id]
        plain = action.text().replace("&", "")
        menus = [words for place, words in MENUS if spec.menu == place or spec.menu.startswith(f"{place}.")]
        group = worded(menus[-1]).replace("&", "") if "." in spec.menu and spec.menu not in _SAYS_ITSELF else ""
        more = [*menus, *map(worded, menus), _SYNONYMS.get(spec.menu, ""), _SYNONYMS.get(spec.id, "")]
        return _Row(
            spec.id,
            f"{spec.words} {worded(spec.words)} {action.text()}".lower(),
            " ".join(more).lower().replace("&", ""),
            plain,
            fill(self.tr("{group}: {words}"), group=group, words=plain) if group else plain,
            action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
            "" if action.isEnabled() else action.statusTip(),
        )

    def _rank(self, id: str) -> int:
        return self._last.index(id) if id in self._last else len(self._last)

    def _choose_first(self) -> None:
        for at in range(self._list.topLevelItemCount()):
            item = self._list.topLevelItem(at)
            if item is not None and not item.isDisabled():
                self._list.setCurrentItem(item)
                return

    def _do(self) -> None:
        item = self._list.currentItem()
        if item is not None and not item.isDisabled():
            self.hide()
            # Once the palette is gone from the screen: a change of theme takes its time.
            QTimer.singleShot(0, self._actions[item.data(0, _ID)].trigger)

    def _remember(self, id: str) -> None:
        if id != "palette":
            self._last = [id, *(other for other in self._last if other != id)]


def _fits(searched: str, typed: list[str]) -> bool:
    return all(part in searched for part in typed)


def _begins(searched: str, typed: list[str]) -> bool:
    """Whether each typed part begins a word."""
    words = searched.split()
    return all(any(word.startswith(part) for word in words) for part in typed)
