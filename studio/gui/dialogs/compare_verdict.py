"""What a comparison came to: the one sentence, the likely cause with what speaks for it, and the figures of both sides.

Above: `compare`. Below: `present/compare_text`. Shows values, knows no session.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.words import say
from studio.present.compare_text import agreement, change_line, figures, reasons, verdict
from studio.present.compared import Comparison

_MOST_CHANGES = 3
_LONGEST = 140
_LONGEST_NAME = 24


class VerdictView(QWidget):
    """The words on the left, the figures on the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sentence, self.why, self.agreement = QLabel(self), QLabel(self), QLabel(self)
        self.sentence.setProperty("role", "strong")
        self.agreement.setProperty("role", "muted")
        words = QVBoxLayout()
        words.setSpacing(theme().px(4))
        for label in (self.sentence, self.why, self.agreement):
            wrap_plainly(label)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.addWidget(label)
        words.addStretch(1)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme().px(16))
        self._grid.setVerticalSpacing(theme().px(2))
        whole = QGridLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setHorizontalSpacing(theme().px(24))
        whole.addLayout(words, 0, 0)
        whole.addLayout(self._grid, 0, 1, Qt.AlignmentFlag.AlignTop)
        whole.setColumnStretch(0, 1)

    def show_comparison(self, found: Comparison) -> None:
        """Tell of another comparison."""
        self.sentence.setText(say(verdict(found)))
        self.why.setText("\n".join(_causes(found)))
        self.why.setVisible(found.first is not None)
        self.agreement.setText(" · ".join(map(say, agreement(found))))
        self.agreement.setVisible(bool(found.pairs))
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        rows = zip(figures(found.left, say), figures(found.right, say), strict=True)
        for column, side in ((1, found.left), (2, found.right)):
            self._cell(0, column, side.branch or side.title, "muted")
        for row, ((name, was), (_, now)) in enumerate(rows, 1):
            self._cell(row, 0, say(name), "muted")
            self._cell(row, 1, was, "")
            self._cell(row, 2, now, "strong" if was != now else "")

    def _cell(self, row: int, column: int, text: str, role: str) -> None:
        label = QLabel(text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…", self)
        label.setProperty("role", role)
        side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(label, row, column, side)


def _causes(found: Comparison) -> list[str]:
    lines: list[str] = []
    for sentence, changes in reasons(found.first, say) if found.first is not None else ():
        lines.append(sentence)
        lines += [f"    {change_line(change, say, _line)}" for change in changes[:_MOST_CHANGES]]
        if len(changes) > _MOST_CHANGES:
            lines.append(f"    … +{len(changes) - _MOST_CHANGES}")
    return lines


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
