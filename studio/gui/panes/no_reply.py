"""What the Response pane shows where there is no reply: not asked yet, waiting, failed, or it may have been sent.

Above: the Response pane. Below: the failure card. Knows no session.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.panes.failure_card import FailureCard
from studio.gui.panes.missed_words import Missed
from studio.gui.panes.streamed_pieces import plain
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.messages.reply import ChatReply, ProviderError


class NoReply(QWidget):
    """`retry`: ask again after a failure. `again`: send a request whose end is not known once more."""

    retry = Signal()
    again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._busy = self._uncertain = False
        self.column = ScrollColumn("", self, inset=12, gap=10)
        self.failure = FailureCard(self)
        self.kept, self.text = QLabel(self), FoldedText(self, lines=400)
        self.kept.setProperty("role", "small_muted")
        self.unsure, self.unsure_words, self.send = QWidget(self), QLabel(self), Button("", self, look="main")
        self.unsure.setProperty("look", "bar")
        self.empty = EmptyState("", "", self, icon="response", airy=True)
        self._lay_out()
        self.failure.retry.connect(self.retry)
        self.send.clicked.connect(lambda _on=False: self.again.emit())
        self._reword()

    def show_state(
        self,
        *,
        failed: ProviderError | None,
        partial: ChatReply | None,
        uncertain: bool,
        busy: bool,
        can_act: bool,
        missed: Missed | None = None,
    ) -> None:
        """Show a failure with what had arrived, a request whose end is not known, or that nothing was asked yet."""
        self._busy, self._uncertain = busy, uncertain
        self.failure.setVisible(failed is not None and not busy)
        if failed is not None and not busy:
            self.failure.show_error(failed, can_retry=can_act, missed=missed, arrived=partial is not None)
        else:
            self.failure.forget()
        text = plain(partial) if partial is not None and not busy else ""
        self.kept.setVisible(bool(text))
        self.text.setVisible(bool(text))
        self.text.set_text(text)
        self.unsure.setVisible(uncertain)
        self.send.setEnabled(can_act)
        self.empty.setVisible(not uncertain and (failed is None or busy))
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.unsure)
        column.setContentsMargins(12, 8, 12, 8)
        self.unsure_words.setWordWrap(True)
        column.addWidget(self.unsure_words)
        column.addWidget(self.send)
        for widget in (self.failure, self.unsure, self.kept, self.text, self.empty):
            self.column.add(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.column)

    def _reword(self) -> None:
        self.column.setAccessibleName(self.tr("No response yet"))
        self.kept.setText(self.tr("What had arrived is kept:"))
        self.unsure_words.setText(self.tr("The request began and has no end: it may have been sent."))
        self.send.set_words(self.tr("Send again"))
        waiting = self.tr("Waiting for the first words.") if self._busy else self.tr("The request was not sent yet.")
        self.empty.set(waiting, icon="response")
