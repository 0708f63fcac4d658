"""Looking through a whole session, a little at a time: what is said on one branch or on all, by rounds.

Above: `workspace/session_search`, both fronts. Below: `find_texts`, `find_lines`, `checks/sought`, `path_parts`. Pure: whoever asks says
how long it may go on; a line of the file that cannot be read is passed over and counted.
"""

from collections.abc import Callable, Iterator

import msgspec

from studio.checks.effort import TooMuchError
from studio.checks.sought import Seeker, Sought
from studio.present.find_lines import FoundLine, found_lines
from studio.present.find_texts import FIND_KINDS, FindKind, SaidText, said_texts
from studio.present.path_parts import PathParts
from studio.problems import StudioError
from studio.session.events import CallEdited, OneEvent, ReplyReceived
from studio.session.journal import Journal
from studio.session.nodes import CallKey, NodeId
from studio.session.together import one_by_one
from studio.session.tree import ROOT, Branch, Tree

MOST_HITS = 10_000
_PIECE = 200_000
"""Characters that are looked through at once: a long text in pieces, cut at the end of a line where there is one."""
_PASSED = frozenset({"request", "call_started", "offered"})
"""Kinds of events that say nothing that other events do not say; most of a long file."""


class FindAsked(msgspec.Struct, frozen=True):
    """What to look for and where. `kinds`: only these; `branch`: the branch with that first node, None for all."""

    sought: Sought
    kinds: frozenset[FindKind] = frozenset(FIND_KINDS)
    branch: NodeId | None = None


class Hit(msgspec.Struct, frozen=True):
    """A line in which it was found. `round` is the number as the timeline shows it; a message stands in the round that it asks for.
    `name` is the role or the tool, `node` the event, `call` the call that it belongs to."""

    kind: FindKind
    node: NodeId
    branch: NodeId
    round: str
    line: FoundLine
    name: str = ""
    call: CallKey | None = None


class SessionFind:
    """One search. `hits` grow in the order of the session while `work` is called. Raises SoughtError for a pattern that cannot be read."""

    def __init__(self, journal: Journal, asked: FindAsked) -> None:
        self._journal, self._asked = journal, asked
        self._seeker = Seeker(asked.sought)
        branches = journal.tree.branches(journal.names)
        self.branches = {branch.start: branch.name for branch in branches}
        self._among = [branch for branch in branches if asked.branch in (None, branch.start)]
        self.hits: list[Hit] = []
        self.done, self.of = 0, max(1, len(journal.tree))
        self.unread = self.too_long = 0
        self.is_cut = False
        self._names: dict[CallKey, str] = {}
        self._steps = self._run()

    @property
    def fraction(self) -> float:
        """How much of it is looked through, 0 to 1."""
        return min(self.done / self.of, 1.0)

    @property
    def places(self) -> int:
        """How many places were found, of which several may stand in one line."""
        return sum(len(hit.line.spans) for hit in self.hits)

    def work(self, enough: Callable[[], bool]) -> bool:
        """Go on until it is `enough`; whether all is looked through."""
        return all(not enough() for _ in self._steps)

    def _run(self) -> Iterator[None]:
        walk = _Walk(self._journal.tree)
        for branch in self._among:
            if self._asked.branch is not None:
                self.of = max(1, walk.length(branch))
            for node in walk.along(branch, whole=self._asked.branch is not None):
                self.done += 1
                yield
                for _ in self._look(branch.start, node, walk):
                    if len(self.hits) >= MOST_HITS:
                        self.is_cut = True
                        return
                    yield

    def _look(self, branch: NodeId, node: NodeId, walk: "_Walk") -> Iterator[None]:
        for said in self._texts(branch, node):
            if said.kind not in self._asked.kinds:
                continue
            name = said.name or (self._names.get(said.call, "") if said.call is not None else "")
            for line in self._lines(said.text):
                if line is not None:
                    home = walk.tree.branch_of(node)
                    self.hits.append(Hit(said.kind, node, home, walk.round(node), line, name, said.call))
                yield

    def _texts(self, branch: NodeId, node: NodeId) -> Iterator[SaidText]:
        if self._journal.tree.kind(node) not in _PASSED:
            try:
                event = self._journal.tree.event(node)
            except StudioError:
                self.unread += 1
            else:
                for one in one_by_one(event):
                    self._name(one)
                    yield from said_texts(one)
        yield from (SaidText("note", each.text, each.call) for each in self._journal.logged.get(node, ()))
        noted = self._journal.branch_notes.get(branch) if node == branch else None
        if noted is not None:
            yield from (SaidText("note", text) for text in (noted.note, noted.expects) if text)

    def _name(self, event: OneEvent) -> None:
        match event:
            case ReplyReceived(reply=reply):
                self._names.update({(event.id, at): call.name for at, call in enumerate(reply.calls)})
            case CallEdited(call=key, now=call):
                self._names[key] = call.name
            case _:
                pass

    def _lines(self, text: str) -> Iterator[FoundLine | None]:
        """The lines of a text; None now and then where nothing was found yet."""
        for start, end in _pieces(text):
            piece = text if end - start == len(text) else text[start:end]
            before = text.count("\n", 0, start)
            try:
                for line in found_lines(piece, self._seeker.spans(piece)):
                    moved = start or before
                    yield (
                        msgspec.structs.replace(line, at=line.at + start, number=line.number + before)
                        if moved
                        else line
                    )
            except TooMuchError:
                self.too_long += 1
            yield None


class _Walk:
    """Goes along one branch after another and knows the round of each step on the way."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._parts = PathParts(tree)
        self._of_next: dict[NodeId, str] = {}

    def along(self, branch: Branch, *, whole: bool) -> Iterator[NodeId]:
        """The nodes of a branch: with `whole` from the first one on, else its own."""
        left: list[NodeId] = []
        at = branch.tip
        while at in self.tree and at not in self._parts:
            left.append(at)
            at = self.tree.parent(at)
        if self._parts.tip != at:
            self._parts.cut(at if at in self._parts else ROOT)
        for node in reversed(left):
            self._parts.add(node)
            part = self._parts.part_of(node)
            if part is None or self._parts.all[part].kind != "round":
                self._of_next[node] = str(self._parts.next_number)
            if whole or self.tree.branch_of(node) == branch.start:
                yield node

    def length(self, branch: Branch) -> int:
        """How many nodes a branch has, from the first one on."""
        return len(self.tree.path(branch.tip))

    def round(self, node: NodeId) -> str:
        """The number of the round that a node belongs to, of a message or a setting the one that comes next."""
        known = self._of_next.get(node)
        part = self._parts.part_of(node) if known is None else None
        return known if known is not None else self._parts.label(part) if part is not None else ""


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while len(text) - start > _PIECE + _PIECE // 2:
        end = text.rfind("\n", start + _PIECE // 2, start + _PIECE) + 1 or start + _PIECE
        yield start, end
        start = end
    yield start, len(text)
