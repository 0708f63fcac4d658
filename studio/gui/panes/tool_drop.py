"""A declaration that is dropped onto the Tools dock: a schema or a list of tools, as text or as a JSON file.

Above: `tool_room`. Below: Qt. Reads nothing: what is dropped is shown before it is taken.
"""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

_NOT_OURS = (".py", ".tcsession")


class ToolDrop(QObject):
    """Files that are Python or sessions are left to the window."""

    text_dropped = Signal(str)
    file_dropped = Signal(Path)

    def __init__(self, place: QWidget) -> None:
        super().__init__(place)
        place.setAcceptDrops(True)
        place.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what may be a declaration."""
        if isinstance(event, QDropEvent) and (_file(event.mimeData()) or _text(event.mimeData())):
            if event.type() == QEvent.Type.Drop:
                self._take(event.mimeData())
            event.acceptProposedAction()
            return True
        return super().eventFilter(watched, event)

    def _take(self, data: QMimeData) -> None:
        path = _file(data)
        if path is not None:
            self.file_dropped.emit(path)
        else:
            self.text_dropped.emit(_text(data))


def _file(data: QMimeData) -> Path | None:
    paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return next((path for path in paths if path.suffix not in _NOT_OURS), None)


def _text(data: QMimeData) -> str:
    return "" if data.hasUrls() else data.text()
