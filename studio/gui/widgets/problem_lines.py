"""Problems below what they are about: a sign, the sentence, and a repair as a link where one is known.

Above: blocks and lists of the Request pane. Knows no problem: it is given words, and tells the number of the line.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill

MOST_LINES = 4
"""Lines shown at once; the dock Problems has all of them."""
_SIGNS = {"error": ("provider_error", "error"), "warning": ("warn", "warn")}


class ProblemLine(msgspec.Struct, frozen=True):
    """One problem in words; `repair` says what its repair does, empty where there is none."""

    sentence: str
    severity: Literal["error", "warning"] = "error"
    repair: str = ""


class ProblemLines(QWidget):
    """`repair_wanted` gives the number of the line. Hidden while there is no problem."""

    repair_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[ProblemLine, ...] = ()
        self._rows: list[_Row] = []
        self._more = ElidedLabel("", self, colour="muted", size=12)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self._more)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

    def show_lines(self, lines: Sequence[ProblemLine], *, editable: bool = True) -> None:
        """Show these problems; without `editable` a repair is not offered."""
        now = tuple(line if editable else ProblemLine(line.sentence, line.severity) for line in lines)
        if now == self._lines:
            return
        self._lines = now
        while len(self._rows) < min(len(now), MOST_LINES):
            self._add(len(self._rows))
        for at, row in enumerate(self._rows):
            row.setVisible(at < len(now))
            if at < len(now):
                row.tell(now[at])
        self._name()
        self.setVisible(bool(now))

    def lines(self) -> tuple[ProblemLine, ...]:
        """What is shown."""
        return self._lines

    def repair_button(self, at: int) -> Button:
        """The link of a line."""
        return self._rows[at].button

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._name()
        super().changeEvent(event)

    def _add(self, at: int) -> None:
        row = _Row(self)
        row.button.clicked.connect(lambda _on=False: self.repair_wanted.emit(at))
        self._rows.append(row)
        self._column.insertWidget(at, row)

    def _name(self) -> None:
        more = len(self._lines) - MOST_LINES
        self._more.setVisible(more > 0)
        self._more.set_text(fill(self.tr("{n} more in Problems"), n=more))
        self.setAccessibleName("; ".join(line.sentence for line in self._lines[:MOST_LINES]))


class _Row(QWidget):
    """Sign and sentence, and the link below the sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sign = IconSign("", "error", self, size=14)
        self.text = FoldedText(self, lines=4)
        self.button = Button("", self, look="link")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.text)
        words.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)

    def tell(self, line: ProblemLine) -> None:
        """Show another problem."""
        icon_name, colour = _SIGNS[line.severity]
        self._sign.set(icon_name, colour)
        self.text.set_text(line.sentence, colour=colour)
        self.button.set_words(line.repair)
        self.button.setVisible(bool(line.repair))
