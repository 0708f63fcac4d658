"""What stands beside the table of events: the reply as it stood after the event looked at, and the event as it came.

Above: `events_pane`. Below: `text_window`, `present/wire_assembled`. Where there is room both stand side by side, else one of them.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.text_window import TextWindow
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill, number, say
from studio.messages.reply import ChatReply
from studio.present.wire_assembled import pieces_of
from studio.present.wire_defects import Defect
from studio.present.words import words

_BOTH = 620
_MOST = 60_000
"""Characters of an assembled piece that are shown; the end of longer ones is what changes, so the beginning gives way."""


class EventDetail(QWidget):
    """One event. `show_event` is told what to show; nothing is computed here but words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switch = Segmented("", (("reply", ""), ("event", "")), self)
        self.reply, self.event_ = TextWindow(self), TextWindow(self)
        self.wrong = QLabel(self)
        self.wrong.setWordWrap(True)
        self.wrong.setProperty("role", "error")
        self.wrong.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.wrong.hide()
        self._split = QSplitter(self)
        self._headed = [_Headed(self.reply, self), _Headed(self.event_, self)]
        for one in self._headed:
            self._split.addWidget(one)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self._lay_out()
        self.switch.chosen.connect(lambda _key: self._fit())
        theme().changed.connect(self._fit)
        self._number = 0
        self._reword()

    def show_event(self, event: int, raw: str, reply: ChatReply, defects: list[Defect]) -> None:
        """Show the event of that number; 0 for none."""
        self._number = event
        self._show_reply(reply, nothing=say(words("assembled.nothing")) if event else "")
        self.event_.set_text(raw)
        self.wrong.setText("\n".join(say(defect.words) for defect in defects))
        self.wrong.setVisible(bool(defects))
        self._head()

    def _show_reply(self, reply: ChatReply, nothing: str) -> None:
        lines: list[str] = []
        heads: list[int] = []
        for piece in pieces_of(reply):
            heads.append(len(lines))
            lines += [say(piece.head), *self._end_of(piece.text).split("\n"), ""]
        self.reply.set_text("\n".join(lines[:-1]) or nothing)
        self.reply.set_heads(tuple(heads))

    def _end_of(self, text: str) -> str:
        left = len(text) - _MOST
        return text if left <= 0 else fill(self.tr("… {n} characters before"), n=number(left)) + "\n" + text[-_MOST:]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Both texts where there is room for them."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        self._top = QWidget(self)
        row = QHBoxLayout(self._top)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(self.switch)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.wrong.setContentsMargins(12, 6, 12, 4)
        for widget in (self._top, self.wrong):
            column.addWidget(widget)
        column.addWidget(self._split, 1)

    def _fit(self) -> None:
        both = self.width() >= theme().px(_BOTH)
        self._top.setVisible(not both)
        for key, one in zip(("reply", "event"), self._headed, strict=True):
            one.setVisible(both or self.switch.current() == key)
            one.label.setVisible(both)

    def _reword(self) -> None:
        self.switch.setAccessibleName(self.tr("What is shown of the event"))
        self.switch.set_words("reply", self.tr("Reply so far"))
        self.switch.set_words("event", self.tr("Event"))
        self.reply.set_name(self.tr("The reply as it stood after the event"))
        self.event_.set_name(self.tr("The event as it came"))
        self._head()
        self._fit()

    def _head(self) -> None:
        at = self._number
        self._headed[0].label.setText(fill(self.tr("Reply after event {n}"), n=at) if at else self.tr("Reply so far"))
        self._headed[1].label.setText(fill(self.tr("Event {n} as it came"), n=at) if at else self.tr("Event"))


class _Headed(QWidget):
    """A text below a line that says what it is."""

    def __init__(self, text: TextWindow, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = QLabel(self)
        self.label.setProperty("role", "small_muted")
        self.label.setContentsMargins(12, 5, 12, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.label)
        column.addWidget(text, 1)
