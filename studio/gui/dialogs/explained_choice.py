"""One of a few settings: each a radio button with a line below it that says what it means.

Above: the pages of the loop's settings. Below: the theme. Knows not what is set.
"""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label
from studio.gui.look.theme import theme

_INDICATOR = 14


class ExplainedChoice(QWidget):
    """Up and Down move between the settings. `changed`: the person chose another one."""

    changed = Signal()

    def __init__(self, name: str, choices: Sequence[tuple[str, str, str]], parent: QWidget | None = None) -> None:
        """`choices` are (value, words, explanation)."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.buttons: dict[str, QRadioButton] = {}
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        for value, words, why in choices:
            column.addLayout(self._line(value, words, why))
        if choices:
            self.set_value(choices[0][0])
        self._group.buttonClicked.connect(lambda _button: self.changed.emit())

    def value(self) -> str:
        """The value that is chosen."""
        return next(value for value, button in self.buttons.items() if button.isChecked())

    def set_value(self, value: str) -> None:
        """Choose a value, without telling. Raises KeyError for one that is none."""
        self.buttons[value].setChecked(True)
        self.setFocusProxy(self.buttons[value])

    def choose(self, value: str) -> None:
        """Choose as the person would."""
        self.buttons[value].click()

    def _line(self, value: str, words: str, why: str) -> QVBoxLayout:
        button = QRadioButton(words, self)
        button.setAccessibleDescription(why)
        self.buttons[value] = button
        self._group.addButton(button)
        said = hint_label(why, self)
        said.setContentsMargins(theme().px(_INDICATOR + 8) + 2, 0, 0, 0)
        line = QVBoxLayout()
        line.setSpacing(0)
        line.addWidget(button)
        line.addWidget(said)
        return line
