"""The bar of a call card: execute or approve, mock, return an error, reject, fix types, revert; and why not.

Above: the call card. Below: widgets. Knows no session: `pressed` gives the key of a button.
"""

import msgspec
from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.panes.call_phase import Phase
from studio.gui.panes.fault_words import FAULTS, fault_sentence
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.words import fill


class BarFacts(msgspec.Struct, frozen=True):
    """What decides the bar. `fixes` are the sentences of the repairs that *Fix types* would make, or, with `repairs_text`, the
    text that *Show a repair* would offer. `told`: the call cannot run as it is, going on tells the model. `will` says what an approval
    makes happen; `misfit`: it would not reach the tool."""

    phase: Phase = "open"
    tool: str = ""
    has_draft: bool = False
    valid: bool = True
    edited: bool = False
    fixes: tuple[str, ...] = ()
    repairs_text: bool = False
    told: bool = False
    will: str = ""
    misfit: bool = False


class CallActions(QWidget):
    """`pressed` gives execute, approve, mock, error, reject, type_result, fix, revert, go_to_error, rules, or a fault: `fault:slow`."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts = BarFacts()
        self._said, self.will, self.changes = QLabel(self), QLabel(self), QLabel(self)
        for label in (self._said, self.will, self.changes):
            label.setWordWrap(True)
        self.execute = Button("", self, look="main", icon_name="run")
        self.approve = Button("", self, look="main", icon_name="tick")
        self.mock = Button("", self, icon_name="mock", colour="mock")
        self.faults = IconButton("chevron_down", "", self)
        self._mocks = QWidget(self)
        self.error = Button("", self, icon_name="provider_error", colour="error")
        self.reject = Button("", self, icon_name="reject", colour="error")
        self.type_result = Button("", self, icon_name="edit")
        self.fix = Button("", self, look="quiet", icon_name="bolt", colour="call")
        self.go = Button("", self, look="link")
        self.revert = IconButton("undo", "", self)
        self._lay_out()
        self._reword()
        self._show()

    def show_facts(self, facts: BarFacts) -> None:
        """Show the buttons that fit."""
        if facts != self.facts:
            self.facts = facts
            self._reword()
            self._show()

    def main_button(self) -> Button:
        """What Ctrl+Enter on the card presses."""
        if self._mends_first():
            return self.fix
        return self.approve if self.facts.phase == "approval" else self.execute

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above; yellow when the call may have run."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("soft_warn" if self.facts.phase == "uncertain" else "raised"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def make_faults(self) -> QMenu:
        """The menu of the ways to go wrong, for the button and for tests."""
        menu = QMenu(self)
        for fault in FAULTS:
            action = menu.addAction(fault_sentence(fault))
            action.triggered.connect(lambda _on=False, fault=fault: self.pressed.emit(f"fault:{fault}"))
        menu.addSeparator()
        rules = menu.addAction(icon("mock", "mock"), self.tr("Mock rules for this tool…"))
        rules.triggered.connect(lambda _on=False: self.pressed.emit("rules"))
        return menu

    def _open_faults(self) -> None:
        self.make_faults().popup(self.faults.mapToGlobal(QPoint(0, self.faults.height())))

    def _lay_out(self) -> None:
        pair = QHBoxLayout(self._mocks)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(0)
        for button in (self.mock, self.faults):
            pair.addWidget(button)
        row = WrappedRow(self)
        named = {
            "execute": self.execute, "approve": self.approve, "mock": self.mock, "error": self.error,
            "type_result": self.type_result, "reject": self.reject, "go_to_error": self.go, "fix": self.fix,
        }  # fmt: skip
        for key, button in named.items():
            if button is not self.fix:
                row.add(self._mocks if key == "mock" else button)
            button.clicked.connect(lambda _on=False, key=key: self.pressed.emit(key))
        row.add_right(self.revert)
        self.faults.clicked.connect(lambda _on=False: self._open_faults())
        self.revert.clicked.connect(lambda _on=False: self.pressed.emit("revert"))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(6)
        for label in (self.will, self.changes):
            label.setProperty("role", "small_muted")
            label.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(self._said)
        column.addWidget(self.will)
        column.addWidget(row)
        column.addLayout(self._mending())

    def _mends_first(self) -> bool:
        """Whether values that can be made to fit are the next thing to do, as the banner says, and not to tell the model."""
        facts = self.facts
        refused = facts.phase in ("open", "approval") and (facts.told or facts.misfit)
        return refused and bool(facts.fixes) and not facts.repairs_text and not facts.has_draft

    def _mending(self) -> QHBoxLayout:
        """The button that makes values fit, and beside it each that it would write."""
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.fix)
        line.addWidget(self.changes, 1)
        return line

    def _reword(self) -> None:
        facts = self.facts
        self.execute.set_words(self._execute_words())
        self.approve.set_words(self._approve_words())
        self.mock.set_words(self.tr("Mock…"))
        self.mock.setToolTip(self.tr("Ctrl+M"))
        self.faults.set_words(self.tr("Let the call go wrong"))
        self.error.set_words(self.tr("Return error…"))
        self.reject.set_words(self.tr("Reject…"))
        self.type_result.set_words(self.tr("Type the result…"))
        self.fix.set_words(self.tr("Show a repair") if facts.repairs_text else self.tr("Fix types"))
        self.fix.setAccessibleDescription("\n".join(facts.fixes))
        self.go.set_words(self.tr("Go to error"))
        self.revert.set_words(
            self.tr("Drop what was typed") if facts.has_draft else self.tr("Back to what the model said")
        )
        self._said.setText(self._sentence())
        self.will.setText(facts.will)
        self.changes.setText(" · ".join(facts.fixes))
        self.setAccessibleName(self.tr("What to do with this call"))

    def _approve_words(self) -> str:
        if self.facts.has_draft:
            return self.tr("Commit, approve and run")
        return self.tr("Tell the model") if self.facts.misfit else self.tr("Approve and run")

    def _execute_words(self) -> str:
        if self.facts.phase == "uncertain":
            return self.tr("Run again")
        if self.facts.has_draft:
            return self.tr("Commit and execute")
        return self.tr("Tell the model") if self.facts.told else self.tr("Execute")

    def _sentence(self) -> str:
        if self.facts.phase == "arriving":
            return self.tr("The reply is still arriving. The call can run when it is complete.")
        if not self.facts.valid:
            return self.tr("The draft is not JSON yet, so the call cannot run.")
        if self.facts.phase == "uncertain":
            return fill(self.tr("{tool} began and has no end: it may have run."), tool=self.facts.tool)
        if self.facts.phase == "approval" and self.facts.misfit:
            return fill(
                self.tr("{tool} asks first. Its arguments do not fit: it would not run, and the model reads why."),
                tool=self.facts.tool,
            )
        if self.facts.phase == "approval":
            return fill(self.tr("{tool} asks first: it runs only with your approval."), tool=self.facts.tool)
        return ""

    def _show(self) -> None:
        facts = self.facts
        waiting, unsure = facts.phase in ("arriving", "open", "approval"), facts.phase == "uncertain"
        arriving = facts.phase == "arriving"
        self.setVisible(waiting or unsure)
        self._said.setVisible(bool(self._said.text()))
        self._said.setProperty("role", "small" if facts.valid else "error")
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
        self.execute.setVisible(facts.phase in ("arriving", "open", "uncertain"))
        self.approve.setVisible(facts.phase == "approval")
        for each in (self._mocks, self.mock, self.faults):
            each.setVisible(waiting)
        self.error.setVisible(facts.phase in ("arriving", "open"))
        self.type_result.setVisible(unsure)
        self.reject.setVisible(facts.phase not in ("arriving", "open"))
        self.fix.setVisible(waiting and not arriving and bool(facts.fixes))
        self.will.setVisible(bool(facts.will) and facts.phase == "approval")
        self.changes.setVisible(waiting and not arriving and bool(facts.fixes))
        self.go.setVisible(not facts.valid)
        self.revert.setVisible(waiting and (facts.has_draft or facts.edited))
        mends = self._mends_first()
        self.fix.set_icon_name("bolt", "" if mends else "call")
        self.fix.set_look("main" if mends else "quiet")
        for main in (self.execute, self.approve):
            main.set_look("plain" if mends else "main")
        reason = "" if facts.valid and not arriving else self._sentence()
        for button in (self.mock, self.faults, self.error):
            button.setEnabled(not arriving)
        for button in (self.execute, self.approve):
            button.setEnabled(facts.valid and not arriving)
            button.setToolTip(reason or self.tr("Ctrl+Enter"))
        self.update()
