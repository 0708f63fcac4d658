"""What is wrong with the requests of a session, those that were sent and the next one, and what was seen of its loops. Reads only.

Above: `cli/check`. Below: `engine/validity`, `checks`. Runs and sends nothing; each request is looked at once, on the branch that sent it.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from studio.checks import rules
from studio.checks.history.checker import HistoryChecks, problems
from studio.checks.history.frame import list_member
from studio.checks.history.problem import HistoryProblem
from studio.checks.loop.finding import LoopFinding
from studio.checks.loop.path import LoopChecks
from studio.checks.rules import Levels
from studio.dialects.parameters import translate
from studio.engine.composers import make_composer
from studio.engine.offering import with_offering
from studio.engine.validity import problems_of, server_at
from studio.problems import StudioError
from studio.session.chain import Chain
from studio.session.events import RequestSent
from studio.session.nodes import CallKey, NodeId
from studio.session.setup import Setup
from studio.session.tree import Branch, Tree

_MEMBERS: msgspec.json.Decoder[dict[str, msgspec.Raw]] = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ITEMS: msgspec.json.Decoder[list[msgspec.Raw]] = msgspec.json.Decoder(list[msgspec.Raw])


class CheckedRequest(msgspec.Struct, frozen=True):
    """A request that was sent, with what is wrong with it. `anyway`: the person had been told, and sent it."""

    node: NodeId
    round: int
    anyway: bool
    problems: tuple[HistoryProblem, ...]


class CheckedPart(msgspec.Struct, frozen=True):
    """One branch from its fork on. `next` is what is wrong with the request that would come now; `loops` what no branch before had."""

    name: str
    tip: NodeId
    requests: tuple[CheckedRequest, ...] = ()
    next: tuple[HistoryProblem, ...] = ()
    loops: tuple[LoopFinding, ...] = ()

    @property
    def all(self) -> tuple[HistoryProblem, ...]:
        """All problems of requests."""
        return (*(problem for request in self.requests for problem in request.problems), *self.next)


def _as_it_says(session: Levels) -> Levels:
    return session


class SessionCheck:
    """The check of one session. With `dialect` only the next request is looked at, as it would be in that format. `levels` says what is
    made of rules in a session that says this of them."""

    def __init__(self, tree: Tree, dialect: str = "", levels: Callable[[Levels], Levels] = _as_it_says) -> None:
        self._tree = tree
        self._dialect = dialect
        self._levels = levels
        self._loops = LoopChecks(tree)
        self._checks = HistoryChecks()
        self._items: Chain[bytes] = Chain()
        self._begins, self._so_far = 0, b""
        self._told: set[tuple[str, CallKey]] = set()

    def branch(self, branch: Branch, *, whole: bool = False) -> CheckedPart:
        """One branch; `whole` with what it shares with others. Raises StudioError when a line on the way is damaged."""
        tree = self._tree
        sent = [node for node in tree.path(branch.tip) if tree.kind(node) == "request"]
        own = [node for node in sent if whole or node >= branch.start] if not self._dialect else []
        found = (self._request(node) for node in own)
        return CheckedPart(
            branch.name,
            branch.tip,
            tuple(one for one in found if one.problems),
            self._next(branch.tip),
            self._seen(branch.tip),
        )

    def _request(self, node: NodeId) -> CheckedRequest:
        event, state = self._tree.event(node), self._tree.state(node)
        assert isinstance(event, RequestSent)
        server = server_at(state.setup.responder)
        head = self._split(self._tree.body(node), list_member(server.dialect))
        found, tools = self._checks.of(server, head, self._items, b"")
        made = self._judged(problems(found, tools, server.dialect), state.setup)
        return CheckedRequest(node, state.rounds + 1, bool(event.invalid), made)

    def _split(self, body: bytes, member: str) -> bytes:
        """Take the messages of a body, those that are as in the request before as the same; the other members."""
        try:
            members = self._longer(body, member)
            if members is None:
                members, items = _split(body, member)
                old = self._items.since(0)
                shorter = min(len(old), len(items))
                same = next((at for at in range(shorter) if old[at] != items[at]), shorter)
                self._items = self._items.back(same).extend(items[same:])
        except (msgspec.MsgspecError, UnicodeError):
            self._items, self._so_far = Chain(), b""
            return b"{}"
        self._begins, self._so_far = _so_far(body, member, self._items)
        return msgspec.json.encode(members)

    def _longer(self, body: bytes, member: str) -> dict[str, msgspec.Raw] | None:
        """The same where a body only goes on behind the messages of the one before, as most do: none of those is read again. None where
        it does not."""
        if not self._so_far or not body.startswith(self._so_far):
            return None
        try:
            rest = body[len(self._so_far) :].removeprefix(b",")
            members, new = _split(body[: self._begins] + rest, member)
        except (msgspec.MsgspecError, UnicodeError):
            return None
        self._items = self._items.extend(new)
        return members

    def _next(self, tip: NodeId) -> tuple[HistoryProblem, ...]:
        state = with_offering(self._tree.state(tip))
        setup = _as_dialect(state.setup, self._dialect) if self._dialect else state.setup
        try:
            plain = replace(setup, rules={}) if setup.rules else setup
            found = problems_of(make_composer(setup), replace(state, setup=plain))
            return self._judged(found, setup)
        except StudioError:
            return ()

    def _seen(self, tip: NodeId) -> tuple[LoopFinding, ...]:
        """What no branch before had: its last call tells."""
        found = [one for one in self._loops.findings(tip) if (one.code, one.calls[-1]) not in self._told]
        self._told.update((one.code, one.calls[-1]) for one in found)
        return self._judged(found, self._tree.state(tip).setup)

    def _judged(self, found: Sequence[rules.T], setup: Setup) -> tuple[rules.T, ...]:
        return rules.judged(found, self._levels(setup.rules))


def _split(body: bytes, member: str) -> tuple[dict[str, msgspec.Raw], list[bytes]]:
    """The other members of a body, and the messages."""
    members = _MEMBERS.decode(body)
    return members, [bytes(item) for item in _ITEMS.decode(members.pop(member, b"[]"))]


def _so_far(body: bytes, member: str, items: Chain[bytes]) -> tuple[int, bytes]:
    """Where the messages of a body begin, and the body up to the end of the last one, with which the next body may begin. Nothing when
    it cannot be told: another program may write it otherwise."""
    begins = body.find(b'"' + member.encode() + b'":[')
    end = body.rfind(items.value + b"]") if items.length else -1
    if begins < 0 or end < 0:
        return 0, b""
    return begins + len(member) + 4, body[: end + len(items.value)]


def _as_dialect(setup: Setup, dialect: str) -> Setup:
    """The settings as they would be at a server of that format of which nothing else is known."""
    params, _ = translate(setup.params, setup.responder.dialect, dialect)
    return replace(setup, responder=replace(setup.responder, dialect=dialect, base_url=""), params=params)
