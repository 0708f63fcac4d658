"""The page of the loop's settings that says how far a turn may go before the session stops.

Above: `loop_settings`. Below: `field_section`, the values of `session/policies`. Each limit is a stop, not a crash.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.parameters.field_section import FieldSection
from studio.session.policies import Limits
from studio.session.setup import Setup


class LoopLimits(FieldSection):
    """`fields` by the code of the stop that they make (`tokens`, `cost`, …)."""

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("LoopLimits", "Limits"), parent)
        self.fields: dict[str, LimitNumber] = {}
        self._add_counted()
        self._add_single()
        self._show(setup)

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as members of a setup."""
        of = self.fields
        return {
            "max_round_trips": of["round_trips"].whole(),
            "limits": Limits(
                of["tokens"].whole(), of["cost"].number(), of["seconds"].number(), of["same_call"].whole()
            ),
            "call_seconds": of["call_seconds"].number(),
            "result_chars": of["result_chars"].whole(),
        }

    def focus_field(self, name: str) -> None:
        """Put the keyboard into the field of a limit, its number selected; the first one for a name that is none."""
        field = self.fields.get({"cost_unknown": "cost"}.get(name, name), self.fields["round_trips"])
        field.setFocus()
        field.selectAll()

    def _show(self, setup: Setup) -> None:
        limits = setup.limits
        numbers = {
            "round_trips": setup.max_round_trips,
            "tokens": limits.tokens,
            "cost": limits.cost,
            "seconds": limits.seconds,
            "same_call": limits.same_call,
            "call_seconds": setup.call_seconds,
            "result_chars": setup.result_chars,
        }
        for name, number in numbers.items():
            self.fields[name].setValue(number)

    def _add_counted(self) -> None:
        """What is counted anew with each message."""
        none = self.tr("no limit")
        self._add(
            "round_trips", self.tr("Round trips"), self.tr("A reply with calls is one, however many calls."), least=1
        )
        self._add("tokens", self.tr("Tokens"), self.tr("In and out together, as the model reports them."), none=none)
        self._add(
            "cost",
            self.tr("Cost"),
            self.tr("US dollars by the price list of the program. A model without a known price stops at once."),
            none=none,
            decimals=2,
            prefix="$ ",
        )
        self._add(
            "seconds",
            self.tr("Time at work"),
            self.tr("Of model and tools; what you take to decide does not count."),
            none=none,
            suffix=" s",
        )
        self._add(
            "same_call",
            self.tr("Same call in a row"),
            self.tr("Stops when the model asks for the same tool with the same arguments so many times."),
            none=none,
            suffix=" ×",
        )

    def _add_single(self) -> None:
        """What is about one call."""
        self._add(
            "call_seconds",
            self.tr("Time for one call"),
            self.tr("Then the tool is stopped and the call ends with an error. A tool may have a time of its own."),
            least=0.5,
            most=86_400,
            decimals=1,
            suffix=" s",
        )
        self._add(
            "result_chars",
            self.tr("Longest result"),
            self.tr("In characters. The model reads so much and that the rest was cut; you can see the whole."),
            none=self.tr("never cut"),
        )

    def _add(self, name: str, label: str, why: str, **bounds: Any) -> None:
        self.fields[name] = field = LimitNumber(label, self, **bounds)
        self.add(name, label, field, why)
