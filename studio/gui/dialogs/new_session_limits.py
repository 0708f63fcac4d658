"""How far a new session may go before it stops: four numbers in a row that wraps.

Above: `new_session`. Below: `limit_number`. Other limits are those of the settings.
"""

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.panes.wrapped_row import WrappedRow


class NewLimits(WrappedRow):
    """`fields` by the members of a template."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, gap=12)
        none, usual = self.tr("no limit"), self.tr("as usual")
        self.fields: dict[str, LimitNumber] = {}
        self._add("round_trips", self.tr("Round trips"), LimitNumber(self.tr("Round trips"), self, none=usual))
        self._add("tokens", self.tr("Tokens"), LimitNumber(self.tr("Tokens"), self, none=none))
        self._add("cost", self.tr("Cost"), LimitNumber(self.tr("Cost"), self, none=none, decimals=2, prefix="$ "))
        self._add(
            "seconds", self.tr("Time at work"), LimitNumber(self.tr("Time at work"), self, none=none, suffix=" s")
        )

    def tell(self, **numbers: float) -> None:
        """Show these."""
        for name, number in numbers.items():
            self.fields[name].setValue(number)

    def numbers(self) -> dict[str, float]:
        """What stands in the fields; 0 is no limit."""
        of = self.fields
        return {
            "round_trips": of["round_trips"].whole(),
            "tokens": of["tokens"].whole(),
            "cost": of["cost"].number(),
            "seconds": of["seconds"].number(),
        }

    def _add(self, name: str, words: str, field: LimitNumber) -> None:
        self.fields[name] = field
        part, label = QWidget(self), QLabel(words, self)
        label.setProperty("role", "small_muted")
        label.setBuddy(field)
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label)
        column.addWidget(field)
        self.add(part)
