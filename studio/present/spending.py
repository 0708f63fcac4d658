"""What was spent on the way to a node, request by request and call by call, folded forward and kept: a longer path costs its new end.

Above: `workspace/spent`. Below: `spending_values`, `spending_frame`, the tree. What a model costs is handed in.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from studio.messages.price import Price
from studio.messages.reply import ChatReply
from studio.messages.tokens import text_tokens
from studio.messages.usage_parts import usage_parts
from studio.present.spending_frame import Frame, after, named
from studio.present.spending_sums import Spent
from studio.present.spending_values import Asked, Entry, Ran, Source, Stood, Who
from studio.session.events import (
    AttemptFailed,
    Event,
    GroupsChosen,
    ReplyReceived,
    RequestFailed,
    ResultRecorded,
    ServerAsked,
    SourceAsked,
    UndoEnded,
)
from studio.session.kept_exchange import KeptExchange
from studio.session.nodes import NodeId
from studio.session.tree import ROOT, Tree

FindPrice = Callable[[Who, datetime | None], Price | None]
"""The price of who answered, on that day."""
_WORKED = frozenset(
    {"reply", "request_failed", "result", "attempt_failed", "undone", "source", "groups_chosen", "server_asked"}
)
_MOMENT = 0.05
"""Seconds between two events that nobody waited for."""
_EVERY = 500
"""After so many entries the sums are kept, so that going back costs no more than these."""


class Spending:
    """The way to one node. `begun` is when the session began, in seconds since 1970 (0: not known)."""

    def __init__(self, tree: Tree, price: FindPrice, begun: float = 0.0) -> None:
        self._tree, self._price, self._begun = tree, price, begun
        self._way: list[NodeId] = []
        self._at: dict[NodeId, int] = {}
        self._frames: list[Frame] = []
        self._ends: list[int] = []
        self._moments: list[tuple[int, Spent]] = []
        self.entries: list[Entry] = []
        self.sums = Spent()
        self.version = 0
        """Another number whenever the sums are others."""

    def follow(self, node: NodeId) -> "Spending":
        """Add up the way to `node`; what it shares with the way before is kept."""
        todo: list[NodeId] = []
        while node not in self._at and node != ROOT and node in self._tree:
            todo.append(node)
            node = self._tree.parent(node)
        kept = self._at.get(node, -1) + 1
        if kept < len(self._way):
            self._cut(kept)
        if todo:
            with self._tree.keeping():
                for step in reversed(todo):
                    self._take(step)
            self.version += 1
        return self

    def _cut(self, kept: int) -> None:
        """Go back along the way. The sums are those of a moment before, and what came until then."""
        for node in self._way[kept:]:
            del self._at[node]
        del self._way[kept:], self._frames[kept:]
        left = self._ends[kept - 1] if kept else 0
        del self._ends[kept:]
        known = self._take_back(left)
        rest = self.entries[known:left]
        del self.entries[known:]
        for entry in rest:
            self._count(entry)
        self.version += 1

    def _take_back(self, most: int) -> int:
        """Take back the sums of the last moment with no more entries than that; how many it had."""
        while self._moments and self._moments[-1][0] > most:
            self._moments.pop()
        known, sums = self._moments[-1] if self._moments else (0, Spent())
        self.sums = sums.copied()
        return known

    # ---- one event

    def _take(self, node: NodeId) -> None:
        frame = self._frames[-1] if self._frames else Frame()
        before = self._way[-1] if self._way else node
        kind = self._tree.kind(node)
        event = self._tree.event(node)
        for entry in self._entries(frame, event, kind, before):
            self._count(entry)
        self._at[node] = len(self._way)
        self._way.append(node)
        self._frames.append(after(frame, event, self._tree))
        self._ends.append(len(self.entries))

    def _entries(self, frame: Frame, event: Event, kind: str, before: NodeId) -> Iterator[Entry]:
        stood = self._stood(event, kind, before)
        if stood:
            yield Stood(frame.round_of(event), stood)
        match event:
            case ReplyReceived(reply=reply, seconds=seconds):
                yield self._asked(frame, event, reply, seconds)
            case RequestFailed(exchange=exchange):
                yield self._asked(frame, event, None, exchange.seconds if exchange else 0.0)
            case GroupsChosen(reply=reply, seconds=seconds) if not event.by_person:
                yield self._chosen(frame, event, reply, seconds)
            case ServerAsked(reply=reply, exchange=exchange) if reply is not None or exchange is not None:
                yield self._sampled(frame, reply, exchange, event.id)
            case ResultRecorded() | AttemptFailed() | UndoEnded() | SourceAsked():
                yield self._ran(frame, event)
            case _:
                pass

    def _stood(self, event: Event, kind: str, before: NodeId) -> float:
        """How long nothing was done before an event."""
        gap = max(self._tree.time(event.id) - self._tree.time(before), 0) / 1000
        if kind in _WORKED and not (isinstance(event, ResultRecorded) and event.source != "ran"):
            return 0.0
        return gap if gap >= _MOMENT else 0.0

    def _asked(self, frame: Frame, event: Event, reply: ChatReply | None, seconds: float) -> Asked:
        """A request of the session, or of the agent that stands there. One that failed counts no tokens, as in the state."""
        who, source = frame.who, frame.source
        if reply is not None and not who.model and source in ("live", "recorded"):
            who = who._replace(model=reply.model_name)
        parts = usage_parts(reply.usage if reply is not None else None)
        price = self._priced(who, event) if source != "by_hand" else None
        return Asked(frame.next_round, who, source, parts, price, seconds, frame.agent, reply is None, event.id)

    def _chosen(self, frame: Frame, event: GroupsChosen, reply: ChatReply | None, seconds: float) -> Asked:
        setup = self._tree.state(self._tree.parent(event.id)).setup
        chooser = setup.chooser.responder or setup.responder
        who, source = Who(chooser.model_name, chooser.base_url), _source(event, chooser.kind)
        parts = usage_parts(reply.usage if reply is not None else None)
        price = self._priced(who, event)
        return Asked(frame.next_round, who, source, parts, price, seconds, frame.agent, reply is None, event.id)

    def _sampled(self, frame: Frame, reply: ChatReply | None, exchange: KeptExchange | None, node: NodeId) -> Asked:
        """Whom a server's question was handed to is not kept. Without an exchange the person wrote the answer, or a recording had it."""
        parts = usage_parts(reply.usage if reply is not None else None)
        source: Source = "live" if exchange is not None else "by_hand"
        seconds = exchange.seconds if exchange is not None else 0.0
        return Asked(frame.round, Who(), source, parts, None, seconds, frame.agent, reply is None, node)

    def _ran(self, frame: Frame, event: ResultRecorded | AttemptFailed | UndoEnded | SourceAsked) -> Ran:
        match event:
            case SourceAsked(source=name, seconds=seconds, error=error):
                return Ran(frame.next_round, name, seconds, bool(error), result=False)
            case UndoEnded(tool=name, seconds=seconds, is_error=is_error):
                return Ran(frame.round, name, seconds, is_error)
            case AttemptFailed(call=key, seconds=seconds):
                return Ran(frame.round, named(frame, key)[0], seconds, is_error=True, result=False)
            case ResultRecorded(call=key, seconds=seconds, is_error=is_error, text=text):
                name, arguments = named(frame, key)
                worked = 0.0 if frame.is_agent(key) else seconds
                return Ran(frame.round, name, worked, is_error, text_tokens(arguments), text_tokens(text))

    def _priced(self, who: Who, event: Event) -> Price | None:
        when = datetime.fromtimestamp(self._begun + event.t / 1000, UTC) if self._begun else None
        return self._price(who, when) if who.model else None

    def _count(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.sums.add(entry)
        if len(self.entries) % _EVERY == 0:
            self._moments.append((len(self.entries), self.sums.copied()))


def _source(event: GroupsChosen, kind: str) -> Source:
    if event.exchange is None and kind == "live":
        return "recorded"
    return "scripted" if kind == "scripted" else "live"
