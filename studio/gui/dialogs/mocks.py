"""The mock editor: the rules in order at the left, tried with a call that waits; the form of one at the right.

Above: `mock_room`. Below: its parts, the bridge. What is saved, moved, switched or removed is one step each, which can be undone here.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.mock_form import NEW, MockForm
from studio.gui.dialogs.mock_list import MockList
from studio.gui.dialogs.mock_order import MockOrder
from studio.gui.dialogs.mock_trial import MockTrial
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill, told_error
from studio.problems import StudioError
from studio.session.mocks import MockRule, RuleError
from studio.session.nodes import CallKey, NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.workspace.mocking import Tried

_PAUSE = 200
_LARGE = 140
"""Per cent of the text size from which the form needs more of the width than the list."""


class MocksDialog(TabbedDialog):
    """`list`, `order`, `trial` and `form` are its parts. `show_rule` and `begin` say what the form shows."""

    def __init__(self, parent: QWidget, workspace: Workspace, bridge: Bridge, session: OpenedSession) -> None:
        super().__init__(parent)
        hint = self.tr(
            "A rule answers calls in the tool's place. The first that fits counts; without one the tool runs."
        )
        self._frame = DialogFrame(self, self.tr("Mocks"), hint)
        self._session, self._id = session, ""
        self._heads: list[NodeId] = []
        self.list, self.order, self.trial = MockList(self), MockOrder(self), MockTrial(self)
        self.form, self._said = MockForm(session.check_mock, session.recorded_answers, self), QLabel(self)
        self._empty = EmptyState(
            self.tr(
                "No rules yet. Fill in the form, or choose Record as a rule in the menu of a call that has its result."
            ),
            parent=self,
            icon="mock",
        )
        self.save, self._close = main_button(self.tr("Save"), self), plain_button(self.tr("Close"), self)
        self.undo = plain_button(self.tr("Undo"), self)
        self._typed = QTimer(self, singleShot=True, interval=_PAUSE)
        self._lay_out()
        self._connect(bridge)
        self._show(session.state.setup.mocks[0] if session.state.setup.mocks else NEW)
        self._frame.resize(1120, 720)
        keep_size(self, workspace, "mocks")

    def show_rule(self, id: str) -> None:
        """Show a saved rule, as if it had been chosen in the list."""
        self._choose(id)

    def try_with(self, key: CallKey | None) -> None:
        """Try the rules with a call, if it waits."""
        if key is not None:
            self.trial.choose(key)

    def begin(self, tool: str = "") -> None:
        """Begin a new rule, for a tool perhaps."""
        if self._may_leave():
            self._show(replace(NEW, tool=tool))
            self.form.begin()

    # ---- what the person does

    def _save(self) -> None:
        rule, id = self.form.rule(), self._id
        if self._change(lambda: self._session.change_mock(id, rule) if id else self._add(rule), of_form=True):
            self._say(self.tr("Saved."))

    def _add(self, rule: MockRule) -> None:
        self._id = self._session.add_mock(rule)

    def _press(self, key: str) -> None:
        match key:
            case "new":
                self.begin()
            case "double":
                self._double()
            case "remove":
                self._remove()
            case "up" | "down":
                self._move(-1 if key == "up" else 1)
            case "import":
                self._ask_file(self._import, save=False)
            case _:
                self._ask_file(self._export, save=True)

    def _double(self) -> None:
        rule = self._rule()
        if rule is not None and self._may_leave():
            place = self._rules().index(rule) + 1
            self._change(lambda: self._keep_id(self._session.add_mock(replace(rule, id=""), place)))

    def _keep_id(self, id: str) -> None:
        self._id = id

    def _remove(self) -> None:
        rule = self._rule()
        if rule is None:
            return
        at, left = self._rules().index(rule), [each.id for each in self._rules() if each is not rule]
        following = left[min(at, len(left) - 1)] if left else ""
        if self._change(lambda: self._session.remove_mock(rule.id)):
            self._choose(following, asked=False)
            self._say(fill(self.tr("Rule {id} is removed. Undo brings it back."), id=rule.id))

    def _move(self, by: int) -> None:
        rule = self._rule()
        if rule is not None:
            place = self._rules().index(rule) + by
            self._change(lambda: self._session.move_mock(rule.id, place))

    def _take_back(self) -> None:
        if self._can_undo():
            self._heads.pop()
            self._session.undo()
            self._refresh()
            self._say("")

    def _can_undo(self) -> bool:
        return bool(self._heads) and self._heads[-1] == self._session.head

    def _ask_file(self, given: Callable[[Path], None], *, save: bool) -> None:
        title = self.tr("Export rules") if save else self.tr("Import rules")
        dialog = QFileDialog(self, title, "", self.tr("Mock rules (*.json)"))
        if save:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix("json")
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: given(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _import(self, path: Path) -> None:
        found: list[int] = []
        if self._change(lambda: found.append(self._session.import_mocks(path))):
            self._say(fill(self.tr("{n} rules were added from {file}."), n=found[0], file=path.name))

    def _export(self, path: Path) -> None:
        try:
            self._session.export_mocks(path)
        except StudioError as error:
            self._say(told_error(error), wrong=True)
        else:
            self._say(fill(self.tr("The rules are in {file}."), file=path.name))

    def _change(self, verb: Callable[[], object], *, of_form: bool = False) -> bool:
        """Make a change of the rules; one that is refused is said below the form, or beside its field when it is `of_form`."""
        before = self._session.head
        try:
            verb()
        except StudioError as error:
            self._say("" if of_form and self.form.refuse(error) else told_error(error), wrong=True)
            return False
        if self._session.head != before:
            self._heads.append(self._session.head)
        self._refresh()
        self._say("")
        return True

    # ---- what is shown

    def _rules(self) -> tuple[MockRule, ...]:
        return self._session.state.setup.mocks

    def _rule(self) -> MockRule | None:
        return next((rule for rule in self._rules() if rule.id == self._id), None)

    def _choose(self, id: str, *, asked: bool = True) -> None:
        """Another rule was chosen: nothing moves while something typed is not saved."""
        if id == self._id:
            return
        if asked and not self._may_leave():
            # The list selects the row that was pressed only after it has told of it.
            QTimer.singleShot(0, self, lambda: self.list.select(self._id))
            return
        self._id = id
        self._show(self._rule() or NEW)

    def _may_leave(self) -> bool:
        if not self.form.is_changed:
            return True
        self._say(self.tr("What was changed here is not saved yet. Save it, or close to drop it."), wrong=True)
        return False

    def _show(self, rule: MockRule) -> None:
        self._id = rule.id
        names = dict.fromkeys(tool.name for tool in self._session.state.setup.tools)
        self.form.show_rule(rule, list(names))
        self._area.verticalScrollBar().setValue(0)
        self._say("")
        self._refresh()

    def _refresh(self) -> None:
        """Take over what the session says now; what is typed stays."""
        rule = self._rule()
        if self._id and rule is None:
            self._id = self._rules()[0].id if self._rules() else ""
            self._show(self._rule() or NEW)
            return
        if rule is not None:
            self.form.follow(rule)
        self.list.show_rules(self._rules(), self._id)
        self.order.show_rules(self._rules(), self._id)
        self._stack.setCurrentIndex(0 if self._rules() else 1)
        opened = self._session.state.open
        self.trial.show_calls(opened.calls if opened is not None else ())
        self.save.setEnabled(self._can_save())
        self.undo.setEnabled(self._can_undo())
        self._try()

    def _can_save(self) -> bool:
        return self.form.is_changed or not (self._id or self.form.is_empty)

    def _try(self) -> None:
        """Try the rules, with what is typed in its place, with the call that is chosen."""
        key = self.trial.key()
        if key is None:
            self.list.show_looks(())
            return
        try:
            tried: Tried = self._session.which_rule(key, self._tried_rules())
        except StudioError:
            self.list.show_looks(())
            return
        self.list.show_looks(tried.looks)
        self.trial.show_tried(tried)

    def _tried_rules(self) -> Sequence[MockRule]:
        draft, rules = self.form.rule(), self._rules()
        try:
            draft = self._session.check_mock(draft)
        except RuleError:
            return rules
        return [draft if rule.id == draft.id else rule for rule in rules] if self._id else [*rules, draft]

    def _edited(self) -> None:
        self.save.setEnabled(self._can_save())
        self._say("")
        self._typed.start()

    def _say(self, words: str, *, wrong: bool = False) -> None:
        self._said.setProperty("role", "error" if wrong else "muted")
        self._said.setText(words)
        self._said.setVisible(bool(words))
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)

    # ---- making

    def _connect(self, bridge: Bridge) -> None:
        self.list.chosen.connect(self._choose)
        self.list.switched.connect(lambda id, on: self._change(lambda: self._session.switch_mock(id, on)))
        self.order.pressed.connect(self._press)
        self.order.switched.connect(lambda tool, on: self._change(lambda: self._session.switch_mocks(tool, on)))
        self.trial.chosen.connect(self._try)
        self.form.edited.connect(self._edited)
        self._typed.timeout.connect(self._try)
        self.save.clicked.connect(self._save)
        self.undo.clicked.connect(self._take_back)
        self._close.clicked.connect(self.reject)
        bridge.refreshed.connect(self._refresh)
        press_by_keys(self, self.save)
        for keys, button in (
            ("Del", self.order.remove),
            ("Alt+Up", self.order.up),
            ("Alt+Down", self.order.down),
        ):
            shortcut = QShortcut(QKeySequence(keys), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(button.click)

    def _lay_out(self) -> None:
        self._area, self._stack = ScrollColumn(self.tr("Rule"), self), QStackedWidget(self)
        self._area.add(self.form)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        wrap_plainly(self._said)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._empty)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(theme().px(8))
        left.addWidget(self._stack, 1)
        left.addWidget(self.order)
        left.addWidget(self.trial)
        right.addWidget(self._area, 1)
        right.addWidget(self._said)
        panes = QHBoxLayout()
        panes.setSpacing(theme().px(24))
        panes.addLayout(left, 9)
        panes.addLayout(right, 11 if theme().px(100) < _LARGE else 15)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((self.undo,), (self.save, self._close))
