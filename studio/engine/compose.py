"""The next request, made from the state in a dialect; a longer history costs only its new messages.

Above: `stepper`, `workspace`. Below: `session/body`, `dialects`. Knows no responder.
"""

from collections.abc import Callable

from msgspec.structs import replace

from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing, SentIds, waiting_after
from studio.dialects.dialect import Dialect
from studio.dialects.tool_shaping import ToolShaping
from studio.dialects.traits import Traits
from studio.messages.message import Message
from studio.messages.remark import Remark
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.session.body import Body, Texts, add_item, common, digest, flat_pieces, pieces
from studio.session.chain import Chain, Folded
from studio.session.events import (
    Event,
    MessageAdded,
    NodeId,
    ReplyReceived,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    UndoEnded,
)
from studio.session.setup import Setup
from studio.session.skill_words import system_of
from studio.session.state import SessionState, settled
from studio.session.tree import ROOT, Tree

Redact = Callable[[bytes], bytes]


class Composed:
    """One request ready to go: its value, the body as sent, the body as kept (secrets blanked), and what could not be said as it
    stands."""

    __slots__ = ("digest", "kept", "remarks", "request", "sent")

    def __init__(self, request: ChatRequest, remarks: Chain[Remark], sent: Body, kept: Body, mark: str) -> None:
        self.request = request
        self.remarks = remarks
        self.sent = sent
        self.kept = kept
        self.digest = mark


class _Line:
    """The messages so far, written: as sent and as kept (the same chain as long as nothing is blanked). `waiting` are the calls
    that have no result yet."""

    __slots__ = ("count", "kept", "remarks", "sent", "waiting")

    def __init__(
        self, sent: Chain[bytes], kept: Chain[bytes], count: int, remarks: Chain[Remark], waiting: SentIds = ()
    ) -> None:
        self.sent = sent
        self.kept = kept
        self.count = count
        self.remarks = remarks
        self.waiting = waiting


class Composer:
    """Makes the requests of one session in one dialect. Remembers what it made for each message. `crossing` makes messages of
    other dialects fit; `text_form` is how the dialect tells tools, empty for natively; `remark` is said with its first request;
    `shaping` makes the schemas of tools fit for the provider, None sends them as they were declared."""

    def __init__(
        self,
        dialect: Dialect,
        redact: Redact = lambda raw: raw,
        crossing: Crossing | None = None,
        text_form: str = "",
        remark: Remark | None = None,
        shaping: ToolShaping | None = None,
    ) -> None:
        self.dialect = dialect
        self.text_form = text_form
        self.crossing = crossing or Crossing(dialect.name, CallIds(dialect.name, Traits()), text_form)
        self.shaping = shaping
        self._redact = redact
        self._first = Chain[Remark]() if remark is None else Chain[Remark]().append(remark)
        self._bodies: dict[NodeId, tuple[Body, Chain[Remark]]] = {}
        self._texts = Texts()
        self._learned: set[NodeId] = set()
        self._system: str | None = None
        self._left: tuple[Remark, ...] = ()
        self._restart()

    def compose(self, state: SessionState) -> Composed:
        """The request that the model would be asked at `state`."""
        request = request_of(state)
        tools, left = self._declared(request, strict=state.setup.strict)
        shaped = self.dialect.shape(request if tools is request.tools else replace(request, tools=tools))
        if shaped.system != self._system or left != self._left:
            self._system, self._left = shaped.system, left
            self._restart()
        head, tail = self.dialect.write_frame(shaped, stream=state.setup.responder.stream)
        line = self._lines.of(settled(state))
        sent = Body(head, line.sent, tail)
        kept = Body(self._redact(head), line.kept, self._redact(tail))
        mark = digest(self._digests.of(kept.items), kept.head + kept.tail)
        return Composed(request, line.remarks, sent, kept, mark)

    def _declared(self, request: ChatRequest, *, strict: bool) -> tuple[tuple[ToolSpec, ...], tuple[Remark, ...]]:
        """The tools as they are declared, and what that leaves out or says otherwise."""
        tools, left = self.crossing.tools(request.tools)
        if self.shaping is None or not tools:
            return tools, left
        tools, said = self.shaping.tools(tools, strict=strict)
        return tools, left + said

    def item(self, message: Message, place: int) -> bytes:
        """One message of the history as it is sent; empty when nothing of it can be said here."""
        crossed = self.crossing.cross(message, place)
        return self.dialect.write_message(crossed.message) if crossed.message is not None else b""

    def event(self, composed: Composed, tree: Tree, state: SessionState) -> RequestSent:
        """The event for a request that is about to go, in its short form over the one before it."""
        self._learn(tree, state.node)
        base = state.last_request
        known, told = self._bodies.get(base, (None, None)) if base is not None else (None, None)
        flat = _body(tree, base) if base is not None and known is None else None
        remarks = _new(composed.remarks, told) if told is not None else _untold(composed.remarks, tree, base)
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
            form=self.text_form if composed.request.tools else "",
            remarks=remarks,
        )

    def sent(self, node: NodeId, composed: Composed) -> None:
        """Remember that the request became node `node`: the next one is written over it."""
        self._bodies[node] = composed.kept, composed.remarks

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
            case UndoEnded(told=text):
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
        kept = start if clean == item else add_item(Chain(), clean)
        said = self._first.extend(self._left)
        self._lines: Folded[Message, _Line] = Folded(_Line(start, kept, 0, said), self._add)
        self._digests: Folded[bytes, str] = Folded("", digest)

    def _add(self, line: _Line, message: Message) -> _Line:
        crossed = self.crossing.cross(message, line.count, line.waiting)
        item = self.dialect.write_message(crossed.message) if crossed.message is not None else b""
        clean = self._redact(item)
        sent = add_item(line.sent, item)
        same = line.kept is line.sent and clean == item
        kept = sent if same else add_item(line.kept, clean)
        waiting = waiting_after(message, crossed.message, line.waiting)
        return _Line(sent, kept, line.count + 1, line.remarks.extend(crossed.remarks), waiting)


def _new(remarks: Chain[Remark], told: Chain[Remark]) -> tuple[Remark, ...]:
    """The remarks that the request before did not have."""
    return tuple(remarks.since(common(remarks, told)))


def _untold(remarks: Chain[Remark], tree: Tree, base: NodeId | None) -> tuple[Remark, ...]:
    """The same where only the session knows what was told: nothing of its path is said again."""
    told: set[Remark] = set()
    node = base
    while remarks.length and node is not None and node in tree and node != ROOT:
        event = tree.event(node)
        if isinstance(event, RequestSent):
            told.update(event.remarks)
        node = tree.parent(node)
    return tuple(remark for remark in remarks if remark not in told)


def _body(tree: Tree, node: NodeId) -> bytes | None:
    """The body of a request of the file, None when it is damaged: then nothing is written over it."""
    try:
        return tree.body(node)
    except StudioError:
        return None


def request_of(state: SessionState) -> ChatRequest:
    """The neutral value of the next request."""
    setup: Setup = state.setup
    return ChatRequest(setup.responder.model_name, settled(state), system_of(setup), setup.sent_tools, setup.params)
