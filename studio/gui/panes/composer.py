"""Where the person writes the next message: role, text, pictures and passages of files, saved prompts, Send.

Enter makes a new line, Ctrl+Enter sends. Above: the Request pane's Chat. Below: the message editor, `attachments`. Knows no session: `sent`
gives text and role; what goes along is asked for then.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.attachments import Attachments
from studio.gui.panes.message_editor import MessageEditor
from studio.gui.panes.prompt_menu import PromptMenu
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.segmented import Segmented
from studio.messages.parts import Image
from studio.paths import is_folder
from studio.workspace.attached_pictures import PICTURE_SUFFIXES

_NOT_TEXT = frozenset({".tcsession", ".pdf", ".zip"})
"""Files that are dropped somewhere else, or are neither text nor a picture."""
Pasted = Callable[[bytes], Image | None]


class Composer(QWidget):
    """`sent` comes with the text and the role; there is a text or a picture. `dialog` is the choice of a file while it is open.
    `read_picture` gives a file as a picture and `read_pasted` its bytes, or None when they said what is wrong."""

    sent = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = ElidedLabel("", self, colour="muted", size=11)
        self.role = Segmented("", [("user", "user"), ("system", "system")], self)
        self.editor = MessageEditor("", self)
        self.editor.fit_height(3, 12)
        self.attachments = Attachments(self)
        self.attach = Button("", self, icon_name="file", colour="muted")
        self.saved = PromptMenu(self.editor.text, self)
        self.read_picture: Callable[[Path], Image | None] = lambda _path: None
        self.read_pasted: Pasted = lambda _data: None
        self.send = Button("", self, look="main", icon_name="send")
        self.dialog: QFileDialog | None = None
        self._lay_out()
        self._take_drops()
        self.send.clicked.connect(self._send)
        self.attach.clicked.connect(lambda _on=False: self.choose_file())
        self.role.chosen.connect(lambda _role: self._show())
        self.editor.commit_requested.connect(self._send)
        self.editor.edited.connect(lambda _text: self._show())
        self.editor.picture_pasted.connect(self.add_pasted)
        self.editor.files_pasted.connect(self.add_files)
        self.attachments.changed.connect(self._show)
        self.saved.inserted.connect(self._insert)
        self._reword()
        self._show()

    def clear(self) -> None:
        """Forget what was typed and attached."""
        self.editor.set_text("")
        self.attachments.clear()
        self._show()

    def choose_file(self) -> None:
        """Choose a file that goes along with the message."""
        dialog = QFileDialog(self, self.tr("Attach a picture or text"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self.add_files([Path(name) for name in names]))
        dialog.finished.connect(lambda _result: self._chosen(dialog))
        self.dialog = dialog
        dialog.open()

    def add_files(self, paths: list[Path]) -> None:
        """Attach files; each is read now."""
        for path in paths:
            if path.suffix.lower() not in PICTURE_SUFFIXES:
                self.attachments.add(path)
            elif (picture := self.read_picture(path)) is not None:
                self.attachments.add_picture(picture, path.name)

    def add_pasted(self, data: bytes) -> None:
        """Attach a picture of the clipboard."""
        picture = self.read_pasted(data)
        if picture is not None:
            self.attachments.add_picture(picture, "")

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    # ---- dropped files

    def _take_drops(self) -> None:
        self.setAcceptDrops(True)
        for widget in (self.editor, *self.editor.findChildren(QWidget)):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A file that is dropped onto the text is attached; text is dropped into it as usual."""
        if isinstance(event, QDragEnterEvent | QDragMoveEvent) and _files(event.mimeData()):
            event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and _files(event.mimeData()):
            self.dropEvent(event)
            return True
        return super().eventFilter(watched, event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files with text, and pictures, and text beside the field."""
        if _files(event.mimeData()) or _words(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Attach them; text goes where the caret is."""
        self.add_files(_files(event.mimeData()))
        if words := _words(event.mimeData()):
            self._insert(words)
        event.acceptProposedAction()

    # ---- inside

    def _chosen(self, dialog: QFileDialog) -> None:
        dialog.deleteLater()
        self.dialog = None

    def _lay_out(self) -> None:
        row = WrappedRow(self)
        row.add(self.role)
        row.add(self.attach)
        row.add(self.saved)
        row.add(self._hint)
        row.add_right(self.send)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self.editor)
        column.addWidget(self.attachments)
        column.addWidget(row)

    def _reword(self) -> None:
        self.editor.setAccessibleName(self.tr("Next message"))
        self.editor.setPlaceholderText(self.tr("Write a message"))
        self.role.setAccessibleName(self.tr("Role of the message"))
        self.send.set_words(self.tr("Send"))
        self.attach.set_words(self.tr("Attach…"))
        self.attach.setToolTip(
            self.tr(
                "A picture, or text of a file, that goes along with this message. It can be dropped or pasted here, too."
            )
        )
        self._hint.set_text(self.tr("Ctrl+Enter sends"))
        self.setAccessibleName(self.tr("Composer"))

    def _send(self) -> None:
        text = self.editor.text()
        if self._is_something():
            self.sent.emit(text, self.role.current())

    def _insert(self, text: str) -> None:
        """Put a saved prompt where the caret is; what stands there can be taken back."""
        self.editor.insertPlainText(text)
        self.editor.setFocus()

    def _is_something(self) -> bool:
        """Whether there is a text, or a picture that needs none."""
        pictures = self.role.current() == "user" and bool(self.attachments.pictures())
        return bool(self.editor.text().strip()) or pictures

    def _show(self) -> None:
        self.send.setEnabled(self._is_something())
        by_user = self.role.current() == "user"
        self.attach.setEnabled(by_user)
        self.attachments.setVisible(by_user and bool(self.attachments.rows))


def _words(data: QMimeData) -> str:
    return "" if data.hasUrls() else data.text()


def _files(data: QMimeData) -> list[Path]:
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() not in _NOT_TEXT and not is_folder(path)]
