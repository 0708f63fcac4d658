"""The control for a number that may have decimals and that may mean *no limit*.

Above: pages that limit something. Below: `controls`, `dialogs/limit_number`. Tells what was typed when the keyboard leaves it.
"""

from typing import Any

from PySide6.QtCore import QSignalBlocker

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.settings.controls import Make, OneControl
from studio.gui.settings.page import worded


def amount(
    *,
    least: float = 0,
    most: float = 1_000_000_000,
    decimals: int = 0,
    prefix: str = "",
    suffix: str = "",
    none: str = "",
) -> Make:
    """A number; `suffix` and `none` (what nothing means) are keys of `Settings`. Whole numbers are told as such."""
    return lambda _port: AmountControl(least, most, decimals, prefix, suffix, none)


class AmountControl(OneControl):
    """`box` holds the number."""

    def __init__(self, least: float, most: float, decimals: int, prefix: str, suffix: str, none: str) -> None:
        super().__init__()
        self._suffix, self._none, self._whole = suffix, none, not decimals
        self.box = LimitNumber("", self, least=least, most=most, decimals=decimals, prefix=prefix, none=worded(none))
        self.box.setKeyboardTracking(False)
        self.box.valueChanged.connect(self._tell)
        self.hold(self.box)
        self.reword()

    def tell(self, value: Any) -> None:
        """Show a number."""
        with QSignalBlocker(self.box):
            self.box.setValue(float(value))

    def reword(self) -> None:
        """The unit, and what nothing means."""
        self.box.setSuffix(f" {worded(self._suffix)}" if self._suffix else "")
        if self._none:
            self.box.setSpecialValueText(worded(self._none))

    def _tell(self, value: float) -> None:
        self.given.emit(round(value) if self._whole else value)
