"""A picture of a message or a result as a small button; pressed it is shown large, and it can be saved.

A picture behind an address is only named, never fetched. Above: what a result or a message holds beside its text. Below: Qt's image
readers, the theme. Knows no session.
"""

import base64
import binascii
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader, QPixmap
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QMenu, QToolButton, QToolTip, QVBoxLayout, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill, tip
from studio.messages.parts import Image

_SIDE = 72
_LARGE = QSize(1600, 1200)
_FORMATS = frozenset((b"png", b"jpeg", b"jpg", b"gif", b"bmp", b"webp"))
_MOST_PIXELS = 60_000_000
_MOST_AT_ONCE = 4_000_000
"""Pixels up to which a thumbnail is made unasked."""
_LONGEST_KIND = 40


class Thumbnail(QToolButton):
    """One picture; `number` counts from 1. A very large one is read when it is pressed: its thumbnail would hold the window up."""

    def __init__(self, picture: Image, number: int, parent: QWidget | None = None, *, of_result: bool = True) -> None:
        super().__init__(parent)
        self._picture = picture
        self.dialog: QFileDialog | None = None
        side = theme().px(_SIDE)
        self._image, size = read_small(picture, side * 2)
        kind = picture.media_type[:_LONGEST_KIND] or self.tr("picture")
        words = self.tr("Picture {n} of the result ({kind})") if of_result else self.tr("Picture {n} ({kind})")
        self._name = fill(words, n=number, kind=kind)
        self.setAccessibleName(self._name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._is_picture = not size.isEmpty()
        if not self._is_picture:
            shown = picture.url if not picture.url.startswith("data:") else self.tr("cannot be shown")
            self.setText(fill("{kind}: {what}", kind=kind, what=shown[:80]))
            self.setToolTip(tip(shown[:400]))
            return
        self.setToolTip(tip(f"{self._name}\n{size.width()} × {size.height()}"))
        self.clicked.connect(lambda _on=False: self._enlarge())
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(lambda at: self.make_menu().popup(self.mapToGlobal(at)))
        if self._image.isNull():
            self.setText(f"{size.width()} × {size.height()}")
            self.setIcon(icon("eye", "muted"))
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            return
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        shown_size = size.scaled(side, side, keep) if max(size.width(), size.height()) > side else size
        self.setIcon(QPixmap.fromImage(self._image.scaled(shown_size * 2, keep, smooth)))
        self.setIconSize(shown_size)
        self.setFixedSize(shown_size.expandedTo(QSize(16, 16)) + QSize(8, 8))

    @property
    def is_picture(self) -> bool:
        """Whether it could be read."""
        return self._is_picture

    def make_menu(self) -> QMenu:
        """What can be done with the picture."""
        menu = QMenu(self)
        menu.addAction(self.tr("Show large")).triggered.connect(lambda _on=False: self._enlarge())
        menu.addAction(self.tr("Save picture…")).triggered.connect(lambda _on=False: self.save())
        copy = menu.addAction(self.tr("Copy picture"))
        copy.triggered.connect(lambda _on=False: QGuiApplication.clipboard().setImage(self._large()))
        return menu

    def save(self) -> None:
        """Choose a file, and write the picture there as it came."""
        ending = self._picture.media_type.rpartition("/")[2] or "png"
        dialog = QFileDialog(self.window(), self.tr("Save picture"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("jpg" if ending == "jpeg" else ending[:8])
        dialog.selectFile(fill("{name}.{ending}", name=self.tr("picture"), ending=dialog.defaultSuffix()))
        dialog.fileSelected.connect(self.write)
        dialog.finished.connect(lambda _result: self._saved(dialog))
        self.dialog = dialog
        dialog.open()

    def write(self, path: str) -> None:
        """Write the bytes as they came; what went wrong is said in the tooltip's place."""
        try:
            Path(path).write_bytes(picture_bytes(self._picture.url))
        except OSError as error:
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), tip(str(error)), self)

    def _saved(self, dialog: QFileDialog) -> None:
        dialog.deleteLater()
        self.dialog = None

    def _large(self) -> QImage:
        return read_picture(self._picture, _LARGE)

    def _enlarge(self) -> None:
        image = self._large()
        dialog = QDialog(self.window())
        dialog.setWindowTitle(self._name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        label = QLabel(dialog)
        label.setPixmap(QPixmap.fromImage(image))
        label.setAccessibleName(self._name)
        area = ScrollColumn(self._name, dialog)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        area.add(label)
        column = QVBoxLayout(dialog)
        save = Button(self.tr("Save picture…"), dialog, icon_name="save")
        save.clicked.connect(lambda _on=False: self.save())
        column.setContentsMargins(0, 0, 0, 8)
        column.addWidget(area)
        column.addWidget(save, 0, Qt.AlignmentFlag.AlignHCenter)
        dialog.resize((image.size() + QSize(24, 64)).boundedTo(self.window().size()))
        dialog.open()


class Pictures(WrappedRow):
    """Thumbnails side by side; hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: tuple[Image, ...] = ()
        self.thumbnails: list[Thumbnail] = []
        self.set_margins(0, 4, 0, 0)
        self.hide()

    def show_pictures(self, pictures: tuple[Image, ...], *, of_result: bool) -> None:
        """Show these pictures."""
        if pictures != self._held:
            self._held = pictures
            for old in self.thumbnails:
                old.hide()
                self.take(old)
                old.deleteLater()
            made = enumerate(pictures, 1)
            self.thumbnails = [Thumbnail(picture, at, self, of_result=of_result) for at, picture in made]
            for thumbnail in self.thumbnails:
                self.add(thumbnail)
                thumbnail.show()
        self.setVisible(bool(pictures))


def read_small(picture: Image, side: int) -> tuple[QImage, QSize]:
    """The picture no larger than a square, and its own size, which is empty where it cannot be read. The image is null where reading
    it would take long."""
    buffer, reader = _reader(picture)
    size = reader.size() if reader is not None else QSize()
    if reader is None or size.width() * size.height() > _MOST_AT_ONCE:
        return QImage(), size
    if size.width() > side or size.height() > side:
        reader.setScaledSize(size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    buffer.close()
    return image, QSize() if image.isNull() else size


def read_picture(picture: Image, most: QSize) -> QImage:
    """The picture that a data address holds, no larger than `most`; a null one where there is none that can be read."""
    _buffer, reader = _reader(picture)
    if reader is None:
        return QImage()
    size = reader.size()
    if size.width() > most.width() or size.height() > most.height():
        reader.setScaledSize(size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _reader(picture: Image) -> tuple[QBuffer, QImageReader | None]:
    """A reader of the picture's own bytes, and what it reads from; None where they are no picture that is drawn."""
    data, buffer = picture_bytes(picture.url), QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    size = reader.size()
    fits = data and bytes(reader.format().data()) in _FORMATS and 0 < size.width() * size.height() <= _MOST_PIXELS
    return buffer, reader if fits else None


def picture_bytes(url: str) -> bytes:
    """The bytes that a data address holds; none for any other address."""
    head, comma, body = url.partition(",")
    if not head.startswith("data:") or not comma:
        return b""
    if not head.endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(body, validate=False)
    except (binascii.Error, ValueError):
        return b""
