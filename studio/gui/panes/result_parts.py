"""What a tool gave beside plain text: every content in its order, each with what of it the model reads.

Above: the result of a call, the request's chat, the calls by hand. Below: `result_parts_row`. Knows no session.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.panes.result_parts_row import ResultPartRow
from studio.gui.panes.tab_order import tab_through
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill, number, say
from studio.present.result_parts import Gave, ResultPart, result_parts
from studio.present.words import words

_FIRST, _AT_ONCE = 6, 40
"""Rows that are shown first, and that are added at once: a server may give thousands of parts."""


class ResultParts(QWidget):
    """Hidden while there is nothing. `read_wanted` gives the address of a resource that a part names; `resized`: its height is another
    one."""

    read_wanted = Signal(str)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None, *, reads: bool = True, folded: bool = False) -> None:
        """`reads`: links can be read from here; `folded`: nothing but their number is shown at first."""
        super().__init__(parent)
        self._reads, self._folds = reads, folded
        self._shown: tuple[Gave | None, int] = (None, 0)
        self._parts: tuple[ResultPart, ...] = ()
        self.head, self.fold, self.lost = QLabel(self), Button("", self, look="link"), QLabel(self)
        self.more = Button("", self, look="link")
        self.rows: list[ResultPartRow] = []
        self._column = QVBoxLayout(self)
        self._lay_out()
        self.fold.clicked.connect(lambda _on=False: self._toggle())
        self.more.clicked.connect(lambda _on=False: self._add_rows(_AT_ONCE))
        self.hide()

    def show_parts(self, given: Gave | None, dropped: int = 0) -> None:
        """Show what a tool gave; `dropped` parts went with a change of the text. What is unfolded stays so while it is the same."""
        if (given, dropped) == self._shown:
            return
        self._shown = given, dropped
        self._clear()
        self._parts = result_parts(given) if given is not None else ()
        self._add_rows(0 if self._folds else _FIRST)
        self.setVisible(bool(self._parts or dropped))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        self.head.setProperty("role", "small_muted")
        self.head.setTextFormat(Qt.TextFormat.PlainText)
        self.lost.setProperty("role", "small_muted")
        self.lost.setWordWrap(True)
        self.lost.setMinimumWidth(1)
        head = WrappedRow(self)
        head.add(self.head)
        head.add(self.fold)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(head)
        self._column.addWidget(self.lost)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _toggle(self) -> None:
        if self.rows:
            self._clear()
            self._add_rows(0)
        else:
            self._add_rows(_FIRST)

    def _clear(self) -> None:
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []

    def _add_rows(self, count: int) -> None:
        shown = len(self.rows)
        for part in self._parts[shown : shown + count]:
            row = ResultPartRow(part, self, reads=self._reads)
            row.read_wanted.connect(self.read_wanted)
            row.resized.connect(self.resized)
            self._column.insertWidget(2 + len(self.rows), row)
            self.rows.append(row)
        tab_through([self.fold, *self.rows, self.more])
        self._reword()
        self.resized.emit()

    def _reword(self) -> None:
        count, dropped = len(self._parts), self._shown[1]
        said = say(words("gave.dropped", n=dropped)) if dropped else say(words("gave.parts", n=count))
        self.head.setText(said)
        self.lost.setText(said)
        self.head.setVisible(not dropped)
        self.lost.setVisible(bool(dropped))
        self._name(self.fold, self.tr("Hide") if self.rows else self.tr("Show"), said)
        self.fold.setVisible(count > 0)
        left = count - len(self.rows)
        self._name(self.more, fill(self.tr("Show {n} more"), n=number(left)), said)
        self.more.setVisible(bool(self.rows) and left > 0)
        self.setAccessibleName(said)

    def _name(self, button: Button, words: str, what: str) -> None:
        button.set_words(words)
        button.setAccessibleName(f"{words}: {what}")
