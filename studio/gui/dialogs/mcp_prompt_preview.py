"""The messages of a prompt as they will be put into the session: each with its role, text and pictures, and what was not taken as it stood.

Above: the dialog of prompts. Below: message blocks, thumbnails. Changes nothing.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.panes.entry_look import characters, look_of
from studio.gui.panes.message_entries import entries
from studio.gui.panes.thumbnail import Thumbnail
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.message_block import MessageBlock
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.messages.message import Message
from studio.messages.parts import Image
from studio.session.server_view import PromptMessages

_MOST = 100
"""Messages that are shown; all of them are put in."""


class PromptPreview(QWidget):
    """`notes` says what could not be taken as it stood."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.blocks: list[MessageBlock] = []
        self.area, self.notes = ScrollColumn(self.tr("Messages of the prompt"), self), QLabel(self)
        self.nothing = QLabel(self)
        for label, role in ((self.notes, "warn"), (self.nothing, "small_muted")):
            wrap_plainly(label)
            label.setProperty("role", role)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.area, 1)
        column.addWidget(self.nothing, 1)
        column.addWidget(self.notes)
        self.show_prompt(None, "")

    def show_prompt(self, prompt: PromptMessages | None, nothing: str) -> None:
        """Show what a server gave; without it, say what to do."""
        for block in self.blocks:
            self.area.remove(block)
        messages = prompt.messages[:_MOST] if prompt is not None else ()
        self.blocks = [self._block(message) for message in messages]
        for block in self.blocks:
            self.area.add(block)
        self.area.setVisible(bool(messages))
        self.nothing.setText(nothing)
        self.nothing.setVisible(not messages)
        self.notes.setText("\n".join(prompt.notes) if prompt is not None else "")
        self.notes.setVisible(bool(self.notes.text()))

    def _block(self, message: Message) -> MessageBlock:
        (entry,) = entries([message], [], 0, None)
        look = look_of(entry)
        block = MessageBlock(self)
        block.set_head(look.icon, look.role, look.colour, characters(len(message.text)) if message.text else "")
        block.set_text(message.text)
        block.activated.connect(block.toggle)
        pictures = [part for part in message.parts if isinstance(part, Image)]
        layout = block.layout()
        if pictures and layout is not None:
            row = WrappedRow(block)
            for at, picture in enumerate(pictures, 1):
                row.add(Thumbnail(picture, at, row))
            layout.addWidget(row)
        return block
