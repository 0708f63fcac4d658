"""The files and commands that the person trusts: path, when, the beginning of the hash; each can be forgotten.

Above: `page_tools`. Below: `entry_rows`, `workspace/preferences`.
"""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.settings.entry_rows import Entry, EntryButton, EntryRows
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.gui.words import day, fill
from studio.present.marked import QT_TRANSLATE_NOOP
from studio.problems import StudioError
from studio.workspace.preferences import TrustedFile

_NONE = QT_TRANSLATE_NOOP("Settings", "Nothing is trusted yet. You are asked when a session wants to run something.")
_FORGET = QT_TRANSLATE_NOOP("Settings", "Forget")
_FORGET_IT = QT_TRANSLATE_NOOP("Settings", "Forget {path}")
_SINCE = QT_TRANSLATE_NOOP("Settings", "trusted {day}")
_HASH = QT_TRANSLATE_NOOP("Settings", "hash {hash}")
_UNDER = QT_TRANSLATE_NOOP("Settings", "under {interpreter}")
_SHORT = 12


class TrustedRows(Control):
    """`rows` is the list."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._port = port
        self.rows = EntryRows(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.rows)
        column.addStretch(1)
        port.bridge.refreshed.connect(self._look)
        self._shown: tuple[TrustedFile, ...] | None = None
        self._look()

    def target(self) -> QWidget:
        """The first button."""
        return self.rows.first() or self

    def reword(self) -> None:
        """The words in another language."""
        self._shown = None
        self._look()

    def _look(self) -> None:
        now = self._port.workspace.preferences.trusted()
        if now != self._shown:
            self._shown = now
            self.rows.show_entries([self._entry(one) for one in now], worded(_NONE))

    def _entry(self, one: TrustedFile) -> Entry:
        said = [
            fill(worded(_SINCE), day=day(one.when)) if one.when else "",
            fill(worded(_HASH), hash=one.fingerprint.rpartition(":")[2][:_SHORT]) if one.fingerprint else "",
            fill(worded(_UNDER), interpreter=one.interpreter) if one.interpreter else "",
        ]
        forget = EntryButton(worded(_FORGET), fill(worded(_FORGET_IT), path=one.path), lambda: self._forget(one))
        return Entry(
            one.path, " · ".join(filter(None, said)), (forget,), ("file", "muted"), code=True, more=one.fingerprint
        )

    def _forget(self, one: TrustedFile) -> None:
        try:
            self._port.workspace.preferences.forget_trust(one)
        except StudioError as error:
            self._port.bridge.fail(error)
        self._look()
