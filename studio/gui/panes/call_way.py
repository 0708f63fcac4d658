"""Under the head of a call card: which way the call came, and what the model printed for it, on demand.

Above: the head of a call card. Below: `present/form_names`. Hidden for a native function call. Knows no session.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.gui.panes.hosted_view import beside_button
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.words import say
from studio.messages.parts import Call
from studio.present.form_names import printed_text, way_of

_LINES = 60


class CallWay(QWidget):
    """`unfolded` tells that its height changed."""

    unfolded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._call = Call("")
        self.line, self.printed = FoldedText(self, lines=3), FoldedText(self, lines=_LINES)
        self.button = Button("", self, look="link")
        self.button.setCheckable(True)
        self.button.toggled.connect(self._unfold)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(beside_button(self.line), 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 0, 8, 4)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.printed)
        self.printed.hide()
        self.hide()

    def show_call(self, call: Call) -> None:
        """Show the way of a call."""
        if call.form != self._call.form or printed_text(call) != printed_text(self._call):
            self.button.setChecked(False)
        self._call = call
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _unfold(self, on: bool) -> None:
        if on:
            self.printed.set_text(printed_text(self._call).strip("\n"), code=True)
        self.printed.setVisible(on)
        self._reword()
        self.unfolded.emit()

    def _reword(self) -> None:
        way = way_of(self._call)
        self.setVisible(way is not None)
        if way is not None:
            said = say(way)
            self.line.set_text(said[:1].upper() + said[1:], colour="muted")
        self.button.setVisible(bool(printed_text(self._call)))
        self.button.set_words(self.tr("Hide it") if self.button.isChecked() else self.tr("Show what was printed"))
