"""What was read of a resource: its text, its picture, or what else it is; copied, saved.

Above: the dialog of resources. Below: the text window, thumbnails, `workspace/read_resources`. Knows no server.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.panes.entry_look import about_tokens, characters
from studio.gui.panes.text_window import TextWindow
from studio.gui.panes.thumbnail import read_picture
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, say
from studio.messages.parts import Image
from studio.present.result_parts import ResultPart, bytes_words, file_name
from studio.session.server_view import ReadContent
from studio.workspace.read_resources import bytes_of, kind_of, text_of

_LARGEST = QSize(1200, 900)


class ResourceView(QWidget):
    """Of several contents one is shown, chosen by `which`. `told` gives what became of saving, and whether it went wrong."""

    told = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.contents: tuple[ReadContent, ...] = ()
        self.which, self.facts = StillCombo(self), QLabel(self)
        self.copy, self.save = (
            Button(self.tr("Copy"), self, look="link"),
            Button(self.tr("Save as…"), self, look="link"),
        )
        self.text, self.json = TextWindow(self), TextWindow(self, json=True)
        self.picture, self.nothing = QLabel(self), QLabel(self)
        self._pixmap = QPixmap()
        self._stack = QStackedWidget(self)
        self.dialog: QFileDialog | None = None
        self._prepare()
        self._lay_out()
        self.show_contents((), self.tr("Choose a resource and read it."))

    def show_contents(self, contents: Sequence[ReadContent], nothing: str = "") -> None:
        """Show what was read; with nothing, say why."""
        self.contents = tuple(contents)
        names = [(at, f"{at + 1}. {each.uri}") for at, each in enumerate(contents)]
        self.which.show_choices(names, 0)
        self.which.setVisible(len(contents) > 1)
        self.nothing.setText(nothing or self.tr("The server gave nothing."))
        self._show()

    def current(self) -> ReadContent | None:
        """The content that is shown."""
        at = self.which.value()
        return self.contents[at] if self.contents and at is not None else None

    def write(self, path: Path) -> None:
        """Save what is shown."""
        content = self.current()
        if content is None:
            return
        try:
            path.write_bytes(bytes_of(content))
        except OSError as error:
            said = fill(self.tr("{file} could not be written: {why}."), file=path.name, why=error.strerror or "")
            self.told.emit(said, True)
            return
        self.told.emit(fill(self.tr("Saved as {path}."), path=path), False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture takes the room that there is."""
        super().resizeEvent(event)
        self._fit()

    def _prepare(self) -> None:
        self.which.setAccessibleName(self.tr("Which content is shown"))
        self.which.currentIndexChanged.connect(lambda _at: self._show())
        for window in (self.text, self.json):
            window.set_name(self.tr("Text of the resource"))
            window.editor.setProperty("look", "field")
            window.editor.setTabChangesFocus(True)
        for label in (self.facts, self.nothing):
            wrap_plainly(label)
            label.setProperty("role", "small_muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setMinimumSize(1, 1)
        self.copy.clicked.connect(lambda _on=False: self._copy())
        self.save.clicked.connect(lambda _on=False: self._ask_where())

    def _lay_out(self) -> None:
        for page in (self.nothing, self.text, self.json, self.picture):
            self._stack.addWidget(page)
        row = QHBoxLayout()
        row.addWidget(self.facts, 1)
        row.addWidget(self.copy)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.which)
        column.addWidget(self._stack, 1)
        column.addLayout(row)

    def _show(self) -> None:
        content = self.current()
        text = text_of(content) if content is not None else None
        self.copy.setVisible(text is not None)
        self.save.setVisible(content is not None)
        self.facts.setText(self._facts(content, text) if content is not None else "")
        if content is None:
            self._stack.setCurrentWidget(self.nothing)
        elif text is not None:
            page = self.json if "json" in kind_of(content) else self.text
            page.set_text(text)
            self._stack.setCurrentWidget(page)
        else:
            self._show_picture(content)

    def _show_picture(self, content: ReadContent) -> None:
        image = read_picture(Image(f"data:{kind_of(content)};base64,{content.data}", kind_of(content)), _LARGEST)
        self._pixmap = QPixmap.fromImage(image) if not image.isNull() else QPixmap()
        self.nothing.setText(self.tr("This is no text and no picture that can be shown; it can be saved."))
        self.picture.setAccessibleName(fill(self.tr("Picture {uri}"), uri=content.uri))
        self._stack.setCurrentWidget(self.nothing if self._pixmap.isNull() else self.picture)
        self._fit()

    def _fit(self) -> None:
        if self._pixmap.isNull() or self._stack.currentWidget() is not self.picture:
            return
        room = self._stack.size().boundedTo(self._pixmap.size())
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        self.picture.setPixmap(self._pixmap.scaled(room, keep, smooth))

    def _facts(self, content: ReadContent, text: str | None) -> str:
        size = f"{characters(len(text))} · {about_tokens(text)}" if text is not None else ""
        size = size or say(bytes_words(len(bytes_of(content))))
        return " · ".join(filter(None, (content.uri, content.media_type, size)))

    def _copy(self) -> None:
        content = self.current()
        text = text_of(content) if content is not None else None
        if text is not None:
            QGuiApplication.clipboard().setText(text)
            self.told.emit(self.tr("Copied."), False)

    def _ask_where(self) -> None:
        content = self.current()
        if content is None:
            return
        dialog = QFileDialog(self, self.tr("Save the resource as"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        text, uri, kind = content.text or "", content.uri, content.media_type
        part = ResultPart(1, "resource", "nothing", text=text, uri=uri, media_type=kind)
        dialog.selectFile(file_name(part))
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.finished.connect(lambda _result: self._asked(dialog))
        self.dialog = dialog
        dialog.open()

    def _asked(self, dialog: QFileDialog) -> None:
        dialog.deleteLater()
        self.dialog = None
