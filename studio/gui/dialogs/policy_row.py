"""One rule of approval: a pattern for tool names, what is decided, and below them the tools that it is about.

Above: `loop_approval`. Below: widgets. Knows the names of the tools, no session.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.session.policies import Decision, Policy

_DECISIONS: dict[Decision, str] = {
    "allow": QT_TRANSLATE_NOOP("PolicyRow", "allow"),
    "ask": QT_TRANSLATE_NOOP("PolicyRow", "ask"),
    "deny": QT_TRANSLATE_NOOP("PolicyRow", "deny"),
}
_MOST_NAMED = 4


def decision_words(decision: Decision) -> str:
    """A decision in the language of the window."""
    return QCoreApplication.translate("PolicyRow", _DECISIONS[decision])


class PolicyRow(QWidget):
    """`moved` gives -1 or 1."""

    changed = Signal()
    removed = Signal()
    moved = Signal(int)

    def __init__(self, policy: Policy, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names, self._earlier = tuple(names), list[str]()
        self.pattern, self.decision = QLineEdit(policy.pattern, self), StillCombo(self)
        self.up, self.down = (IconButton(name, "", self) for name in ("up", "down"))
        self.remove = IconButton("trash", "", self)
        self._said = hint_label("", self)
        self.pattern.setFont(theme().code_font())
        self.pattern.setPlaceholderText("issue_*")
        self.pattern.setAccessibleName(self.tr("Pattern for names of tools"))
        self.decision.setAccessibleName(self.tr("What is decided"))
        self.decision.show_choices([(each, decision_words(each)) for each in _DECISIONS], policy.decision)
        self.decision.setFixedWidth(theme().px(120))
        self._lay_out()
        self.pattern.textChanged.connect(lambda _text: self.changed.emit())
        self.decision.currentIndexChanged.connect(lambda _at: self.changed.emit())
        self.up.clicked.connect(lambda _on=False: self.moved.emit(-1))
        self.down.clicked.connect(lambda _on=False: self.moved.emit(1))
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())
        self.show_place(first=True, last=True, earlier=())

    def policy(self) -> Policy:
        """The rule as it stands; its pattern may be empty still."""
        return Policy(self.pattern.text().strip(), self.decision.value())

    def show_place(self, *, first: bool, last: bool, earlier: Sequence[str]) -> None:
        """Whether the rule can move, and the patterns that go before it."""
        self._earlier = list(earlier)
        self.up.setEnabled(not first)
        self.down.setEnabled(not last)
        self._reword()

    def keep_focus(self, by: int) -> None:
        """Keep the keyboard on the button that moved the row, or on its sister at the end."""
        wanted, other = (self.up, self.down) if by < 0 else (self.down, self.up)
        (wanted if wanted.isEnabled() else other).setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme().px(6))
        for widget, stretch in ((self.pattern, 1), (self.decision, 0), (self.up, 0), (self.down, 0), (self.remove, 0)):
            row.addWidget(widget, stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(3))
        column.addLayout(row)
        column.addWidget(self._said)

    def _reword(self) -> None:
        pattern = self.pattern.text().strip()
        said = self._fits(pattern)
        self._said.setText(said)
        self.pattern.setAccessibleDescription(said)
        for button, words in (
            (self.up, self.tr("Move {rule} up")),
            (self.down, self.tr("Move {rule} down")),
            (self.remove, self.tr("Remove {rule}")),
        ):
            button.set_words(fill(words, rule=pattern or self.tr("the rule")))

    def _fits(self, pattern: str) -> str:
        if not pattern:
            return self.tr("A name, or a pattern: * stands for any letters. An empty rule is left out.")
        found = [name for name in self._names if fnmatchcase(name, pattern)]
        free = [name for name in found if not any(fnmatchcase(name, old) for old in self._earlier if old)]
        if not found:
            return self.tr("Fits no tool of this session.")
        if not free:
            return self.tr("Decides nothing: a rule above fits all its tools first.")
        rest = len(free) - _MOST_NAMED
        names = ", ".join(free[:_MOST_NAMED])
        return (
            fill(self.tr("Decides for {names} and {n} more"), names=names, n=rest)
            if rest > 0
            else fill(self.tr("Decides for {names}"), names=names)
        )
