"""The HTTP exchanges of a session: which request of which round went out, how it ended, and its answer as a list of events.

Above: both fronts. Below: `session`, `dialects`, `wire_events`. Reads the tree only.
"""

from bisect import bisect_right
from collections.abc import Iterator
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.messages.reply import ProviderError
from studio.messages.request import ChatRequest
from studio.present.choice_exchange import body_beside, end_beside, is_beside, request_beside
from studio.present.path_levels import SESSION, levels
from studio.present.wire_events import EventLog, Source
from studio.session.body import BodyError
from studio.session.events import GroupsChosen, ReplyReceived, RequestFailed, RequestSent, ServerAsked
from studio.session.kept_exchange import KeptExchange
from studio.session.lines import LineError
from studio.session.nodes import NodeId
from studio.session.responder_choice import ResponderChoice
from studio.session.tree import Tree

PIECE = 32_768
"""Bytes that are handed to a log at once."""
_ROUNDS_BEFORE = 3
"""Replies that are read before the node looked at: the first of them ends a round of which nothing is shown."""
_BESIDE = ("groups_chosen", "server_asked")
"""Kinds of nodes at which a model may have been asked beside the session."""


class _Asked(msgspec.Struct):
    stream: bool | None = None


class Exchanged(msgspec.Struct, frozen=True):
    """One request and how it ended; `end` is None while nobody knows. `aside`: it is on another branch than the one looked at. `choice`:
    it asked a small model which groups of tools to open, before the request of the round; `asked`: an MCP server wanted the answer, while
    it worked on a call of the round."""

    request: RequestSent
    end: ReplyReceived | RequestFailed | None = None
    aside: bool = False
    choice: GroupsChosen | None = None
    asked: ServerAsked | None = None

    @property
    def is_own(self) -> bool:
        """Whether it is one of the session's own requests."""
        return self.choice is None and self.asked is None

    @property
    def node(self) -> NodeId:
        """The node of the request."""
        return self.request.id

    @property
    def kept(self) -> KeptExchange | None:
        """What went over HTTP; None when nothing did, or nothing is known yet."""
        return self.end.exchange if self.end is not None else None

    @property
    def error(self) -> ProviderError | None:
        """Why no whole reply came, if so."""
        return self.end.error if isinstance(self.end, RequestFailed) else None

    @property
    def url(self) -> str:
        """Where it went; empty when it went nowhere."""
        return self.kept.url if self.kept is not None else self.request.url

    @property
    def host(self) -> str:
        """Name and port of the server."""
        try:
            return urlsplit(self.url).netloc.rpartition("@")[2]
        except ValueError:
            return ""

    @property
    def size(self) -> int:
        """Bytes of the answer's body."""
        kept = self.kept
        if kept is None:
            return 0
        return len(kept.binary) or (len(kept.text) if kept.text.isascii() else len(kept.body))


def round_exchanges(tree: Tree, node: NodeId, head: NodeId) -> tuple[Exchanged, ...]:
    """The exchanges of the round that `node` is in, on the way to the head, else to the end of the node's own branch: those
    that failed and the one that was answered, and those in whose place it was asked again (`aside`). Empty before the first
    request."""
    path = tree.path(head)
    if node not in set(path):
        path = tree.path(tree.tip(node))
    found: list[Exchanged] = []
    for one in _along(tree, _near(tree, _beside(tree, path, node), node)):
        if _begins_anew(one, found):
            if one.node > node:
                break
            found.clear()
        found.append(one)
    if not found or found[0].node > node:
        return ()
    first = next((one.node for one in found if one.is_own), None)
    aside = _aside(tree, first, set(path)) if first is not None else ()
    return tuple(sorted((*found, *aside), key=lambda one: one.node))


def _near(tree: Tree, path: list[NodeId], node: NodeId) -> list[NodeId]:
    """A path from the request of an earlier round than that of `node` on, which is answered: nothing before it is asked for."""
    replies = _ROUNDS_BEFORE
    for at in range(bisect_right(path, node) - 1, 0, -1):
        kind = tree.kind(path[at])
        replies -= kind == "reply"
        if replies <= 0 and kind == "request":
            return path[at:]
    return path


def _begins_anew(one: Exchanged, found: list[Exchanged]) -> bool:
    """Whether another round begins after those that were found: what a server wanted belongs to the round of its call."""
    last = next((each for each in reversed(found) if each.asked is None), None)
    if last is None or one.asked is not None or last.choice is not None:
        return False
    return isinstance(last.end, ReplyReceived) or one.choice is not None


def _beside(tree: Tree, path: list[NodeId], node: NodeId) -> list[NodeId]:
    """The nodes of a path that are of the same agent as `node`, or of none."""
    found = levels(tree, path)
    if not any(level.depth for level in found):
        return path
    known = dict(zip(path, found, strict=True))
    return [other for other in path if known[other] == known.get(node, SESSION)]


def all_exchanges(tree: Tree) -> tuple[Exchanged, ...]:
    """Every exchange of every branch, oldest first."""
    ends: dict[NodeId, NodeId] = {}
    requests: list[NodeId] = []
    for node in tree.nodes():
        kind = tree.kind(node)
        if kind in ("request", *_BESIDE):
            requests.append(node)
        elif kind in ("reply", "request_failed"):
            ends.setdefault(_request_above(tree, node), node)
    made = (_exchanged(tree, request, ends.get(request)) for request in requests)
    return tuple(one for one in made if one is not None)


def path_exchanges(tree: Tree, node: NodeId) -> Iterator[Exchanged]:
    """The exchanges on the way to a node, oldest first, read as they are asked for."""
    return _along(tree, tree.path(node))


def body_of(tree: Tree, one: Exchanged) -> bytes:
    """What was sent. Raises BodyError, LineError where the file does not hold it."""
    beside = one.choice or one.asked
    return tree.body(one.node) if beside is None else body_beside(beside).encode("utf-8", "surrogatepass")


def responder_of(tree: Tree, one: Exchanged) -> ResponderChoice:
    """Who was asked; of what a server wanted at least the dialect, as the address tells it."""
    setup = tree.state(one.node).setup
    if one.asked is not None:
        return replace(setup.responder, dialect=_dialect_of(one.url, setup.responder.dialect), text_form="")
    return setup.responder if one.choice is None else setup.chooser.responder or setup.responder


def _dialect_of(url: str, usual: str) -> str:
    path = urlsplit(url).path
    fitting = [name for name in roster.NAMES if path.endswith(roster.make(name).path)]
    return usual if usual in fitting or not fitting else fitting[0]


def source_of(tree: Tree, one: Exchanged) -> Source | None:
    """What the answer's bytes are; None when its dialect is not known here. The body of the request is looked into only where the answer
    cannot be read without it: that of a long session is long."""
    try:
        dialect = roster.make(responder_of(tree, one).dialect, one.request.form)
        body = body_of(tree, one) if one.request.form or dialect.framing == "ndjson" else b""
    except (DialectError, LineError, BodyError):
        return None
    kept = one.kept
    kind = next((value for name, value in kept.headers if name.lower() == "content-type"), "") if kept else ""
    request = _read(dialect, body) if one.request.form else None
    return Source(dialect, request, _streamed(body), kept.status if kept else None, kind)


def _read(dialect: Dialect, body: bytes) -> ChatRequest | None:
    try:
        return dialect.read_request(body)
    except DialectError:
        return None


def pieces(kept: KeptExchange) -> Iterator[tuple[bytes, int, bool]]:
    """The body as it came, for `EventLog.feed`: bytes, milliseconds, and whether they go on with the chunk before. Without a
    chunk table all came at once."""
    body = kept.body
    table = [(at, ms) for at, ms in kept.arrivals if 0 <= at < len(body)] or [(0, 0)]
    ends = [*(at for at, _ in table[1:]), len(body)]
    for (start, ms), end in zip(table, ends, strict=True):
        for at in range(start, end, PIECE):
            yield body[at : min(at + PIECE, end)], ms, at > start


def event_log(tree: Tree, one: Exchanged) -> EventLog | None:
    """The answer as a list of events, read at once; None when there is none or its dialect is not known."""
    source = source_of(tree, one) if one.kept is not None else None
    if source is None or one.kept is None:
        return None
    made = EventLog(source)
    for data, ms, more in pieces(one.kept):
        made.feed(data, ms, more=more)
    made.end(one.error)
    return made


def _aside(tree: Tree, request: NodeId, path: set[NodeId]) -> Iterator[Exchanged]:
    """The exchanges on other branches that begin where `request` does."""
    fork = tree.parent(request)
    trunk = tree.path(tree.tip(fork))
    starts = [branch.start for branch in tree.branches() if branch.fork == fork]
    starts += trunk[trunk.index(fork) + 1 :][:1] if fork in trunk else trunk[:1] if not fork else []
    for start in starts:
        if start in path or tree.kind(start) != "request":
            continue
        whole = tree.path(tree.tip(start))
        for one in _along(tree, whole[whole.index(start) :]):
            yield replace(one, aside=True)
            if isinstance(one.end, ReplyReceived):
                break


def _along(tree: Tree, path: list[NodeId]) -> Iterator[Exchanged]:
    request: NodeId | None = None
    for node in path:
        kind = tree.kind(node)
        if kind == "request":
            if request is not None and (made := _exchanged(tree, request, None)):
                yield made
            request = node
        elif kind in _BESIDE and (made := _exchanged(tree, node, None)):
            yield made
        elif kind in ("reply", "request_failed") and request is not None:
            if made := _exchanged(tree, request, node):
                yield made
            request = None
    if request is not None and (made := _exchanged(tree, request, None)):
        yield made


def _exchanged(tree: Tree, request: NodeId, end: NodeId | None) -> Exchanged | None:
    try:
        sent = tree.event(request)
        ended = tree.event(end) if end is not None else None
    except LineError:
        return None
    if isinstance(sent, GroupsChosen | ServerAsked) and is_beside(sent):
        own = {"choice": sent} if isinstance(sent, GroupsChosen) else {"asked": sent}
        return Exchanged(request_beside(sent), end_beside(sent), **own)
    if not isinstance(sent, RequestSent):
        return None
    return Exchanged(sent, ended if isinstance(ended, ReplyReceived | RequestFailed) else None)


def _request_above(tree: Tree, node: NodeId) -> NodeId:
    while node in tree and node and tree.kind(node) != "request":
        node = tree.parent(node)
    return node


def _streamed(body: bytes) -> bool:
    """Whether the request asked for a stream, or left it to the server."""
    try:
        return msgspec.json.decode(body, type=_Asked).stream is not False
    except (msgspec.DecodeError, RecursionError):
        return True
