"""How far a new session may go before it stops: four numbers, two beside one another.

Above: `new_session`. Below: `limit_number`. Other limits are those of the settings.
"""

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from studio.gui.dialogs.limit_number import LimitNumber


class NewLimits(QWidget):
    """`fields` by the members of a template."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(4, 1)
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
        row, column = divmod(len(self.fields), 2)
        self.fields[name] = field
        label = QLabel(words, self)
        label.setBuddy(field)
        self._grid.addWidget(label, row, 2 * column)
        self._grid.addWidget(field, row, 2 * column + 1)
