"""The log of an MCP server as text: stderr, log messages with their level, noise; each line with its time and where it comes from.

Above: the MCP dock. Below: `present/mcp_log`. Keeps the last lines only.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.models.mcp_messages_model import clock
from studio.present.mcp_log import LogEntry, log_entry
from studio.session.server_view import WireMessage

_LINES = 2000
_MANY = 200
"""More entries than that at once are written in one colour each: a server that floods must not hold up the window."""
_LONGEST = 4000
"""Characters of one entry; the protocol view has all of it."""
_INSET = 10


class LogPage(QWidget):
    """Follows the end while it is in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of: tuple[object, str] | None = None
        self._first: WireMessage | None = None
        self._last = 0
        self._messages: Sequence[WireMessage] = ()
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setMaximumBlockCount(_LINES)
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setProperty("look", "pane")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)
        theme().changed.connect(self._redraw)
        self._redraw()
        self._reword()

    def show_messages(self, of: tuple[object, str], messages: Sequence[WireMessage]) -> None:
        """Show the log of the server that `of` stands for, as far as it is new."""
        self._messages = messages
        if of != self._of or (messages and messages[-1].number < self._last):
            self._of, self._last = of, 0
            self.text.clear()
        came: list[LogEntry] = []
        for at in range(len(messages) - 1, -1, -1):
            if messages[at].number <= self._last or len(came) >= _LINES:
                break
            entry = log_entry(messages[at])
            came += [entry] if entry is not None else []
        self._last = messages[-1].number if messages else self._last
        if came:
            self._write(came[::-1])

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _write(self, entries: Sequence[LogEntry]) -> None:
        bar = self.text.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 4
        if len(entries) >= _LINES:
            self.text.clear()
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for entry in entries:
            lead = "" if cursor.atStart() else "\n"
            _write_entry(cursor, lead, entry, plain=len(entries) > _MANY)
        cursor.endEditBlock()
        if follows:
            bar.setValue(bar.maximum())

    def _redraw(self) -> None:
        """Take over font and colours: the text is written anew."""
        self.text.setFont(theme().editor_font())
        self.text.document().setDocumentMargin(_INSET)
        of, self._of = self._of, None
        if of is not None:
            self.show_messages(of, self._messages)

    def _reword(self) -> None:
        self.text.setAccessibleName(self.tr("Log of the server"))
        self.text.setPlaceholderText(self.tr("The server has logged nothing, and written nothing to stderr."))


def _write_entry(cursor: QTextCursor, lead: str, entry: LogEntry, *, plain: bool) -> None:
    """Write an entry: the time, where it comes from, what it says."""
    when, source = f"{lead}{clock(entry.t):>8}  ", f"{entry.level} {entry.logger}".strip()
    text = entry.text.rstrip("\n")[:_LONGEST]
    if plain:
        cursor.insertText(f"{when}{source}  {text}", _ink(entry.tone))
        return
    cursor.insertText(when, _ink("muted"))
    cursor.insertText(f"{source}  ", _ink(entry.tone if entry.tone != "text" else "muted"))
    cursor.insertText(text, _ink(entry.tone))


def _ink(token: str) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setForeground(theme().color(token))
    return form
