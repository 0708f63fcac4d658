"""The result of a call in its tinted bar: where it came from, how long it took, the text, and what the tool printed.

Above: the call card. Below: the text editor. Knows no session: `committed` tells the changed text.
"""

import msgspec
from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.call_extras import CallExtras, Extras
from studio.gui.panes.commit_bar import CommitBar, EditMode
from studio.gui.panes.entry_look import characters
from studio.gui.panes.failed_call import has_trace
from studio.gui.panes.offer import Offer
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.chip import Chip
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.switch import Switch
from studio.gui.words import say, seconds
from studio.present.words import words
from studio.session.state import ResultState

_LONGEST_INLINE = 48
_MOST_LINES = 6


class ResultShown(msgspec.Struct, frozen=True):
    """A result and what its tool printed."""

    result: ResultState
    stdout: str = ""
    stderr: str = ""
    detail: str = ""
    extras: Extras = Extras()


class CallResult(QWidget):
    """`committed` gives the changed text and whether it is an error."""

    committed = Signal(str, bool)
    way_wanted = Signal(str)
    """The id of what is to be done about a run that failed."""
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: ResultShown | None = None
        self._mode: EditMode = "live"
        self._told = False
        """Whether there was a draft when `draft_changed` was last told."""
        self._sign = IconSign("result", "result", self)
        self._title = ElidedLabel("", self, semibold=True, size=12)
        self._inline = ElidedLabel("", self, code=True, size=12)
        self._meta = ElidedLabel("", self, colour="muted", size=12)
        self.chip = Chip("", "edit", self)
        self.pencil = IconButton("edit", "", self)
        self.text = FoldedText(self, lines=_MOST_LINES)
        self.more = Button("", self, look="link")
        self.editor: TextEditor = TextEditor("", self, code=True)
        self.editor.fit_height(2, 16)
        self.is_error, self._error_words = Switch("", self), QLabel(self)
        self.bar = CommitBar(self)
        self.extras = CallExtras(self)
        self.output, self.printed = Button("", self, look="link"), QPlainTextEdit(self)
        self.ways: list[Button] = []
        self._ways: tuple[Offer, ...] = ()
        self._lay_out()
        self._wire()
        self._reword()
        self.close_editor()

    def show_result(self, shown: ResultShown, mode: EditMode) -> None:
        """Show a result; a draft stays while the result is the same."""
        if (shown, mode) == (self._shown, self._mode):
            return
        if self._shown is None or shown.result != self._shown.result:
            self.editor.set_text(shown.result.text)
            self.is_error.setChecked(shown.result.is_error)
            self.close_editor()
        self._shown, self._mode = shown, mode
        self._reword()
        self._show()

    def forget(self) -> None:
        """Be as before the first result: another call is shown."""
        self._shown = None
        self.editor.finding.close()
        self.editor.set_text("")
        self.printed.hide()
        self.close_editor()

    @property
    def has_draft(self) -> bool:
        """Whether something typed is not committed."""
        now = self._shown.result if self._shown is not None else None
        return now is not None and (self.editor.text(), self.is_error.isChecked()) != (now.text, now.is_error)

    def open_editor(self) -> None:
        """Edit the text in place."""
        if self._mode != "locked" and self._shown is not None:
            for widget in (self.editor, self.is_error, self._error_words):
                widget.show()
            self._inline.hide()
            self.text.hide()
            self.editor.setFocus()  # before the button that has the keyboard goes
            self.more.hide()

    def close_editor(self) -> None:
        """Show the text instead of the editor; the draft stays."""
        for widget in (self.editor, self.is_error, self._error_words):
            widget.hide()
        self._show_text()

    def commit(self) -> None:
        """Hand the draft on."""
        if self.has_draft and self._mode != "locked":
            self.committed.emit(self.editor.text(), self.is_error.isChecked())

    def revert(self) -> None:
        """Drop the draft."""
        if self._shown is not None:
            self.editor.set_text(self._shown.result.text)
            self.is_error.setChecked(self._shown.result.is_error)
        self.close_editor()
        self._typed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps otherwise, and the scrolled column must know."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.text.updateGeometry()
            if self.editor.isHidden():
                self._show_text()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color(self._look()[2]))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        for widget, stretch in ((self._sign, 0), (self._title, 0), (self._inline, 1), (self._meta, 0), (self.chip, 0)):
            head.addWidget(widget, stretch)
        head.addStretch(0)
        head.addWidget(self.pencil)
        self._row = row = WrappedRow(self)
        for each in (self.is_error, self._error_words, self.more, self.output):
            row.add(each)
        body = QVBoxLayout()
        body.setContentsMargins(12, 6, 8, 8)
        body.setSpacing(6)
        body.addLayout(head)
        body.addWidget(self.text)
        body.addWidget(self.editor)
        body.addWidget(self.extras)
        body.addWidget(row)
        body.addWidget(self.printed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(body)
        column.addWidget(self.bar)

    def _wire(self) -> None:
        self.pencil.clicked.connect(lambda _on=False: self.open_editor())
        self.more.clicked.connect(lambda _on=False: self._show_all())
        self.editor.edited.connect(lambda _text: self._typed())
        self.editor.commit_requested.connect(self.commit)
        self.editor.left.connect(self._leave)
        self.is_error.toggled.connect(lambda _on: self._typed())
        self.bar.commit.connect(self.commit)
        self.bar.revert.connect(self.revert)
        self.output.clicked.connect(lambda _on=False: self._toggle_output())
        self.extras.resized.connect(self.updateGeometry)
        self._error_words.setProperty("role", "small")
        self.printed.setReadOnly(True)
        self.printed.setTabChangesFocus(True)
        self.printed.setProperty("look", "field")
        self.printed.hide()
        theme().changed.connect(self._restyle)
        self._restyle()

    def _reword(self) -> None:
        self.pencil.set_words(self.tr("Change the result"))
        self.editor.setAccessibleName(self.tr("Result that the model reads"))
        self.is_error.setAccessibleName(self.tr("The result is an error"))
        self._error_words.setText(self.tr("is an error"))
        self.more.set_words(self.tr("Show all"))
        self.output.set_words(self._output_words())
        self.printed.setAccessibleName(self.tr("What the tool printed"))
        self.chip.set(self.tr("EDITED"), "edit")
        for button, way in zip(self.ways, self._ways, strict=True):
            button.set_words(QCoreApplication.translate("Banner", way.words))
        self._title.set_text(self._heading())
        self._show_meta()

    def show_ways(self, ways: tuple[Offer, ...]) -> None:
        """Offer what can be done about a run that failed."""
        if ways == self._ways:
            return
        self._ways = ways
        for old in self.ways:
            self._row.take(old)
            old.deleteLater()
        self.ways = [Button("", self) for _ in ways]
        for button, way in zip(self.ways, ways, strict=True):
            button.clicked.connect(lambda _on=False, id=way.id: self.way_wanted.emit(id))
            self._row.add(button)
            button.show()
        self._reword()

    def show_output(self) -> None:
        """Show what the tool printed, or where it raised, with the keyboard in it."""
        if self._printed():
            self.printed.show()
            self._reword()
            self.printed.setFocus(Qt.FocusReason.OtherFocusReason)

    def _output_words(self) -> str:
        raised = self._shown is not None and has_trace(self._shown.detail)
        if self.printed.isVisible():
            return self.tr("Hide traceback") if raised else self.tr("Hide output")
        return self.tr("Show traceback") if raised else self.tr("Show output")

    def _heading(self) -> str:
        if self._shown is None:
            return ""
        if self._shown.result.source == "mock":
            return self.tr("Mock result")
        if self._shown.result.source == "rejected":
            return self.tr("Rejected")
        return self.tr("Error") if self._shown.result.is_error else self.tr("Result")

    def _show(self) -> None:
        assert self._shown is not None
        icon, colour, _ = self._look()
        self._sign.set(icon, colour)
        self.chip.setVisible(self._shown.result.edited)
        self.pencil.setVisible(self._mode != "locked")
        self.output.setVisible(bool(self._printed()))
        self.printed.setPlainText(self._printed())
        self.extras.show_extras(self._shown.extras)
        if self.editor.isHidden():
            self._show_text()
        self._show_draft()
        self.update()

    def _show_text(self) -> None:
        text = self._shown.result.text if self._shown is not None else ""
        short = len(text) <= _LONGEST_INLINE and "\n" not in text
        self._inline.set_text(text if short else "")
        short = short and self._has_room()
        self._inline.setVisible(short)
        self.text.set_text(text, code=text[:1] in ("{", "["))
        self.text.set_lines(_MOST_LINES)
        self.text.setVisible(not short)
        self.more.setVisible(not short and (text.count("\n") >= _MOST_LINES or len(text) > _MOST_LINES * 60))

    def _has_room(self) -> bool:
        """Whether the text stands whole beside what is said of it."""
        beside = (self._sign, self._title, self._inline, self._meta, self.pencil)
        words = sum(each.sizeHint().width() + 8 for each in beside)
        return words + (self.chip.sizeHint().width() + 8 if not self.chip.isHidden() else 0) + 20 <= self.width()

    def _show_all(self) -> None:
        self.text.set_lines(400)
        self.more.hide()

    def _show_meta(self) -> None:
        if self._shown is None:
            return
        result = self._shown.result
        said = [] if result.source == "mock" else [say(words(f"source.{result.source}"))]
        if result.source == "ran" and result.status not in ("ok", "error"):
            said.append(say(words(f"status.{result.status}")))
        if result.seconds:
            said.append(seconds(result.seconds))
        said.append(characters(len(result.text)))
        self._meta.set_text(" · ".join(said))
        self.setAccessibleName(f"{self._heading()}, {self._meta.text()}, {result.text[:200]}")

    def _look(self) -> tuple[str, str, str]:
        """Icon, its colour and the ground."""
        result = self._shown.result if self._shown is not None else None
        if result is None:
            return "result", "result", "raised"
        if result.source == "mock":
            return "mock", "error" if result.is_error else "mock", "soft_mock"
        if result.source in ("rejected", "refused"):
            return "reject", "warn", "soft_warn"
        if result.is_error:
            return "error", "error", "soft_err"
        return "result", "result", "soft_ok" if result.source == "ran" else "inset"

    def _printed(self) -> str:
        assert self._shown is not None
        parts = ((self._shown.stdout, "stdout"), (self._shown.stderr, "stderr"), (self._shown.detail, ""))
        return "\n".join(f"{name}\n{text}" if name else text for text, name in parts if text)

    def _toggle_output(self) -> None:
        self.printed.setVisible(not self.printed.isVisible())
        self._reword()

    def _typed(self) -> None:
        self._told = self.has_draft
        self.bar.show_state(self._mode, changed=self._told)
        self.draft_changed.emit()

    def _show_draft(self) -> None:
        """Tells only of a draft that came or went: all cards are asked then, and a reply may have hundreds."""
        if self.has_draft != self._told:
            self._typed()
        else:
            self.bar.show_state(self._mode, changed=self._told)

    def _leave(self) -> None:
        self.close_editor()
        self.pencil.setFocus(Qt.FocusReason.OtherFocusReason)

    def _restyle(self) -> None:
        self.printed.setFont(theme().code_font(12))
        self.printed.setFixedHeight(theme().px(120))
