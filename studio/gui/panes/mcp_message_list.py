"""The list of the protocol view: number, time, direction, kind, method and id, what it says in short, what it answers.

Above: the protocol page. Below: `mcp_painted`, `models/mcp_messages_model`. Follows the end until the person goes elsewhere.
"""

from collections.abc import Hashable, Sequence

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QWidget

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.models.mcp_messages_model import MessagesModel, clock, gist_words, kind_words, match_words
from studio.gui.panes.mcp_painted import PaintedRows
from studio.gui.words import say
from studio.present.mcp_messages import MessageFilter
from studio.present.words import words
from studio.session.server_view import WireMessage

ROW = 24
_INSET, _GAP, _ICON = 12, 8, 12
_WIDE, _NARROW = 620, 400
"""Widths below which the words of most kinds give way to what a message says, and then the time."""
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_KINDS = ("request", "answer", "error", "notification", "log", "noise", "stderr", "state")
_TOLD = frozenset(("error", "noise", "stderr"))
"""Kinds whose word always stands there: a colour alone would not tell."""
_QUIET = {"notification": "muted", "state": "muted", "stderr": "text", "noise": "warn", "error": "error"}


class RowContent(msgspec.Struct, frozen=True):
    """All that a row shows; two of the same content look the same."""

    number: str
    time: str
    icon: str
    icon_colour: str
    kind: str
    colour: str
    method: str
    id: str
    gist: str
    code: bool
    match: str
    match_colour: str


class MessageList(PaintedRows):
    """`looked_at_message` gives the message that has the keyboard, None for none; `follows_end` changes with `following`."""

    looked_at_message = Signal(object)
    following = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.messages = MessagesModel()
        self.follows_end = True
        self._moving = False
        super().__init__(self.messages, _paint, ROW, parent)
        self.messages.setParent(self)
        self.looked_at.connect(lambda row: self.looked_at_message.emit(self.messages.message_at(row)))
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def message(self) -> WireMessage | None:
        """The message that has the keyboard."""
        return self.messages.message_at(self.row)

    def follow(self, messages: Sequence[WireMessage]) -> None:
        """Take in what came; the view goes along while it follows the end."""
        self._moving = True
        if self.messages.follow(messages):
            self.viewport().update()
        if self.follows_end:
            self.scrollToBottom()
        self._moving = False

    def refilter(self, to: MessageFilter) -> None:
        """Show what another filter lets through; the message that has the keyboard keeps it, if it is shown."""
        kept = self.message
        self._moving = True
        self.messages.refilter(to)
        if kept is not None:
            self.choose(self.messages.row_of(kept.number))
        if self.follows_end:
            self.scrollToBottom()
        self._moving = False

    def choose_number(self, number: int) -> bool:
        """Give the message of a number the keyboard; False when it is not shown."""
        row = self.messages.row_of(number)
        self.choose(row)
        return row >= 0

    def set_following(self, on: bool) -> None:
        """Follow the end, or stay."""
        if on:
            self._moving = True
            self.scrollToBottom()
            self._moving = False
        if on != self.follows_end:
            self.follows_end = on
            self.following.emit(on)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End follows the end again; copying is for the page, which knows the whole message."""
        if event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
            return
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_End:
            self.set_following(True)

    def _scrolled(self, value: int) -> None:
        if not self._moving:
            self.set_following(value >= self.verticalScrollBar().maximum() - 2)

    def content_at(self, row: int, width: int) -> Hashable | None:
        """What a row shows."""
        message = self.messages.message_at(row)
        return self._content(message, width) if message is not None else None

    def _content(self, message: WireMessage, width: int) -> RowContent:
        book = self.messages.book
        icon, icon_colour = _sign(message)
        wide = width >= theme().px(_WIDE)
        stray = message.kind in ("answer", "error") and message.answers is None
        return RowContent(
            f"#{message.number}",
            clock(message.t) if width >= theme().px(_NARROW) else "",
            icon,
            icon_colour,
            kind_words(message) if wide or message.kind in _TOLD else "",
            _QUIET.get(message.kind, "text"),
            book.method_of(message),
            "" if message.id is None or not wide else f"id {message.id}",
            gist_words(message),
            message.kind != "state",
            match_words(book, message, short=not wide),
            "warn" if stray else "muted",
        )


def _sign(message: WireMessage) -> tuple[str, str]:
    """The direction as an arrow, and a sign for what is no message."""
    match message.kind:
        case "noise":
            return "warn", "warn"
        case "stderr":
            return "message", "muted"
        case "state":
            return "info", "muted"
        case "error":
            return ("request" if message.sent else "response"), "error"
        case _:
            return ("request", "request") if message.sent else ("response", "response")


def _paint(painter: QPainter, rect: QRectF, row: Hashable) -> None:
    """Draw a row from left to right; the match keeps its room at the right end before the gist."""
    assert isinstance(row, RowContent)
    px, left, right = theme().px, rect.left() + theme().px(_INSET), rect.right() - theme().px(_INSET)
    small, code = theme().font(11), theme().code_font(12)
    left += _cell(
        painter, rect, left, _width(small, ("#9999", row.number)), row.number, small, "muted", right=True
    ) + px(_GAP)
    if row.time:
        left += _cell(
            painter, rect, left, _width(code, ("99.999", row.time)), row.time, code, "muted", right=True
        ) + px(_GAP)
    side = px(_ICON)
    paint_icon(painter, row.icon, row.icon_colour, QRectF(left, round(rect.center().y() - side / 2), side, side))
    left += side + px(_GAP)
    if row.kind:
        font = theme().font(12)
        room = _kinds_width(font) if rect.width() >= px(_WIDE) else _width(font, (row.kind,))
        left += _cell(painter, rect, left, room, row.kind, font, row.colour) + px(_GAP)
    right = _match(painter, rect, row, left, right)
    _middle(painter, rect, row, left, right)


def _middle(painter: QPainter, rect: QRectF, row: RowContent, left: float, right: float) -> None:
    """Method, id and gist in the room that is left."""
    code, small = theme().code_font(12), theme().font(11)
    for text, font, colour in (
        (row.method, code, "text"),
        (row.id, small, "faint"),
        (row.gist, code if row.code else theme().font(12), row.colour if not row.method else "muted"),
    ):
        room = right - left
        if not text or room < theme().px(16):
            continue
        width = min(QFontMetricsF(font).horizontalAdvance(text) + 1, room)
        left += _cell(painter, rect, left, width, text, font, colour) + theme().px(_GAP)


def _match(painter: QPainter, rect: QRectF, row: RowContent, left: float, right: float) -> float:
    """What it answers, at the right end. Returns where that begins."""
    if not row.match:
        return right
    font = theme().font(11)
    width = min(QFontMetricsF(font).horizontalAdvance(row.match) + 1, (right - left) * 0.6)
    _cell(painter, rect, right - width, width, row.match, font, row.match_colour, right=True)
    return right - width - theme().px(_GAP)


def _cell(
    painter: QPainter,
    rect: QRectF,
    left: float,
    width: float,
    text: str,
    font: QFont,
    colour: str,
    *,
    right: bool = False,
) -> float:
    """Draw a text into a cell; the width of the cell."""
    painter.setFont(font)
    painter.setPen(theme().color(colour))
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width + 1)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(QRectF(left, rect.top(), width, rect.height()), _LINE | side, shown)
    return width


def _kinds_width(font: QFont) -> float:
    """Room for each word of a kind, in the language of the window."""
    return _width(font, tuple(say(words(f"rpc.{kind}")) for kind in _KINDS))


def _width(font: QFont, texts: Sequence[str]) -> float:
    metrics = QFontMetricsF(font)
    return max(metrics.horizontalAdvance(text) for text in texts) + 1
