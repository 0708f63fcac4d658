"""The table of actions as living `QAction`s: worded, keyed, switched on and off with the reason.

Above: `window`, toolbar, palette, menus of panes. Below: `actions`, `situation`. What an action does is handed in by id.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from studio.gui.actions import ACTIONS, BY_ID, MENUS
from studio.gui.words import keyed

if TYPE_CHECKING:
    from studio.gui.action_spec import ActionSpec
    from studio.gui.situation import Situation

IconMaker = Callable[[str, str], QIcon]


def worded(text: str) -> str:
    """A text of the action table in the language of the window."""
    return QCoreApplication.translate("Actions", text)


def reason_worded(reason: str) -> str:
    """Why an action is not allowed, in the language of the window; empty when it is allowed."""
    return QCoreApplication.translate("Reasons", reason) if reason else ""


class ActionSet(QObject):
    """All actions of one window. `used` tells the id of each action that was used, `keys_changed` that keys are others than before."""

    used = Signal(str)
    keys_changed = Signal()

    def __init__(self, window: QWidget, does: Mapping[str, Callable[[], object]], icon: IconMaker) -> None:
        """`does` has an entry for every id of the table. KeyError when one is missing. Without words until `reword`."""
        super().__init__(window)
        self._window, self._icon = window, icon
        self._actions: dict[str, QAction] = {}
        self._words: dict[str, str] = {}
        self._called: dict[str, str] = {}
        self._drawn: set[str] = set()
        self.reasons: dict[str, str] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._menus: list[tuple[QMenu, str]] = []
        self._given: list[QShortcut] = []
        for spec in ACTIONS:
            self._actions[spec.id] = self._make(spec, window, does[spec.id])

    def __getitem__(self, id: str) -> QAction:
        self._draw(id)
        return self._actions[id]

    def __iter__(self) -> Iterator[tuple["ActionSpec", QAction]]:
        return ((spec, self._actions[spec.id]) for spec in ACTIONS)

    def fill(self, bar: QMenuBar, *, recent: QMenu) -> None:
        """Put all actions into their menus; `recent` stands after *Open…*."""
        menus: dict[str, QMenu] = {}
        for place, words in MENUS:
            menus[place] = recent if place == "file.recent" else QMenu(bar)
            menus[place].setToolTipsVisible(True)
            self._menus.append((menus[place], words))
            menus[place].aboutToShow.connect(partial(self._draw_in, place))
            if "." not in place:
                bar.addMenu(menus[place])
        self._fill_menus(menus)

    def reword(self) -> None:
        """Word everything anew in the language of the window."""
        for menu, words in self._menus:
            menu.setTitle(worded(words))
        for spec, action in self:
            self._word(spec, action)

    def use_keys(self, keys: Callable[[str], Sequence[str]]) -> None:
        """Give every action the keys that `keys` has for its id.

        What the part with the keyboard takes by its usual key is taken by the window at any other.
        """
        for given in self._given:
            given.setEnabled(False)
            given.deleteLater()
        self._given = []
        for spec, action in self:
            wanted = [QKeySequence(key) for key in keys(spec.id)]
            if action.shortcuts() != wanted:
                action.setShortcuts(wanted)
            if spec.local:
                usual = shortcuts(spec)
                self._given += [self._window_key(key, action) for key in wanted if key not in usual]
            self._word(spec, action)
        self.keys_changed.emit()

    def _window_key(self, key: QKeySequence, action: QAction) -> QShortcut:
        made = QShortcut(key, self._window)
        made.activated.connect(action.trigger)
        return made

    def redraw(self) -> None:
        """Make the icons anew, in the colours of the theme."""
        drawn, self._drawn = self._drawn, set()
        for id in drawn:
            self._draw(id)

    def call_it(self, id: str, words: str, icon: str) -> None:
        """Give an action other words (a key of `Actions`) and another icon for now, as *Run* becomes *Pause*."""
        if self._words.get(id) != words:
            self._words[id] = words
            self._called[id] = icon
            self._drawn.discard(id)
            self._draw(id)
            self._word(BY_ID[id], self._actions[id])

    def update(self, now: "Situation") -> None:
        """Switch every action on or off for the situation."""
        for spec, action in self:
            reason = spec.rule(now)
            if reason != self.reasons.get(spec.id):
                self.reasons[spec.id] = reason
                action.setEnabled(not reason)
                self._word(spec, action)

    def check(self, id: str, on: bool) -> None:
        """Show an action as chosen, without doing it."""
        self._actions[id].setChecked(on)

    def _make(self, spec: "ActionSpec", window: QWidget, do: Callable[[], object]) -> QAction:
        action = QAction(window)
        action.setObjectName(spec.id)
        action.setShortcuts(shortcuts(spec))
        if spec.local:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # shown; the part with the keyboard takes it
        action.setCheckable(spec.checkable)
        if spec.group:
            self._group(spec.group, window).addAction(action)
        action.triggered.connect(lambda: self._use(spec.id, do))
        window.addAction(action)
        return action

    def _draw(self, id: str) -> None:
        """Give an action its icon when it is first shown: most are never looked at, and the window is there sooner without."""
        spec = BY_ID[id]
        if id not in self._drawn:
            self._drawn.add(id)
            name = self._called.get(id, spec.icon)
            if name:
                self._actions[id].setIcon(self._icon(name, spec.colour))

    def _draw_in(self, place: str) -> None:
        for spec in ACTIONS:
            if spec.menu == place:
                self._draw(spec.id)

    def _group(self, name: str, window: QWidget) -> QActionGroup:
        if name not in self._groups:
            self._groups[name] = QActionGroup(window)
        return self._groups[name]

    def _use(self, id: str, do: Callable[[], object]) -> None:
        do()
        self.used.emit(id)

    def _word(self, spec: "ActionSpec", action: QAction) -> None:
        text = worded(self._words.get(spec.id, spec.words))
        why = reason_worded(self.reasons.get(spec.id, ""))
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setText(text)
        action.setIconText(worded(spec.short) if spec.short else text)
        action.setStatusTip(why or worded(spec.hint))
        action.setToolTip(f"{keyed(text.rstrip('…'), key)}\n{why or worded(spec.hint)}")

    def _fill_menus(self, menus: dict[str, QMenu]) -> None:
        placed = {place for place in menus if "." not in place}
        for spec, action in self:
            menu = menus[spec.menu]
            parent = menus[spec.menu.partition(".")[0]]
            if spec.menu not in placed:
                placed.add(spec.menu)
                if spec.line:
                    parent.addSeparator()
                parent.addMenu(menu)
            elif spec.line:
                menu.addSeparator()
            menu.addAction(action)
            if spec.id == "open":
                parent.addMenu(menus["file.recent"])


def shortcuts(spec: "ActionSpec") -> list[QKeySequence]:
    """The keys of an action on this platform, the main one first."""
    made: list[QKeySequence] = []
    for key in spec.keys:
        found = QKeySequence.keyBindings(key) if isinstance(key, QKeySequence.StandardKey) else [QKeySequence(key)]
        made += [sequence for sequence in found if sequence not in made and not _is_extra(sequence)]
    return made


def _is_extra(sequence: QKeySequence) -> bool:
    """Whether it is a key that only some keyboards have (*New*, *Open*, *Copy* on media keyboards)."""
    first: QKeyCombination = sequence[0]  # type: ignore[index]
    return first.key() >= Qt.Key.Key_Back
