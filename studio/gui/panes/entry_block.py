"""One entry of the Chat view: its block and, once it was opened, an editor of its text below it.

Above: the Request pane's Chat. Below: the message block, the text editor. Knows no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from studio.gui.editors.text_editor import TextEditor
from studio.gui.panes.commit_bar import CommitBar, EditMode
from studio.gui.panes.entry_beside import EntryBeside
from studio.gui.panes.entry_look import look_of
from studio.gui.panes.message_entries import SYSTEM, Entry
from studio.gui.panes.tab_order import tab_through
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.message_block import FOLDED_LINES, MessageBlock
from studio.gui.widgets.problem_lines import ProblemLine, ProblemLines
from studio.gui.words import say
from studio.present.result_parts import part_line, result_parts

_LEAST_WIDTH = 120


class EntryBlock(QWidget):
    """`committed` gives the new text, `removed` that the message shall go."""

    committed = Signal(str)
    removed = Signal()
    draft_changed = Signal()
    repair_wanted = Signal(int)
    """The number of a problem whose repair was pressed."""
    step_wanted = Signal(int)
    """-1: to the message before, 1: to the one after."""

    def __init__(self, entry: Entry, mode: EditMode, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry, self._mode = entry, mode
        self._draft: str | None = None
        self._said: tuple[str, ...] = ()
        self._editor: TextEditor | None = None
        self.problems: ProblemLines | None = None
        self._bar: CommitBar | None = None
        self.block = MessageBlock(self)
        self.calls = FoldedText(self.block, lines=FOLDED_LINES)
        layout = self.block.layout()
        assert layout is not None
        layout.addWidget(self.calls)
        self.beside = EntryBeside(self.block, self.calls)
        self.block.activated.connect(self.open)
        self.block.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.block.customContextMenuRequested.connect(self._open_menu)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.block)
        self._draw()

    def show_entry(self, entry: Entry, mode: EditMode) -> None:
        """Show another state of the entry. A draft goes when it is another entry, or when it became the entry's text."""
        if (entry, mode) == (self.entry, self._mode):
            return
        if entry == self.entry:
            self._mode = mode
            self._show_bar()
            return
        same = (entry.index, entry.part, entry.role) == (self.entry.index, self.entry.part, self.entry.role)
        self.entry, self._mode = entry, mode
        if not same or self._draft == entry.text:
            self._draft = None
            if self._editor is not None:
                self.close_editor()
        elif self._editor is not None and self._draft is None:
            self._editor.set_text(entry.text)
        self._draw()

    def show_problems(self, lines: Sequence[ProblemLine]) -> None:
        """Show what is wrong with the message in the next request; what few messages have is made at its first use."""
        if self.problems is None and lines:
            self.problems = ProblemLines(self.block)
            self.problems.repair_wanted.connect(self.repair_wanted)
            layout = self.block.layout()
            assert layout is not None
            layout.addWidget(self.problems)
        if self.problems is not None:
            self.problems.show_lines(lines, editable=self._mode == "live")
            self._describe()

    @property
    def has_draft(self) -> bool:
        """Whether something typed is not committed."""
        return self._draft is not None

    @property
    def key(self) -> tuple[int, int | None]:
        """The place of the entry in the history."""
        return self.entry.index, self.entry.part

    @property
    def is_unfolded(self) -> bool:
        """Whether the whole text is shown."""
        return self.block.is_open()

    def unfold(self, on: bool) -> None:
        """Show the whole text, or a few lines."""
        if on != self.block.is_open():
            self.block.toggle()

    def take_draft(self) -> str:
        """The draft, which is then no longer here."""
        draft, self._draft = self._draft or "", None
        self.close_editor()
        return draft

    def set_draft(self, draft: str) -> None:
        """Put a draft back that was taken."""
        self._draft = draft if draft != self.entry.text else None
        self._draw()
        self.bar.show_state(self._mode, changed=self.has_draft)

    @property
    def editor(self) -> TextEditor | None:
        """The editor while it is open."""
        return self._editor

    @property
    def bar(self) -> CommitBar:
        """The bar of the draft, made at its first use: most messages are never changed."""
        if self._bar is None:
            self._bar = CommitBar(self)
            self._bar.commit.connect(self.commit)
            self._bar.revert.connect(self.revert)
            self._column.addWidget(self._bar)
            self._bar.show_state(self._mode, changed=self.has_draft)
        return self._bar

    def open(self) -> None:
        """Open the editor with the draft, or with the text; what cannot be changed is shown whole instead."""
        if self._mode == "locked":
            self.block.toggle()
            return
        if self._editor is None:
            self._editor = self._make_editor()
            tab_through([self.block, self._editor, self.bar])
        self._editor.setFocus()

    def close_editor(self) -> None:
        """Close the editor; the draft stays."""
        if self._editor is not None:
            self._column.removeWidget(self._editor)
            self._editor.hide()
            self._editor.deleteLater()
            self._editor = None
        self._draw()

    def commit(self) -> None:
        """Hand the draft on."""
        if self._draft is not None:
            self.committed.emit(self._draft)

    def revert(self) -> None:
        """Drop the draft."""
        self._draft = None
        self.close_editor()
        self.block.setFocus()
        self.draft_changed.emit()

    def sizeHint(self) -> QSize:
        """At the present width: the height at any other one would be measured for nothing."""
        width = max(self.width(), _LEAST_WIDTH)
        return QSize(width, self._column.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Low: the height follows from the width."""
        return QSize(_LEAST_WIDTH, 24)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._draw()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes the message, Up and Down go to the next one."""
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if by and self.block.hasFocus():
            self.step_wanted.emit(by)
        elif event.key() == Qt.Key.Key_Delete and self._editor is None and self._can_remove():
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def make_menu(self) -> QMenu:
        """What can be done with the entry."""
        menu = QMenu(self)
        edit = menu.addAction(self.tr("Edit"))
        edit.triggered.connect(self.open)
        edit.setEnabled(self._mode != "locked")
        copy = menu.addAction(self.tr("Copy text"))
        copy.triggered.connect(lambda _on=False: QGuiApplication.clipboard().setText(_whole(self.entry)))
        remove = menu.addAction(self.tr("Remove message"))
        remove.triggered.connect(lambda _on=False: self.removed.emit())
        remove.setEnabled(self._can_remove())
        return menu

    def _can_remove(self) -> bool:
        return self._mode != "locked" and self.entry.index != SYSTEM

    def _open_menu(self, at: QPoint) -> None:
        self.make_menu().popup(self.block.mapToGlobal(at))

    def _make_editor(self) -> TextEditor:
        code = self.entry.text[:1] in ("{", "[")
        editor = TextEditor(self.tr("Text of the message"), self, code=code)
        editor.fit_height(2, 16)
        editor.set_text(self.entry.text if self._draft is None else self._draft)
        editor.edited.connect(self._typed)
        editor.commit_requested.connect(self.commit)
        editor.left.connect(self._leave)
        self._column.insertWidget(1, editor)
        self.block.body.hide()
        return editor

    def _typed(self, text: str) -> None:
        self._draft = text if text != self.entry.text else None
        self._draw()
        self.draft_changed.emit()

    def _leave(self) -> None:
        self.close_editor()
        self.block.setFocus()

    def _draw(self) -> None:
        look = look_of(self.entry, draft=self.has_draft)
        role = f"{self.entry.order} {look.role}".strip()
        self.block.set_head(look.icon, role, look.colour, look.meta, edge=look.edge)
        self.block.set_chips(look.chips)
        if self._editor is None:
            self.block.set_text(look.said, code=look.code, colour=look.ground, spans=look.said_spans)
        self.calls.set_text(look.calls, code=True, colour=look.ground, spans=look.call_spans)
        self.calls.setVisible(bool(look.calls))
        self.beside.show(self.entry, look)
        self._said = tuple(filter(None, (look.calls[:500], look.passages, look.remarks)))
        self._describe()
        self._show_bar()

    def _describe(self) -> None:
        wrong = [line.sentence for line in self.problems.lines()] if self.problems is not None else []
        self.block.setAccessibleDescription("\n".join((*wrong, *self._said)))

    def _show_bar(self) -> None:
        if self._bar is not None:
            self._bar.show_state(self._mode, changed=self.has_draft)


def _whole(entry: Entry) -> str:
    look = look_of(entry)
    hosted = "\n".join(part.json for part in entry.hosted)
    gave = result_parts(entry.gave) if entry.gave is not None else ()
    parts = "\n".join(f"{part.place}. {part_line(part, say)}" for part in gave)
    return "\n".join(text for text in (look.text, look.calls, hosted, parts) if text)
