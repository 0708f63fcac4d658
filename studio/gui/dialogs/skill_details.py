"""One skill as it stands: what it is for, whether it is active, its tools, its files, its instructions. Nothing of it is executed.

Above: the dialog of skills. Below: `widgets`, `workspace/skilled`. Says by signals what the person wants.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label, wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.panes.tool_checks import ToolChecks
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.chip import Chip
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.words import fill, sentence
from studio.messages.toolspec import ToolSpec
from studio.session.frames import named
from studio.workspace.skilled import SkillFacts

_SHOWN_LINES = 12


class SkillDetails(QWidget):
    """`switched`: it is to be announced or not; `tools_chosen` gives names and patterns; `tools_file_wanted` a Python file of it."""

    switched = Signal(bool)
    tools_chosen = Signal(list)
    reload_wanted = Signal()
    remove_wanted = Signal()
    tools_file_wanted = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skill: SkillFacts | None = None
        self._tools: tuple[ToolSpec, ...] = ()
        self.name, self.description, self.problem = QLabel(self), QLabel(self), QLabel(self)
        self.chip = Chip("", "ok", self)
        self.on = QCheckBox(self.tr("Announce it to the model"), self)
        self.reload = Button(self.tr("Read again"), self, icon_name="restart", colour="muted")
        self.remove = Button(self.tr("Remove"), self, icon_name="minus", colour="error")
        self.checks, self.patterns = ToolChecks(self, most_rows=6), QLineEdit(self)
        self.missing, self.where = hint_label("", self), hint_label("", self)
        self.files, self.text = FoldedText(self, lines=_SHOWN_LINES), FoldedText(self, lines=_SHOWN_LINES)
        self.more = Button(self.tr("Show all"), self, look="link")
        self._scripts = QVBoxLayout()
        self._lay_out()
        self._connect()

    def show_skill(self, skill: SkillFacts, tools: Sequence[ToolSpec], *, locked: bool) -> None:
        """Show a skill; `tools` are those of the session."""
        self._skill, self._tools = skill, tuple(tools)
        self.name.setText(skill.name)
        self.description.setText(skill.description)
        self.chip.setVisible(skill.active)
        self.problem.setText(sentence(skill.problem))
        self.problem.setVisible(bool(skill.problem))
        self.on.blockSignals(True)
        self.on.setChecked(skill.on)
        self.on.blockSignals(False)
        self._show_tools(skill)
        self.where.setText(skill.folder)
        self.files.set_text("\n".join(skill.resources) or self.tr("It has no other files."), code=bool(skill.resources))
        self._show_scripts(skill)
        self.text.set_lines(_SHOWN_LINES)
        self.text.set_text(skill.text or self.tr("It has no instructions."))
        self.more.setVisible(skill.text.count("\n") >= _SHOWN_LINES)
        for widget in (self.on, self.reload, self.remove, self.checks, self.patterns):
            widget.setEnabled(not locked)

    def _show_tools(self, skill: SkillFacts) -> None:
        known = {tool.name for tool in self._tools}
        self.checks.set_tools(self._tools, [tool.name for tool in self._tools if not named(tool.name, skill.tools)])
        self.checks.setVisible(bool(self._tools))
        self.patterns.setText(", ".join(name for name in skill.tools if name not in known))
        said = fill(self.tr("No tool of the session fits: {names}."), names=", ".join(skill.missing))
        self.missing.setText(said)
        self.missing.setVisible(bool(skill.missing))

    def _show_scripts(self, skill: SkillFacts) -> None:
        """A Python file is added as tools only when the person wants that, and then it is reviewed like any other."""
        while (item := self._scripts.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for path in (name for name in skill.resources if name.endswith(".py")):
            button = Button(fill(self.tr("Add tools of {file}…"), file=path), self, look="link")
            button.clicked.connect(lambda _on=False, path=path: self.tools_file_wanted.emit(Path(skill.folder) / path))
            self._scripts.addWidget(button)

    def _lay_out(self) -> None:
        for label, role in ((self.name, "card_title"), (self.description, "muted"), (self.problem, "warn")):
            label.setProperty("role", role)
            wrap_plainly(label)
        self.patterns.setFont(theme().code_font())
        self.patterns.setPlaceholderText("issue_*, get_order")
        self.patterns.setAccessibleName(self.tr("More names or patterns of tools"))
        self.chip.set(self.tr("ACTIVE"), "ok")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name, 1)
        head.addWidget(self.chip)
        acts = WrappedRow(self)
        for widget in (self.on, self.reload, self.remove):
            acts.add(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme().px(16), 0)
        column.setSpacing(theme().px(14))
        column.addLayout(head)
        column.addWidget(self.description)
        column.addWidget(self.problem)
        column.addWidget(acts)
        self.checks.setAccessibleName(self.tr("Tools that it brings"))
        said = self.tr("Offered from its activation on.")
        tools = (self.checks, self.patterns, self.missing, hint_label(said, self))
        column.addWidget(_part(self.tr("Tools that it brings"), self, *tools))
        files = _part(self.tr("Files that the model may read"), self, self.files, self.where)
        inner = files.layout()
        assert isinstance(inner, QVBoxLayout)
        inner.addLayout(self._scripts)
        column.addWidget(files)
        column.addWidget(_part(self.tr("Instructions, told when it is activated"), self, self.text, self.more))

    def _connect(self) -> None:
        self.on.toggled.connect(self.switched)
        self.checks.changed.connect(self._choose)
        self.patterns.editingFinished.connect(self._choose)
        self.reload.clicked.connect(lambda _on=False: self.reload_wanted.emit())
        self.remove.clicked.connect(lambda _on=False: self.remove_wanted.emit())
        self.more.clicked.connect(lambda _on=False: self._show_all())

    def _show_all(self) -> None:
        self.text.set_lines(10_000)
        self.more.hide()

    def _choose(self) -> None:
        if self._skill is None:
            return
        off = self.checks.off()
        patterns = [word.strip() for word in self.patterns.text().split(",") if word.strip()]
        chosen = [tool.name for tool in self._tools if tool.name not in off and not named(tool.name, patterns)]
        tools = list(dict.fromkeys([*chosen, *patterns]))
        if tools != list(self._skill.tools):
            self.tools_chosen.emit(tools)


def _part(title: str, parent: QWidget, *widgets: QWidget) -> QWidget:
    """Widgets under a title."""
    part, name = QWidget(parent), QLabel(title, parent)
    name.setProperty("role", "strong")
    wrap_plainly(name)
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    for widget in (name, *widgets):
        column.addWidget(widget)
    return part
