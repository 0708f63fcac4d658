"""The place of one field: the field itself, below it what is wrong with it, or why it is switched off and what to do instead.

Above: `param_form`, the profile's form. Below: the theme. Knows not what the field is for.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.pane_header import IconSign


class ParamRow(QWidget):
    """`field` with words below. A problem goes before a hint."""

    def __init__(self, field: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._hint, self._problem, self._reason = "", "", ""
        self._sign = IconSign("provider_error", "error", self, size=13)
        self._said = QLabel("", self)
        self._said.setWordWrap(True)
        self._said.setTextFormat(
            Qt.TextFormat.PlainText
        )  # foreign names stand in it, and a long one makes no form wider
        self._said.setMinimumWidth(1)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._said.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below = QHBoxLayout()
        below.setSpacing(6)
        below.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self._said, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(3))
        column.addWidget(field)
        column.addLayout(below)
        self._show()

    def set_hint(self, words: str) -> None:
        """Words that always stand below."""
        self._hint = words
        self._show()

    def set_problem(self, sentence: str) -> None:
        """What is wrong; empty when all is well."""
        self._problem = sentence
        self._show()

    def set_reason(self, sentence: str) -> None:
        """Switch the field off and say why; an empty sentence switches it on."""
        self._reason = sentence
        self.field.setEnabled(not sentence)
        self._show()

    def problem(self) -> str:
        """What is wrong, empty when all is well or the field is off."""
        return "" if self._reason else self._problem

    def said(self) -> str:
        """All that stands below."""
        return self._reason or self._problem or self._hint

    def _show(self) -> None:
        wrong = bool(self.problem())
        self._said.setProperty("role", "error" if wrong else "hint")
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
        self._said.setText(self.said())
        self._said.setVisible(bool(self.said()))
        self._sign.setVisible(wrong)
        self.field.setAccessibleDescription(self.said())
