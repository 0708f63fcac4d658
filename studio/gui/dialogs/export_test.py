"""*Export as test*: what a test asserts, how exactly, where it goes, the file as it will be, and a run of it before it is written.

Above: `session_room`. Below: `export_test_calls`, `export_test_how`, `workspace/exported_test`. Nothing of the session runs.
"""

import asyncio
import re
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, group, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.export_test_calls import CallTree
from studio.gui.dialogs.export_test_how import HowField
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.editors.code_editor import CodeEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, told_error
from studio.interop.planned_test import PlannedTest
from studio.problems import StudioError
from studio.workspace.exported_test import WouldBeLostError
from studio.workspace.workspace import Workspace

_SOON = 150


class ExportTestDialog(TabbedDialog):
    """`exported` gives the path of the test that was written."""

    exported = Signal(Path)

    def __init__(self, parent: QWidget, workspace: Workspace, bridge: Bridge, plan: PlannedTest) -> None:
        super().__init__(parent)
        session = bridge.session
        assert session is not None
        hint = self.tr(
            "A test for pytest that replays this session without network and without tools, and asserts its calls and answers."
        )
        self._frame = DialogFrame(self, self.tr("Export as test"), hint)
        self._bridge, self._session, self._plan = bridge, session, plan
        self._sessions = workspace.world.sessions
        self._running: asyncio.Task[None] | None = None
        self._came = ("", "", False)
        self._is_open, self._ready = True, False
        self.branch, self.calls, self.how = StillCombo(self), CallTree(self), HowField(self)
        self.order, self.force = QCheckBox(self.tr("The calls are made in this order"), self), QCheckBox(self)
        self.path, self.browse = QLineEdit(self), QPushButton(self.tr("Browse…"), self)
        self.views = Segmented(
            self.tr("What is shown"), (("file", self.tr("The file")), ("run", self.tr("Its run"))), self
        )
        self.preview = CodeEditor(self.tr("The file as it will be"), self, language="python")
        self.output = CodeEditor(self.tr("What the run printed"), self)
        self.said, self.line = QLabel(self), ProgressLine(self)
        self.run, self.export = plain_button(self.tr("Run it now"), self), main_button(self.tr("Export"), self)
        self._cancel = plain_button(self.tr("Cancel"), self)
        self._typed = QTimer(self, singleShot=True, interval=_SOON)
        self._lay_out()
        self._fill()
        self._connect()
        self._frame.resize(1120, 740)
        keep_size(self, workspace, "export_test")
        self.calls.setFocus()

    @property
    def plan(self) -> PlannedTest:
        """What would be asserted."""
        return self._plan

    @property
    def is_running(self) -> bool:
        """Whether the test runs now."""
        return self._running is not None

    def reject(self) -> None:
        """Esc ends a run first; a second one closes. Another session in the window closes it at once."""
        if self._running is not None and self._bridge.session is self._session:
            self._running.cancel()
        else:
            super().reject()

    def _fill(self) -> None:
        self.order.setChecked(self._plan.in_order)
        self.force.setText(self.tr("Overwrite what is there"))
        self.force.hide()
        self.path.setText(str(self._folder() / f"test_{_slug(self._plan.title)}.py"))
        self.path.setAccessibleName(self.tr("Path of the test"))
        self.browse.setAutoDefault(False)
        self.browse.setAccessibleName(fill(self.tr("Path of the test: {button}"), button=self.browse.text()))
        self.preview.setReadOnly(True)
        self.output.setReadOnly(True)
        self.output.hide()
        wrap_plainly(self.said)
        self._fill_branch()
        self.calls.show_plan(self._plan)
        self._show_line()
        self._show_file()

    def _fill_branch(self) -> None:
        """The branch that is asserted, named; a step on its way comes first where that was chosen."""
        branches = [(each.name, each.name) for each in self._session.branches if not each.gap]
        whole = any(each.tip == self._plan.leaf for each in self._session.branches)
        to_step = fill(self.tr("{branch}, up to step {n}"), branch=self._plan.branch, n=self._plan.leaf)
        choices = branches if whole else [("", to_step), *branches]
        self.branch.show_choices(choices, self._plan.branch if whole else "")
        self.branch.setEnabled(len(choices) > 1)
        self.branch.setAccessibleName(self.tr("Branch"))
        self._first = self._plan

    def _take_branch(self) -> None:
        """Assert what another branch holds."""
        name = str(self.branch.value() or "")
        try:
            plan = self._session.plan_test(branch=name) if name else self._first
        except StudioError as error:
            self._say(told_error(error), wrong=True)
            self._ready = False
            self._enable()
            return
        self._plan = replace(plan, in_order=self.order.isChecked())
        self.calls.show_plan(self._plan)
        self._show_line()
        self._show_file()

    def _folder(self) -> Path:
        """Beside the session where the person chose its place, else in their home."""
        own = self._session.path.parent
        return Path.home() if own == self._sessions else own

    def _lay_out(self) -> None:
        left, right, place = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        for column in (left, right):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(theme().px(8))
        left.addLayout(group(self.tr("Branch"), self._branch_row()))
        left.addWidget(self.calls, 1)
        left.addWidget(self.how)
        left.addWidget(self.order)
        right.addWidget(self.views)
        right.addWidget(self.preview, 1)
        right.addWidget(self.output, 1)
        place.setSpacing(theme().px(8))
        place.addWidget(self.path, 1)
        place.addWidget(self.browse)
        parts = QHBoxLayout()
        parts.setSpacing(theme().px(16))
        parts.addLayout(left, 1)
        parts.addLayout(right, 1)
        self._frame.body.addLayout(parts, 1)
        self._frame.body.addLayout(group(self.tr("Path of the test"), place))
        self._frame.body.addWidget(self.force)
        self._frame.body.addWidget(self.line)
        self._frame.body.addWidget(self.said)
        self._frame.add_buttons((self.run,), (self.export, self._cancel))

    def _branch_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self.branch, 1)
        return row

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter writes nothing but on the button itself and behind the path; Ctrl+Enter does."""
        focus = self.focusWidget()
        here = isinstance(focus, QPushButton) or focus is self.path
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not here:
            event.accept()
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        self.branch.currentIndexChanged.connect(lambda _at: self._take_branch())
        self.calls.choice_wanted.connect(self.how.open_choice)
        self.calls.line_chosen.connect(self._show_line)
        self.how.changed.connect(self._take_how)
        self.order.toggled.connect(self._take_order)
        self.path.textChanged.connect(lambda _text: self._typed.start())
        self._typed.timeout.connect(self._show_file)
        theme().changed.connect(self._recolour)
        self.views.chosen.connect(self._show_view)
        self.browse.clicked.connect(lambda _on=False: self._browse())
        self.run.clicked.connect(lambda _on=False: self._run_or_cancel())
        self.export.clicked.connect(lambda _on=False: self._export())
        self._cancel.clicked.connect(lambda _on=False: self._leave())
        self.finished.connect(lambda _result: self._done())
        press_by_keys(self, self.export)

    def _show_line(self) -> None:
        self.how.show_line(self._plan, self.calls.line())

    def _take_how(self) -> None:
        self._plan = self.how.plan_with(self._plan)
        self.calls.reword(self._plan)
        self._typed.start()

    def _recolour(self) -> None:
        self.calls.reword(self._plan)

    def _take_order(self, on: bool) -> None:
        self._plan = replace(self._plan, in_order=on)
        self._typed.start()

    def _where(self) -> Path:
        text = self.path.text().strip()
        try:
            return Path(text).expanduser()
        except RuntimeError:
            return Path(text)

    def _show_file(self) -> None:
        """The file as it will be; where it cannot be, why."""
        self._typed.stop()
        self.force.hide()
        self.force.setChecked(False)
        try:
            written = self._session.test_text(self._plan, self._where())
        except StudioError as error:
            self._say(told_error(error), wrong=True)
        else:
            self.preview.setPlainText(written.text)
            self._say(self._kept_beside(len(written.values)))
        self._ready = not self.how.problem and self.said.property("role") != "error"
        self._enable()

    def _enable(self) -> None:
        """A test that runs can be stopped, also while what is typed cannot be a test; it is written after its run."""
        running = self._running is not None
        self.run.setEnabled(self._ready or running)
        self.export.setEnabled(self._ready and not running)
        self.export.setToolTip(self.tr("The test runs. Stop the run first, or wait for its end.") if running else "")

    def _kept_beside(self, values: int) -> str:
        if values:
            return self.tr(
                "The session and %n long value(s) are written beside it, in the folder sessions.", "", values
            )
        return self.tr("The session is written beside it, in the folder sessions.")

    def _show_view(self, view: str) -> None:
        self.views.set_current(view)
        self.preview.setVisible(view == "file")
        self.output.setVisible(view == "run")

    def _browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Path of the test"), str(self._where().parent), self.tr("Tests (test_*.py)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setDefaultSuffix("py")
        dialog.selectFile(self._where().name)
        dialog.fileSelected.connect(self.path.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _run_or_cancel(self) -> None:
        if self._running is not None:
            self._running.cancel()
            return
        self._show_file()
        if self.run.isEnabled():
            self.run.setText(self.tr("Stop the run"))
            self.line.show_busy(self.tr("The test runs"))
            self._came = (self.tr("The run was stopped."), "", False)
            self._running = self._bridge.spawn("try a test", self._try())
            self._running.add_done_callback(lambda _task: self._end_run())
            self._enable()

    async def _try(self) -> None:
        try:
            tried = await self._session.try_test(self._plan, self._where())
        except StudioError as error:
            self._came = (told_error(error), "", True)
        else:
            said = self.tr("The test passes.") if tried.passed else self.tr("The test fails; its run says where.")
            self._came = (said, tried.output, not tried.passed)

    def _end_run(self) -> None:
        """Also of a run that was stopped before it began."""
        self._running = None
        if not self._is_open:  # its widgets are gone
            return
        said, output, wrong = self._came
        self.run.setText(self.tr("Run it now"))
        self.line.show_idle()
        self._enable()
        self._say(said, wrong=wrong)
        if output:
            self.output.setPlainText(output)
            self._show_view("run")

    def _export(self) -> None:
        if self._typed.isActive():
            self._show_file()
        if self._running is not None or not self.export.isEnabled():
            return
        try:
            done = self._session.export_test(self._plan, self._where(), force=self.force.isChecked())
        except StudioError as error:
            self._say(told_error(error), wrong=True)
            self.force.setVisible(isinstance(error, WouldBeLostError))
        else:
            self.accept()
            self.exported.emit(done.test)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self.said.setProperty("role", "error" if wrong else "muted")
        self.said.setText(text)
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)

    def _leave(self) -> None:
        if self._running is not None:
            self._running.cancel()
        super().reject()

    def _done(self) -> None:
        if self._running is not None:
            self._running.cancel()
        self._is_open = False


def _slug(title: str) -> str:
    """A title as part of the name of a file."""
    return re.sub(r"\W+", "_", title.lower(), flags=re.ASCII).strip("_")[:40].strip("_") or "session"
