"""The next request, made from the state in a dialect; a longer history costs only its new messages.

Above: `stepper`, `workspace`. Below: `session/body`, `dialects`. Knows no responder.
"""

from collections.abc import Callable

from studio.dialects.dialect import Dialect
from studio.messages.message import Message
from studio.messages.request import ChatRequest
from studio.problems import StudioError
from studio.session.body import Body, Texts, add_item, digest, flat_pieces, pieces
from studio.session.chain import Chain, Folded
from studio.session.events import (
    Event,
    MessageAdded,
    NodeId,
    ReplyReceived,
    RequestSent,
    ResultEdited,
    ResultRecorded,
)
from studio.session.setup import Setup
from studio.session.state import SessionState, settled
from studio.session.tree import ROOT, Tree

Redact = Callable[[bytes], bytes]


class Composed:
    """One request ready to go: its value, the body as sent, and the body as kept (secrets blanked)."""

    __slots__ = ("digest", "kept", "request", "sent")

    def __init__(self, request: ChatRequest, sent: Body, kept: Body, mark: str) -> None:
        self.request = request
        self.sent = sent
        self.kept = kept
        self.digest = mark


class Composer:
    """Makes the requests of one session in one dialect. Remembers what it made for each message."""

    def __init__(self, dialect: Dialect, redact: Redact = lambda raw: raw) -> None:
        self.dialect = dialect
        self._redact = redact
        self._bodies: dict[NodeId, Body] = {}
        self._texts = Texts()
        self._learned: set[NodeId] = set()
        self._system: str | None = None
        self._secret = False
        self._restart()

    def compose(self, state: SessionState) -> Composed:
        """The request that the model would be asked at `state`."""
        request = request_of(state)
        if request.system != self._system:
            self._system = request.system
            self._restart()
        head, tail = self.dialect.write_frame(request, stream=state.setup.responder.stream)
        sent = Body(head, self._sent.of(settled(state)), tail)
        kept = Body(self._redact(head), self._kept.of(settled(state)), self._redact(tail)) if self._secret else sent
        mark = digest(self._digests.of(kept.items), kept.head + kept.tail)
        return Composed(request, sent, kept, mark)

    def event(self, composed: Composed, tree: Tree, state: SessionState) -> RequestSent:
        """The event for a request that is about to go, in its short form over the one before it."""
        self._learn(tree, state.node)
        base = state.last_request
        known = self._bodies.get(base) if base is not None else None
        flat = _body(tree, base) if base is not None and known is None else None
        if flat is not None:
            made = flat_pieces(composed.kept, flat, self._texts)
        else:
            base = base if known is not None else None
            made = pieces(composed.kept, known, self._texts)
        return RequestSent(
            base=base,
            body=made,
            digest=composed.digest,
            count=len(composed.request.messages),
            tools=len(composed.request.tools),
        )

    def sent(self, node: NodeId, composed: Composed) -> None:
        """Remember that the request became node `node`: the next one is written over it."""
        self._bodies[node] = composed.kept

    def _learn(self, tree: Tree, node: NodeId) -> None:
        """Remember the long texts of the path, so that requests can refer to them; each event is looked at once."""
        while node in tree and node != ROOT and node not in self._learned:
            self._learned.add(node)
            self._note(tree.event(node))
            node = tree.parent(node)

    def _note(self, event: Event) -> None:
        match event:
            case ResultRecorded(text=text) | ResultEdited(text=text):
                self._texts.note(text, event.id)
            case MessageAdded(message=message):
                self._texts.note(message.text, event.id)
            case ReplyReceived(reply=reply):
                self._texts.note(reply.text, event.id)
            case _:
                pass

    def _restart(self) -> None:
        item = self.dialect.write_system(self._system) if self._system is not None else b""
        start = add_item(Chain(), item)
        clean = self._redact(item)
        self._secret = clean != item
        kept_start = start if clean == item else add_item(Chain(), clean)
        self._sent: Folded[Message, Chain[bytes]] = Folded(start, self._add)
        self._kept: Folded[Message, Chain[bytes]] = Folded(kept_start, self._add_kept)
        self._digests: Folded[bytes, str] = Folded("", digest)

    def _add(self, items: Chain[bytes], message: Message) -> Chain[bytes]:
        item = self.dialect.write_message(message)
        self._secret = self._secret or self._redact(item) != item
        return add_item(items, item)

    def _add_kept(self, items: Chain[bytes], message: Message) -> Chain[bytes]:
        return add_item(items, self._redact(self.dialect.write_message(message)))


def _body(tree: Tree, node: NodeId) -> bytes | None:
    """The body of a request of the file, None when it is damaged: then nothing is written over it."""
    try:
        return tree.body(node)
    except StudioError:
        return None


def request_of(state: SessionState) -> ChatRequest:
    """The neutral value of the next request."""
    setup: Setup = state.setup
    return ChatRequest(setup.responder.model_name, settled(state), setup.system, setup.sent_tools, setup.params)
