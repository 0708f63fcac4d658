"""The skills of a session: a list, and one of them as it stands; folders are added, read again, switched, taken out.

Above: `session_room`. Below: `skill_details`, `workspace`. Each change is one step that Undo takes back; nothing is executed.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QListWidget, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.of_agent import OfAgent
from studio.gui.dialogs.skill_details import SkillDetails
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill, sentence, told_error
from studio.problems import StudioError
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


class SkillsDialog(TabbedDialog):
    """`tools_file_wanted`: a Python file of a skill is to be reviewed and added as tools. `chooser` chooses a folder."""

    tools_file_wanted = Signal(Path)

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession) -> None:
        super().__init__(parent)
        self._session, self._of = session, OfAgent(session)
        self._names: tuple[str, ...] = ()
        hint = self.tr(
            "The model reads their names and descriptions, and activates one when a task fits. Nothing of a skill is executed."
        )
        self._frame = DialogFrame(self, self.tr("Skills"), self._of.hint(hint))
        self.list, self.details = QListWidget(self), SkillDetails(self)
        self.empty = EmptyState(self.tr("No skill yet. Add a folder that holds SKILL.md."), "", self, icon="folder")
        self._area = ScrollColumn(self.tr("Skill"), self)
        self.said = QLabel(self)
        self.add = plain_button(self.tr("Add folder…"), self)
        self._close = main_button(self.tr("Close"), self)
        self.chooser: QFileDialog | None = None
        self._lay_out()
        self._connect()
        self._frame.resize(960, 680)
        keep_size(self, workspace, "skills")
        self.refresh()
        (self.list if self.list.count() else self.add).setFocus()

    def refresh(self, name: str = "") -> None:
        """Show the skills as they are; `name` comes to the front."""
        skills = self._session.skills()
        now = name or self._current()
        self.list.blockSignals(True)
        self.list.clear()
        for skill in skills:
            self.list.addItem(self._line(skill.name, active=skill.active, on=skill.on))
        names = self._names = tuple(skill.name for skill in skills)
        self.list.setCurrentRow(names.index(now) if now in names else 0 if names else -1)
        self.list.blockSignals(False)
        self._show()

    def add_folder(self, folder: Path) -> None:
        """Add the skill of a folder, or those of the folders in it."""
        names: list[str] = []

        def add() -> tuple[str, ...]:
            added = self._session.add_skill(folder)
            names.extend(added.names)
            return added.notes

        self._do(add)
        if names:
            self.refresh(names[0])

    def _line(self, name: str, *, active: bool, on: bool) -> str:
        if not on:
            return fill(self.tr("{name} · off"), name=name)
        return fill(self.tr("{name} · active"), name=name) if active else name

    def _current(self) -> str:
        at = self.list.currentRow()
        return self._names[at] if 0 <= at < len(self._names) else ""

    def _show(self) -> None:
        now = self._current()
        skill = next((skill for skill in self._session.skills() if skill.name == now), None)
        self.empty.setVisible(skill is None)
        self._area.setVisible(skill is not None)
        if skill is not None:
            locked = bool(self._session.read_only)
            self.details.show_skill(skill, self._session.state.setup.tools, locked=locked)

    def _do(self, verb: Callable[[], tuple[str, ...] | None]) -> None:
        """Make a change and show what is to be known of it, or what is wrong."""
        try:
            refused = self._of.refusal()
            said, wrong = refused or "\n".join(map(sentence, verb() or ())), bool(refused)
        except StudioError as error:
            said, wrong = told_error(error), True
        self.said.setProperty("role", "error" if wrong else "muted")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.refresh()

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("Add a skill"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        dialog.fileSelected.connect(lambda name: self.add_folder(Path(name)))
        dialog.finished.connect(lambda _result: dialog.deleteLater())
        self.chooser = dialog
        dialog.open()

    def _lay_out(self) -> None:
        self.list.setAccessibleName(self.tr("Skills"))
        self.list.setFixedWidth(min(theme().px(220), 280))
        wrap_plainly(self.said)
        self.said.hide()
        self._area.add(self.details)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        left.addWidget(self.add)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.empty, 1)
        right.addWidget(self._area, 1)
        right.addWidget(self.said)
        panes = QHBoxLayout()
        panes.setSpacing(theme().px(20))
        panes.addLayout(left)
        panes.addLayout(right, 1)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((), (self._close,))

    def _connect(self) -> None:
        session, details = self._session, self.details
        self.add.setEnabled(not session.read_only)
        self.add.clicked.connect(self._choose_folder)
        self._close.clicked.connect(self.accept)
        self.list.currentRowChanged.connect(lambda _at: self._show())
        details.switched.connect(lambda on: self._do(lambda: session.switch_skill(self._current(), on=on)))
        details.tools_chosen.connect(lambda tools: self._do(lambda: session.set_skill_tools(self._current(), tools)))
        details.reload_wanted.connect(lambda: self._do(self._reload))
        details.remove_wanted.connect(lambda: self._do(lambda: session.remove_skill(self._current())))
        details.tools_file_wanted.connect(self.tools_file_wanted)

    def _reload(self) -> tuple[str, ...]:
        changes = self._session.reload_skill(self._current())
        return changes or (self.tr("Nothing changed."),)
