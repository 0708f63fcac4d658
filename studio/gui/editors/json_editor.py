"""The editor of JSON text: checks while typing, long strings folded, formatting, indenting, and the text back lossless.

What is shown is pretty-printed; `text()` gives the original's own bytes wherever the person changed nothing.
Checking is handed in; committing is told, not done.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from studio.gui.editors.caret_place import CaretPlace, offset_in, place_in
from studio.gui.editors.code_editor import CodeEditor
from studio.gui.editors.folded_strings import FoldedStrings
from studio.gui.editors.habits import habit, habits
from studio.gui.editors.json_commands import JsonCommands
from studio.gui.editors.json_typing import typed
from studio.gui.editors.mark import Mark
from studio.gui.editors.sliced_load import SlicedLoad, fold_parts
from studio.gui.editors.text_units import to_units
from studio.present import json_text
from studio.present.json_sort import sort_keys

CHECK_DELAY_MS = 150

Check = Callable[[str], Sequence[Mark]]


def check_syntax(text: str) -> list[Mark]:
    """The marks of a text that is not JSON, and of doubled keys."""
    return syntax_marks(json_text.scan(text))


def syntax_marks(map_: json_text.JsonMap) -> list[Mark]:
    """The same of a text that was scanned already."""
    found = [*map_.problems, *map_.duplicate_keys()]
    words = QCoreApplication.translate
    return [Mark(slip.start, slip.end, words("json", slip.sentence), slip.severity) for slip in found]


class JsonEditor(CodeEditor):
    """`edited` gives the draft 150 ms after the last key (and before `commit_requested` and `left`); `checked` the marks.

    `fix_requested` gives the mark (with a known fix) at the caret's line, when Alt+Enter asks for its repair.

    A text of more characters than the habits say is checked on request only (`check_now`).
    """

    edited = Signal(object)
    """The draft; None after `begin_text`: making a long text of the document takes longer than a key may."""
    ready = Signal()
    checked = Signal(list)
    fix_requested = Signal(object)
    no_fix = Signal()
    """Alt+Enter was pressed where no repair is known."""

    def __init__(self, name: str, parent: QWidget | None = None, *, check: Check = check_syntax) -> None:
        super().__init__(name, parent, language="json")
        self._check = check
        self._folded = FoldedStrings()
        self._source, self._baseline = "", ""
        self._original_text: str | None = None
        self._checked: list[Mark] = []
        self._pending = self._snapping = self._by_parts = False
        self._timer = QTimer(self, singleShot=True, interval=CHECK_DELAY_MS)
        self._timer.timeout.connect(self._settle)
        self.document().contentsChange.connect(self._changed_by)
        self.cursorPositionChanged.connect(self._snap)

        self.commands = JsonCommands(self)
        self._load = SlicedLoad(self)
        self._load.done.connect(self._loaded)
        habit().changed.connect(self._take_habits)

    # ---- the text

    def begin_text(self, text: str) -> None:
        """Show a text that is too long to be laid out at once, part by part: `ready` tells that it is all there and can be edited."""
        self._begin_folding()
        self._source, self._by_parts = text, True
        self.clear()
        self._load.begin(fold_parts(text, self._folded))

    @property
    def is_loading(self) -> bool:
        """Whether the text is not all there yet."""
        return self._load.is_running

    def _loaded(self) -> None:
        self._baseline = self._shown = self._load.put_in
        self.document().setModified(False)
        self._pending = False
        self._timer.stop()
        self.ready.emit()

    def set_text(self, text: str, *, keep: bool = False) -> None:
        """Show another text; the undo history begins anew and nothing is told. With `keep` the caret stays at its value, or in its line."""
        place = self._place() if keep and self.shown() else None
        self._load.stop()
        self._by_parts = False
        self._begin_folding()
        self._source = text
        self.setPlainText(self._laid_out(text))
        self._baseline = self.shown()
        self.fit_now()
        self._pending = False
        self._timer.stop()
        self.compare_lines()
        if place is not None:
            self._go_back(place)
        if len(text) <= habits().checked:
            self.check_now()

    def _begin_folding(self) -> None:
        self._folded.clear()
        self._folded.longest = habits().folded

    def _laid_out(self, text: str) -> str:
        return self._folded.fold(json_text.pretty(text, habits().indent))

    def _take_habits(self) -> None:
        """Show the text as it is wanted now, unless something is typed: that stays as it is."""
        if self._source and not self._by_parts and not self.is_loading and not self.is_changed():
            self.set_text(self._source, keep=True)
            self.set_original(self._original_text)

    def replace_text(self, shown: str) -> None:
        """Put another text in the place of all that is shown, as one step that can be undone; the caret stays where it was."""
        place = self._place()
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(shown)
        self._go_back(place)

    def _place(self) -> CaretPlace:
        at = self._offset(self.textCursor().position())
        return place_in(self.shown(), at, self.verticalScrollBar().value(), self.horizontalScrollBar().value())

    def _go_back(self, place: CaretPlace) -> None:
        offset = offset_in(self.shown(), place)
        cursor = self.textCursor()
        cursor.setPosition(self._position(offset))
        self.setTextCursor(cursor)
        moved = self.shown().count("\n", 0, offset) - place.line
        self.verticalScrollBar().setValue(place.top + moved)
        self.horizontalScrollBar().setValue(place.left)

    def text(self) -> str:
        """The whole text: the very bytes that were set if nothing was changed, else those with only the changes."""
        shown = self.shown()
        return self._source if not self.is_changed() else json_text.merge(self._source, self._folded.unfold(shown))

    def draft(self) -> str:
        """The text as it is shown, with folded strings unfolded: what checks and offsets are about."""
        return self._folded.unfold(self.shown())

    def is_changed(self) -> bool:
        """Whether the shown text differs from the one that was set."""
        if self.is_loading or self._by_parts:
            return not self.is_loading and self.document().isModified()
        return self.shown() != self._baseline

    def set_original(self, text: str | None) -> None:
        """The text whose differing lines get a bar; None for none."""
        self._original_text = text
        if text is None:
            self.set_original_lines(None)
        else:
            shown = self._baseline if text == self._source else self._laid_out(text)
            self.set_original_lines(shown.split("\n"))

    def set_check(self, check: Check) -> None:
        """Use another check from now on: it is given the draft and returns marks in its offsets."""
        self._check = check
        self.check_now()

    def check_now(self) -> list[Mark]:
        """Check at once, however long the text is; the marks, in offsets of the draft."""
        marks = list(self._check(self.draft()))
        self.take_marks(marks)
        return marks

    def check_if_short(self) -> None:
        """Check at once what is checked while it is typed: what a check looks at may be another thing by now."""
        if len(self.shown()) <= habits().checked:
            self.check_now()

    def found(self) -> tuple[Mark, ...]:
        """The marks of the last check, in offsets of the draft it was about."""
        return tuple(self._checked)

    def take_marks(self, marks: Sequence[Mark]) -> None:
        """Show marks of the draft as it stands, that were found elsewhere: a long text is checked beside the window."""
        self._checked = list(marks)
        self.set_marks(self._shown_marks(marks))
        self.checked.emit(self._checked)

    def flush(self) -> None:
        """Tell of a change that still waits for its 150 ms."""
        if self._pending:
            self._timer.stop()
            self._settle()

    # ---- places

    def pointer(self) -> str:
        """The JSON pointer of the value at the caret."""
        return json_text.scan(self.shown()).pointer_at(self._offset(self.textCursor().position()))

    def go_to_pointer(self, pointer: str) -> bool:
        """Select the value at a pointer; False when it is not there."""
        span = json_text.scan(self.shown()).span(pointer)
        if span is not None:
            self.setTextCursor(self._cursor(*span))
            self.ensureCursorVisible()
        return span is not None

    def go_to_value(self, pointer: str) -> None:
        """Put the caret at the value of a pointer, unless it is in it already."""
        span = json_text.scan(self.shown()).span(pointer)
        if span is not None and self.pointer() != pointer:
            self.go_to(span[0])

    def go_to_draft(self, offset: int) -> None:
        """Put the caret at an offset of the draft and bring it into view."""
        self.go_to(self._folded.to_shown(self.shown(), [offset])[0] if self._folded else offset)

    def folded_at_caret(self) -> str | None:
        """The whole string (with quotes) whose token the caret stands at."""
        shown, at = self.shown(), self._offset(self.textCursor().position())
        for start, end in self._folded.tokens(shown):
            if start <= at <= end:
                return self._folded.real(shown[start:end])
        return None

    # ---- editing

    def format_text(self) -> None:
        """Lay the text out anew in one undo step; a text that is not JSON stays as it is."""
        self._lay_out(lambda text: json_text.pretty(text, habits().indent))

    def sort_keys(self) -> None:
        """Put the members of every object in the order of their keys, in one undo step."""
        self._lay_out(lambda text: sort_keys(text, habits().indent))

    def put(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of what stands from `start` to `end` (offsets in the shown text), as one step."""
        cursor = self._cursor(start, end)
        cursor.insertText(self._folded.fold(text))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def caret_offset(self) -> int:
        """Where the caret stands in the shown text."""
        return self._offset(self.textCursor().position())

    def covers(self) -> list[tuple[int, int, str]]:
        """The folded strings as places (as Qt counts) with what they stand for: a find bar looks into them."""
        shown = self.shown()
        units = len(shown) != self.document().characterCount() - 1
        spots = self._folded.tokens(shown)
        places = ((to_units(shown, a), to_units(shown, b)) if units else (a, b) for a, b in spots)
        reals = (self._folded.real(shown[a:b]) or "" for a, b in spots)
        return [(*place, real) for place, real in zip(places, reals, strict=True)]

    def _lay_out(self, change: Callable[[str], str]) -> None:
        shown = self.shown()
        laid_out = change(shown)
        if laid_out != shown and not self.isReadOnly():
            self.replace_text(laid_out)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt+Shift+F formats, Alt+/ completes; Enter indents; brackets and quotes come in pairs."""
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if self.commands.take(event):
            return
        if event.key() == Qt.Key.Key_Return and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self._ask_for_fix()
        elif self.isReadOnly() or not plain or not typed(self, event):
            if event.key() == Qt.Key.Key_Escape or not plain:
                self.flush()
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving keeps the draft and tells of it."""
        super().focusOutEvent(event)
        self.flush()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the real text of folded strings."""
        made = QMimeData()
        made.setText(self._folded.unfold(self.textCursor().selection().toRawText().replace("\u2029", "\n")))
        return made

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text; long strings in it are folded."""
        if source.hasText() and not self.isReadOnly():
            self.textCursor().insertText(self._folded.fold(source.text()))
            self.ensureCursorVisible()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The usual menu, with what can be done with JSON."""
        menu = self.createStandardContextMenu(event.pos())
        self.commands.add_to(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _ask_for_fix(self) -> None:
        """Tell of the mark with a repair that is nearest to the caret in its line."""
        marks = [mark for mark in self.marks_at_caret() if mark.fix is not None]
        if marks:
            self.fix_requested.emit(marks[0])
        else:
            self.no_fix.emit()

    def marks_at_caret(self) -> list[Mark]:
        """The marks of the caret's line, the nearest first."""
        at, line = self.textCursor().position(), self.caret_line()
        pairs = zip(self._checked, self._spots, strict=False)
        near = [(_away(spot, at), mark) for mark, spot in pairs if self._line_of(spot) == line]
        return [mark for _, mark in sorted(near, key=lambda pair: pair[0])]

    # ---- while typing

    def _changed_by(self, _at: int, removed: int, added: int) -> None:
        if (removed or added) and not self.is_loading:
            self._pending = True
            self._timer.start()

    def _settle(self) -> None:
        self._pending = False
        if self._by_parts:
            self.edited.emit(None)
            return
        shown = self.shown()
        self.compare_lines()
        if len(shown) <= habits().checked:
            self.check_now()
        self.edited.emit(self._folded.unfold(shown))

    def _shown_marks(self, marks: Sequence[Mark]) -> list[Mark]:
        """The marks with offsets in the shown text."""
        if not self._folded:
            return list(marks)
        offsets = [offset for mark in marks for offset in (mark.start, mark.end)]
        shown = iter(self._folded.to_shown(self.shown(), offsets))
        return [Mark(next(shown), next(shown), mark.sentence, mark.severity, mark.fix) for mark in marks]

    def _snap(self) -> None:
        """Keep the caret and the selection's ends out of tokens: a token is edited as a whole or not at all."""
        if not self._folded or self._snapping:
            return
        cursor = self.textCursor()
        anchor, at = self._offset(cursor.anchor()), self._offset(cursor.position())
        ends = {anchor: anchor, at: at}
        for start, end in self._folded.tokens(self.shown()):
            for place in ends:
                if start < place < end:
                    # One step in from the left jumps over the token, any other place inside goes to its start;
                    # an end of a selection goes outward.
                    outward = end if place > min(ends) else start
                    ends[place] = outward if cursor.hasSelection() else (end if place == start + 1 else start)
        if any(place != to for place, to in ends.items()):
            self._snapping = True
            moved = QTextCursor(self.document())
            moved.setPosition(self._position(ends[anchor]))
            moved.setPosition(self._position(ends[at]), QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(moved)
            self._snapping = False


def _away(spot: QTextCursor, at: int) -> int:
    """How far a position is from a marked place; 0 in it."""
    return max(spot.selectionStart() - at, at - spot.selectionEnd(), 0)
