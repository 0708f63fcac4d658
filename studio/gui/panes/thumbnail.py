"""A picture of a result as a small button; pressed it is shown large. A picture behind an address is only named, never fetched.

Above: what a result holds beside its text. Below: Qt's image readers, the theme. Knows no session.
"""

import base64
import binascii
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPixmap
from PySide6.QtWidgets import QDialog, QLabel, QToolButton, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill, tip
from studio.messages.parts import Image

_SIDE = 72
_LARGE = QSize(1600, 1200)
_FORMATS = frozenset((b"png", b"jpeg", b"jpg", b"gif", b"bmp", b"webp"))
_MOST_PIXELS = 60_000_000
_LONGEST_KIND = 40


class Thumbnail(QToolButton):
    """One picture; `number` counts from 1."""

    def __init__(self, picture: Image, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = read_picture(picture, _LARGE)
        kind = picture.media_type[:_LONGEST_KIND] or self.tr("picture")
        self._name = fill(self.tr("Picture {n} of the result ({kind})"), n=number, kind=kind)
        self.setAccessibleName(self._name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if self._image.isNull():
            shown = picture.url if not picture.url.startswith("data:") else self.tr("cannot be shown")
            self.setText(fill("{kind}: {what}", kind=kind, what=shown[:80]))
            self.setToolTip(tip(shown[:400]))
            return
        size = self._image.size()
        self.setToolTip(tip(f"{self._name}\n{size.width()} × {size.height()}"))
        side = theme().px(_SIDE)
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        self.setIcon(QPixmap.fromImage(self._image.scaled(side, side, keep, smooth)))
        self.setIconSize(QSize(side, side).boundedTo(size.expandedTo(QSize(16, 16))))
        self.clicked.connect(lambda _on=False: self._enlarge())

    @property
    def is_picture(self) -> bool:
        """Whether it could be read."""
        return not self._image.isNull()

    def _enlarge(self) -> None:
        dialog = QDialog(self.window())
        dialog.setWindowTitle(self._name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        label = QLabel(dialog)
        label.setPixmap(QPixmap.fromImage(self._image))
        label.setAccessibleName(self._name)
        area = ScrollColumn(self._name, dialog)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        area.add(label)
        column = QVBoxLayout(dialog)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
        dialog.resize((self._image.size() + QSize(24, 24)).boundedTo(self.window().size()))
        dialog.open()


def read_picture(picture: Image, most: QSize) -> QImage:
    """The picture that a data address holds, no larger than `most`; a null one where there is none that can be read."""
    data = _data(picture.url)
    if not data:
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    size = reader.size()
    if bytes(reader.format().data()) not in _FORMATS or size.width() * size.height() > _MOST_PIXELS:
        return QImage()
    if size.width() > most.width() or size.height() > most.height():
        reader.setScaledSize(size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _data(url: str) -> bytes:
    head, comma, body = url.partition(",")
    if not head.startswith("data:") or not comma:
        return b""
    if not head.endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(body, validate=False)
    except (binascii.Error, ValueError):
        return b""
