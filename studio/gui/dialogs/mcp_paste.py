"""What is pasted into a dialog or dropped onto it, before the field that has the keyboard takes it.

Above: the dialog of a server. Below: Qt. Knows not what the text is: `takes` says whether it is meant for the whole dialog.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

Takes = Callable[[str, QWidget], bool]
Dropped = Callable[[Path], object]


class McpPaste(QObject):
    """Watches whatever has the keyboard in a widget. `takes` gets a pasted or dropped text and the field, and says whether it took it;
    `dropped` gets a file."""

    def __init__(self, place: QWidget, takes: Takes, dropped: Dropped) -> None:
        super().__init__(place)
        self._place, self._takes, self._dropped = place, takes, dropped
        place.setAcceptDrops(True)
        place.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._watch)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a paste that is meant for the whole, and what is dropped."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and isinstance(watched, QWidget):
            return event.matches(QKeySequence.StandardKey.Paste) and self._takes(
                QApplication.clipboard().text(), watched
            )
        if event.type() in (QEvent.Type.DragEnter, QEvent.Type.Drop) and isinstance(event, QDropEvent):
            return self._drop(watched, event)
        return super().eventFilter(watched, event)

    def _drop(self, watched: QObject, event: QDropEvent) -> bool:
        path, text = _path(event.mimeData()), event.mimeData().text()
        if path is None and not (text and isinstance(watched, QWidget) and watched is self._place):
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop and path is not None:
            self._dropped(path)
        elif event.type() == QEvent.Type.Drop:
            self._takes(text, self._place)
        return True

    def _watch(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Stand before whatever gets the keyboard; rows come and go."""
        if now is not None and now is not self._place and self._place.isAncestorOf(now):
            now.installEventFilter(self)


def _path(data: QMimeData) -> Path | None:
    """The first file of this machine among what is dragged."""
    return next((Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()), None)
