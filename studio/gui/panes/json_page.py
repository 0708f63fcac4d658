"""The JSON view of a pane: the exact text in an editor, and the bar that commits it.

Above: both panes. Below: the JSON editor. Knows no session: `committed` gives the text.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.panes.argument_issues import is_json
from studio.gui.panes.commit_bar import CommitBar, EditMode


class JsonPage(QWidget):
    """A value as JSON. What is half typed stays when the value changes below it."""

    committed = Signal(str)
    draft_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text: str | None = None
        self._mode: EditMode = "live"
        self._error = ""
        self._place: object = None
        self._drafts: dict[object, str] = {}
        self.editor = JsonEditor("", self)
        self.bar = CommitBar(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.editor, 1)
        column.addWidget(self.bar)
        self.editor.edited.connect(lambda _text: self._typed())
        self.editor.commit_requested.connect(self.commit)
        self.editor.left.connect(self.setFocus)
        self.bar.commit.connect(self.commit)
        self.bar.revert.connect(self.revert)
        self.bar.go_to_error.connect(self._go)
        self._reword()

    def set_value(self, text: str, mode: EditMode, place: object = None) -> None:
        """Show a text. A draft is kept; it is then about the new text. Each `place` has a draft of its own."""
        self._mode = mode
        if place != self._place:
            self._change_place(place, text)
        self.editor.setReadOnly(mode == "locked")
        if text != self._text and not self.has_draft:
            self._text = text
            self.editor.set_text(text)
            self._error = ""
        self._show_bar()

    def forget(self) -> None:
        """Drop every draft: another session is shown."""
        self._drafts.clear()
        self._text, self._place = None, None

    def _change_place(self, place: object, text: str) -> None:
        self.editor.flush()
        if self.has_draft:
            self._drafts[self._place] = self.editor.toPlainText()
        self._place, self._text, self._error = place, text, ""
        self.editor.set_text(text)
        draft = self._drafts.pop(place, None)
        if draft is not None:
            self.editor.selectAll()
            self.editor.insertPlainText(draft)

    @property
    def has_draft(self) -> bool:
        """Whether something typed is not committed."""
        return self._text is not None and self.editor.is_changed()

    def commit(self) -> None:
        """Hand the draft on, unless it is not JSON."""
        self.editor.flush()
        if self.has_draft and self._mode != "locked" and is_json(self.editor.draft()):
            self._error = ""
            self.committed.emit(self.editor.text())

    def taken(self) -> None:
        """The draft became an event: what is shown is no draft any more."""
        self.editor.set_text(self.editor.text())
        self._text = None
        self._typed()

    def revert(self) -> None:
        """Drop the draft."""
        self.editor.set_text(self._text or "")
        self._typed()

    def show_error(self, sentence: str) -> None:
        """Say why the draft was refused."""
        self._error = sentence
        self._show_bar()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.editor.setAccessibleName(self.tr("JSON"))
        self._show_bar()

    def _typed(self) -> None:
        self._error = ""
        self._show_bar()
        self.draft_changed.emit(self.has_draft)

    def _show_bar(self) -> None:
        wrong = self.has_draft and not is_json(self.editor.draft())
        error = self.tr("This is not JSON yet, so it cannot be committed.") if wrong else self._error
        self.bar.show_state(self._mode, changed=self.has_draft, error=error, has_place=wrong)

    def _go(self) -> None:
        marks = [mark for mark in self.editor.marks() if mark.severity == "error"]
        if marks:
            self.editor.go_to(marks[0].start)
            self.editor.setFocus()
