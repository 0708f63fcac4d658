"""A number that limits something; where there may be no limit, 0 or nothing stands for *no limit*.

Above: the pages of the loop's settings, the page of a tool. Below: Qt. Knows not what is counted.
"""

from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from studio.gui.dialogs.dialog_frame import inset_number
from studio.gui.look.theme import theme
from studio.gui.widgets.still_wheel import StillWheel

_MOST = 1_000_000_000
_WIDTH = 168


class LimitNumber(QDoubleSpinBox):
    """`least` above 0: there is always a limit. `none` are the words for no limit."""

    def __init__(
        self,
        name: str,
        parent: QWidget,
        *,
        decimals: int = 0,
        least: float = 0,
        most: float = _MOST,
        prefix: str = "",
        suffix: str = "",
        none: str = "",
    ) -> None:
        super().__init__(parent)
        self._none = none
        self.setAccessibleName(name)
        self.setDecimals(decimals)
        self.setRange(least, most)
        self.setPrefix(prefix)
        self.setSuffix(suffix)
        self.setSpecialValueText(none if not least else "")
        self.setGroupSeparatorShown(True)
        inset_number(self)
        self.setFixedWidth(theme().px(_WIDTH))
        StillWheel(self)

    def fixup(self, text: str) -> str:
        """What was emptied is no limit."""
        typed = text.removeprefix(self.prefix()).removesuffix(self.suffix()).strip()
        return "0" if self._none and not typed else super().fixup(text)

    def textFromValue(self, number: float) -> str:
        """No limit in words, too: what a screen reader is told is this text, without what Qt shows in its place."""
        return self._none if self._none and number <= self.minimum() else super().textFromValue(number)

    def number(self) -> float:
        """The number; 0 where there is no limit."""
        self.interpretText()
        return self.value()

    def whole(self) -> int:
        """The same as a whole number."""
        return round(self.number())
