"""The profiles with their model and address; each opens in the editor of profiles.

Above: `page_models`. Below: `entry_rows`, `dialogs/profiles`.
"""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.gui.dialogs.profiles import ProfilesDialog
from studio.gui.look.theme import theme
from studio.gui.profile_edited import ProfileEdited
from studio.gui.settings.entry_rows import Entry, EntryButton, EntryRows
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill
from studio.present.marked import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile

_NONE = QT_TRANSLATE_NOOP("Settings", "There is no profile yet. Make one to say which model answers.")
_EDIT = QT_TRANSLATE_NOOP("Settings", "Edit…")
_EDIT_IT = QT_TRANSLATE_NOOP("Settings", "Edit the profile {profile}")
_ALL = QT_TRANSLATE_NOOP("Settings", "Edit profiles…")


class ProfileRows(Control):
    """`rows` is the list, `edit` opens the editor as it is."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._port = port
        self.rows, self.edit = EntryRows(self), Button("", self)
        line = QHBoxLayout()
        line.addWidget(self.edit)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addWidget(self.rows)
        column.addLayout(line)
        self.edit.clicked.connect(lambda _on=False: self._open(""))
        port.bridge.refreshed.connect(self._look)
        self._shown: list[Profile] | None = None
        self.reword()

    def target(self) -> QWidget:
        """The first button."""
        return self.rows.first() or self.edit

    def reword(self) -> None:
        """The words in another language."""
        self.edit.set_words(worded(_ALL))
        self._shown = None
        self._look()

    def _look(self) -> None:
        now = self._port.workspace.profiles
        if now != self._shown:
            self._shown = now
            self.rows.show_entries([self._entry(profile) for profile in now], worded(_NONE))

    def _entry(self, profile: "Profile") -> Entry:
        said = (profile.dialect, profile.model, self._port.workspace.world.redactor.url(profile.base_url))
        edit = EntryButton(
            worded(_EDIT), fill(worded(_EDIT_IT), profile=profile.name), lambda: self._open(profile.name)
        )
        return Entry(profile.name, " · ".join(filter(None, said)), (edit,), ("globe", "muted"))

    def _open(self, name: str) -> None:
        port = self._port
        dialog = ProfilesDialog(self.window(), port.workspace, port.bridge)
        dialog.changed.connect(ProfileEdited(dialog, port.workspace, port.bridge).tell)
        dialog.changed.connect(port.bridge.refreshed)
        dialog.changed.connect(self._look)
        port.show(dialog)
        if name:
            dialog.go_to(name)
