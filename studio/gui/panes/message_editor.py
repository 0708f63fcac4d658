"""The text of the next message: an editor that hands pictures and files of the clipboard on instead of their names.

Above: the composer. Below: the text editor. Knows no session.
"""

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, Signal
from PySide6.QtGui import QImage

from studio.gui.editors.text_editor import TextEditor
from studio.paths import is_file


class MessageEditor(TextEditor):
    """`picture_pasted` gives the bytes of a picture, `files_pasted` paths."""

    picture_pasted = Signal(bytes)
    files_pasted = Signal(list)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Pictures and files can be pasted, too."""
        return source.hasImage() or bool(_files(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Files go along, and so does a picture that comes without a text; anything else is text."""
        if _files(source):
            self.files_pasted.emit(_files(source))
        elif source.hasImage() and not source.hasText():
            self.picture_pasted.emit(_png(source))
        else:
            super().insertFromMimeData(source)


def _files(source: QMimeData) -> list[Path]:
    return [path for url in source.urls() if url.isLocalFile() and is_file(path := Path(url.toLocalFile()))]


def _png(source: QMimeData) -> bytes:
    """The picture as it is told in bytes: as it was copied where that is a format of the web."""
    for kind in ("image/png", "image/jpeg", "image/webp", "image/gif"):
        if source.hasFormat(kind):
            return bytes(source.data(kind).data())
    image, buffer = QImage(source.imageData()), QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # a device is taken too
    return bytes(buffer.data().data())
