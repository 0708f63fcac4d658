"""The sample sessions of the start page: what each shows, in one line. Opening one opens a copy.

Above: `start_page`. Below: `widgets`. Knows the samples by their ids alone.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.pane_header import IconSign

SAMPLES = {"loop": "retry", "agent": "fork"}
"""Ids of the samples, with their icons."""


class SampleList(QFrame):
    """`chosen` gives the id of the sample to open."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self.rows = {id: SampleRow(icon, self) for id, icon in SAMPLES.items()}
        lines = QVBoxLayout(self)
        lines.setContentsMargins(4, 4, 4, 4)
        lines.setSpacing(0)
        for id, row in self.rows.items():
            row.clicked.connect(lambda _on=False, id=id: self.chosen.emit(id))
            lines.addWidget(row)
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.rows["loop"].say(
            self.tr("Sample: stuck in a loop"),
            self.tr("A tool that does not exist, arguments that do not fit, one call again and again until the limit."),
        )
        self.rows["agent"].say(
            self.tr("Sample: an agent, two branches"),
            self.tr("A nested agent advises; with another answer of it the second branch ends otherwise."),
        )


class SampleRow(QPushButton):
    """One sample as a button."""

    def __init__(self, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("recent_row")
        self.setMinimumHeight(36)
        self._title, self._line = QLabel(self), ElidedLabel("", self, colour="muted", size=12)
        self._title.setProperty("role", "strong")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(10)
        for part in (IconSign(icon, "muted", self), self._title, self._line):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(part, 1 if part is self._line else 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, title: str, line: str) -> None:
        """Show these words; the line is whole in the tooltip where it is cut."""
        self._title.setText(title)
        self._line.set_text(line)
        self.setToolTip(line)
        self.setAccessibleName(f"{title}. {line}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens this one, not the demo."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)
