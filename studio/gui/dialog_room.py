"""All dialogs of a window: opened without blocking, their answers carried out.

Above: `window`. Below: `dialogs`, `bridge`, `desk`. One of a kind at a time is up to the dialogs being modal.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.branch_room import BranchRoom
from studio.gui.bridge import Bridge
from studio.gui.desk import Desk
from studio.gui.export_room import ExportRoom
from studio.gui.help_room import HelpRoom
from studio.gui.mock_room import MockRoom
from studio.gui.profile_edited import ProfileEdited
from studio.gui.rules_room import RulesRoom
from studio.gui.server_room import ServerRoom
from studio.gui.session_room import SessionRoom
from studio.gui.settings_room import SettingsRoom
from studio.gui.shown_folder import show_folder
from studio.gui.tool_room import ToolRoom
from studio.gui.words import fill
from studio.late import Late
from studio.paths import is_folder
from studio.session.nodes import CallKey
from studio.workspace.opened import OpenedSession

if TYPE_CHECKING:
    from studio.gui.dialogs import (
        add_tools,
        keys,
        loop_settings,
        new_session,
        profiles,
        replay,
        send_as,
        text_entry,
        unknown_file,
    )
    from studio.gui.dialogs import (
        sample as sampling,
    )
    from studio.session.samples import SamplePlan
else:
    add_tools = Late("studio.gui.dialogs.add_tools")
    keys = Late("studio.gui.dialogs.keys")
    loop_settings = Late("studio.gui.dialogs.loop_settings")
    new_session = Late("studio.gui.dialogs.new_session")
    profiles = Late("studio.gui.dialogs.profiles")
    replay = Late("studio.gui.dialogs.replay")
    sampling = Late("studio.gui.dialogs.sample")
    send_as = Late("studio.gui.dialogs.send_as")
    text_entry = Late("studio.gui.dialogs.text_entry")
    unknown_file = Late("studio.gui.dialogs.unknown_file")


class DialogRoom(QObject):
    """`current` is the dialog opened last, while it is up. `settle` commits what is typed in the panes, and gives a sentence when it
    cannot."""

    def __init__(self, window: QWidget, desk: Desk, bridge: Bridge) -> None:
        super().__init__(window)
        self._window, self._desk, self._bridge = window, desk, bridge
        self.actions: ActionSet | None = None
        self.current: QDialog | None = None
        self.settle: Callable[[], str] = lambda: ""
        self.take_file: Callable[[Path], object] = desk.open
        """Takes a file that was chosen for what it is."""
        self._up: list[QDialog] = []
        self._of_session: list[QDialog] = []
        desk.trust_wanted = self.review_tools
        self.tools = ToolRoom(window, desk.workspace, bridge, self._open_for_session)
        self.mocks = MockRoom(window, desk.workspace, bridge, self._open_for_session)
        self.session = SessionRoom(window, desk.workspace, bridge, self._open_for_session, self.add_tools)
        self.branches = BranchRoom(window, bridge, self._open_for_session)
        self.settings = SettingsRoom(window, desk.workspace, bridge, self._open, self._count)
        self.rules = RulesRoom(window, bridge, self.settings, self._open)
        self.servers = ServerRoom(window, desk.workspace, bridge, self._open_for_session)
        self.exports = ExportRoom(window, desk.workspace, bridge, self._open_for_session)
        self.help = HelpRoom(window, desk.workspace, bridge, self._open, lambda: self.actions)
        bridge.session_changed.connect(self._leave_session)

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "new": self.new,
            "open": self.open,
            "replay": self.replay,
            "save_as": self.save_as,
            "rename": self.rename,
            "loop": self.loop,
            "limits": self.loop,
            "add_tools": self.add_tools,
            **self.tools.table(),
            **self.mocks.table(),
            **self.session.table(),
            **self.servers.table(),
            **self.settings.table(),
            **self.branches.table(),
            **self.exports.table(),
            **self.help.table(),
            "review_tools": self.review_tools,
            "profiles": self.profiles,
            "send_as": self.send_as,
            "sample": self.sample,
            "answer_open": self.answer_open,
            "keys": self.keys,
            "about": lambda: self.settings.open("about"),
        }

    def new(self, files: Sequence[str] = ()) -> None:
        """Begin a session, with these tools files checked beside those of the last one."""
        dialog = new_session.NewSessionDialog(self._window, self._desk.workspace)
        if files:
            dialog.tools.addItems(files)
        dialog.profiles_wanted.connect(lambda: self._profiles_for(dialog))
        dialog.given.connect(self._desk.new)
        dialog.replay_wanted.connect(self.replay)
        self._open(dialog)

    def open(self) -> None:
        """Choose a session file and open it."""
        dialog = self._file_dialog(self.tr("Open a session"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.take_file(Path(name)))
        self._open(dialog)

    def unknown_file(self, name: str, tried: Sequence[tuple[str, str]]) -> None:
        """Say what a file was tried as, and why it is none of that."""
        self._open(unknown_file.UnknownFileDialog(self._window, name, tried))

    def replay(self) -> None:
        """Choose a recorded session and step through it."""
        session = self._bridge.session
        dialog = replay.ReplayDialog(self._window, self._desk.workspace, session.path if session is not None else None)
        dialog.given.connect(
            lambda path, model, tools, rules, branch: self._desk.replay(
                path, model_live=model, tools_live=tools, rules=rules, branch=branch
            )
        )
        self._open(dialog)

    def show_recorded(self) -> None:
        """Show the recorded step that is nearest to what the replay missed, in the recording."""
        session = self._bridge.session
        if session is not None and session.miss is not None and session.recorded_file is not None:
            self._desk.show_step(session.recorded_file.absolute(), session.miss.node)

    def save_as(self) -> None:
        """Choose a place for the session's file."""
        session = self._bridge.session
        if session is None:
            return
        dialog = self._file_dialog(self.tr("Save the session as"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("tcsession")
        dialog.selectFile(session.path.name)
        dialog.fileSelected.connect(self._save_as)
        self._open_for_session(dialog)

    def rename(self) -> None:
        """Give the session another title."""
        session = self._bridge.session
        if session is not None:
            dialog = text_entry.TextEntry(self._window, self.tr("Rename session"), self.tr("Title"), text=session.title)
            dialog.given.connect(lambda text: self._bridge.do(lambda opened: opened.set_title(text)))
            self._open_for_session(dialog)

    def loop(self, page: str = "limits", field: str = "") -> None:
        """Change the settings of the loop; `page` comes to the front, with the keyboard in a limit's `field`."""
        session = self._bridge.session
        if session is not None:
            dialog = loop_settings.LoopDialog(self._window, self._desk.workspace, session)
            self._open_for_session(dialog)
            dialog.show_page(page, field)

    def add_tools(self, path: Path | None = None) -> None:
        """Add a Python file with tools."""
        session = self._bridge.session
        if session is not None:
            self._open_for_session(
                add_tools.AddToolsDialog(self._window, self._bridge, session, path if isinstance(path, Path) else None)
            )

    def review_tools(self) -> None:
        """Look at what waits for trust: tools files first, then what runs by HTTP or as a command, then MCP servers."""
        session = self._bridge.session
        if session is not None and not self._bridge.untrusted:
            self._review_what_runs(session)
        elif session is not None:
            dialog = add_tools.AddToolsDialog(self._window, self._bridge, session)
            dialog.review(self._bridge.untrusted)
            self._open_for_session(dialog)

    def _review_what_runs(self, session: OpenedSession) -> None:
        executors = session.untrusted_executors()
        if executors:
            self.tools.review(executors)
        else:
            self.servers.review(session.untrusted_servers())

    def profiles(self, name: str = "", place: str = "") -> None:
        """Look at the model profiles, or at a place of one; the session that is asked through it goes on with what is changed there."""
        dialog = profiles.ProfilesDialog(self._window, self._desk.workspace, self._bridge)
        dialog.changed.connect(ProfileEdited(dialog, self._desk.workspace, self._bridge).tell)
        dialog.changed.connect(self._bridge.refreshed)  # the toolbar lists it at once
        self._open(dialog)
        if name:
            dialog.go_to(name, place)

    def send_as(self) -> None:
        """Ask the due request in three ways and compare; nothing is sent before the person says so, nor while something typed is
        not committed."""
        refused = self.settle()
        if refused:
            self._bridge.refuse(refused)
        elif self._bridge.session is not None:
            self._open_for_session(send_as.SendAsDialog(self._window, self._desk.workspace, self._bridge))

    def sample(self, plan: "SamplePlan | None" = None) -> None:
        """Ask the due request many times; one dialog at a time, which stays while the window is used. `plan` is put into its form."""
        refused = self.settle()
        there = next((dialog for dialog in self._of_session if isinstance(dialog, sampling.SampleDialog)), None)
        if there is not None:
            there.raise_()
            there.activateWindow()
        elif refused:
            self._bridge.refuse(refused)
        elif self._bridge.session is not None:
            there = self._new_sample()
        if there is not None and plan is not None and not there.is_asking:
            there.form.show_plan(plan)

    def _new_sample(self, old: "sampling.SampleDialog | None" = None) -> "sampling.SampleDialog":
        """The dialog of samples; in place of an `old` one, with what is typed there."""
        dialog = sampling.SampleDialog(self._window, self._desk.workspace, self._bridge)
        dialog.settle = self.settle
        dialog.outdated.connect(lambda: self._new_sample(dialog))
        if old is not None:
            dialog.form.take_over(old.form)
            old.reject()
        self._open_for_session(dialog)
        return dialog

    def reject(self, key: CallKey) -> None:
        """Ask for the reason and reject a call."""
        dialog = text_entry.TextEntry(
            self._window,
            self.tr("Reject the call"),
            self.tr("Reason"),
            hint=self.tr("The model reads that the call was rejected, and this reason."),
            ok=self.tr("Reject"),
            lines=True,
        )
        dialog.given.connect(lambda text: self._bridge.do(lambda opened: opened.reject(key, text)))
        self._open_for_session(dialog)

    def type_result(self, key: CallKey) -> None:
        """Ask for the result of a call that is not run."""
        dialog = text_entry.TextEntry(
            self._window,
            self.tr("Result of the call"),
            self.tr("Result"),
            hint=self.tr("The model reads this as what the tool gave. The tool does not run."),
            ok=self.tr("Give this result"),
            lines=True,
        )
        dialog.given.connect(lambda text: self._bridge.do(lambda opened: opened.mock(key, text)))
        self._open_for_session(dialog)

    def answer_open(self) -> None:
        """Ask for one result and give it to all calls that wait."""
        dialog = text_entry.TextEntry(
            self._window,
            self.tr("Answer all open calls"),
            self.tr("Result"),
            hint=self.tr("Every call of this reply that waits gets this result, and the model reads it. No tool runs."),
            ok=self.tr("Give this result"),
            lines=True,
        )
        dialog.given.connect(lambda text: self._bridge.do(lambda opened: opened.fill_open(text)))
        self._open_for_session(dialog)

    def keys(self) -> None:
        """Show all keys."""
        if self.actions is not None:
            self._open(keys.KeysDialog(self._window, self.actions))

    def _profiles_for(self, asking: "new_session.NewSessionDialog") -> None:
        dialog = profiles.ProfilesDialog(asking, self._desk.workspace, self._bridge)
        dialog.finished.connect(lambda _result: asking.refresh())
        dialog.changed.connect(self._bridge.refreshed)
        self._open(dialog)

    def _save_as(self, name: str) -> None:
        said = fill(self.tr("The session is kept in {path} from now on."), path=name)

        async def save(session: OpenedSession) -> None:
            await session.save_as(Path(name))
            self._bridge.offered.emit(said, self.tr("Show"), lambda: show_folder(self._bridge, Path(name)))

        self._bridge.start("save as", save)

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title, "", self.tr("Sessions (*.tcsession)"))
        sessions = self._desk.workspace.world.sessions
        if is_folder(sessions):
            dialog.setDirectory(str(sessions))
        return dialog

    def _open(self, dialog: QDialog) -> None:
        """Show a dialog; it is `current` while it is up."""
        self._count(dialog)
        dialog.open()

    def _count(self, dialog: QDialog) -> None:
        self.current = dialog
        self._up.append(dialog)
        dialog.finished.connect(lambda _result: self._closed(dialog))

    def show_for_session(self, dialog: QDialog) -> None:
        """Show a dialog of another room about the session that the window shows."""
        self._open_for_session(dialog)

    def _open_for_session(self, dialog: QDialog) -> None:
        """Show a dialog about the session that the window shows; it goes when another one is shown."""
        self._of_session.append(dialog)
        self._open(dialog)

    def _leave_session(self) -> None:
        """What was begun for one session must not be done to another, nor to one that is closed."""
        for dialog in tuple(self._of_session):
            dialog.reject()

    def _closed(self, dialog: QDialog) -> None:
        dialog.deleteLater()
        if dialog in self._of_session:
            self._of_session.remove(dialog)
        if dialog in self._up:
            self._up.remove(dialog)
        self.current = self._up[-1] if self._up else None
