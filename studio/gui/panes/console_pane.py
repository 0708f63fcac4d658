"""The console: what tools printed, what breakpoints logged, where the session stopped, notices and errors, with the time.

Above: `window`. Below: `bridge`. Keeps the last lines only; nothing here is saved (what tools printed is in the session).
"""

from PySide6.QtCore import QDateTime, QEvent, Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.find_here import FindHere
from studio.gui.widgets.find_target import EditTarget
from studio.gui.words import fill, say
from studio.present.stop_words import stop_words, tool_name
from studio.session.notes import Logged, Stopped
from studio.workspace.changes import ToolOutput

_LINES = 5000
_TOKENS = {
    "stderr": "error",
    "error": "error",
    "notice": "muted",
    "stop": "paused_text",
    "log": "edit",
    "stdout": "text",
}
_INSET = 10

_KIND = int(QTextFormat.Property.UserProperty) + 1
"""Where the format of a piece of text keeps its kind, by which it is coloured anew."""


class ConsolePane(QWidget):
    """Lines as they come; older ones fall off."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge = bridge
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setMaximumBlockCount(_LINES)
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self._open_line: tuple[object, str] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.text)
        self.finding = FindHere(self, column, EditTarget(self.text))
        bridge.session_changed.connect(self.text.clear)
        bridge.happened.connect(self._event)
        bridge.output.connect(self._output)
        bridge.notice.connect(lambda text: self.add("notice", text))
        bridge.offered.connect(lambda text, _words, _do: self.add("notice", text))
        bridge.failed.connect(lambda sentence, help: self.add("error", f"{sentence} {help}".rstrip()))
        theme().changed.connect(self._redraw)
        self._redraw()
        self._reword()

    def add(self, kind: str, text: str) -> None:
        """One line with the time. `kind` is `notice`, `error`, `stop`, `log`, `stdout` or `stderr`."""
        self._open_line = None
        self._write(kind, f"{self._now()}  {text}\n", fresh_line=True)

    def _redraw(self) -> None:
        self.text.setFont(theme().editor_font())
        self.text.document().setDocumentMargin(_INSET)
        cursor = QTextCursor(self.text.document())
        for start, end, kind in self._pieces():
            form = QTextCharFormat()
            form.setForeground(theme().color(_TOKENS[kind]))
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(form)

    def _pieces(self) -> list[tuple[int, int, str]]:
        """The pieces of text of one kind each: start, end, kind."""
        found: list[tuple[int, int, str]] = []
        block = self.text.document().begin()
        while block.isValid():
            pieces = block.begin()
            while not pieces.atEnd():
                piece = pieces.fragment()
                kind = piece.charFormat().property(_KIND)
                found.append((piece.position(), piece.position() + piece.length(), kind))
                pieces += 1
            block = block.next()
        return found

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.text.setAccessibleName(self.tr("Console"))
        self.text.setPlaceholderText(self.tr("What tools print, and notices, are listed here."))

    def _event(self, change: object) -> None:
        session = self._bridge.session
        if isinstance(change, Stopped) and session is not None:
            said = [say(words) for words in stop_words(change, session.tree.state(change.at))]
            self.add("stop", " · ".join(said))
        elif isinstance(change, Logged) and session is not None:
            self.add("log", session.blanked(change.text))

    def _output(self, output: ToolOutput) -> None:
        """Pieces of one stream are joined; the name of the tool stands before each line that begins a turn."""
        source = (output.call, output.stream)
        if self._open_line != source:
            self._write(output.stream, f"{self._now()}  {self._source(output)}\n", fresh_line=True)
            self._open_line = source
        self._write(output.stream, output.text, fresh_line=False)

    def _source(self, output: ToolOutput) -> str:
        session = self._bridge.session
        name = tool_name(session.state, output.call) if session is not None else ""
        return fill(self.tr("{tool} printed ({stream}):"), tool=name or "?", stream=output.stream)

    def _write(self, kind: str, text: str, *, fresh_line: bool) -> None:
        bar = self.text.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 4
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        form = QTextCharFormat()
        form.setProperty(_KIND, kind)
        form.setForeground(theme().color(_TOKENS[kind]))
        self.finding.search_again()
        lead = "\n" if fresh_line and cursor.positionInBlock() else ""
        cursor.insertText(lead + text, form)
        if follows:
            bar.setValue(bar.maximum())

    def _now(self) -> str:
        return QDateTime.currentDateTime().toString("HH:mm:ss")
