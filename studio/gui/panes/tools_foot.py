"""Below the list of the Tools dock: how many tools are sent, what they cost together, and how many notes the checks have.

Above: the Tools dock. Below: `tool_lines`. Figures are estimates, and say so.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.checks.tool_advice import ToolAdvice
from studio.gui.panes.session_port import Tokens
from studio.gui.panes.tool_lines import ToolLine
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill, number


class ToolsFoot(QWidget):
    """`sum` is the line of figures, `notes` the link to what the checks say."""

    notes_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: Sequence[ToolLine] = ()
        self._request: Tokens | None = None
        self._found = 0
        self.sum, self.notes = QLabel(self), Button("", self, look="link")
        self._sign = IconSign("warn", "warn", self)
        self.sum.setWordWrap(True)
        self.notes.clicked.connect(lambda _on=False: self.notes_wanted.emit())
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self._sign)
        row.addWidget(self.notes)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.sum)
        column.addLayout(row)

    def tell(self, lines: Sequence[ToolLine], request: Tokens, notes: Sequence[ToolAdvice]) -> None:
        """Sum up all lines; `request` is what the next request costs, the very figures that stand in its pane."""
        self._lines, self._request, self._found = lines, request, len(notes)
        found = {note.severity for note in notes}
        wrong, warned = "error" in found, "warning" in found
        self._sign.set(*(("provider_error", "error") if wrong else ("warn", "warn") if warned else ("info", "muted")))
        self._say()

    def changeEvent(self, event: QEvent) -> None:
        """Word it anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._say()
        super().changeEvent(event)

    def _say(self) -> None:
        self.sum.setText(self._summed())
        self.sum.setVisible(bool(self._lines))
        words = self.tr("%n note(s) on these tools…", "", self._found)
        self.notes.set_words(words)
        for part in (self.notes, self._sign):
            part.setVisible(self._found > 0)

    def _summed(self) -> str:
        tokens, total = (self._request.tools, self._request.total) if self._request is not None else (0, 0)
        text = fill(
            self.tr("{sent} of {all} sent · ≈{tokens} tokens · {share} of the request"),
            sent=number(sum(line.sent for line in self._lines)),
            all=number(len(self._lines)),
            tokens=number(tokens),
            share=f"{round(100 * tokens / max(total, 1))} %",
        )
        # only between the parts does it break: no word stands alone on a line
        return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in text.split(" · "))
