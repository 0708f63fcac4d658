"""The keys of the profiles: where each comes from and whether it is there; a key can be stored, replaced and removed.

Above: `page_keys`. Below: `entry_rows`, `key_entry`, `workspace`. Never shows a key.
"""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.key_entry import KeyEntryDialog
from studio.gui.look.theme import theme
from studio.gui.settings.entry_rows import Entry, EntryButton, EntryRows
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.gui.words import fill, sentence
from studio.present.marked import QT_TRANSLATE_NOOP
from studio.problems import StudioError

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile

_RING = QT_TRANSLATE_NOOP("Settings", "Keyring of this system: {name}")
_NO_RING = QT_TRANSLATE_NOOP(
    "Settings", "This system has no keyring that can be used. Name an environment variable in the profile instead."
)
_NONE = QT_TRANSLATE_NOOP("Settings", "There is no profile yet. Make one on the page Models.")
_STATES = {
    "environment": QT_TRANSLATE_NOOP("Settings", "from the environment variable {variable}"),
    "unset": QT_TRANSLATE_NOOP("Settings", "missing: the environment variable {variable} is not set"),
    "stored": QT_TRANSLATE_NOOP("Settings", "stored in the keyring"),
    "missing": QT_TRANSLATE_NOOP("Settings", "missing: nothing is stored in the keyring"),
    "none": QT_TRANSLATE_NOOP("Settings", "needs no key"),
}
_STORE = QT_TRANSLATE_NOOP("Settings", "Store…")
_REPLACE = QT_TRANSLATE_NOOP("Settings", "Replace…")
_REMOVE = QT_TRANSLATE_NOOP("Settings", "Remove")
_STORE_OF = QT_TRANSLATE_NOOP("Settings", "Store the key of {profile}")
_REMOVE_OF = QT_TRANSLATE_NOOP("Settings", "Remove the stored key of {profile}")


class KeySources(Control):
    """`rows` is the list, `ring` the line that names the keyring."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._port = port
        self.ring, self.rows = QLabel(self), EntryRows(self)
        self.ring.setProperty("role", "muted")
        wrap_plainly(self.ring)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(self.ring)
        column.addWidget(self.rows)
        column.addStretch(1)
        self._name = port.workspace.preferences.keyring_name()
        port.chosen.changed.connect(lambda path: self.look() if path == "profiles" else None)
        self.reword()

    def target(self) -> QWidget:
        """The first button."""
        return self.rows.first() or self

    def reword(self) -> None:
        """The words in another language."""
        self.ring.setText(fill(worded(_RING), name=self._name) if self._name else worded(_NO_RING))
        self.look()

    def look(self) -> None:
        """Look where the keys are now."""
        self.rows.show_entries([self._entry(profile) for profile in self._port.workspace.profiles], worded(_NONE))

    def _entry(self, profile: "Profile") -> Entry:
        try:
            state = self._port.workspace.key_state(profile)
        except StudioError as error:
            return Entry(profile.name, sentence(error.said), (), ("warn", "warn"))
        sign = ("warn", "warn") if state == "missing" else ("key", "muted")
        shown = "unset" if state == "missing" and profile.key_env and not profile.key_ring else state
        words = fill(worded(_STATES[shown]), variable=profile.key_env or "")
        return Entry(profile.name, words, self._buttons(profile, state), sign)

    def _buttons(self, profile: "Profile", state: str) -> tuple[EntryButton, ...]:
        if not self._name:
            return ()
        name = fill(worded(_STORE_OF), profile=profile.name)
        store = EntryButton(worded(_REPLACE if state == "stored" else _STORE), name, lambda: self._ask(profile))
        if state != "stored":
            return (store,)
        gone = fill(worded(_REMOVE_OF), profile=profile.name)
        return store, EntryButton(worded(_REMOVE), gone, lambda: self._keep(profile, ""))

    def _ask(self, profile: "Profile") -> None:
        dialog = KeyEntryDialog(self.window(), profile.name, replaces=profile.key_env or "")
        dialog.given.connect(lambda key: self._keep(profile, key))
        self._port.show(dialog)

    def _keep(self, profile: "Profile", key: str) -> None:
        """Store a key, which the profile then takes from the keyring; an empty one is removed."""
        workspace = self._port.workspace
        try:
            workspace.set_key(profile, key)
            if key and (not profile.key_ring or profile.key_env):
                workspace.save_profile(profile.model_copy(update={"key_ring": True, "key_env": None}))
        except StudioError as error:
            self._port.bridge.fail(error)
        self.look()
        self._port.bridge.refreshed.emit()
