"""Which recorded session to step through, who answers (the recording, or the model and the tools for real), and by which rules.

Above: `window`. Below: Qt, `widgets`, `workspace`. Open it with `open()`; `given` tells file, switches and rules. Choosing a file only
reads it.
"""

from glob import escape
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QListWidget, QListWidgetItem, QPlainTextEdit, QSizePolicy, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, aligned_form, hint_label, main_button, plain_button
from studio.gui.dialogs.file_field import FileField
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.paths import is_file
from studio.problems import StudioError
from studio.session.replay_rules import ReplayRules, is_place
from studio.workspace.workspace import Workspace

_ROWS = 4


class ReplayDialog(TabbedDialog):
    """The recording is never changed: a replay is a session of its own."""

    given = Signal(Path, bool, bool, object, str)
    """File, model live, tools live, rules, the name of the branch (empty: that of the head)."""

    def __init__(self, parent: QWidget, workspace: Workspace, path: Path | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        frame = DialogFrame(
            self,
            self.tr("Replay"),
            self.tr("Step through a recorded session again. The recording stays as it is."),
            scrolls=True,
        )
        self.file = FileField(self, self.tr("Session file"), self.tr("Sessions (*.tcsession)"))
        self.branch = StillCombo(self)
        self.model, self.tools, self.paced = QCheckBox(self), QCheckBox(self), QCheckBox(self)
        self.live, self.places = QListWidget(self), QPlainTextEdit(self)
        self.wrong = QLabel(self)
        self.main, cancel = main_button(self.tr("Replay"), self), plain_button(self.tr("Cancel"), self)
        self.main.clicked.connect(self._accept)
        cancel.clicked.connect(self.reject)
        self._prepare()
        self._lay_out(frame)
        frame.add_buttons((), (self.main, cancel))
        self.file.changed.connect(self._chose)
        self.file.set_path(path)
        self._chose()
        frame.resize(640, 620)

    def _prepare(self) -> None:
        self.branch.setAccessibleName(self.tr("Branch"))
        self.branch.setToolTip(
            self.tr("Which branch of the session is gone along: that on which it stands, or another one")
        )
        self.branch.currentIndexChanged.connect(lambda _at: self._list_tools())
        self.model.setText(self.tr("Ask the model live"))
        self.model.setToolTip(self.tr("Off: replies come from the recording and nothing is sent."))
        self.tools.setText(self.tr("Run all tools live"))
        self.tools.setToolTip(self.tr("Off: results come from the recording and no tool runs but those chosen below."))
        self.tools.toggled.connect(self._tell)
        self.paced.setText(self.tr("Take the time that replies and results took"))
        self.live.setToolTip(self.tr("The recording gives the results of all others."))
        self.live.setAccessibleName(self.tr("Tools that run live although the others are recorded"))
        self.live.setFixedHeight(self.live.fontMetrics().lineSpacing() * _ROWS + theme().px(28))
        self.places.setProperty("look", "field")
        self.places.setAccessibleName(self.tr("Places that may differ"))
        self.places.setPlaceholderText("/messages/*/content/time")
        self.places.setTabChangesFocus(True)
        self.places.setFixedHeight(self.places.fontMetrics().lineSpacing() * 3 + theme().px(18))
        self.places.textChanged.connect(self._tell)
        self.wrong.setProperty("role", "error")
        self.wrong.setWordWrap(True)
        self.wrong.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.wrong.hide()

    def _lay_out(self, frame: DialogFrame) -> None:
        form = aligned_form()
        form.addRow(self.tr("Session file"), self.file)
        form.addRow(self.tr("Branch"), self.branch)
        form.addRow(self.tr("Model"), self.model)
        form.addRow(self.tr("Tools"), self.tools)
        form.addRow(self.tr("Only these live"), self.live)
        form.addRow(self.tr("Pace"), self.paced)
        form.addRow(self.tr("May differ"), self.places)
        form.addRow("", self.wrong)
        frame.body.addLayout(form)
        for said in (
            self.tr("Write one path a line into May differ; * is any one member. Ids and seeds may differ anyway."),
            self.tr(
                "A request that differs from the recorded one stops with the first differing place. Nothing goes live by itself."
            ),
        ):
            frame.body.addWidget(hint_label(said, self))
        frame.body.addStretch(1)

    def _chose(self, _: str = "") -> None:
        """Offer the branches of the chosen file, that of its head chosen, and their tools."""
        names, head = self._branches()
        kept = str(self.branch.value() or "")
        with QSignalBlocker(self.branch):
            self.branch.show_choices([(name, name) for name in names], kept if kept in names else head)
        self.branch.setEnabled(len(names) > 1)
        self._list_tools()

    def _branches(self) -> tuple[tuple[str, ...], str]:
        path = self.file.path
        try:
            return self._workspace.recorded_branches(path) if path is not None and is_file(path) else ((), "")
        except StudioError:
            return (), ""  # what is wrong with it is said when it is opened

    def _list_tools(self) -> None:
        """Offer the tools of the chosen branch; those that were chosen stay so."""
        chosen = set(self.rules().live)
        self.live.clear()
        for name in self._named():
            item = QListWidgetItem(name, self.live)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked if escape(name) in chosen else Qt.CheckState.Unchecked)
        self._tell()

    def _named(self) -> tuple[str, ...]:
        path = self.file.path
        try:
            branch = str(self.branch.value() or "") or None
            return self._workspace.recorded_tools(path, branch) if path is not None and is_file(path) else ()
        except StudioError:
            return ()  # what is wrong with it is said when it is opened

    def rules(self) -> ReplayRules:
        """The rules as they stand in the fields."""
        items = [self.live.item(row) for row in range(self.live.count())]
        live = () if self.tools.isChecked() else tuple(escape(item.text()) for item in items if _is_on(item))
        return ReplayRules(self._places(), live, self.paced.isChecked())

    def _places(self) -> tuple[str, ...]:
        lines = (line.strip() for line in self.places.toPlainText().splitlines())
        return tuple(line for line in lines if line)

    def _tell(self) -> None:
        """What can be chosen, and what is wrong."""
        wrong = next((place for place in self._places() if not is_place(place)), "")
        said = self.tr("{place} is no path. Write a JSON Pointer such as /messages/*/content/time.")
        self.wrong.setText(fill(said, place=wrong) if wrong else "")
        self.wrong.setVisible(bool(wrong))
        self.live.setEnabled(not self.tools.isChecked() and self.live.count() > 0)
        self.main.setEnabled(self.file.path is not None and not wrong)

    def _accept(self) -> None:
        path = self.file.path
        if path is not None:
            self.accept()
            self.given.emit(
                path, self.model.isChecked(), self.tools.isChecked(), self.rules(), str(self.branch.value() or "")
            )


def _is_on(item: QListWidgetItem) -> bool:
    return item.checkState() == Qt.CheckState.Checked
