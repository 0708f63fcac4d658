"""What the next request costs, as estimated, part by part: one line over the parameters.

Above: the Request pane. Below: `widgets`. Knows no session.
"""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.session_port import Tokens
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.words import fill, number


class TokensLine(QWidget):
    """Hidden while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Tokens | None = None
        self.label = ElidedLabel("", self, colour="muted", size=11)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(self.label)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_tokens(self, tokens: Tokens | None) -> None:
        """Show an estimate; None hides the line."""
        self._shown = tokens
        self.setVisible(tokens is not None and tokens.total > 0)
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _reword(self) -> None:
        if self._shown is None:
            return
        now = self._shown
        named = (
            (self.tr("system text {n}"), now.system),
            (self.tr("tools {n}"), now.tools),
            (self.tr("messages {n}"), now.messages),
            (self.tr("passages {n}"), now.passages),
        )
        parts = " · ".join(fill(said, n=number(count)) for said, count in named if count)
        said = self.tr("About {n} tokens: {parts}") if parts else self.tr("About {n} tokens")
        text = fill(said, n=number(now.total), parts=parts)
        self.label.set_text(text)
        scaled = self.tr("Estimated; scaled by what the provider reported for the last request.")
        bare = self.tr("Estimated; the provider has reported nothing yet to scale it by.")
        self.setToolTip(f"{text}\n{scaled if now.factor != 1 else bare}")
        self.setAccessibleName(text)
