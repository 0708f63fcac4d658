"""The next request, made from the state in a dialect; a longer history costs only its new messages.

Above: `stepper`, `workspace`. Below: `memory`, `message_rope`, `session/body`, `dialects`. Knows no responder.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from studio.checks.history.checker import HistoryChecks
from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing
from studio.dialects.dialect import Dialect
from studio.dialects.tool_shaping import ToolShaping
from studio.dialects.traits import Traits
from studio.engine.memory import Carried, Carrying, carried
from studio.engine.message_rope import MessageRope
from studio.messages.message import Message
from studio.messages.remark import Remark
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.session.body import Body, Texts, common, digest, flat_pieces, pieces
from studio.session.chain import Chain, FromEnd
from studio.session.events import Event, RequestSent
from studio.session.nodes import NodeId
from studio.session.setup import Setup
from studio.session.skill_words import system_of
from studio.session.state import SessionState
from studio.session.together import long_text
from studio.session.tree import ROOT, Tree

Redact = Callable[[bytes], bytes]


class Composed:
    """One request ready to go: its value, what of the history it carries, the body as sent, the body as kept (secrets blanked), and
    what could not be said as it stands."""

    __slots__ = ("carried", "digest", "kept", "remarks", "request", "sent")

    def __init__(
        self, request: ChatRequest, carried: Carried, remarks: Chain[Remark], sent: Body, kept: Body, mark: str
    ) -> None:
        self.request = request
        self.carried = carried
        self.remarks = remarks
        self.sent = sent
        self.kept = kept
        self.digest = mark


_ROPES_KEPT = 4
"""System texts after which the messages stay written."""
_WINDOWS_KEPT = 8
"""Bodies of requests that left messages out share little: only the last so many are remembered."""


class Composer:
    """Makes the requests of one session in one dialect. Remembers what it made for each message. `crossing` makes messages of
    other dialects fit; `text_form` is how the dialect tells tools, empty for natively; `remark` is said with its first request;
    `shaping` makes the schemas of tools fit for the provider, None sends them as they were declared; `checks` are those of its history."""

    def __init__(
        self,
        dialect: Dialect,
        redact: Redact = lambda raw: raw,
        crossing: Crossing | None = None,
        text_form: str = "",
        remark: Remark | None = None,
        shaping: ToolShaping | None = None,
        checks: HistoryChecks | None = None,
    ) -> None:
        self.dialect = dialect
        self.text_form = text_form
        self.crossing = crossing or Crossing(dialect.name, CallIds(dialect.name, Traits()), text_form)
        self.shaping = shaping
        self.checks = checks or HistoryChecks()
        self._redact = redact
        self._first = Chain[Remark]() if remark is None else Chain[Remark]().append(remark)
        self._carrying = Carrying()
        self._bodies: dict[NodeId, tuple[Body, Chain[Remark]]] = {}
        self._windowed: list[NodeId] = []
        self._ropes: dict[tuple[str | None, tuple[Remark, ...]], MessageRope] = {}
        self._texts = Texts()
        self._learned: set[NodeId] = set()
        self._system: str | None = None
        self._left: tuple[Remark, ...] = ()
        self._restart()

    def compose(self, state: SessionState) -> Composed:
        """The request that the model would be asked at `state`."""
        carried = self.carried(state)
        request = _request(state, carried)
        tools, left = self._declared(request, strict=state.setup.strict)
        shaped = self.dialect.shape(request if tools is request.tools else replace(request, tools=tools))
        if shaped.system != self._system or left != self._left:
            self._system, self._left = shaped.system, left
            self._restart()
        head, tail = self.dialect.write_frame(shaped, stream=state.setup.responder.stream)
        line = self._rope.of(carried)
        sent = Body(head, line.sent, tail)
        kept = Body(self._redact(head), line.kept, self._redact(tail))
        mark = digest(self._rope.digest(carried, kept.items), kept.head + kept.tail)
        return Composed(request, carried, line.remarks, sent, kept, mark)

    def carried(self, state: SessionState) -> Carried:
        """What of the history the request at `state` carries."""
        return self._carrying.of(state)

    def places(self, composed: Composed) -> Sequence[int | None]:
        """For each item of the body of the last composed request the place in the history of its message; None: of none."""
        told, of = self._rope.told(composed.carried), composed.carried.places()
        return FromEnd(len(told), (of[at] if at is not None else None for at in reversed(told)))

    def _declared(self, request: ChatRequest, *, strict: bool) -> tuple[tuple[ToolSpec, ...], tuple[Remark, ...]]:
        """The tools as they are declared, and what that leaves out or says otherwise."""
        tools, left = self.crossing.tools(request.tools)
        if self.shaping is None or not tools:
            return tools, left
        tools, said = self.shaping.tools(tools, strict=strict)
        return tools, left + said

    def alone(self, request: ChatRequest, *, stream: bool) -> tuple[bytes, bytes]:
        """The body of a request that is none of the session's own, as sent and as kept. Nothing of it is remembered."""
        sent = self.dialect.write_request(request, stream=stream)
        return sent, self._redact(sent)

    def item(self, message: Message, place: int) -> bytes:
        """One message of the history as it is sent; empty when nothing of it can be said here."""
        return self._rope.item(message, place).sent

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
            left_out=composed.carried.left_out,
            passages=composed.carried.passages,
        )

    def sent(self, node: NodeId, composed: Composed) -> None:
        """Remember that the request became node `node`: the next one is written over it."""
        self._bodies[node] = composed.kept, composed.remarks
        if composed.carried.left_out:
            self._windowed.append(node)
        if len(self._windowed) > _WINDOWS_KEPT:
            self._bodies.pop(self._windowed.pop(0), None)

    def _learn(self, tree: Tree, node: NodeId) -> None:
        """Remember the long texts of the path, so that requests can refer to them; each event is looked at once."""
        while node in tree and node != ROOT and node not in self._learned:
            self._learned.add(node)
            self._note(tree.event(node))
            node = tree.parent(node)

    def _note(self, event: Event) -> None:
        text = long_text(event)
        if text:
            self._texts.note(text, event.id)

    def _restart(self) -> None:
        """Go on after another system text. What was written after the last few is found again: an agent's session comes to its end, and
        that of its caller goes on."""
        key = self._system, self._left
        rope = self._ropes.pop(key, None)
        if rope is None:
            rope = MessageRope(self.dialect, self.crossing, self._redact)
            item = self.dialect.write_system(self._system) if self._system is not None else b""
            rope.restart(item, self._first.extend(self._left))
        self._rope = self._ropes[key] = rope
        if len(self._ropes) > _ROPES_KEPT:
            del self._ropes[next(iter(self._ropes))]


def _new(remarks: Chain[Remark], told: Chain[Remark]) -> tuple[Remark, ...]:
    """The remarks that the request before did not have."""
    shared = common(remarks, told)
    before = set(told.since(shared))
    return tuple(remark for remark in remarks.since(shared) if remark not in before)


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
    return _request(state, carried(state))


def _request(state: SessionState, carried: Carried) -> ChatRequest:
    setup: Setup = state.setup
    return ChatRequest(setup.responder.model_name, carried.messages, system_of(setup), setup.sent_tools, setup.params)
