"""The JSON view of a pane: the exact text in an editor, and the bar that commits it; a long text is shown for reading first.

Above: both panes. Below: the JSON editor, the long view. Knows no session: `committed` gives the text.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.long_view import LongView
from studio.gui.editors.path_bar import PathBar
from studio.gui.look.theme import theme
from studio.gui.panes.argument_issues import is_json
from studio.gui.panes.body_marks import nearest_span
from studio.gui.panes.commit_bar import CommitBar, EditMode
from studio.gui.panes.reading_bar import ReadingBar
from studio.gui.panes.text_window import LONGEST
from studio.gui.widgets.find_bar import FindBar
from studio.present.json_text import scan

_MOST_NOTES = 3
_ROOM_FOR_NOTE = 160
"""The least height of the page, in pixels at 100 %, at which the note is shown."""
_LONGEST_JUDGED = 1_000_000


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
        self.editor, self.long = JsonEditor("", self), LongView("", self, language="json")
        self.reading, self._stack = ReadingBar(self), QStackedWidget(self)
        self.path = PathBar(self.editor, self)
        self.note = QLabel(self)
        """What is wrong at the caret, whole: beside the line there is seldom room for it."""
        self.bar = CommitBar(self)
        self._lay_out()
        self.editor.cursorPositionChanged.connect(self._tell_note)
        self.editor.checked.connect(lambda _marks: self._tell_note())
        self.editor.edited.connect(lambda _text: self._typed())
        self.editor.commit_requested.connect(self.commit)
        self.editor.left.connect(self.setFocus)
        self.editor.ready.connect(self._ready)
        self.long.left.connect(self.setFocus)
        self.long.edit_wanted.connect(self.edit_long)
        self.reading.edit_wanted.connect(self.edit_long)
        self.bar.commit.connect(self.commit)
        self.bar.revert.connect(self.revert)
        self.bar.go_to_error.connect(self._go)
        self._reword()

    def _lay_out(self) -> None:
        self._stack.addWidget(self.editor)
        self._stack.addWidget(self.long)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        for widget in (self.path, self.reading, self.note, self.bar):
            column.addWidget(widget)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setContentsMargins(12, 4, 8, 4)
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.note.hide()

    def set_value(self, text: str, mode: EditMode, place: object = None) -> None:
        """Show a text. A draft is kept; it is then about the new text. Each `place` has a draft of its own. The caret stays where it is
        while the place does; it goes along with the end while it was left there."""
        self._mode = mode
        if place != self._place:
            self._change_place(place, text)
        if not self.editor.is_loading:
            self.editor.setReadOnly(mode == "locked")
        if text != self._text and not self.has_draft:
            at_end = self._is_at_end()
            self._text = text
            self._show_text(text, keep=not at_end)
            self._error = ""
        self._taken = False
        self._show_bar()

    def begin_at_end(self) -> None:
        """From now on, show the end of each other text first: what is new stands there."""
        self._begins_at_end = True

    def _show_text(self, text: str, *, keep: bool) -> None:
        """Put a text into the editor, or where it is long into the view that reads it; the caret stays, or goes to the end."""
        reads, was_reading = len(text) > LONGEST, self.reads
        self._stack.setCurrentWidget(self.long if reads else self.editor)
        if reads:
            kept = self.long.caret()[0] if was_reading and keep else 0
            self.editor.set_text("")
            self.long.set_text(text, line=None if self._begins_at_end and not keep else kept)
        else:
            self.long.set_text("")
            self.editor.set_text(text, keep=keep)
            if not keep:
                self._go_to_end()
        self._show_reading()

    @property
    def reads(self) -> bool:
        """Whether the text is shown for reading, because it is long."""
        return self._stack.currentWidget() is self.long

    @property
    def find_bar(self) -> FindBar:
        """The line that finds words in what is shown."""
        return self.long.find_bar if self.reads else self.editor.find_bar

    def edit_long(self) -> None:
        """Put the long text into the editor, part by part."""
        if self.reads and self._mode != "locked" and self._text is not None:
            had = self.long.hasFocus()
            self._stack.setCurrentWidget(self.editor)
            self.editor.begin_text(self._text)
            if had:
                self.editor.setFocus()
            self._show_reading()

    def way_in(self) -> QWidget:
        """The text."""
        return self.long if self.reads else self.editor

    def go_to_pointer(self, pointer: str) -> None:
        """Bring the value at a pointer, or the nearest around it, into view and give it the keyboard."""
        if self.reads:
            self.long.select_all()
            text = "\n".join(self.long.lines.lines)
            start = nearest_span(scan(text), pointer)[0]
            self.long.go_to((text.count("\n", 0, start), start - (text.rfind("\n", 0, start) + 1)))
            self.long.setFocus()
        else:
            self.editor.go_to_draft(nearest_span(scan(self.editor.draft()), pointer)[0])
            self.editor.setFocus()

    def _ready(self) -> None:
        """The long text is all in the editor: the caret goes where it stood while it was read."""
        line, column = self.long.caret()
        cursor = QTextCursor(self.editor.document().findBlockByNumber(line))
        cursor.setPosition(cursor.position() + min(column, cursor.block().length() - 1))
        self.editor.setTextCursor(cursor)
        self.editor.centerCursor()
        self._show_reading()
        self._show_bar()

    def _show_reading(self) -> None:
        self._show_path()
        self.reading.show_state(
            len(self._text or ""), reads=self.reads, loads=self.editor.is_loading, locked=self._mode == "locked"
        )

    def _show_path(self) -> None:
        """A page that is very low keeps its room for the text; a long text has no path."""
        short = self._text is not None and len(self._text) <= LONGEST
        self.path.setVisible(short and self.height() >= theme().px(_ROOM_FOR_NOTE))

    def _is_at_end(self) -> bool:
        """Whether the caret is where it was put at the end of the text before."""
        if self.reads:
            return self._begins_at_end and not self._taken and self.long.caret()[0] == len(self.long.lines.lines) - 1
        return self._begins_at_end and not self._taken and self.editor.textCursor().position() == self._end

    def _go_to_end(self) -> None:
        if self._begins_at_end:
            self.editor.go_to(len(self.editor.shown()))
            self._end = self.editor.textCursor().position()

    def _tell_note(self) -> None:
        """Tell what is wrong in the caret's line."""
        marks = [] if self.reads else self.editor.marks_at_caret()[:_MOST_NOTES]
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
        self._show_text(text, keep=self._taken)
        draft = self._drafts.pop(place, None)
        if draft is not None:
            self._stack.setCurrentWidget(self.editor)
            if self.editor.is_loading or not self.editor.shown():
                self.editor.set_text(text)
            self._show_reading()
            self.editor.selectAll()
            self.editor.insertPlainText(draft)

    @property
    def drafts(self) -> set[object]:
        """The places at which something typed is not committed, that which is shown included."""
        return {*self._drafts, *([self._place] if self.has_draft else ())}

    @property
    def has_draft(self) -> bool:
        """Whether something typed is not committed."""
        return self._text is not None and not self.reads and self.editor.is_changed()

    def commit(self) -> None:
        """Hand the draft on, unless it is not JSON."""
        self.editor.flush()
        if not self.has_draft or self._mode == "locked":
            return
        if is_json(self.editor.draft()):
            self._error = ""
            self.committed.emit(self.editor.text())
        else:
            self._error = self.tr("This is not JSON yet, so it cannot be committed.")
            self._show_bar()

    def refusal(self) -> str:
        """Why the draft cannot be committed, as the bar says it; empty where it can, or where there is none."""
        self.editor.flush()
        return self.bar.refusal

    def taken(self) -> None:
        """The draft became an event: what is shown is no draft any more."""
        self._show_text(self.editor.text(), keep=True)
        self._taken = True
        self._text = None
        self._typed()

    def revert(self) -> None:
        """Drop the draft."""
        self._show_text(self._text or "", keep=True)
        self._typed()

    def show_error(self, sentence: str) -> None:
        """Say why the draft was refused."""
        self._error = sentence
        self._show_bar()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A page that is very low keeps its room for the text; Problems tells the same."""
        super().resizeEvent(event)
        self._tell_note()
        self._show_path()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.editor.setAccessibleName(self.tr("JSON"))
        self.long.setAccessibleName(self.tr("JSON, for reading"))
        self._show_bar()

    def _typed(self) -> None:
        self._error = ""
        self._show_bar()
        self.draft_changed.emit(self.has_draft)

    def _show_bar(self) -> None:
        # A longer one is judged when it is committed.
        judged = self.editor.document().characterCount() <= _LONGEST_JUDGED and self.has_draft
        wrong = judged and not is_json(self.editor.draft())
        error = self.tr("This is not JSON yet, so it cannot be committed.") if wrong else self._error
        self.bar.show_state(self._mode, changed=self.has_draft, error=error, has_place=wrong)

    def _go(self) -> None:
        marks = [mark for mark in self.editor.marks() if mark.severity == "error"]
        if marks:
            self.editor.go_to(marks[0].start)
            self.editor.setFocus()
