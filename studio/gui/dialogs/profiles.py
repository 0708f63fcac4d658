"""The model profiles: a list at the left, the form of one at the right, and a test that says line by line what works.

Above: `window`. Below: `profile_form`, `trial_lines`, `workspace`. Keys go to the system's keyring or are named by a variable, never
into a file.
"""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QScrollArea, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.profile_form import ProfileForm
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.dialogs.trial_lines import TrialLines
from studio.gui.look.theme import theme
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import fill, seconds, told_error
from studio.problems import StudioError
from studio.workspace.offered_models import offered_models
from studio.workspace.trial import Trial, try_profile
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile


class ProfilesDialog(TabbedDialog):
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
        self._trying: asyncio.Task[None] | None = None
        self._fetching: asyncio.Task[None] | None = None
        self._row = -1
        self.list, self.form, self._said = QListWidget(self), ProfileForm(self), QLabel(self)
        self.progress, self.lines = ProgressLine(self), TrialLines(self)
        self.list.setAccessibleName(self.tr("Profiles"))
        self.list.setFixedWidth(min(theme().px(180), 240))
        self._said.setWordWrap(True)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.new, self.remove = plain_button(self.tr("New"), self), plain_button(self.tr("Delete"), self)
        self.test, self.save = plain_button(self.tr("Test"), self), main_button(self.tr("Save"), self)
        self._close = plain_button(self.tr("Close"), self)
        self.test.setToolTip(self.tr("Save, then ask up to three small requests and say what works"))
        self._connect()
        self._lay_out()
        self._fill("")
        self._frame.resize(920, 760)
        keep_size(self, workspace, "profiles")

    def go_to(self, name: str, place: str = "") -> None:
        """Show a profile; `place` is what is to be done there: its `key`, `model` or `time`, or a `test` of it."""
        self._fill(name)
        form = self.form
        match place:
            case "key":
                self._enter(form.connection.key if form.connection.key.isVisibleTo(form) else form.connection.variable)
            case "model":
                self._enter(form.model.model)
                self._fetch()
            case "time":
                self._enter(form.more.read_seconds)
            case "test":
                self._test_or_cancel()
            case _:
                self._enter(form.connection.address)

    def _enter(self, field: QWidget) -> None:
        """Put the keyboard into a field and bring it into sight, once the form is laid out."""
        field.setFocus()
        QTimer.singleShot(0, field, lambda: self._area.ensureWidgetVisible(field, 0, theme().px(40)))

    def _connect(self) -> None:
        self.list.currentTextChanged.connect(self._choose)
        self.new.clicked.connect(self._new)
        self.remove.clicked.connect(self._remove)
        self.save.clicked.connect(self._save)
        self.test.clicked.connect(self._test_or_cancel)
        self.form.fetch_wanted.connect(self._fetch)
        self._close.clicked.connect(self.reject)
        press_by_keys(self, self.save)

    def _lay_out(self) -> None:
        self._area, self._answers = _bare(self.form, self), _bare(self.lines, self)
        right = QVBoxLayout()
        right.setSpacing(theme().px(8))
        right.addWidget(self._area, 1)
        right.addWidget(self.progress)
        self._answers.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._answers.setAccessibleName(self.lines.accessibleName())
        self._answers.hide()
        right.addWidget(self._answers)
        right.addWidget(self._said)
        panes = QHBoxLayout()
        panes.setSpacing(theme().px(20))
        panes.addWidget(self.list)
        panes.addLayout(right, 1)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((self.new, self.remove), (self.test, self.save, self._close))

    def _fill(self, chosen: str) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([profile.name for profile in self._workspace.profiles])
        found = self.list.findItems(chosen, Qt.MatchFlag.MatchExactly)
        self.list.setCurrentRow(self.list.row(found[0]) if found else 0)
        self.list.blockSignals(False)
        if self.list.count():
            self._show(self.list.currentItem().text())
        else:
            self._begin()

    def _choose(self, name: str) -> None:
        """Another row was chosen: nothing moves while something typed is not saved."""
        if self._may_leave():
            self._show(name)
        else:
            # The list selects the row that was pressed only after it has told of it.
            self._stay()
            QTimer.singleShot(0, self, self._stay)

    def _new(self) -> None:
        if self._may_leave():
            self._begin()

    def _may_leave(self) -> bool:
        if not self.form.is_changed:
            return True
        self._say(self.tr("What was changed here is not saved yet. Save it, or close to drop it."), wrong=True)
        return False

    def _stay(self) -> None:
        self.list.blockSignals(True)
        self.list.setCurrentRow(self._row)
        self.list.blockSignals(False)

    def _show(self, name: str) -> None:
        profile = self._kept(name)
        if profile is not None:
            self._row = self.list.currentRow()
            self._end_trial()
            self.form.show_profile(profile, self._workspace.key_state(profile))
            self._area.verticalScrollBar().setValue(0)
            self._say("")
        self.remove.setEnabled(profile is not None)

    def _begin(self) -> None:
        self._end_trial()
        self._row = -1
        self._stay()
        self.form.show_profile(None, "none")
        self.remove.setEnabled(False)
        self._area.verticalScrollBar().setValue(0)
        self.form.connection.preset.setFocus()
        self._say("")

    def _kept(self, name: str) -> "Profile | None":
        return next((one for one in self._workspace.profiles if one.name == name), None)

    def _read(self, *, nameless: bool = False) -> "Profile | None":
        """The profile of the form; None when it does not fit, which is said."""
        try:
            return self.form.profile(nameless=nameless)
        except StudioError as error:
            self._refused(error)
            return None

    def _refused(self, error: StudioError) -> None:
        self._say(told_error(error), wrong=True)
        focused = self.focusWidget()
        if self.form.isAncestorOf(focused):
            self._area.ensureWidgetVisible(focused, 0, theme().px(48))

    def _save(self) -> "Profile | None":
        profile = self._read()
        if profile is None:
            return None
        old = self.list.currentItem().text() if self.list.currentRow() >= 0 else ""
        if profile.name != old and self._kept(profile.name) is not None:
            taken = fill(self.tr("There is a profile named {name} already."), name=profile.name)
            self._refused(self.form.refuse("name", taken))
            return None
        try:
            self._keep(profile, old)
        except StudioError as error:
            self._say(told_error(error), wrong=True)
            return None
        self._fill(profile.name)
        self._say(self.tr("Saved."))
        self.changed.emit()
        return profile

    def _keep(self, profile: "Profile", old: str) -> None:
        """Save a profile. A key in the keyring stands under the profile's name, so it goes with it."""
        former = self._kept(old) if old != profile.name else None
        key = self.form.typed_key
        if not key and former is not None and former.key_ring and profile.key_ring:
            key = self._workspace.world.key(former) or ""
        self._workspace.save_profile(profile)
        if key:
            self._workspace.set_key(profile, key)
        if former is not None:
            self._workspace.remove_profile(old)

    def _remove(self) -> None:
        if self.list.currentRow() < 0:
            return
        try:
            self._workspace.remove_profile(self.list.currentItem().text())
        except StudioError as error:
            self._say(told_error(error), wrong=True)
            return
        self._fill("")
        self.changed.emit()

    # ---- asking the server

    def _test_or_cancel(self) -> None:
        if self._trying is not None:
            self._end_trial(said=self.tr("The test was ended."))
            return
        profile = self._save()
        if profile is not None:
            self._say("")
            self.lines.begin()
            self._show_answers()
            self.progress.show_busy(self.tr("Asking…"))
            self.test.setText(self.tr("Cancel test"))
            self._trying = trying = self._bridge.spawn("try a profile", self._try(profile))
            self.finished.connect(lambda _result: trying.cancel())

    async def _try(self, profile: "Profile") -> None:
        trial = await try_profile(self._workspace, profile, on_answers=self.lines.show_answers)
        self.lines.show_answers(trial.answers)
        self._end_trial(said=self._summary(trial), keep=True, wrong=not trial.ok)

    def _end_trial(self, said: str = "", *, keep: bool = False, wrong: bool = False) -> None:
        """The test is over; without `keep` or words its lines go away."""
        trying, self._trying = self._trying, None
        if trying is not None and not keep:
            trying.cancel()
        self.progress.show_idle()
        self.test.setText(self.tr("Test"))
        if said:
            self.lines.stop()
            self._say(said, wrong=wrong)
        else:
            self._answers.hide()

    def _show_answers(self) -> None:
        """The heading and six lines have room; what needs more scrolls."""
        self._answers.setFixedHeight(min(theme().px(216), self.height() // 3))
        self._answers.show()

    def _summary(self, trial: Trial) -> str:
        places = {"time": seconds(trial.seconds), "model": trial.model_name, "text": trial.text[:400]}
        if trial.ok:
            return fill(self.tr("{model} answered in {time}: {text}"), **places)
        return fill(self.tr("No reply after {time}: {text}"), **places)

    def _fetch(self) -> None:
        profile = self._read(nameless=True)
        if profile is not None:
            self._say("")
            self.form.model.show_asking()
            if self._fetching is not None:
                self._fetching.cancel()
            self._fetching = fetching = self._bridge.spawn("list the models", self._list(profile, self.form.typed_key))
            self.finished.connect(lambda _result: fetching.cancel())

    async def _list(self, profile: "Profile", key: str) -> None:
        try:
            self.form.model.show_models(await offered_models(self._workspace, profile, key))
        except StudioError as error:
            self.form.model.show_no_models(told_error(error))

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._said.setProperty("role", "error" if wrong else "muted")
        self._said.setText(text)
        self._said.setVisible(bool(text))
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)


def _bare(content: QWidget, parent: QWidget) -> QScrollArea:
    """A scroll area without a ground of its own."""
    area = QScrollArea(parent)
    area.setWidget(content)
    area.setWidgetResizable(True)
    area.setProperty("look", "plain")
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for ground in (area.viewport(), content):
        ground.setAutoFillBackground(False)
    return area
