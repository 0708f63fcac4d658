"""The page with the groups of tools: the list with what is open now, and the form of the one that is chosen.

Above: the dialog of groups. Below: `group_list`, `group_form`. What stands here is a draft until the dialog is accepted.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from studio.checks.group_rules import rule_problem
from studio.gui.dialogs.group_form import GroupForm
from studio.gui.dialogs.group_list import GroupList
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import sentence
from studio.session.toolbox import ToolGroup
from studio.workspace.group_looks import GroupLook

_PAUSE = 120
Looks = Callable[[Sequence[ToolGroup]], tuple[GroupLook, ...]]


class GroupsPage(QWidget):
    """`list` and `form` are its parts, `groups` the draft. `edited`: the draft is another one now."""

    edited = Signal()

    def __init__(self, groups: Sequence[ToolGroup], looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.groups, self._looks, self._at = list(groups), looks, -1
        self.list, self.form, self._stack = GroupList(self), GroupForm(self), QStackedWidget(self)
        self.new = Button(self.tr("New group"), self, icon_name="plus")
        self.double = IconButton("copy", self.tr("Duplicate the group"), self)
        self.remove = IconButton("trash", self.tr("Remove the group (Del)"), self)
        self._empty = EmptyState(
            self.tr(
                "No groups yet: every tool is offered in every request. A tool of a group is offered only while one of its groups "
                "is open."
            ),
            parent=self,
            icon="folder",
        )
        self._typed = QTimer(self, singleShot=True, interval=_PAUSE)
        self._lay_out()
        self._connect()
        self._choose(0 if self.groups else -1)

    def values(self) -> dict[str, Any]:
        """The groups, as a member of a setup."""
        return {"groups": tuple(self.groups)}

    def begin(self, tool: str = "") -> None:
        """Begin a new group, with a tool perhaps."""
        self.groups.append(ToolGroup("", (tool,) if tool else ()))
        self._choose(len(self.groups) - 1)
        self.form.name.setFocus()
        self.edited.emit()

    def show_group(self, name: str) -> None:
        """Show the group of that name, if there is one."""
        at = next((at for at, group in enumerate(self.groups) if group.name == name), -1)
        if at >= 0:
            self._choose(at)

    def refuse(self) -> bool:
        """Show the first group that cannot be saved and say why; False when all can."""
        for at, group in enumerate(self.groups):
            field, wrong = self._wrong(at, group)
            if wrong:
                self._choose(at)
                self.form.say(field, wrong)
                return True
        return False

    def _wrong(self, at: int, group: ToolGroup) -> tuple[str, str]:
        """The field that is wrong and a sentence; empty when all is well."""
        if not group.name:
            return "name", self.tr("A group needs a name.")
        if any(other.name == group.name for other in self.groups[:at]):
            return "name", self.tr("There is a group of this name already.")
        wrong = rule_problem(group.rule)
        return (self.form.kind.value() if at == self._at else "rule"), sentence(wrong)

    def _choose(self, at: int) -> None:
        self._at = at
        self._stack.setCurrentIndex(0 if self.groups else 1)
        self._area.setVisible(bool(self.groups))
        if 0 <= at < len(self.groups):
            self.form.show_group(self.groups[at])
            self._area.verticalScrollBar().setValue(0)
        for button in (self.double, self.remove):
            button.setEnabled(at >= 0)
        self._tell()

    def _tell(self) -> None:
        """Look at all groups as they stand."""
        looks = self._looks(self.groups)
        self.list.show_groups(self.groups, looks, self._at)
        if 0 <= self._at < len(looks):
            self.form.tell(looks[self._at])

    def _take(self) -> None:
        """Take what was typed."""
        if 0 <= self._at < len(self.groups):
            self.groups[self._at] = self.form.group()
            self.form.rows["name"].set_problem("")
            self._typed.start()
            self.edited.emit()

    def _switch(self, at: int, on: bool) -> None:
        self.groups[at] = replace(self.groups[at], on=on)
        if at == self._at:
            self.form.switch(on)
        QTimer.singleShot(0, self, self._tell)
        self.edited.emit()

    def _double(self) -> None:
        group = self.groups[self._at]
        self.groups.insert(self._at + 1, replace(group, name=self._free_name(group.name)))
        self._choose(self._at + 1)
        self.form.name.setFocus()
        self.form.name.selectAll()
        self.edited.emit()

    def _free_name(self, name: str) -> str:
        taken = {group.name for group in self.groups}
        return next(each for n in range(2, len(taken) + 3) if (each := f"{name} {n}") not in taken)

    def _remove(self) -> None:
        if 0 <= self._at < len(self.groups):
            del self.groups[self._at]
            self._choose(min(self._at, len(self.groups) - 1))
            (self.list if self.groups else self.new).setFocus(Qt.FocusReason.OtherFocusReason)
            self.edited.emit()

    def _connect(self) -> None:
        self.list.chosen.connect(self._chosen)
        self.list.switched.connect(self._switch)
        self.form.edited.connect(self._take)
        self._typed.timeout.connect(self._tell)
        self.new.clicked.connect(lambda _on=False: self.begin())
        self.double.clicked.connect(lambda _on=False: self._double())
        self.remove.clicked.connect(lambda _on=False: self._remove())
        shortcut = QShortcut(QKeySequence("Del"), self.list)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(self._remove)

    def _chosen(self, at: int) -> None:
        if at != self._at:
            QTimer.singleShot(0, self, lambda: self._choose(at))  # the list selects the row after it has told of it

    def _lay_out(self) -> None:
        self._area = ScrollColumn(self.tr("Group"), self)
        self._area.add(self.form)
        self.form.column.setContentsMargins(0, 0, theme().px(16), 0)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._empty)
        bar = QHBoxLayout()
        bar.setSpacing(theme().px(4))
        bar.addWidget(self.new)
        bar.addStretch(1)
        bar.addWidget(self.double)
        bar.addWidget(self.remove)
        left = QVBoxLayout()
        left.setSpacing(theme().px(8))
        left.addWidget(self._stack, 1)
        left.addLayout(bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(20))
        row.addLayout(left, 5)
        row.addWidget(self._area, 6)
