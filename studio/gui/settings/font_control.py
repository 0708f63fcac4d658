"""The choice of a font: the usual one, or a family of those that are there.

Above: `page_appearance`. Below: Qt's list of fonts. The list is read when it is first opened: a system may have thousands.
"""

from typing import Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFontDatabase

from studio.gui.settings.controls import OneControl, fit_box
from studio.gui.settings.page import SettingsPort
from studio.gui.widgets.still_combo import StillCombo


def ui_font(_port: SettingsPort) -> "FontControl":
    """Of the window's words."""
    return FontControl(fixed=False)


def code_font(_port: SettingsPort) -> "FontControl":
    """Of code: families with letters of one width."""
    return FontControl(fixed=True)


class FontControl(OneControl):
    """Its value is the family's name; empty for the usual one."""

    def __init__(self, *, fixed: bool) -> None:
        super().__init__()
        self._fixed, self._value, self._is_full = fixed, "", False
        self.box = StillCombo(self)
        self.box.installEventFilter(self)
        self.box.activated.connect(lambda _at: self._choose(self.box.value()))
        fit_box(self.box)
        self.hold(self.box)

    def tell(self, value: Any) -> None:
        """Show a family; one that is not there is shown and said to be missing."""
        self._value = str(value)
        self._fill()

    def reword(self) -> None:
        """The words for the usual one."""
        self._fill()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Read the list before it is looked at."""
        if not self._is_full and event.type() in (QEvent.Type.FocusIn, QEvent.Type.MouseButtonPress):
            self._is_full = True
            self._fill()
        return super().eventFilter(watched, event)

    def families(self) -> list[str]:
        """What can be chosen here."""
        present = QFontDatabase.families()
        return [name for name in present if not self._fixed or QFontDatabase.isFixedPitch(name)]

    def _fill(self) -> None:
        names = self.families() if self._is_full else []
        entries = [("", self.tr("As usual")), *((name, name) for name in names)]
        if self._value and self._value not in names:
            there = self._value in QFontDatabase.families()
            words = self._value if there else self.tr("{font} (not there)").format(font=self._value)
            entries.append((self._value, words))
        self.box.show_choices(entries, self._value)

    def _choose(self, value: str) -> None:
        self._value = value
        self.given.emit(value)
