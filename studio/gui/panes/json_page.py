"""The JSON view of a pane: the exact text in an editor, and the bar that commits it.

Above: both panes. Below: the JSON editor. Knows no session: `committed` gives the text.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import theme
from studio.gui.panes.argument_issues import is_json
from studio.gui.panes.commit_bar import CommitBar, EditMode

_MOST_NOTES = 3
_ROOM_FOR_NOTE = 160
"""The least height of the page, in pixels at 100 %, at which the note is shown."""


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
        self._begins_at_end, self._end = False, -1
        self._taken = False
        """What was committed is shown next: the caret stays in it, also where that is another place."""
        self._drafts: dict[object, str] = {}
        self.editor = JsonEditor("", self)
        self.note = QLabel(self)
        """What is wrong at the caret, whole: beside the line there is seldom room for it."""
        self.bar = CommitBar(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.editor, 1)
        column.addWidget(self.note)
        column.addWidget(self.bar)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setContentsMargins(12, 4, 8, 4)
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.note.hide()
        self.editor.cursorPositionChanged.connect(self._tell_note)
        self.editor.checked.connect(lambda _marks: self._tell_note())
        self.editor.edited.connect(lambda _text: self._typed())
        self.editor.commit_requested.connect(self.commit)
        self.editor.left.connect(self.setFocus)
        self.bar.commit.connect(self.commit)
        self.bar.revert.connect(self.revert)
        self.bar.go_to_error.connect(self._go)
        self._reword()

    def set_value(self, text: str, mode: EditMode, place: object = None) -> None:
        """Show a text. A draft is kept; it is then about the new text. Each `place` has a draft of its own. The caret stays where it is
        while the place does; it goes along with the end while it was left there."""
        self._mode = mode
        if place != self._place:
            self._change_place(place, text)
        self.editor.setReadOnly(mode == "locked")
        if text != self._text and not self.has_draft:
            at_end = self._is_at_end()
            self._text = text
            self.editor.set_text(text, keep=not at_end)
            if at_end:
                self._go_to_end()
            self._error = ""
        self._taken = False
        self._show_bar()

    def begin_at_end(self) -> None:
        """From now on, show the end of each other text first: what is new stands there."""
        self._begins_at_end = True

    def _is_at_end(self) -> bool:
        """Whether the caret is where it was put at the end of the text before."""
        return self._begins_at_end and not self._taken and self.editor.textCursor().position() == self._end

    def _go_to_end(self) -> None:
        if self._begins_at_end:
            self.editor.go_to(len(self.editor.shown()))
            self._end = self.editor.textCursor().position()

    def _tell_note(self) -> None:
        """Tell what is wrong in the caret's line."""
        marks = self.editor.marks_at_caret()[:_MOST_NOTES]
        self.note.setVisible(bool(marks) and self.height() >= theme().px(_ROOM_FOR_NOTE))
        self.note.setText("\n".join(mark.sentence for mark in marks))
        role = "error" if any(mark.severity == "error" for mark in marks) else "small"
        if marks and role != self.note.property("role"):
            self.note.setProperty("role", role)
            self.note.style().unpolish(self.note)
            self.note.style().polish(self.note)

    def forget(self) -> None:
        """Drop every draft: another session is shown."""
        self._drafts.clear()
        self._text, self._place = None, None

    def _change_place(self, place: object, text: str) -> None:
        self.editor.flush()
        if self.has_draft:
            self._drafts[self._place] = self.editor.toPlainText()
        self._place, self._text, self._error = place, text, ""
        self.editor.set_text(text, keep=self._taken)
        if not self._taken:
            self._go_to_end()
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
        self.editor.set_text(self.editor.text(), keep=True)
        self._taken = True
        self._text = None
        self._typed()

    def revert(self) -> None:
        """Drop the draft."""
        self.editor.set_text(self._text or "", keep=True)
        self._typed()

    def show_error(self, sentence: str) -> None:
        """Say why the draft was refused."""
        self._error = sentence
        self._show_bar()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A page that is very low keeps its room for the text; Problems tells the same."""
        super().resizeEvent(event)
        self._tell_note()

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
