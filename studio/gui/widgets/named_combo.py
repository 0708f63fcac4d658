"""A choice that tells a screen reader its name: on Linux Qt tells the chosen entry in place of the name of a box.

Above: every box with choices. Below: Qt. Knows nothing of what is chosen.
"""

from PySide6.QtWidgets import QComboBox, QWidget


class NamedCombo(QComboBox):
    """The name stands in the description, too, before what else describes the box."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._more = ""

    def setAccessibleName(self, name: str) -> None:
        """Name the box."""
        super().setAccessibleName(name)
        self._describe()

    def setAccessibleDescription(self, description: str) -> None:
        """Say more than the name."""
        self._more = description
        self._describe()

    def _describe(self) -> None:
        name = self.accessibleName()
        told = dict.fromkeys(filter(None, (name, self._more)))
        super().setAccessibleDescription("\n".join(told))
