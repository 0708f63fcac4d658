"""A line for a JMESPath expression; where it is plain what was meant, the right spelling is one press away.

Above: the form of a group. Below: `checks/expressions`. Says nothing itself of what is wrong.
"""

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.checks.expressions import respelled
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill


class MendedLine(QWidget):
    """`line` is the field, `mend` the button that takes the right spelling."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._repair = ""
        self.line, self.mend = QLineEdit(self), Button("", self, look="link")
        self.line.setFont(theme().code_font())
        self.mend.hide()
        self.mend.clicked.connect(lambda _on=False: self._take())
        row = QHBoxLayout()
        row.addWidget(self.mend)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(2))
        column.addWidget(self.line)
        column.addLayout(row)

    def show_problem(self, wrong: bool) -> None:
        """Offer the right spelling of what is typed, where it is `wrong` and known."""
        self._repair = respelled(self.line.text()) or "" if wrong else ""
        said = fill(self.tr("Write {text}"), text=self._repair)
        self.mend.setText(said.replace("&", "&&"))
        self.mend.setAccessibleName(said)
        self.mend.setVisible(bool(self._repair))

    def _take(self) -> None:
        """Take the right spelling; the field's own undo takes it back."""
        self.line.selectAll()
        self.line.insert(self._repair)
        self.line.setFocus()
