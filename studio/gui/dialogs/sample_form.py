"""What a sample asks: how often, whom, in which variants, which prompts, within which budget.

Above: the dialog of samples. Below: its parts. Gives a plan; sends nothing.
"""

from collections.abc import Sequence

from msgspec import UNSET
from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLabel, QWidget

from studio.gui.dialogs.dialog_frame import aligned_form
from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.dialogs.sample_probes import SampleProbes
from studio.gui.dialogs.sample_variants import SampleVariants
from studio.gui.dialogs.sample_whom import SampleWhom
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.parameters.labelled_field import LABEL_WIDTH
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.session.samples import SampleArm, SampleBudget, SamplePlan
from studio.session.setup import Setup

MOST_TIMES, MOST_AT_ONCE, USUAL_TIMES = 1_000, 32, 10


class SampleForm(ScrollColumn):
    """`edited` is told when the plan is another one. `as_it_is` names the request without a variant."""

    edited = Signal()

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        name = QCoreApplication.translate("SampleForm", "What is asked")
        super().__init__(name, parent, inset=2, gap=theme().px(20))
        self.as_it_is = self.tr("as it is")
        none = self.tr("no limit")
        self.times = LimitNumber(self.tr("How often"), self, least=1, most=MOST_TIMES)
        self.at_once = LimitNumber(self.tr("At the same time"), self, least=1, most=MOST_AT_ONCE)
        self.cost = LimitNumber(self.tr("Cost"), self, decimals=2, prefix="$ ", none=none)
        self.tokens = LimitNumber(self.tr("Tokens"), self, none=none)
        self.seconds = LimitNumber(self.tr("Seconds"), self, none=none)
        self.whom = SampleWhom(self)
        self.variants = SampleVariants(setup, self)
        self.probes = SampleProbes([tool.name for tool in setup.sent_tools], self)
        self.times.setValue(USUAL_TIMES)
        self._lay_out()
        for number in (self.times, self.at_once, self.cost, self.tokens, self.seconds):
            number.valueChanged.connect(lambda _value: self.edited.emit())
        for part in (self.whom, self.variants, self.probes):
            part.edited.connect(self.edited)

    def take_over(self, old: "SampleForm") -> None:
        """Ask what another form asks."""
        both = ((self.times, old.times), (self.at_once, old.at_once), (self.cost, old.cost), (self.tokens, old.tokens))
        for number, was in (*both, (self.seconds, old.seconds)):
            number.setValue(was.value())
        self.whom.take_over(old.whom)
        self.variants.take_over(old.variants)
        self.probes.take_over(old.probes)

    def show_plan(self, plan: SamplePlan) -> None:
        """Ask what a plan asked; profiles and tools that are gone are left out."""
        budget = plan.budget
        figures = (plan.times, plan.at_once, budget.cost, budget.tokens, budget.seconds)
        for number, was in zip((self.times, self.at_once, self.cost, self.tokens, self.seconds), figures, strict=True):
            number.setValue(was)
        self.whom.check({arm.profile for arm in plan.arms})
        first = [arm for arm in plan.arms if arm.profile == plan.arms[0].profile]
        self.variants.show_texts([text for arm in first for text in _texts(arm)])
        self.probes.show_probes(plan.probes)

    def show_profiles(self, own: str, profiles: Sequence[tuple[str, str]]) -> None:
        """Whom it can ask, see `SampleWhom`."""
        self.whom.show_profiles(own, profiles)

    def take_typed(self) -> None:
        """Take numbers as they are typed; one that is half typed or emptied becomes what it counts as."""
        for number in (self.times, self.at_once, self.cost, self.tokens, self.seconds):
            number.interpretText()

    def plan(self) -> SamplePlan:
        """What is asked as the form stands. Leaves alone what is half typed."""
        whom, variants = self.whom.chosen(), [SampleArm(self.as_it_is), *self.variants.arms()]
        return SamplePlan(
            tuple(self._arm(profile, arm, several=len(whom) > 1) for profile in whom for arm in variants),
            self.probes.probes(),
            round(self.times.value()),
            round(self.at_once.value()),
            SampleBudget(self.cost.value(), round(self.tokens.value()), self.seconds.value()),
        )

    def _arm(self, profile: str, arm: SampleArm, *, several: bool) -> SampleArm:
        who = profile or self.tr("session's model")
        plain = arm.name == self.as_it_is
        name = (who if plain else f"{who}, {arm.name}") if several else arm.name
        return SampleArm(name, profile, "", arm.system, arm.descriptions)

    def _lay_out(self) -> None:
        count = _numbers(
            self.tr("How often"),
            ((self.tr("Times each"), self.times), (self.tr("At the same time"), self.at_once)),
            self,
        )
        who = FieldSection(self.tr("Who is asked"), self)
        who.column.addWidget(self.whom)
        spent = (self.tr("Cost"), self.cost), (self.tr("Tokens"), self.tokens), (self.tr("Seconds"), self.seconds)
        budget = _numbers(self.tr("Where it ends early"), spent, self)
        for part in (count, who, self.probes, self.variants, budget):
            self.add(part)


def _texts(arm: SampleArm) -> list[tuple[str, str]]:
    """What an arm says otherwise; of the request as it is nothing."""
    if arm.system is not UNSET:
        return [("", arm.system or "")]
    return list(arm.descriptions.items())


def _numbers(title: str, rows: Sequence[tuple[str, LimitNumber]], parent: QWidget) -> FieldSection:
    """A part of numbers, one under the other."""
    section, form = FieldSection(title, parent), aligned_form()
    for words, number in rows:
        label = QLabel(words, parent)
        label.setMinimumWidth(theme().px(LABEL_WIDTH))
        label.setBuddy(number)
        form.addRow(label, number)
    section.column.addLayout(form)
    return section
