"""The margin of a code editor: line numbers, and a bar on lines that differ from the original.

Drawn by the editor it belongs to; knows no text.
"""

from typing import Protocol

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from studio.gui.look.theme import theme


class Lined(Protocol):
    """What a gutter must know of its editor: (number from 0, top, height) of the lines in view, the
    baseline in a line, and which changed."""

    def visible_lines(self) -> list[tuple[int, float, float]]: ...
    def baseline(self) -> float: ...
    def line_count(self) -> int: ...
    def caret_line(self) -> int: ...
    def changed_lines(self) -> frozenset[int]: ...


class Gutter(QWidget):
    """As wide as its largest number needs."""

    def __init__(self, parent: QWidget, lined: Lined) -> None:
        super().__init__(parent)
        self._lined = lined
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def needed_width(self) -> int:
        """Pixels for the numbers and the bar."""
        digits = max(2, len(str(self._lined.line_count())))
        return QFontMetrics(theme().code_font(11)).horizontalAdvance("9" * digits) + 22

    def sizeHint(self) -> QSize:
        """As wide as needed."""
        return QSize(self.needed_width(), 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw numbers and bars."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("surface"))
        painter.setFont(theme().code_font(11))
        changed = self._lined.changed_lines()
        editor = self.parentWidget()
        caret = self._lined.caret_line() if editor is not None and editor.hasFocus() else -1
        metrics, baseline = QFontMetricsF(painter.font()), self._lined.baseline()
        for number, top, height in self._lined.visible_lines():
            painter.setPen(theme().color("text" if number == caret else "faint"))
            left = self.width() - 13 - metrics.horizontalAdvance(str(number + 1))
            painter.drawText(QPointF(left, round(top + baseline)), str(number + 1))
            if number in changed:
                painter.fillRect(
                    self.width() - 7, round(top), 3, round(top + height) - round(top), theme().color("edit")
                )
