"""How far a running tool says it is, and what it does: a line and a few words.

Above: the call card. Below: the progress line. Hidden until a tool says something.
"""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.progress_line import ProgressLine


class CallProgress(QWidget):
    """`show_progress` as the tool tells it; `forget` when it has ended."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line, self.said = ProgressLine(self), ElidedLabel("", self, colour="muted", size=12)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 6)
        column.setSpacing(4)
        column.addWidget(self.said)
        column.addWidget(self.line)
        self.hide()

    def show_progress(self, fraction: float | None, text: str) -> None:
        """Show how far it is, 0 to 1; None when it does not say."""
        percent = "" if fraction is None else f"{round(min(max(fraction, 0.0), 1.0) * 100)} %"
        said = " · ".join(part for part in (percent, text) if part)
        self.said.set_text(said)
        self.said.setVisible(bool(said))
        if fraction is None:
            self.line.show_busy(text or self.tr("The tool is running"))
        else:
            self.line.show_fraction(fraction, text or self.tr("The tool is running"))
        self.show()

    def forget(self) -> None:
        """It has ended."""
        self.line.show_idle()
        self.hide()
