"""The assistant's text above the call cards: shown, and changed in place; empty text can be added.

Above: the calls view and the Response pane's Chat. Below: the text editor. Knows no session.
"""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.editors.text_editor import TextEditor
from studio.gui.panes.commit_bar import CommitBar, EditMode
from studio.gui.panes.entry_look import characters
from studio.gui.panes.low_minimum import low_minimum
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.chip import Chip
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.markdown_text import MarkdownText, is_markdown


class ReplyText(QWidget):
    """`committed` gives the new text."""

    committed = Signal(str)
    reverted = Signal()
    """It shall be again what the model said."""
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._place: object = None
        self._drafts: dict[object, str] = {}
        self._mode: EditMode = "live"
        self._edited = False
        self._title = QLabel(self)
        self._title.setProperty("role", "small_muted")
        self._meta = ElidedLabel("", self, colour="muted", size=12)
        self.chip = Chip("", "edit", self)
        self.pencil = IconButton("edit", "", self)
        self.undo, self.plain = IconButton("undo", "", self), IconButton("braces", "", self)
        self.plain.setCheckable(True)
        self.body = MarkdownText(self)
        self.editor = TextEditor("", self)
        self.editor.fit_height(2, 16)
        self.add = Button("", self, look="link", icon_name="plus")
        self.bar = CommitBar(self)
        self._lay_out()
        self._wire()
        self._reword()
        self.editor.hide()

    def show_text(self, text: str, mode: EditMode, *, edited: bool, place: object = None) -> None:
        """Show the text; a draft stays while the text is the same. Each `place` has a draft of its own."""
        if place != self._place and self.has_draft:
            self._drafts[self._place] = self.editor.text()
        if text != self._text or place != self._place:
            draft = self._drafts.pop(place, None)
            self.editor.set_text(text if draft is None else draft)
            self.editor.setVisible(draft is not None)
        self._text, self._mode, self._place = text, mode, place
        self.body.set_text(text, plain=self.plain.isChecked())
        self.chip.setVisible(edited)
        self._edited = edited
        self._reword()
        self._show()

    def forget(self) -> None:
        """Drop every draft: another session is shown."""
        self._drafts.clear()
        self.editor.set_text(self._text)
        self.editor.hide()

    @property
    def drafts(self) -> set[object]:
        """The places at which something typed is not committed, that which is shown included."""
        return {*self._drafts, *([self._place] if self.has_draft else ())}

    @property
    def has_draft(self) -> bool:
        """Whether something typed is not committed."""
        return self.editor.text() != self._text

    def open_editor(self) -> None:
        """Edit the text in place."""
        if self._mode != "locked":
            self.editor.show()
            self._show()
            self.editor.setFocus()

    def commit(self) -> None:
        """Hand the draft on."""
        if self.has_draft and self._mode != "locked":
            self.committed.emit(self.editor.text())

    def revert(self) -> None:
        """Drop the draft."""
        self.editor.set_text(self._text)
        self.editor.hide()
        self._typed()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click opens the editor."""
        self.open_editor()
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps otherwise, and the scrolled column must know."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.body.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Low: the height follows from the width."""
        return low_minimum(self, super().minimumSizeHint())

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addWidget(self.chip)
        row.addStretch(1)
        row.addWidget(self._meta)
        for button in (self.plain, self.undo, self.pencil):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.add)
        for widget in (self.body, self.editor, self.bar):
            column.addWidget(widget)

    def _wire(self) -> None:
        self.pencil.clicked.connect(lambda _on=False: self.open_editor())
        self.undo.clicked.connect(lambda _on=False: self.reverted.emit())
        self.plain.toggled.connect(lambda on: self.body.set_text(self._text, plain=on))
        self.add.clicked.connect(lambda _on=False: self.open_editor())
        self.editor.edited.connect(lambda _text: self._typed())
        self.editor.commit_requested.connect(self.commit)
        self.editor.left.connect(self._leave)
        self.bar.commit.connect(self.commit)
        self.bar.revert.connect(self.revert)

    def _reword(self) -> None:
        self._title.setText(self.tr("Assistant text"))
        self._meta.set_text(characters(len(self._text)) if self._text else "")
        self.chip.set(self.tr("EDITED"), "edit")
        self.pencil.set_words(self.tr("Change the text"))
        self.undo.set_words(self.tr("Back to what the model said"))
        self.plain.set_words(self.tr("Show the text as it was written"))
        self.add.set_words(self.tr("Add text"))
        words = self.tr("Assistant text")
        self.editor.setAccessibleName(words)
        self.setAccessibleName(f"{words}: {self._text[:200]}")

    def _show(self) -> None:
        open_now, locked = not self.editor.isHidden(), self._mode == "locked"
        there = bool(self._text) or open_now or self._edited
        self._title.setVisible(there)
        self._meta.setVisible(there)
        self.body.setVisible(bool(self._text) and not open_now)
        self.pencil.setVisible(bool(self._text) and not locked)
        self.undo.setVisible(self._edited and not locked)
        self.plain.setVisible(is_markdown(self._text) and not open_now)
        self.add.setVisible(not there and not locked)
        self.bar.show_state(self._mode, changed=self.has_draft)

    def _typed(self) -> None:
        self._show()
        self.draft_changed.emit()

    def _leave(self) -> None:
        self.editor.hide()
        self._show()
        self.pencil.setFocus(Qt.FocusReason.OtherFocusReason)
