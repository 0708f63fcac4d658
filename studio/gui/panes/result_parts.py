"""What a tool gave beside plain text: every content in its order, each with what of it the model reads.

Above: the result of a call, the request's chat, the calls by hand. Below: `result_parts_row`. Knows no session.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.panes.result_parts_row import ResultPartRow
from studio.gui.panes.tab_order import tab_through
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill, number, say
from studio.present.result_parts import Gave, result_parts
from studio.present.words import words

_AT_ONCE = 20
"""Rows that are made at once: a server may give thousands of parts."""


class ResultParts(QWidget):
    """Hidden while there is nothing. `read_wanted` gives the address of a resource that a part names; `resized`: its height is another
    one."""

    read_wanted = Signal(str)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None, *, reads: bool = True) -> None:
        """`reads`: links can be read from here."""
        super().__init__(parent)
        self._reads = reads
        self._gave: Gave | None = None
        self._dropped = 0
        self.head, self.more = QLabel(self), Button("", self, look="link")
        self.rows: list[ResultPartRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.head.setProperty("role", "small_muted")
        self.head.setTextFormat(Qt.TextFormat.PlainText)
        self.head.setWordWrap(True)
        self.head.setMinimumWidth(1)
        self._column.addWidget(self.head)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.more.clicked.connect(lambda _on=False: self._add_rows())
        self._parts = result_parts(Gave())
        self.hide()

    def show_parts(self, given: Gave | None, dropped: int = 0) -> None:
        """Show what a tool gave; `dropped` parts went with a change of the text. What is unfolded stays so while it is the same."""
        if (given, dropped) == (self._gave, self._dropped):
            return
        self._gave, self._dropped = given, dropped
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        self._parts = result_parts(given) if given is not None else ()
        self._add_rows()
        self.setVisible(bool(self._parts or dropped))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _add_rows(self) -> None:
        shown = len(self.rows)
        for part in self._parts[shown : shown + _AT_ONCE]:
            row = ResultPartRow(part, self, reads=self._reads)
            row.read_wanted.connect(self.read_wanted)
            row.resized.connect(self.resized)
            self._column.insertWidget(1 + len(self.rows), row)
            self.rows.append(row)
        tab_through([*self.rows, self.more])
        self._reword()
        self.resized.emit()

    def _reword(self) -> None:
        count = len(self._parts)
        said = say(words("gave.dropped", n=self._dropped)) if self._dropped else say(words("gave.parts", n=count))
        self.head.setText(said)
        left = count - len(self.rows)
        self.more.set_words(fill(self.tr("Show {n} more parts"), n=number(left)))
        self.more.setVisible(left > 0)
        self.setAccessibleName(said)
