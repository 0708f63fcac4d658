"""Parts that are kept as they came, one under another: what each is in a line, and its JSON on demand.

Above: the chats of both panes, the calls view. Below: `present/hosted_parts`. Knows no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import say
from studio.present.hosted_parts import HostedPart, hosted_text

_LINES, _JSON_LINES = 4, 60
_ICONS = {
    "tool_search": "search",
    "tool_reference": "search",
    "web_search": "search",
    "file_search": "search",
    "search_result": "search",
    "web_fetch": "globe",
    "tools_added": "plus",
    "mcp": "link",
    "mcp_tools": "link",
    "mcp_question": "link",
    "mcp_decision": "link",
    "redacted": "lock",
    "compaction": "scissors",
    "fallback": "retry",
    "file": "file",
    "files": "file",
    "picture": "picture",
    "made_up": "warn",
    "pointer": "link",
    "other": "dots",
    "audio": "dots",
}


class HostedView(QWidget):
    """Hidden while there is no part."""

    def __init__(self, parent: QWidget | None = None, *, inset: int = 0) -> None:
        super().__init__(parent)
        self._parts: tuple[HostedPart, ...] = ()
        self.rows: list[HostedRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(inset, 6 if inset else 2, inset, 4 if inset else 2)
        self._column.setSpacing(2)
        self.hide()

    def show_parts(self, parts: Sequence[HostedPart]) -> None:
        """Show these parts; what is unfolded stays so while they are the same."""
        if tuple(parts) == self._parts:
            return
        self._parts = tuple(parts)
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [HostedRow(part, self) for part in parts]
        for row in self.rows:
            self._column.addWidget(row)
        self.setVisible(bool(parts))

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(row.line.accessibleName() for row in self.rows)


class HostedRow(QWidget):
    """One part."""

    def __init__(self, part: HostedPart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._part = part
        colour = "error" if part.failed else "agent"
        self._sign = IconSign(_ICONS.get(part.kind, "call"), colour, self, size=14)
        self.line, self.json = FoldedText(self, lines=_LINES), FoldedText(self, lines=_JSON_LINES)
        self.button = Button("", self, look="link")
        self.button.setCheckable(True)
        self.button.toggled.connect(self._unfold)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(beside_button(self._sign), 0)
        row.addLayout(beside_button(self.line), 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.json)
        self.json.hide()
        theme().changed.connect(self._reword)
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _unfold(self, on: bool) -> None:
        if on:
            self.json.set_text(self._part.json, code=True, colour="muted")
        self.json.setVisible(on)
        self.updateGeometry()

    def _reword(self) -> None:
        title, text = say(self._part.title), hosted_text(self._part, say)
        colour, shown = "error" if self._part.failed else "agent", f"{text}  {self._part.link}".rstrip()
        self.line.set_text(shown, spans=[(0, len(title), colour), (len(text), len(shown) - len(text), "muted")])
        json = self.tr("JSON")
        self.button.set_words(json)
        self.button.setAccessibleName(f"{json}: {title}")
        self.button.setToolTip(self.tr("Show it as it came"))
        self.setAccessibleName(text)


def beside_button(widget: QWidget) -> QVBoxLayout:
    """The widget, lowered to where the words of a link button beside it stand."""
    column = QVBoxLayout()
    column.setContentsMargins(0, 4, 0, 2)
    column.addWidget(widget)
    column.addStretch(1)
    return column
