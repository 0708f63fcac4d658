"""Where the person writes the reply in the model's place: its words, its tool calls, and the button that gives it.

Above: the Response pane. Below: `written_call`, the text editor. Knows no session: `given` hands the reply on.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.editors.text_editor import TextEditor
from studio.gui.panes.tab_order import tab_through
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.panes.written_call import Offered, WrittenCall
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.messages.parts import Part, Text
from studio.messages.reply import ChatReply

_ABOVE = 3
"""Widgets above the first call."""


class ReplyWriter(QWidget):
    """`given` comes with the reply; what is typed stays until `clear`."""

    given = Signal(object)
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered, self.calls = Offered(), list[WrittenCall]()
        self.column = ScrollColumn("", self, inset=12, gap=8)
        self.about, self.label, self.text = QLabel(self), QLabel(self), TextEditor("", self)
        self.add = Button("", self, look="quiet", icon_name="plus")
        self.said, self.give, self.drop = QLabel(self), Button("", self, look="main"), Button("", self)
        self._lay_out()
        self._wire()
        self._reword()
        self._tell()

    def offer(self, offered: Offered) -> None:
        """Take over the tools that the request offers; calls that are begun stay as they are."""
        self._offered = offered

    @property
    def has_draft(self) -> bool:
        """Whether something is written and not given."""
        return bool(self.text.text().strip() or self.calls)

    @property
    def drafts(self) -> set[object]:
        """The same, as the other views say it."""
        return {"by hand"} if self.has_draft else set()

    def reply(self) -> ChatReply:
        """The reply as it is written."""
        words: tuple[Part, ...] = (Text(self.text.text()),) if self.text.text().strip() else ()
        return ChatReply((*words, *(call.call for call in self.calls)))

    def clear(self) -> None:
        """Forget what was written."""
        self.text.set_text("")
        for call in tuple(self.calls):
            self._remove(call)
        self._changed()

    def add_call(self, tool: str | None = None) -> WrittenCall:
        """One more call: of that tool, else of the first one that is offered; the keyboard goes to its name."""
        first = self._offered.tools[0].name if self._offered.tools else ""
        call = WrittenCall(self._offered, first if tool is None else tool, self)
        call.changed.connect(self._changed)
        call.removed.connect(lambda: self._drop_call(call))
        call.commit_requested.connect(self._give)
        self.column.insert(_ABOVE + len(self.calls), call)
        self.calls.append(call)
        tab_through([self.text, *self.calls, self.add, self.give, self.drop])
        call.name.setFocus()
        self._changed()
        return call

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._tell()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        for label, role in ((self.about, "small_muted"), (self.label, "small_muted"), (self.said, "error")):
            label.setProperty("role", role)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setBuddy(self.text)
        self.text.fit_height(4, 16)
        row = WrappedRow(self)
        row.add(self.give)
        row.add(self.drop)
        for widget in (self.about, self.label, self.text, self.add, self.said, row):
            self.column.add(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.column)
        self.setFocusProxy(self.text)

    def _wire(self) -> None:
        self.text.edited.connect(lambda _text: self._changed())
        self.text.commit_requested.connect(self._give)
        self.add.clicked.connect(lambda _on=False: self.add_call())
        self.give.clicked.connect(lambda _on=False: self._give())
        self.drop.clicked.connect(lambda _on=False: self.clear())

    def _problem(self) -> str:
        return next((call.problem for call in self.calls if call.problem), "")

    def _give(self) -> None:
        for call in self.calls:
            call.arguments.flush()
        self._tell()
        if self.give.isEnabled():
            self.given.emit(self.reply())

    def _drop_call(self, call: WrittenCall) -> None:
        """Do without a call that has the keyboard; it goes to the text."""
        self.text.setFocus()
        self._remove(call)
        self._changed()

    def _remove(self, call: WrittenCall) -> None:
        self.calls.remove(call)
        self.column.remove(call)

    def _changed(self) -> None:
        self._tell()
        self.draft_changed.emit()

    def _tell(self) -> None:
        problem = self._problem()
        self.said.setText(problem)
        self.said.setVisible(bool(problem))
        self.give.setEnabled(self.has_draft and not problem)
        self.give.setToolTip("" if self.has_draft else self.tr("Write a text, or add a tool call."))
        self.drop.setVisible(self.has_draft)

    def _reword(self) -> None:
        self.column.setAccessibleName(self.tr("Reply by hand"))
        self.about.setText(
            self.tr("You answer in the model's place. Nothing is sent; the reply is marked as written by hand.")
        )
        self.label.setText(self.tr("Text of the reply"))
        self.text.setAccessibleName(self.label.text())
        self.add.set_words(self.tr("Add tool call"))
        self.give.set_words(self.tr("Give this reply"))
        self.drop.set_words(self.tr("Clear"))
