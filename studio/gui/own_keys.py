"""The keys that the person gave to actions, in force in one window: menus, tooltips, palette and list of keys show them at once.

Above: `window`. Below: `action_set`, `present/key_table`. A usual key that was taken from a part of the window means nothing there.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence, QWindow
from PySide6.QtWidgets import QWidget

from studio.gui.action_set import ActionSet, shortcuts
from studio.gui.actions import ACTIONS, BY_ID
from studio.gui.chosen import Chosen
from studio.present.key_table import KeyTable, Own, fault

_PORTABLE = QKeySequence.SequenceFormat.PortableText


def usual_keys() -> dict[str, tuple[str, ...]]:
    """The keys of every action where nobody chose, on this platform."""
    return {spec.id: tuple(key.toString(_PORTABLE) for key in shortcuts(spec)) for spec in ACTIONS}


def key_text(key: str) -> str:
    """A key as this program writes it; empty for what is none."""
    made = QKeySequence(key)
    return made.toString(_PORTABLE) if made.count() == 1 else ""


def key_table(own: Own) -> KeyTable:
    """All keys with those that the person gave; what is none, as a damaged file may hold, gives no key."""
    fit = {id: [key for each in keys if (key := key_text(each)) and not fault(key)] for id, keys in own.items()}
    return KeyTable(usual_keys(), fit)


class OwnKeys(QObject):
    """Follows what is chosen. `changed` is called when the keys of the window are others than before."""

    def __init__(self, window: QWidget, actions: ActionSet, chosen: Chosen, changed: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._actions, self._chosen, self._changed = window, actions, chosen, changed
        self._freed: frozenset[str] = frozenset()
        self.table = KeyTable({}, {})
        chosen.changed.connect(self._follow)
        if chosen.value("keys"):
            self._use()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep keys that were taken from a part from reaching it."""
        if event.type() == QEvent.Type.Show and watched is self._window:
            self._watch()
        elif isinstance(event, QKeyEvent) and self._freed:
            return self._take(event)
        return False

    def _follow(self, path: str) -> None:
        if path == "keys":
            self._use()
            self._changed()

    def _use(self) -> None:
        self.table = key_table(self._chosen.value("keys"))
        self._actions.use_keys(self.table.keys)
        local = {key for spec in ACTIONS if spec.local for key in self.table.usual[spec.id]}
        self._freed = frozenset(key for key in self.table.freed() & local if not self._is_still_local(key))
        self._watch()

    def _is_still_local(self, key: str) -> bool:
        """Whether the key is still the usual one of something that a part does."""
        return any(BY_ID[id].local and key in self.table.usual[id] for id in self.table.holders(key))

    def _watch(self) -> None:
        """Keys come to the window's handle before they come to the part that has the keyboard. Nobody listens where none was taken."""
        if not self._freed:
            return
        self._window.installEventFilter(self)
        handle: QWindow | None = self._window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def _take(self, event: QKeyEvent) -> bool:
        kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() not in kinds:
            return False
        key = QKeySequence(event.keyCombination()).toString(_PORTABLE)
        if key not in self._freed:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            for id in self.table.holders(key):
                self._actions[id].trigger()
        return True
