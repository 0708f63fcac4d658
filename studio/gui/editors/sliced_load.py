"""Puts a long text into an editor part by part, so that the window is heard meanwhile.

Above: the JSON editor. Below: Qt's documents, `folded_strings`. Knows not what the text is.
"""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from studio.gui.editors.folded_strings import FoldedStrings
from studio.gui.editors.habits import habits
from studio.present.json_text import pretty_parts

_PART = 12_000
"""Characters that are laid out at a time: some milliseconds."""


class SlicedLoad(QObject):
    """While it runs the editor is for reading only, and nothing that it does can be undone. `done` tells that all is there."""

    done = Signal()

    def __init__(self, editor: QPlainTextEdit) -> None:
        super().__init__(editor)
        self._editor = editor
        self._parts: Iterator[str] | None = None
        self._done: list[str] = []
        self._was_locked = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_running(self) -> bool:
        """Whether parts are missing."""
        return self._parts is not None

    @property
    def put_in(self) -> str:
        """All that was put in."""
        return "".join(self._done)

    def begin(self, parts: Iterator[str]) -> None:
        """Put these parts in, one after the other."""
        if not self.is_running:
            self._was_locked = self._editor.isReadOnly()
        self._parts, self._done = parts, []
        self._editor.setReadOnly(True)
        self._editor.document().setUndoRedoEnabled(False)
        self._go_on()

    def stop(self) -> None:
        """Leave it at what is there."""
        if self.is_running:
            self._end()

    def _go_on(self) -> None:
        part = next(self._parts, None) if self._parts is not None else None
        if part is None:
            self._end()
            self.done.emit()
            return
        cursor = QTextCursor(self._editor.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(part)
        self._done.append(part)
        self._timer.start()

    def _end(self) -> None:
        self._parts = None
        self._timer.stop()
        self._editor.document().setUndoRedoEnabled(True)
        self._editor.setReadOnly(self._was_locked)


def fold_parts(text: str, folded: FoldedStrings) -> Iterator[str]:
    """A text laid out and with its long strings folded, in parts that end with a line."""
    rest = ""
    for part in pretty_parts(text, habits().indent, size=_PART):
        whole, end, rest = (rest + part).rpartition("\n")
        yield folded.fold(whole) + end
    yield folded.fold(rest)
