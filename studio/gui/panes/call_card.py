"""One tool call as a card: head, arguments, actions, an inline answer, and the result once it is there.

Above: the calls view. Below: its parts, the edit door. Half-typed text lives in the parts; a card draws the call's state.
"""

from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.checks.problem import Problem
from studio.gui.panes.call_actions import BarFacts, CallActions
from studio.gui.panes.call_answer import CallAnswer
from studio.gui.panes.call_arguments import CallArguments
from studio.gui.panes.call_changes import CallChanges, ChangesShown
from studio.gui.panes.call_chip import chip_of
from studio.gui.panes.call_facts import CardFacts
from studio.gui.panes.call_head import CallHead
from studio.gui.panes.call_progress import CallProgress
from studio.gui.panes.call_result import CallResult
from studio.gui.panes.card_frame import CardFrame
from studio.gui.panes.card_truth import CardTruth
from studio.gui.panes.card_verbs import CardVerbs
from studio.gui.panes.commit_bar import CommitBar, EditMode
from studio.gui.panes.edit_door import Edit, EditDoor
from studio.gui.panes.live_output import LiveOutput
from studio.gui.panes.no_fix import tell_no_fix
from studio.gui.words import fill
from studio.present.json_text import pretty

_TICK = 100


class CallCard(CardFrame):
    """`moved`, `duplicate` and `remove` ask the view to change the reply."""

    moved = Signal(int)
    duplicate = Signal()
    remove = Signal()
    draft_changed = Signal()

    def __init__(self, facts: CardFacts, door: EditDoor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts = facts
        self._door, self._verbs = door, CardVerbs(door, facts.call.key)
        self._open = facts.is_due
        # Made in the order in which they stand: so Tab goes through them.
        self.head, self.arguments = CallHead(self), CallArguments(self)
        self.truth, self.changes = CardTruth(door, self.commit, self), CallChanges(self)
        self.commit_bar, self.bar = CommitBar(self), CallActions(self)
        self.answer, self.progress = CallAnswer(self), CallProgress(self)
        self.live, self.result = LiveOutput(self), CallResult(self)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK)
        self._lay_out()
        self._wire()
        self._reword()
        self.show_facts(facts)

    def show_facts(self, facts: CardFacts) -> None:
        """Show another state of the call."""
        newly_due = facts.is_due and not self.facts.is_due
        ended = facts.phase == "done" and self.facts.phase != "done"
        self.facts = facts
        self._open = (self._open or newly_due) and not (ended and not self.has_draft)
        call = facts.call.call
        editable = facts.mode != "locked"
        self.head.show_call(call, facts.tools, editable=editable and facts.phase in ("open", "approval"))
        self.head.show_place(first=facts.first, last=facts.last, approval=facts.phase == "approval")
        self.head.show_rules(writable=editable, has_result=facts.has_result)
        schema: dict[str, Any] = facts.tool.parameters if facts.tool is not None else {}
        original = facts.call.original.arguments if facts.call.original is not None else call.arguments
        self.arguments.set_plain(call.form == "custom")
        self.arguments.set_value(call.arguments, original, schema, self._check, editable=self._editable())
        if facts.result is not None:
            self.result.show_result(facts.result, facts.mode)
        self.result.show_ways(facts.ways if facts.mode == "live" else ())
        self.result.setVisible(facts.result is not None)
        if facts.phase not in ("open", "approval", "uncertain"):
            self.answer.forget()
        self._show()

    def turn_to(self, facts: CardFacts) -> None:
        """Show another call, as a card that is made for it would: making one takes ten times as long."""
        for part in (self.arguments, self.truth, self.answer, self.live, self.result):
            part.forget()
        self.facts, self._open = facts, facts.is_due
        self._verbs.turn_to(facts.call.key)
        self.show_facts(facts)

    @property
    def is_due(self) -> bool:
        """Whether the session stands at this call."""
        return self.facts.is_due

    @property
    def has_draft(self) -> bool:
        """Whether something typed is not committed; what was typed a moment ago included."""
        self.arguments.flush()
        return self.arguments.draft is not None or self.result.has_draft or self.truth.has_draft

    def expand(self) -> None:
        """Show switch and actions also when the call is not due."""
        if not self._open:
            self._open = True
            self._show()

    def add_output(self, text: str) -> None:
        """Show what the running tool prints."""
        self.live.add(text)
        self.live.setVisible(self.facts.phase == "running")

    def show_progress(self, fraction: float | None, text: str) -> None:
        """Show how far the running tool says it is."""
        if self.facts.phase == "running":
            self.progress.show_progress(fraction, text)

    # ---- what the person does

    def commit(self) -> bool:
        """Commit the draft of the arguments; says whether none is left."""
        self.settle_notice()
        self.arguments.flush()
        draft, key = self.arguments.draft, self.facts.call.key
        if draft is None:
            return True
        if not self.arguments.is_valid:
            self.arguments.go_to_error()
            return False
        return self._edit(lambda it: it.edit_call(key, arguments=draft)) and self.arguments.taken()

    def _edit(self, edit: Edit) -> bool:
        """A call that has not begun is edited where the session stands, also while another step is looked at."""
        if self.facts.phase in ("done", "uncertain"):
            return self._door.change(edit, under=self.facts.before)
        return self._door.change_here(edit) if self.facts.mode == "live" else self._door.change(edit)

    def settle_notice(self) -> None:
        """Take a notice that is typed, where that needs no fork."""
        if self.facts.mode == "live":
            self.truth.settle()

    def act(self, key: str) -> None:
        """Do what a button of the bar says."""
        match key:
            case "execute":
                self.run()
            case "approve":
                self.run(approve=True)
            case "mock" | "error" | "reject":
                self.answer.open(key)
            case "type_result":
                self.answer.open("result")
            case "fix" if self.arguments.offered is not None:
                self.arguments.show_repair()
            case "fix":
                self.arguments.fix()
                self.commit()
            case "go_to_error":
                self.arguments.go_to_error()
            case "rules":
                self._want_rules()
            case _ if key.startswith("fault:"):
                self._go_wrong(key.removeprefix("fault:"))
            case _:
                self.revert()

    def run(self, *, approve: bool = False, all_of_tool: bool = False) -> None:
        """Commit a valid draft, then run the call. An invalid draft runs nothing."""
        if self.facts.mode == "live" and self.commit():
            self._verbs.run(approve=approve, all_of_tool=all_of_tool)

    def _go_wrong(self, fault: Any) -> None:
        """Let the call go wrong, with the arguments that are shown."""
        if self.facts.mode == "live" and self.commit():
            self._verbs.go_wrong(fault)

    def _want_rules(self) -> None:
        self._verbs.want_rules(self.facts.call.call.name, waits=self.facts.phase in ("open", "approval"))

    def revert(self) -> None:
        """Drop the draft; without one, go back to what the model said."""
        if self.arguments.draft is not None:
            self.arguments.revert()
        elif self.facts.call.edited and self.facts.call.original is not None:
            self._verbs.revert()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter presses the main button, or that of the answer while one is written; Enter opens the card."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._main()
        elif enter and self.hasFocus():
            self.expand()
            self.arguments.editor.setFocus()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What the menu of the head offers, also by the keyboard."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        self.head.make_menu().popup(self.head.menu_place() if by_key else event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click shows what can be done with the call."""
        super().mousePressEvent(event)
        self.expand()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """So does the focus in the arguments."""
        if event.type() == QEvent.Type.FocusIn:
            self.expand()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._show()
        super().changeEvent(event)

    # ---- making and drawing

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 3, 3, 3)
        column.setSpacing(0)
        self.arguments.head.insert(1, self.truth.link)
        parts: tuple[QWidget, ...] = (self.head, self.arguments, self.truth, self.changes, self.commit_bar, self.bar)
        parts = (*parts, self.answer, self.progress, self.live, self.result)
        for part in parts:
            column.addWidget(part)

    def _wire(self) -> None:
        verbs = self._verbs
        self.head.renamed.connect(verbs.rename)
        self.head.id_changed.connect(verbs.give_id)
        self.head.new_id.connect(verbs.give_new_id)
        self.head.copy.connect(lambda: verbs.copy(self.facts.call, self.arguments.current))
        self.head.rules_wanted.connect(self._want_rules)
        self.head.rule_wanted.connect(lambda: verbs.want_rule(self.facts.call))
        self.head.approve_all.connect(lambda: self.run(approve=True, all_of_tool=True))
        self.head.moved.connect(self.moved)
        self.head.duplicate.connect(self.duplicate)
        self.head.remove.connect(self.remove)
        self.arguments.editor.installEventFilter(self)
        self.arguments.editor.commands.watch_wanted.connect(verbs.watch)
        self.arguments.changed.connect(self._changed)
        self.arguments.commit_requested.connect(self.commit)
        self.commit_bar.commit.connect(self.commit)
        self.commit_bar.revert.connect(self.arguments.revert)
        self.commit_bar.go_to_error.connect(self.arguments.go_to_error)
        self.bar.pressed.connect(self.act)
        self.answer.given.connect(self._give)
        self.answer.closed.connect(self.setFocus)
        self.result.committed.connect(verbs.edit_result)
        self.result.way_wanted.connect(self._door.bridge.way_wanted)
        self.result.draft_changed.connect(self.draft_changed)
        self.truth.draft_changed.connect(self.draft_changed)
        self.result.extras.parts.read_wanted.connect(lambda uri: verbs.want_resource(self.facts.call.call.name, uri))
        self._tick.timeout.connect(self._show_chip)
        for keys, act in (("Ctrl+M", self._open_mock), ("Alt+Return", self._quick_fix)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def _editable(self) -> bool:
        return self.facts.mode != "locked" and self.facts.phase != "running"

    def _check(self, text: str) -> tuple[Problem, ...]:
        session = self._door.bridge.session
        if self.facts.phase in ("running", "done") and text == pretty(self.facts.call.call.arguments):
            return ()
        return () if session is None else session.check_arguments(self.facts.call.call.name, text)

    def _changed(self) -> None:
        if self.arguments.draft is not None:
            self._open = True
        self._show()
        self.draft_changed.emit()

    def _show(self) -> None:
        facts = self.facts
        self.arguments.set_compact(not self._open)
        draft = self.arguments.draft is not None
        here = facts.mode == "live" and facts.phase in ("open", "approval")
        wrong = self.tr("This is not JSON yet, so it cannot be committed.") if not self.arguments.is_valid else ""
        mode: EditMode = facts.mode if here or facts.mode == "locked" else "past"
        self.commit_bar.show_state(
            mode, changed=draft and not here, error=wrong if draft and not here else "", has_place=bool(wrong)
        )
        self.bar.show_facts(self._bar_facts())
        self.bar.setVisible((facts.mode == "live" or facts.phase == "arriving") and self._shows_actions())
        self.live.setVisible(facts.phase == "running" and not self.live.is_empty)
        self.changes.show_changes(facts.changes if not draft else ChangesShown())
        self.truth.show_call(facts, draft=draft)
        if facts.phase != "running":
            self.progress.forget()
        self._show_chip()
        self._tick.start() if facts.phase == "running" else self._tick.stop()
        self.update()

    def _shows_actions(self) -> bool:
        phase = self.facts.phase
        return phase in ("arriving", "approval", "uncertain") or (phase == "open" and self._open)

    def _bar_facts(self) -> BarFacts:
        facts, arguments = self.facts, self.arguments
        edited = facts.call.edited and facts.call.original is not None
        typed = arguments.draft is not None, arguments.is_valid, edited
        offered = arguments.offered is not None
        will = (facts.will, facts.misfit) if arguments.draft is None else ("", False)
        return BarFacts(facts.phase, facts.call.call.name, *typed, arguments.fixes(), offered, facts.told, *will)

    def _show_chip(self) -> None:
        wrong = sum(issue.problem.severity != "warning" for issue in self.arguments.found)
        said, kind = chip_of(self.facts, wrong + (self.facts.tool is None))
        self.head.show_state(said, kind)
        self.setAccessibleName(fill(self.tr("Call of {tool}, {state}"), tool=self.facts.call.call.name, state=said))

    def _reword(self) -> None:
        self.commit_bar.set_past_words(self.tr("This call has begun already."))
        self.live.setAccessibleName(self.tr("What the tool prints"))

    def _main(self) -> None:
        button = self.bar.main_button()
        if not self.answer.isHidden():
            self.answer.give()
        elif self.bar.isVisible() and button.isEnabled():
            button.click()

    def _open_mock(self) -> None:
        if self.facts.mode == "live" and self.facts.phase in ("open", "approval"):
            self.expand()
            self.answer.open("mock")

    def _quick_fix(self) -> None:
        if not self._editable() or not self.arguments.fix_at_caret():
            tell_no_fix(self._door.bridge)

    def _give(self, kind: str, text: str, is_error: bool) -> None:
        if self._verbs.answer(kind, text, is_error=is_error):
            self.answer.forget()
