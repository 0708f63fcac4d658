"""Why an MCP server is not ready, in a bar over its pages: a sentence, what it wrote last, and the ways on as buttons.

Above: the MCP dock. Below: `widgets`. Hidden while the server is ready. Does nothing itself: `pressed` gives what the person wants.
"""

import time

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.low_minimum import low_minimum
from studio.gui.panes.mcp_server_lines import state_words
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button, Look
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import fill, sentence
from studio.present.mcp_server_row import UNDER_WAY, server_row
from studio.session.server_view import ServerLook

_LINES = 6
_LAST = 4
"""Of what a server wrote before it ended, the last lines say why."""
_SECOND = 1000
_BESIDE = 560
_TO_BUTTONS = 6
"""Pixels by which words begin lower than buttons, so that they stand in one line."""


class StateBar(QFrame):
    """`pressed`: start, cancel, trust, switch, log, edit. `leaving`: the button that has the keyboard goes."""

    pressed = Signal(str)
    leaving = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "bar")
        self._look: ServerLook | None = None
        self._with_wrote = True
        self._sign = IconSign("info", "muted", self)
        self.sentence, self.wrote = QLabel(self), FoldedText(self, lines=_LINES)
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row, self._buttons = WrappedRow(self), dict[str, Button]()
        self._busy = ProgressLine(self)
        self._tick = QTimer(self, interval=_SECOND)
        self._tick.timeout.connect(self._tell)
        self._lay_out()
        theme().changed.connect(self.updateGeometry)
        self.hide()

    def show_server(self, look: ServerLook | None) -> None:
        """Say how a server stands; None for none."""
        if look == self._look:
            return
        if any(button.hasFocus() for button in self._buttons.values()):
            self.leaving.emit()
        before, self._look = self._look, look
        self.setVisible(look is not None and look.phase != "ready")
        self._tick.stop()
        self._busy.show_idle()
        if look is None or look.phase == "ready":
            return
        if look.phase in UNDER_WAY:
            self._tick.start()
            self._busy.show_busy(self.tr("The server starts"))
        self._make_buttons(look)
        self._tell()
        if before is not None and before.phase != look.phase and look.phase == "failed":
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def show_wrote(self, on: bool) -> None:
        """Whether what the server wrote last is shown here; beside its log it would stand there twice."""
        self._with_wrote = on
        self._tell()

    def buttons(self) -> dict[str, Button]:
        """The buttons by what they are for."""
        return dict(self._buttons)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange and self._look is not None:
            self._make_buttons(self._look)
            self._tell()
        super().changeEvent(event)

    def _tell(self) -> None:
        look = self._look
        if look is None:
            return
        row = server_row(look, time.monotonic())
        self._sign.set(row.icon, row.colour)
        said, wrote = self._words(look)
        if look.phase in UNDER_WAY:
            said = fill(self.tr("The server is {state}."), state=state_words(row))
        self.sentence.setText(said)
        self.wrote.set_text(wrote, code=True, colour="muted")
        self.wrote.setVisible(bool(wrote) and self._with_wrote)
        self.setAccessibleName(f"{said} {wrote}".strip())

    def _words(self, look: ServerLook) -> tuple[str, str]:
        """The sentence, and what stands below it in the code font."""
        match look.phase:
            case "failed":
                head, _, rest = (look.why or self.tr("It failed.")).partition("\n")
                return sentence(head), "\n".join(rest.strip("\n").split("\n")[-_LAST:])
            case "untrusted":
                return self.tr("Nothing of this server runs before you trust it."), look.command
            case "off":
                return self.tr("This server is switched off: it never starts."), ""
            case _:
                return self.tr("The server does not run. The next call of one of its tools starts it."), ""

    def _make_buttons(self, look: ServerLook) -> None:
        for old in self._buttons.values():
            self._row.take(old)
            old.hide()
            old.deleteLater()
        self._buttons = {}
        for key, words, kind in self._offers(look):
            button = Button(words, self._row, look=kind)
            button.clicked.connect(lambda _on=False, key=key: self.pressed.emit(key))
            self._row.add(button)
            self._buttons[key] = button

    def _offers(self, look: ServerLook) -> list[tuple[str, str, Look]]:
        match look.phase:
            case "failed":
                return [
                    ("log", self.tr("Show log"), "plain"),
                    ("edit", self.tr("Edit server…"), "plain"),
                    ("start", self.tr("Try again"), "main"),
                ]
            case "untrusted":
                return [("edit", self.tr("Edit server…"), "plain"), ("trust", self.tr("Review and trust…"), "main")]
            case "off":
                return [("switch", self.tr("Switch on"), "plain")]
            case "starting" | "restarting":
                return [("cancel", self.tr("Cancel"), "plain")]
            case _:
                return [("start", self.tr("Start"), "plain")]

    def minimumSizeHint(self) -> QSize:
        """Low, so that the part that scrolls asks for the real height."""
        return low_minimum(self, super().minimumSizeHint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The buttons stand beside the words, below them where there is no room."""
        super().resizeEvent(event)
        beside = self.width() >= theme().px(_BESIDE)
        self._body.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)

    def _lay_out(self) -> None:
        words, sign = QVBoxLayout(), QVBoxLayout()
        words.setSpacing(4)
        words.setContentsMargins(0, _TO_BUTTONS, 0, 0)
        sign.setContentsMargins(0, _TO_BUTTONS, 0, 0)
        sign.addWidget(self._sign)
        sign.addStretch(1)
        words.addWidget(self.sentence)
        words.addWidget(self.wrote)
        words.addStretch(1)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(8)
        self._body.addLayout(words, 1)
        self._body.addWidget(self._row, 0, Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout()
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addLayout(sign)
        row.addLayout(self._body, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._busy)
