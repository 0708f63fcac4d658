"""The console: what tools printed and breakpoints logged, what MCP servers said, where the session stopped, notices, the program's own log;
filtered, and with a line that works out expressions.

Above: `window`. Below: `bridge`, `console_bar`, `console_text`, `console_expression`, `present/console_feed`. Keeps the last lines only;
nothing here is saved (what tools printed is in the session).
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.console_bar import ConsoleBar
from studio.gui.panes.console_expression import ConsoleExpression
from studio.gui.panes.console_text import ConsoleText
from studio.gui.panes.find_here import FindHere
from studio.gui.program_log import ProgramLog
from studio.gui.widgets.find_target import EditTarget
from studio.gui.words import fill, number, say, together
from studio.present.console_feed import ConsoleFeed
from studio.present.console_lines import ConsoleLine, Level, Source
from studio.present.console_mcp import mcp_lines
from studio.present.stop_words import stop_words, tool_name
from studio.session.notes import Logged, Stopped

if TYPE_CHECKING:
    from studio.workspace.changes import ServerChanged, ToolOutput

_SOON, _REST = 40, 300
"""Milliseconds until what came is shown, and until a line that has no end yet is."""
_KINDS: dict[str, tuple[Source, Level]] = {
    "notice": ("notice", "info"),
    "error": ("notice", "error"),
    "stop": ("stop", "info"),
    "log": ("log", "info"),
    "stdout": ("tool", "info"),
    "stderr": ("tool", "warning"),
}


class ConsolePane(QWidget):
    """Lines as they come; older ones fall off."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge, self.feed = bridge, ConsoleFeed()
        self._names: dict[object, str] = {}
        self._read: dict[str, int] = {}
        self.bar, self.text, self.expression = ConsoleBar(self), ConsoleText(self), ConsoleExpression(bridge, self)
        self.log = ProgramLog(self)
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget, stretch in ((self.bar, 0), (self.text, 1), (self.expression, 0)):
            column.addWidget(widget, stretch)
        self.finding = FindHere(self, column, EditTarget(self.text))
        self._join()
        self._redraw()
        self._reword()

    def way_in(self) -> QWidget:
        """Where the keyboard goes first."""
        return self.text

    def add(self, kind: str, text: str) -> None:
        """One text with the time. `kind` is `notice`, `error`, `stop`, `log`, `stdout` or `stderr`."""
        source, level = _KINDS[kind]
        self.feed.rest()
        self.feed.add(ConsoleLine(source, text, _now(), level))
        self.look()

    def look(self) -> None:
        """Show what came; it is written in slices."""
        self._soon.stop()
        shown, lost = self.bar.filter, self.feed.lost
        fresh = [line for line in self.feed.take() if shown.shows(line)]
        if lost:
            self.feed.lost = 0
            said = fill(self.tr("… {n} lines came too fast and are not shown."), n=number(lost))
            fresh.insert(0, ConsoleLine("notice", said, _now(), tone="muted"))
        if fresh:
            self.text.put(fresh)
            self.finding.search_again()
        if self.feed.is_open and not self._rest.isActive():
            self._rest.start()

    def show_filtered(self) -> None:
        """Show the kept lines anew, as the filter asks."""
        self.feed.take()
        shown = self.bar.filter
        self.text.put_anew(line for line in self.feed.kept if shown.shows(line))
        self.finding.search_again()

    def clear(self) -> None:
        """Forget all lines."""
        self.feed.clear()
        self.text.put_anew(())

    def copied(self) -> str:
        """What is shown: the selected text, else all lines that the filter lets through."""
        chosen = self.text.textCursor().selectedText().replace("\u2029", "\n")
        shown = self.bar.filter
        return chosen or "\n".join(line.shown for line in self.feed.kept if shown.shows(line))

    # ---- what comes

    def _event(self, change: object) -> None:
        session = self._bridge.session
        if isinstance(change, Stopped) and session is not None:
            said = [say(words) for words in stop_words(change, session.tree.state(change.at))]
            self.add("stop", " · ".join(said))
        elif isinstance(change, Logged) and session is not None:
            self.add("log", session.blanked(change.text))

    def _output(self, output: "ToolOutput") -> None:
        stream = (output.call, output.stream)
        if stream not in self._names:
            session = self._bridge.session
            name = tool_name(session.state, output.call) if session is not None else ""
            self._names[stream] = f"{name or '?'} ({output.stream})" if output.stream == "stderr" else name or "?"
        level: Level = "warning" if output.stream == "stderr" else "info"
        self.feed.piece(stream, output.text, self._names[stream], level, _now())
        self._come()

    def _server(self, change: "ServerChanged") -> None:
        session = self._bridge.session
        if session is None or change.what not in ("messages", "state"):
            return
        messages = session.server_messages(change.server)
        lines, self._read[change.server] = mcp_lines(change.server, messages, self._read.get(change.server, 0), _now())
        for line in lines:
            self.feed.add(line)
        self._come()

    def _logged(self, level: Level, name: str, text: str) -> None:
        session = self._bridge.session
        if session is not None:
            self.feed.add(ConsoleLine("program", session.blanked(text), _now(), level, name))
            self._come()

    def _worked_out(self, lines: list[ConsoleLine]) -> None:
        for line in lines:
            self.feed.add(line)
        self.look()
        self.text.verticalScrollBar().setValue(self.text.verticalScrollBar().maximum())

    def _come(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def _rested(self) -> None:
        self.feed.rest()
        self.look()

    def _other_session(self) -> None:
        self._names, self._read = {}, {}
        self.clear()

    # ---- its parts

    def _join(self) -> None:
        bridge = self._bridge
        bridge.session_changed.connect(self._other_session)
        bridge.happened.connect(self._event)
        bridge.output.connect(self._output)
        bridge.server.connect(self._server)
        bridge.notice.connect(lambda text: self.add("notice", text))
        bridge.offered.connect(lambda text, _words, _do: self.add("notice", text))
        bridge.failed.connect(lambda sentence, help: self.add("error", together(sentence, help)))
        self.log.came.connect(self._logged)
        self.bar.changed.connect(self.show_filtered)
        self.bar.clear.clicked.connect(lambda _on=False: self.clear())
        self.bar.copy.clicked.connect(lambda _on=False: QGuiApplication.clipboard().setText(self.copied()))
        self.expression.worked_out.connect(self._worked_out)
        self._soon.timeout.connect(self.look)
        self._rest.timeout.connect(self._rested)
        theme().changed.connect(self._redraw)

    def _redraw(self) -> None:
        self.text.redraw()
        self.show_filtered()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.text.setAccessibleName(self.tr("Console"))
        self.text.setPlaceholderText(self.tr("What tools and servers print, stops, and notices are listed here."))


def _now() -> str:
    return QDateTime.currentDateTime().toString("HH:mm:ss")
