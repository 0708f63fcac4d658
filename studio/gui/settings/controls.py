"""The controls that most settings need: a switch, a choice, a number, a line of text.

Above: the pages. Below: `page`, widgets. Each tells only what the person did.
"""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSpinBox, QWidget

from studio.gui.dialogs.dialog_frame import inset_number
from studio.gui.look.theme import theme
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.widgets.still_wheel import StillWheel
from studio.gui.widgets.switch import Switch

Make = Callable[[SettingsPort], Control]
_WIDTH = 120
_LETTERS, _LEAST = 22, 120


def switch(_port: SettingsPort) -> Control:
    """On or off."""
    return SwitchControl()


def choice(*entries: tuple[Any, str]) -> Make:
    """One of a few (value, words); the words are keys of `Settings`."""
    return lambda _port: ChoiceControl(entries)


def number(least: int, most: int, *, step: int = 1, suffix: str = "", none: str = "") -> Make:
    """A whole number; `suffix` and `none` (what the least one means) are keys of `Settings`."""
    return lambda _port: NumberControl(least, most, step=step, suffix=suffix, none=none)


def line(placeholder: str = "") -> Make:
    """A line of text, taken when the keyboard leaves it or with Enter."""
    return lambda _port: LineControl(placeholder)


class OneControl(Control):
    """Holds one widget, which has the words of the label as its name."""

    def hold(self, widget: QWidget, *, grows: bool = False) -> None:
        """Put the widget in its place, at the left; with `grows` as wide as there is room."""
        self._widget = widget
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(widget, int(grows))
        if not grows:
            row.addStretch(1)

    def name_it(self, words: str, hint: str) -> None:
        """The widget bears the name."""
        self._widget.setAccessibleName(words)
        self._widget.setAccessibleDescription(hint)

    def target(self) -> QWidget:
        """The widget."""
        return self._widget


class SwitchControl(OneControl):
    """A switch; its value is True or False."""

    def __init__(self) -> None:
        super().__init__()
        self.switch = Switch("", self)
        self.switch.clicked.connect(lambda: self.given.emit(self.switch.isChecked()))
        self.hold(self.switch)

    def tell(self, value: Any) -> None:
        """On or off."""
        self.switch.setChecked(bool(value))


def fit_box(box: StillCombo) -> None:
    """Make a box with entries as wide as all others, and narrower only where the page has no room for it."""
    box.setMinimumContentsLength(_LETTERS)
    box.setMinimumWidth(_LEAST)


class ChoiceControl(OneControl):
    """A box of a few entries."""

    def __init__(self, entries: Sequence[tuple[Any, str]]) -> None:
        super().__init__()
        self._entries = entries
        self.box = StillCombo(self)
        self.box.activated.connect(lambda _at: self.given.emit(self.box.value()))
        fit_box(self.box)
        self.hold(self.box)
        self.reword()

    def tell(self, value: Any) -> None:
        """Choose an entry; a value that is none of them chooses the first."""
        self.box.show_choices([(each, worded(words)) for each, words in self._entries], value)

    def reword(self) -> None:
        """The same entry in another language."""
        self.tell(self.box.value())


class NumberControl(OneControl):
    """A whole number."""

    def __init__(self, least: int, most: int, *, step: int, suffix: str, none: str) -> None:
        super().__init__()
        self._suffix, self._none = suffix, none
        self.box = QSpinBox(self)
        self.box.setRange(least, most)
        self.box.setSingleStep(step)
        self.box.setGroupSeparatorShown(True)
        self.box.setKeyboardTracking(False)
        StillWheel(self.box)
        self.box.valueChanged.connect(self.given.emit)
        theme().changed.connect(self._fit)
        self.hold(self.box)
        self._fit()
        self.reword()

    def tell(self, value: Any) -> None:
        """Show a number."""
        with QSignalBlocker(self.box):
            self.box.setValue(int(value))

    def reword(self) -> None:
        """The unit and what the least number means."""
        self.box.setSuffix(f" {worded(self._suffix)}" if self._suffix else "")
        self.box.setSpecialValueText(worded(self._none))

    def _fit(self) -> None:
        inset_number(self.box)
        self.box.setMinimumWidth(theme().px(_WIDTH))


class LineControl(OneControl):
    """A line of text."""

    def __init__(self, placeholder: str = "") -> None:
        super().__init__()
        self._placeholder = placeholder
        self.field = QLineEdit(self)
        self.field.editingFinished.connect(lambda: self.given.emit(self.field.text().strip()))
        self.hold(self.field, grows=True)
        self.reword()

    def tell(self, value: Any) -> None:
        """Show a text, unless it is there already: the caret stays."""
        if self.field.text() != value:
            self.field.setText(str(value))

    def reword(self) -> None:
        """What stands in an empty line."""
        self.field.setPlaceholderText(worded(self._placeholder))
