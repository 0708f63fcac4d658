"""The message that is looked at: what it belongs to, its JSON laid out, and the same JSON to be changed and sent again.

Above: the protocol page. Below: `text_window`. Sends nothing itself: `send_wanted` gives the text.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import theme
from studio.gui.models.mcp_messages_model import kind_words, match_words
from studio.gui.panes.text_window import LONGEST, TextWindow
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.find_bar import FindBar
from studio.gui.words import say, sentence
from studio.present.json_text import minify
from studio.present.mcp_messages import MessageBook
from studio.present.words import words
from studio.session.server_view import WireMessage

_JSON = frozenset(("request", "answer", "error", "notification"))


_WORDED = 420
"""Width below which the buttons are their signs alone."""


class MessageDetail(QWidget):
    """`go_wanted` gives the number of the message that belongs to this one, `copy_wanted` says `json` or `line`."""

    go_wanted = Signal(int)
    copy_wanted = Signal(str)
    send_wanted = Signal(str)

    def __init__(self, book: MessageBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book, self._refused = book, ""
        self.message: WireMessage | None = None
        self.editing: WireMessage | None = None
        self.text = TextWindow(self, json=True)
        assert isinstance(self.text.editor, JsonEditor)
        self.editor = self.text.editor
        self.plain, self._texts = TextWindow(self), QStackedWidget(self)
        self.facts = ElidedLabel("", self, colour="muted", size=12)
        self.go = Button("", self, look="quiet", icon_name="both_ways")
        self.search, self.copy = IconButton("search", "", self), IconButton("copy", "", self)
        self.again = Button("", self, look="quiet", icon_name="send")
        self.hint, self.said = ElidedLabel("", self, colour="muted", size=11), QLabel(self)
        self.cancel, self.send = Button("", self), Button("", self, look="main", icon_name="send")
        self._again_bar = QWidget(self)
        self._lay_out()
        self._join()
        self._reword()
        self._show()

    def show_message(self, message: WireMessage | None) -> None:
        """Look at a message; text that is half typed stays, and so does its place."""
        self.message = message
        if self.editing is not None:
            if self.editor.is_changed():
                return
            self._leave()
        self._show()

    @property
    def find_bar(self) -> FindBar:
        """The line that finds words in the message."""
        return (self.text if self._texts.currentWidget() is self.text else self.plain).find_bar

    def refresh(self) -> None:
        """Say anew what the message belongs to: its answer may have come."""
        self._tell()

    def edit(self) -> None:
        """Let the person change the message before it is sent again."""
        if self.message is not None and self.again.isEnabled():
            self.editing = self.message
            self.editor.setReadOnly(False)
            self.said.hide()
            self.editor.setFocus()  # before the button that has the keyboard goes off, which would hand it to the composer
            self._tell()

    def refuse(self, sentence: str) -> None:
        """Say why it was not sent."""
        self.said.setText(sentence)
        self.said.setVisible(bool(sentence))

    def sent(self) -> None:
        """It was sent: no draft any more."""
        if self.editing is not None:
            self._keep_keyboard()
            self._leave()
            self._show()

    # ---- what is shown

    def _show(self) -> None:
        text = self.message.text if self.message is not None else ""
        if self.message is not None and self.message.kind == "state":
            text = sentence(text)
        is_json = self.message is not None and self.message.kind in _JSON and not self.message.cut
        for part, shown in ((self.text, is_json), (self.plain, not is_json)):
            part.set_text(text if shown else "")
        self._texts.setCurrentWidget(self.text if is_json else self.plain)
        self._tell()

    def _tell(self) -> None:
        message, editing = self.editing or self.message, self.editing is not None
        self._again_bar.setVisible(editing)
        self.setEnabled(message is not None)
        other = self._book.counterpart(message) if message is not None else None
        self.go.setVisible(other is not None and not editing)
        if other is not None and message is not None:
            to_request = message.answers is not None
            self.go.setAccessibleName(self.tr("Go to the request") if to_request else self.tr("Go to the answer"))
        can = message is not None and self._can_send(message)
        self.again.setEnabled(can and not editing)
        self._refused = "" if can else self.tr("Only what went to the server whole can be sent again.")
        self._fit()
        nothing = self.tr("Choose a message.")
        self.facts.set_text(self._facts(message) if message is not None else nothing)

    def _fit(self) -> None:
        """Where there is little room the buttons are signs, whose words are in the tooltip, the menu and for those who hear them."""
        worded = self.width() >= theme().px(_WORDED)
        for button in (self.go, self.again):
            said = button.accessibleName()
            button.setText(said if worded else "")
            button.setToolTip("" if worded else said)
        if self._refused:
            self.again.setToolTip(self._refused)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words or signs."""
        super().resizeEvent(event)
        self._fit()

    def _facts(self, message: WireMessage) -> str:
        cut = say(words("rpc.cut", size=message.cut)) if message.cut else ""
        method = self._book.method_of(message)
        said = (f"#{message.number}", kind_words(message), method, match_words(self._book, message), cut)
        return " · ".join(filter(None, said))

    def _can_send(self, message: WireMessage) -> bool:
        is_ours = message.sent and message.kind in ("request", "notification")
        return is_ours and not message.cut and len(message.text) <= LONGEST

    def _leave(self) -> None:
        self.editing = None
        self.editor.setReadOnly(True)
        self.said.hide()
        self.text.set_text("")  # so that the draft goes

    # ---- what the person does

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+F finds."""
        if event.key() == Qt.Key.Key_F and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._find()
        else:
            super().keyPressEvent(event)

    def _find(self) -> None:
        self.find_bar.open_bar()

    def _send(self) -> None:
        self.editor.flush()
        if self.editing is not None:
            self.send_wanted.emit(minify(self.editor.text()))

    def _left(self) -> None:
        """Esc leaves the editor and keeps the draft."""
        (self.send if self.editing is not None else self.again).setFocus()

    def _keep_keyboard(self) -> None:
        """The bar goes: the keyboard stays in the message."""
        if self.send.hasFocus() or self.cancel.hasFocus():
            self.editor.setFocus()

    def _cancel(self) -> None:
        self._keep_keyboard()
        self._leave()
        self._show()
        self.again.setFocus()

    def _go(self) -> None:
        other = self._book.counterpart(self.message) if self.message is not None else None
        if other is not None:
            self.go_wanted.emit(other.number)

    # ---- making

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 2, 8, 2)
        head.setSpacing(4)
        for widget, stretch in ((self.facts, 1), (self.go, 0), (self.again, 0), (self.search, 0), (self.copy, 0)):
            head.addWidget(widget, stretch)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.hint, 1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.send)
        bar = QVBoxLayout(self._again_bar)
        bar.setContentsMargins(12, 6, 12, 6)
        bar.setSpacing(4)
        bar.addWidget(self.said)
        bar.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        self._texts.addWidget(self.text)
        self._texts.addWidget(self.plain)
        column.addWidget(self._texts, 1)
        column.addWidget(self._again_bar)
        self.said.setProperty("role", "error")
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)

    def _join(self) -> None:
        self.go.clicked.connect(self._go)
        self.search.clicked.connect(self._find)
        self.copy.clicked.connect(lambda: self.copy_wanted.emit("json"))
        self.again.clicked.connect(self.edit)
        self.send.clicked.connect(self._send)
        self.cancel.clicked.connect(self._cancel)
        self.editor.commit_requested.connect(self._send)
        self.editor.left.connect(self._left)
        self.editor.edited.connect(lambda _text: self.said.hide())

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.text.set_name(self.tr("The message as JSON"))
        self.plain.set_name(self.tr("What was written"))
        self.search.set_words(self.tr("Find in this message (Ctrl+F)"))
        self.copy.set_words(self.tr("Copy the message (Ctrl+C)"))
        self.again.setAccessibleName(self.tr("Send again…"))
        self.cancel.set_words(self.tr("Cancel"))
        self.send.set_words(self.tr("Send"))
        self.hint.set_text(
            self.tr("A request gets a new id. Its answer is shown in the list, nothing else comes of it.")
        )
        self._tell()
