"""What a comparison came to: the one sentence, the likely cause with what speaks for it, and the figures of both sides. In a low place all
of it is one line.

Above: `compare_pane`. Below: `present/laid`. Shows values, knows no session.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.words import say
from studio.present.laid import Laid

_LONGEST_NAME = 24


class VerdictView(QWidget):
    """The words on the left, the figures on the right; `be_low` makes one line of both."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._low = False
        self._laid: Laid | None = None
        self.sentence, self.why, self.agreement = QLabel(self), QLabel(self), QLabel(self)
        self.line = ElidedLabel("", self, colour="muted", size=12)
        self.sentence.setProperty("role", "strong")
        self.agreement.setProperty("role", "muted")
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (self.sentence, self.why, self.agreement):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            words.addWidget(label)
        words.addWidget(self.line)
        words.addStretch(1)
        self._figures, self._cells = QWidget(self), list[QLabel]()
        self._grid = QGridLayout(self._figures)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme().px(16))
        self._grid.setVerticalSpacing(2)
        whole = QGridLayout(self)
        whole.setContentsMargins(theme().px(12), 0, theme().px(12), theme().px(4))
        whole.setHorizontalSpacing(theme().px(24))
        whole.addLayout(words, 0, 0)
        whole.addWidget(self._figures, 0, 1, Qt.AlignmentFlag.AlignTop)
        whole.setColumnStretch(0, 1)

    def be_low(self, low: bool) -> None:
        """Take one line, or the room that all of it needs."""
        if low != self._low:
            self._low = low
            self._show()

    def show_laid(self, laid: Laid | None) -> None:
        """Tell of something else."""
        self._laid = laid
        self._show()

    def _show(self) -> None:
        laid = self._laid
        if laid is None:
            return
        agreement = " · ".join(map(say, laid.agreement()))
        figures = laid.figures(say)
        causes = list(laid.causes(say))
        self.sentence.setText(say(laid.sentence()))
        self.why.setText("\n".join(causes))
        self.agreement.setText(agreement)
        told = (f"{name} {was} | {now}" if was != now else f"{name} {was}" for name, was, now in figures)
        self.line.set_text(" · ".join(filter(None, (agreement, *causes[:1], *told))))
        self.why.setVisible(bool(causes) and not self._low)
        self.agreement.setVisible(bool(agreement) and not self._low)
        self.line.setVisible(self._low)
        self._figures.setVisible(bool(figures) and not self._low)
        self._fill(laid, figures)

    def _fill(self, laid: Laid, figures: tuple[tuple[str, str, str], ...]) -> None:
        for cell in self._cells:
            self._grid.removeWidget(cell)
            cell.deleteLater()
        self._cells = []
        for column, name in enumerate(laid.heads(say), 1):
            self._cell(0, column, name, "muted")
        for row, (name, was, now) in enumerate(figures, 1):
            self._cell(row, 0, name, "muted")
            self._cell(row, 1, was, "")
            self._cell(row, 2, now, "strong" if was != now else "")

    def _cell(self, row: int, column: int, text: str, role: str) -> None:
        label = QLabel(text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…", self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("role", role)
        side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(label, row, column, side)
        self._cells.append(label)
