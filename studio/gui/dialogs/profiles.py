"""The model profiles: a list at the left, the form of one at the right, a small request to try it.

Above: `window`. Below: `profile_form`, `workspace`. Keys go to the system's keyring or are named by a variable, never into a file.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button
from studio.gui.dialogs.profile_form import ProfileForm
from studio.gui.words import fill, seconds
from studio.problems import StudioError
from studio.workspace.trial import Trial, try_profile
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile


class ProfilesDialog(QDialog):
    """Saving checks the form and says what does not fit."""

    changed = Signal()

    def __init__(self, parent: QWidget, workspace: Workspace, bridge: Bridge) -> None:
        super().__init__(parent)
        self._frame = DialogFrame(
            self,
            self.tr("Profiles"),
            self.tr("A profile says which model answers, where it is, and where its key is kept."),
        )
        self._workspace, self._bridge = workspace, bridge
        self.list, self.form, self._said = QListWidget(self), ProfileForm(self), QLabel(self)
        self.list.setAccessibleName(self.tr("Profiles"))
        self.list.setFixedWidth(200)
        self._said.setWordWrap(True)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.new, self.remove = plain_button(self.tr("New"), self), plain_button(self.tr("Delete"), self)
        self.test, self.save = plain_button(self.tr("Test"), self), main_button(self.tr("Save"), self)
        self._close = plain_button(self.tr("Close"), self)
        self.test.setToolTip(self.tr("Send a small request with these settings"))
        self._connect()
        self._lay_out()
        self._fill("")
        self._frame.resize(880, 690)

    def _connect(self) -> None:
        self.list.currentTextChanged.connect(self._show)
        self.new.clicked.connect(self._begin)
        self.remove.clicked.connect(self._remove)
        self.save.clicked.connect(self._save)
        self.test.clicked.connect(self._test)
        self._close.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        area = QScrollArea(self)
        area.setWidget(self.form)
        area.setWidgetResizable(True)
        area.setProperty("look", "plain")
        for ground in (area.viewport(), self.form):
            ground.setAutoFillBackground(False)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(area, 1)
        right.addWidget(self._said)
        panes = QHBoxLayout()
        panes.setSpacing(24)
        panes.addWidget(self.list)
        panes.addLayout(right, 1)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((self.new, self.remove), (self.test, self.save, self._close))

    def _fill(self, chosen: str) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([profile.name for profile in self._workspace.profiles])
        self.list.blockSignals(False)
        found = self.list.findItems(chosen, Qt.MatchFlag.MatchExactly)
        if found:
            self.list.setCurrentItem(found[0])
        elif self.list.count():
            self.list.setCurrentRow(0)
        else:
            self._begin()

    def _show(self, name: str) -> None:
        profile = next((one for one in self._workspace.profiles if one.name == name), None)
        if profile is not None:
            self.form.show_profile(profile, self._workspace.key_state(profile))
            self._say("")
        self.remove.setEnabled(profile is not None)

    def _begin(self) -> None:
        self.list.setCurrentRow(-1)
        self.form.show_profile(None, "none")
        self.remove.setEnabled(False)
        self.form.name.setFocus()
        self._say("")

    def _read(self) -> "Profile | None":
        """The profile of the form; None when it does not fit, which is said."""
        try:
            return self.form.profile()
        except StudioError as error:
            self._say(str(error), wrong=True)
            return None

    def _save(self) -> "Profile | None":
        profile = self._read()
        if profile is None:
            return None
        old = self.list.currentItem().text() if self.list.currentRow() >= 0 else profile.name
        try:
            self._workspace.save_profile(profile)
            if self.form.typed_key:
                self._workspace.set_key(profile, self.form.typed_key)
            if old != profile.name:
                self._workspace.remove_profile(old)
        except StudioError as error:
            self._say(str(error), wrong=True)
            return None
        self._fill(profile.name)
        self._say(self.tr("Saved."))
        self.changed.emit()
        return profile

    def _remove(self) -> None:
        if self.list.currentRow() < 0:
            return
        try:
            self._workspace.remove_profile(self.list.currentItem().text())
        except StudioError as error:
            self._say(str(error), wrong=True)
            return
        self._fill("")
        self.changed.emit()

    def _test(self) -> None:
        profile = self._save()
        if profile is not None:
            self.test.setEnabled(False)
            self._say(self.tr("Asking…"))
            trying = self._bridge.spawn("try a profile", self._try(profile))
            self.finished.connect(lambda _result: trying.cancel())

    async def _try(self, profile: "Profile") -> None:
        try:
            self._tell(await try_profile(self._workspace, profile))
        except StudioError as error:
            self._say(str(error), wrong=True)
        self.test.setEnabled(True)

    def _tell(self, trial: Trial) -> None:
        places = {"time": seconds(trial.seconds), "model": trial.model_name, "text": trial.text[:400]}
        if trial.ok:
            self._say(fill(self.tr("{model} answered in {time}: {text}"), **places))
        else:
            self._say(fill(self.tr("No reply after {time}: {text}"), **places), wrong=True)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._said.setProperty("role", "error" if wrong else "muted")
        self._said.setText(text)
        self._said.setVisible(bool(text))
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
