"""The lines of the console as one text that can be selected; they come in slices, so that no flood holds the window.

Above: `console_pane`. Below: `present/console_lines`, the theme. Keeps no line: who has them gives them again.
"""

from collections import deque
from collections.abc import Iterable
from itertools import groupby, islice

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from studio.gui.look.theme import theme
from studio.present.console_lines import MOST, ConsoleLine

_SLICE = 250
"""Lines that are written at once."""
_SOON = 50
"""Milliseconds between two slices of what comes."""
_INSET = 10
_LEVELS = {"warning": "warn", "error": "error"}
_SOURCES = {"stop": "paused_text", "log": "edit", "notice": "muted", "program": "muted"}


class ConsoleText(QPlainTextEdit):
    """A line a block; older ones fall off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MOST)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self._waiting: deque[ConsoleLine] = deque(maxlen=MOST)
        self._fresh, self._written = True, 0
        self._next = QTimer(self, singleShot=True, interval=_SOON)
        self._next.timeout.connect(self._go_on)

    def put(self, lines: Iterable[ConsoleLine]) -> None:
        """Write these now, or where many come soon; of more than are kept only the newest."""
        self._waiting.extend(lines)
        self.write_slice()

    def put_anew(self, lines: Iterable[ConsoleLine]) -> None:
        """Write these in the place of all."""
        self._waiting.clear()
        self.clear()
        self._fresh, self._written = True, 0
        self._waiting.extend(lines)
        self.write_slice()

    @property
    def is_writing(self) -> bool:
        """Whether lines wait to be written."""
        return bool(self._waiting)

    def write_slice(self) -> None:
        """Write as many as can be written without a stop; the rest with the next turns."""
        now = list(islice(self._waiting, _SLICE - self._written))
        if not now:
            return
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 1
        self._written += len(now)
        for _ in now:
            self._waiting.popleft()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for token, group in groupby(now, _token):
            text = "\n".join(line.shown for line in group)
            cursor.insertText(text if self._fresh else f"\n{text}", _ink(token))
            self._fresh = False
        cursor.endEditBlock()
        if follows:
            bar.setValue(bar.maximum())
        if not self._next.isActive():
            self._next.start()

    def _go_on(self) -> None:
        self._written = 0
        self.write_slice()

    def redraw(self) -> None:
        """Take over the font; whoever has the lines gives them again for their colours."""
        self.setFont(theme().editor_font())
        self.document().setDocumentMargin(_INSET)


def _token(line: ConsoleLine) -> str:
    return _LEVELS.get(line.level) or line.tone or _SOURCES.get(line.source, "text")


def _ink(token: str) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setForeground(theme().color(token))
    return form
