"""What a person chooses for one tool in place of what it declares or the session says, and whether its calls ask.

Above: the page of a tool. Below: `field_section`, `session/policies`. An entry that chooses nothing says what holds then.
"""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.dialogs.loop_values import COERCIONS, coercion_words
from studio.gui.dialogs.policy_row import decision_words
from studio.gui.dialogs.strategy_words import BAD_ARGUMENTS, TOOL_ERROR, Entries, explained, worded
from studio.gui.dialogs.tool_words import RETURNS, return_words, tool_words
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Policy, ToolChoices, decision
from studio.session.setup import Setup


class ToolBehaviour(FieldSection):
    """`boxes` by the member of the choices; `approval` is the rule for exactly this tool."""

    def __init__(self, tool: ToolSpec, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ToolBehaviour", "What holds for this tool"), parent)
        self._tool, self._setup = tool, setup
        self._chosen = setup.chosen(tool.name)
        self.boxes: dict[str, StillCombo] = {}
        self._add_result()
        self._add_errors()
        self._add_approval()

    def choices(self, setup: Setup) -> dict[str, ToolChoices]:
        """The choices of a setup with those made here; without an entry for a tool for which nothing is chosen."""
        made = ToolChoices(**{name: box.value() for name, box in self.boxes.items()}, seconds=self.seconds.number())
        if made == self._chosen:
            return setup.choices
        others = {name: each for name, each in setup.choices.items() if name != self._tool.name}
        return {**others, self._tool.name: made} if made != ToolChoices() else others

    def policies(self, setup: Setup) -> tuple[Policy, ...]:
        """The rules of a setup with that for exactly this tool in front."""
        others = tuple(each for each in setup.policies if each.pattern != self._tool.name)
        if self.approval.value() == self._own_rule():
            return setup.policies
        return (Policy(self._tool.name, self.approval.value()), *others) if self.approval.value() else others

    def _add_result(self) -> None:
        declared = fill(self.tr("As declared: {words}"), words=return_words(self._tool.return_behavior).lower())
        entries = [(value, tool_words(words), tool_words(why)) for value, words, why in RETURNS]
        usual = next(why for value, _, why in entries if value == self._tool.return_behavior)
        self._box("return_behavior", self.tr("Result goes"), [("", declared, usual), *entries])
        held = self._tool.seconds or self._setup.call_seconds
        self.seconds = LimitNumber(
            self.tr("Seconds for a call"), self, decimals=1, most=86_400, suffix=" s", none=self.tr("as usual")
        )
        self.seconds.setValue(self._chosen.seconds)
        self.add("seconds", self.tr("Time for a call"), self.seconds, fill(self.tr("As usual: {n} s."), n=f"{held:g}"))

    def _add_errors(self) -> None:
        setup = self._setup
        values = [(value, coercion_words(words), coercion_words(why)) for value, words, why in COERCIONS]
        self._box("coercion", self.tr("Values"), [_usual(values, setup.coercion), *values])
        bad = _worded(BAD_ARGUMENTS)
        self._box("bad_arguments", self.tr("Bad arguments"), [_usual(bad, setup.strategies.bad_arguments), *bad[1:]])
        raised = _worded(TOOL_ERROR)
        self._box(
            "tool_error", self.tr("Error of the tool"), [_usual(raised, setup.strategies.tool_error), *raised[1:]]
        )

    def _add_approval(self) -> None:
        others = tuple(each for each in self._setup.policies if each.pattern != self._tool.name)
        rules = fill(self.tr("As the rules say: {words}"), words=decision_words(decision(others, self._tool)))
        self.approval = StillCombo(self)
        self.approval.setAccessibleName(self.tr("Approval"))
        entries = [("", rules), *((each, decision_words(each)) for each in ("allow", "ask", "deny"))]
        self.approval.show_choices(entries, self._own_rule())
        why = self.tr("A denied tool is not offered to the model. The rules stand in Session › Loop settings.")
        self.add("approval", self.tr("Approval"), self.approval, why)

    def _own_rule(self) -> str:
        """What a rule for exactly this name decides, where it decides at all."""
        found = [each for each in self._setup.policies if each.pattern == self._tool.name]
        return found[0].decision if found else ""

    def _box(self, name: str, label: str, entries: Entries) -> None:
        self.boxes[name] = box = StillCombo(self)
        box.setAccessibleName(label)
        box.show_choices([(value, words) for value, words, _ in entries], getattr(self._chosen, name))
        row = self.add(name, label, box)
        whys = {value: why for value, _, why in entries}
        row.set_hint(whys[box.value()])
        box.currentIndexChanged.connect(lambda _at: row.set_hint(whys[box.value()]))


def _worded(entries: Entries) -> list[tuple[str, str, str]]:
    return [(value, worded(words), explained(entries, value)) for value, words, _ in entries]


def _usual(entries: list[tuple[str, str, str]], held: str) -> tuple[str, str, str]:
    """The entry that leaves it to the session, with what the session says."""
    words, why = next((words, why) for value, words, why in entries if value == held)
    said = fill(
        QCoreApplication.translate("ToolBehaviour", "As in the session: {words}"), words=words[:1].lower() + words[1:]
    )
    return "", said, why
