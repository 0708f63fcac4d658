"""A line for a JMESPath expression; where it is plain what was meant, the right spelling is one press away.

Above: forms, the Watch dock. Below: `checks/expressions`. Says nothing itself of what is wrong.
"""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from studio.checks.expressions import respelled
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill


class MendedLine:
    """`line` is the field; `offer`, with the button `mend` in it, stands below what is said of it."""

    def __init__(self, parent: QWidget) -> None:
        self._repair = ""
        self.line, self.offer = QLineEdit(parent), QWidget(parent)
        self.mend = Button("", self.offer, look="link")
        self.line.setFont(theme().code_font())
        self.mend.clicked.connect(lambda _on=False: self._take())
        row = QHBoxLayout(self.offer)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.mend)
        row.addStretch(1)
        self.offer.hide()

    def put_below(self, row: QWidget) -> None:
        """Put the offer below the words of a field's row."""
        column = row.layout()
        assert column is not None
        column.addWidget(self.offer)

    def show_problem(self, wrong: bool) -> None:
        """Offer the right spelling of what is typed, where it is `wrong` and known."""
        self._repair = respelled(self.line.text()) or "" if wrong else ""
        said = fill(QCoreApplication.translate("MendedLine", "Write {text}"), text=self._repair)
        self.mend.setText(said.replace("&", "&&"))
        self.mend.setAccessibleName(said)
        self.offer.setVisible(bool(self._repair))

    def reword(self) -> None:
        """The offer in the language in force."""
        self.show_problem(bool(self._repair))

    def _take(self) -> None:
        """Take the right spelling; the field's own undo takes it back."""
        self.line.selectAll()
        self.line.insert(self._repair)
        self.line.setFocus()
