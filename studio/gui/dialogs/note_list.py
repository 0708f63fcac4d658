"""What the checks say of tools: a line for each, with its advice below.

Above: the page of a tool, the dialog of notes. Below: `note_drawing`. Only shows; `opened` gives the tool of the line that was pressed.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from studio.checks.tool_advice import Severity, ToolAdvice
from studio.gui.dialogs.note_drawing import SHOWN, NoteDrawing, NoteShown
from studio.gui.words import sentence

_SIGNS: dict[Severity, tuple[str, str]] = {
    "error": ("provider_error", "error"),
    "warning": ("warn", "warn"),
    "hint": ("info", "muted"),
}
_TOOL = Qt.ItemDataRole.UserRole


class NoteList(QListWidget):
    """`named`: each line begins with the name of its tool."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, named: bool) -> None:
        super().__init__(parent)
        self._named = named
        self.setItemDelegate(NoteDrawing(self))
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("What the checks say"))
        self.itemActivated.connect(lambda item: self.opened.emit(item.data(_TOOL)))

    def show_notes(self, notes: Sequence[ToolAdvice]) -> None:
        """Show these."""
        self.clear()
        for note in notes:
            self.addItem(self._item(note))
        if notes:
            self.setCurrentRow(0)

    def show_tool(self, name: str) -> None:
        """Give the first line of a tool the keyboard."""
        at = next((at for at in range(self.count()) if self.item(at).data(_TOOL) == name), -1)
        if at >= 0:
            self.setCurrentRow(at)
            self.scrollToItem(self.item(at), QAbstractItemView.ScrollHint.PositionAtTop)

    def _item(self, note: ToolAdvice) -> QListWidgetItem:
        place = f"{note.tool}{_place(note.pointer)}" if self._named else _place(note.pointer).removeprefix(" · ")
        lines = [place, sentence(note.sentence), sentence(note.advice)]
        item = QListWidgetItem("\n".join(filter(None, lines)))
        item.setData(_TOOL, note.tool)
        item.setData(SHOWN, NoteShown(*_SIGNS[note.severity], place, lines[1], lines[2]))
        item.setToolTip(note.rule)
        words = {"error": self.tr("error"), "warning": self.tr("warning"), "hint": self.tr("hint")}
        said = [note.tool, words[note.severity], *lines[1:]]
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, said)))
        return item


def _place(pointer: str) -> str:
    """A place in a declaration as people read it: ` · parameters.properties.unit`."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/") if part]
    shown = [part for part in parts if part not in ("parameters", "properties")] or parts
    return f" · {'.'.join(shown)}" if shown else ""
