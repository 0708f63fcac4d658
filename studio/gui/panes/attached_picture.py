"""A picture that will go along with the next message: small, with its name and size; a button takes it out.

Above: the list of what goes along. Below: the thumbnail. Reads no file.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.panes.thumbnail import Pictures
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.words import fill, say
from studio.messages.parts import Image
from studio.present.result_parts import bytes_words, decoded_size


class PictureRow(QWidget):
    """`removed`: it shall not go along."""

    removed = Signal()

    def __init__(self, picture: Image, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture, self._name = picture, name
        self.small = Pictures(self)
        self.small.show_pictures((picture,), of_result=False)
        self.name, self.out = ElidedLabel("", self, size=12), IconButton("close", "", self)
        self.out.clicked.connect(lambda _on=False: self.removed.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.small)
        row.addWidget(self.name, 1)
        row.addWidget(self.out)
        self.small.setFixedWidth(self.small.thumbnails[0].width())
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        kind, size = self.picture.media_type, say(bytes_words(decoded_size(self.picture.url.partition(",")[2])))
        name = self._name or self.tr("Pasted picture")
        self.name.set_text(f"{name} · {kind} · {size}")
        self.out.set_words(fill(self.tr("Take {file} out"), file=name))
