"""A model's thinking, folded: one line that says how long it is and what becomes of it, its text on demand.

Above: the chats of both panes. Below: widgets. Knows no session.
"""

import msgspec
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.folded_text import MOST_LINES, FoldedText
from studio.gui.widgets.pane_header import IconSign


class Thought(msgspec.Struct, frozen=True):
    """One part of thinking. `meta` says its size and whether it goes back; `text` is empty where the provider shows none."""

    title: str
    meta: str
    text: str


class ThinkingFold(QWidget):
    """Hidden without a thought."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thought = Thought("", "", "")
        self.button = IconButton("chevron_right", "", self)
        self._lock = IconSign("lock", "agent", self)
        self._title = ElidedLabel("", self, colour="agent", semibold=True, size=12)
        self._title.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._meta = ElidedLabel("", self, colour="muted", size=12)
        self.text = FoldedText(self, lines=MOST_LINES)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for widget in (self.button, self._lock, self._title, self._meta):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 2)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.text)
        self.text.hide()
        self.button.clicked.connect(lambda _on=False: self.unfold(self.text.isHidden()))
        self.hide()

    def show_thought(self, thought: Thought | None) -> None:
        """Show a thought, folded where it is another one."""
        if thought != self._thought:
            self._thought = thought or Thought("", "", "")
            self._title.set_text(self._thought.title)
            self._meta.set_text(self._thought.meta)
            self.button.setVisible(bool(self._thought.text))
            self._lock.setVisible(not self._thought.text)
            self.unfold(False)
        self.setVisible(thought is not None)

    def unfold(self, on: bool) -> None:
        """Show its text, or only the line."""
        if on:
            self.text.set_text(self._thought.text, colour="muted")
        self.text.setVisible(on)
        self.button.set_icon_name("chevron_down" if on else "chevron_right")
        self._reword()
        self.updateGeometry()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the line unfolds and folds."""
        if (
            self._thought.text
            and event.button() == Qt.MouseButton.LeftButton
            and event.pos().y() <= self.button.height()
        ):
            self.unfold(self.text.isHidden())
        else:
            super().mousePressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.button.set_words(self.tr("Show the thinking") if self.text.isHidden() else self.tr("Fold the thinking"))
        self.setAccessibleName(" · ".join(filter(None, (self._thought.title, self._thought.meta))))
