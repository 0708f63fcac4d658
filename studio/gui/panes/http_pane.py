"""The HTTP exchange of the round looked at: request line, status, headers with keys blanked, bodies as they were.

Above: `window`. Below: `bridge`, `session`. Shows what is kept; local answers have no exchange and it says so.
"""

from typing import assert_never

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.words import fill, seconds
from studio.session.events import KeptExchange, NodeId, ReplyReceived, RequestFailed, RequestSent
from studio.session.tree import Tree

_LONGEST = 256_000
_INSET = 10


class HttpPane(QWidget):
    """Request at the left, reply at the right."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge = bridge
        self._node: NodeId | None = None
        self.sent, self.received = self._text(), self._text()
        split = QSplitter(self)
        split.addWidget(self.sent)
        split.addWidget(self.received)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(split)
        bridge.session_changed.connect(self._anew)
        bridge.refreshed.connect(self._refresh)
        theme().changed.connect(self._redraw)
        self._redraw()
        self._reword()

    def _redraw(self) -> None:
        for text in (self.sent, self.received):
            text.setFont(theme().editor_font())
            text.document().setDocumentMargin(_INSET)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._anew()
        super().changeEvent(event)

    def _text(self) -> QPlainTextEdit:
        text = QPlainTextEdit(self)
        text.setReadOnly(True)
        text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        return text

    def _reword(self) -> None:
        self.sent.setAccessibleName(self.tr("HTTP request"))
        self.received.setAccessibleName(self.tr("HTTP reply"))
        self.sent.setPlaceholderText(self.tr("No request of this round has been sent yet."))
        self.received.setPlaceholderText(self.tr("No answer yet."))

    def _anew(self) -> None:
        self._node = NodeId(-1)
        self._refresh()

    def _refresh(self) -> None:
        session = self._bridge.session
        if session is None or not self.isVisible():
            return
        node = self._bridge.selection or session.head
        if node == self._node:
            return
        self._node = node
        request, end = _exchange_at(session.tree, node, session.head)
        if request is None:
            self.sent.clear()
            self.received.clear()
            return
        body = session.tree.body(request.id).decode("utf-8", "replace")
        self.sent.setPlainText(self._request_text(request, end, body))
        self.received.setPlainText(self._reply_text(request, end))

    def showEvent(self, event: object) -> None:
        """Fill it when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._anew()

    def _request_text(self, request: RequestSent, end: ReplyReceived | RequestFailed | None, body: str) -> str:
        kept = end.exchange if end is not None else None
        local = self._local(request)
        head = [local, ""] if local else []
        if kept is not None:
            head += [f"{kept.method} {kept.url}", *_lines(kept.request_headers), ""]
        elif not local:
            head += [f"POST {request.url}", ""]
        return "\n".join((*head, self._cut(body)))

    def _local(self, request: RequestSent) -> str:
        """Who answered without HTTP; empty when it went over HTTP. What is kept then is the exchange that was recorded."""
        match request.source:
            case "scripted":
                return self.tr("Answered by the script: nothing went over HTTP.")
            case "recorded":
                return self.tr("Answered by the recording: nothing went over HTTP.")
            case "by_hand":
                return self.tr("Answered by hand: nothing went over HTTP.")
            case "live":
                return ""
            case _:
                assert_never(request.source)

    def _reply_text(self, request: RequestSent, end: ReplyReceived | RequestFailed | None) -> str:
        local = self._local(request)
        if end is None:
            return ""
        if end.exchange is None:
            return local or self.tr("There was no HTTP exchange.")
        answered = self._answered(end.exchange)
        return f"{local}\n\n{answered}" if local else answered

    def _answered(self, kept: KeptExchange) -> str:
        status = f"HTTP {kept.status}" if kept.status is not None else self.tr("No status: the connection failed.")
        body = self._cut(kept.body.decode("utf-8", "replace"))
        return "\n".join((f"{status} · {seconds(kept.seconds)}", *_lines(kept.headers), "", body))

    def _cut(self, text: str) -> str:
        if len(text) <= _LONGEST:
            return text
        left = fill(self.tr("… and {n} more characters"), n=len(text) - _LONGEST)
        return f"{text[:_LONGEST]}\n{left}"


def _lines(headers: tuple[tuple[str, str], ...]) -> list[str]:
    return [f"{name}: {value}" for name, value in headers]


def _exchange_at(
    tree: Tree, node: NodeId, head: NodeId
) -> tuple[RequestSent | None, ReplyReceived | RequestFailed | None]:
    """The request of the round that `node` is in, and how it ended on the way to the head."""
    up = node
    while up in tree and up and tree.kind(up) != "request":
        up = tree.parent(up)
    if not up:
        return None, None
    request = tree.event(up)
    path = tree.path(head)
    if up not in path:
        path = tree.path(tree.tip(node))
    after = path[path.index(up) + 1 :] if up in path else []
    end = next((tree.event(step) for step in after if tree.kind(step) in ("reply", "request_failed")), None)
    assert isinstance(request, RequestSent)
    return request, end if isinstance(end, ReplyReceived | RequestFailed) else None
