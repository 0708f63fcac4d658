"""The bar below an editor: that something is not committed, what is wrong with it, and the ways to end the draft.

Above: the editors of both panes. Below: widgets. Knows no session and no text.
"""

from typing import Literal

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button

EditMode = Literal["live", "past", "locked"]
"""`live`: a change is committed as an event. `past`: it makes a fork. `locked`: nothing can be changed."""


class CommitBar(QWidget):
    """Hidden while there is nothing to say."""

    commit = Signal()
    revert = Signal()
    go_to_error = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mode: EditMode = "live"
        self._changed, self._error = False, ""
        self._places, self._past_words = False, ""
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        self.said.setProperty("role", "small_muted")
        self.said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.go, self.drop = Button("", self, look="link"), Button("", self, look="quiet")
        self.main = Button("", self, look="main")
        self._lay_out()
        self.go.clicked.connect(self.go_to_error)
        self.drop.clicked.connect(self.revert)
        self.main.clicked.connect(self.commit)
        self._reword()
        self._show()

    def show_state(self, mode: EditMode, *, changed: bool, error: str = "", has_place: bool = False) -> None:
        """`changed`: there is a draft; `error` why it cannot be committed, `has_place` whether one can go there."""
        self._mode, self._changed, self._error, self._places = mode, changed, error, has_place
        self._reword()
        self._show()

    def set_past_words(self, words: str) -> None:
        """What is said of something that is past; the words of a sent request when empty."""
        self._past_words = words
        self._reword()

    def sentence(self) -> str:
        """What the bar says now."""
        return self.said.text()

    @property
    def refusal(self) -> str:
        """Why the draft cannot be committed; empty where it can, or where there is none."""
        return self._error if self._changed else ""

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("soft_err" if self._error else "raised"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _lay_out(self) -> None:
        row = WrappedRow(self, right=True)
        for button in (self.go, self.drop, self.main):
            row.add(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 8, 6)
        column.setSpacing(4)
        column.addWidget(self.said)
        column.addWidget(row)

    def _reword(self) -> None:
        self.go.set_words(self.tr("Go to error"))
        self.drop.set_words(self.tr("Revert"))
        self.drop.setToolTip(self.tr("Drop what was typed"))
        past = self._mode == "past"
        self.main.set_words(self.tr("Fork here with this change") if past else self.tr("Commit"))
        self.main.setToolTip(self.tr("Ctrl+Enter"))
        sent = self._past_words or self.tr("This request was already sent.")
        self.said.setText(self._error or (sent if past else self.tr("Not committed yet.")))
        self.said.setProperty("role", "error" if self._error else "small_muted")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.setAccessibleName(self.said.text())

    def _show(self) -> None:
        self.go.setVisible(bool(self._error) and self._places)
        self.drop.setVisible(self._changed)
        self.main.setVisible(self._changed)
        self.main.setEnabled(not self._error or not self._places)
        self.setVisible(self._mode != "locked" and (self._changed or bool(self._error)))
        self.update()
