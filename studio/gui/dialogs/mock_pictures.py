"""The pictures that a rule gives beside its text: each small, with a button that takes it out, and one that adds a file.

Above: `mock_answer`. Below: thumbnails, `workspace/picture_file`. Knows no session.
"""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from studio.gui.panes.thumbnail import Thumbnail
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.words import fill, told_error
from studio.messages.parts import Image
from studio.problems import StudioError
from studio.session.mocks import MOST_MEDIA
from studio.workspace.picture_file import read_picture_file


class MockPictures(WrappedRow):
    """`edited`: other pictures now. `refused` says why a file was not taken."""

    edited = Signal()
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures: tuple[Image, ...] = ()
        self._parts: list[QWidget] = []
        self.outs: list[IconButton] = []
        self.more = Button(self.tr("Add a picture…"), self, look="quiet", icon_name="plus")
        self.add(self.more)
        self.more.clicked.connect(lambda _on=False: self._choose())

    def pictures(self) -> tuple[Image, ...]:
        """The pictures as they are."""
        return self._pictures

    def show_pictures(self, pictures: tuple[Image, ...]) -> None:
        """Show these, without telling."""
        if pictures == self._pictures:
            return
        self._pictures = pictures
        for old in self._parts:
            old.hide()
            self.take(old)
            old.deleteLater()
        self._parts, self.outs = [], []
        for at, picture in enumerate(pictures):
            self._show(at, picture)

    def add_file(self, path: Path) -> None:
        """Take a picture in, where it is one and there is room for it."""
        room = MOST_MEDIA - sum(len(picture.url) for picture in self._pictures)
        try:
            picture = read_picture_file(path, room)
        except StudioError as error:
            self.refused.emit(told_error(error))
            return
        self.refused.emit("")
        self.show_pictures((*self._pictures, picture))
        self.edited.emit()

    def _show(self, at: int, picture: Image) -> None:
        thumbnail = Thumbnail(picture, at + 1, self, of_result=False)
        out = IconButton("close", fill(self.tr("Take picture {n} out"), n=at + 1), self)
        out.clicked.connect(lambda _on=False, at=at: self._remove(at))
        for place, widget in enumerate((thumbnail, out)):
            self.insert(2 * at + place, widget)
            widget.show()
            self._parts.append(widget)
        self.outs.append(out)

    def _remove(self, at: int) -> None:
        self.show_pictures((*self._pictures[:at], *self._pictures[at + 1 :]))
        self.more.setFocus()
        self.edited.emit()

    def _choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Add a picture"), "", self.tr("Pictures (*.png *.jpg *.jpeg *.gif *.webp)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.add_file(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
