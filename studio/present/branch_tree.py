"""The branches of a session as a tree: one row a branch, each under the one that it left.

Above: the window's tree of branches, `branch_tree_text`. Below: `branch_facts`, `branch_ended`. Pure; what became of expectations is
handed in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from studio.present.branch_ended import ended
from studio.present.branch_facts import BranchFacts
from studio.present.words import Words, words
from studio.session.events import RequestSent
from studio.session.expectations import Expectation, Met, NotMet, Unknown
from studio.session.journal import Journal
from studio.session.lines import LineError
from studio.session.nodes import NodeId
from studio.session.notes import BranchNoted, SampleStarted
from studio.session.tree import ROOT, Branch, Tree

Mark = Literal["here", "hidden", "gap", "replayed", "sampled"]
Looked = Callable[[Branch], Expectation | None]
_Todo = tuple[NodeId, NodeId | None, tuple[bool, ...], bool]
_NOTHING = BranchNoted()


class BranchRow(msgspec.Struct, frozen=True):
    """One branch. `start` is its first node, `tip` its newest, `fork` the one it hangs under, `parent` the first node of the branch
    above it in the tree (None: none). `lanes` tells for each outer level, the outermost first, whether its line goes on below this row;
    `last`: nothing else hangs under the same branch further down. `rounds` are those of the whole path, `from_round` those it shares;
    `within`: the last of these was not over there."""

    start: NodeId
    tip: NodeId
    fork: NodeId
    name: str
    parent: NodeId | None
    lanes: tuple[bool, ...]
    last: bool
    rounds: int
    from_round: int
    ended: Words
    note: str = ""
    expects: str = ""
    expectation: Expectation | None = None
    marks: tuple[Mark, ...] = ()
    within: bool = False

    @property
    def level(self) -> int:
        """How deep it hangs; 0 for what hangs under no other branch."""
        return len(self.lanes) + (self.parent is not None)

    @property
    def hidden(self) -> bool:
        """Whether the person hid it."""
        return "hidden" in self.marks

    @property
    def current(self) -> bool:
        """Whether the session stands on it."""
        return "here" in self.marks


def branch_rows(
    journal: Journal, looked: Looked, *, hidden: bool = False, facts: BranchFacts | None = None
) -> tuple[BranchRow, ...]:
    """The rows from the top, each branch right above those that left it, the earliest fork first. `looked` says what became of what is
    expected of a branch; `hidden` takes the hidden branches in, too; without them what hangs under one is shown under the branch above.
    """
    return _Rows(journal, looked, facts or BranchFacts(journal.tree, journal.names)).made(hidden)


class _Rows:
    def __init__(self, journal: Journal, looked: Looked, facts: BranchFacts) -> None:
        self._journal, self._tree, self._looked, self._facts = journal, journal.tree, looked, facts
        self._here = journal.tree.branch_of(journal.head)
        self._branches = {branch.start: branch for branch in journal.tree.branches(journal.names)}
        self._sampled = {self._tree.branch_of(note.at) for note in journal.samples if isinstance(note, SampleStarted)}

    def made(self, hidden: bool) -> tuple[BranchRow, ...]:
        shown = {start: hidden or not self._is_hidden(start) for start in self._branches}
        under: dict[NodeId | None, list[NodeId]] = {}
        for start in self._branches:
            if shown[start]:
                under.setdefault(self._above(start, shown), []).append(start)
        found: list[BranchRow] = []
        todo: list[_Todo] = [(start, None, (), True) for start in reversed(under.get(None, ()))]
        while todo:
            start, parent, lanes, last = todo.pop()
            found.append(self._row(self._branches[start], parent, lanes, last))
            below = sorted((self._left_at(one, start), one) for one in under.get(start, ()))
            inner = (*lanes, not last) if parent is not None else ()
            todo += [(one, start, inner, (_, one) == below[-1]) for _, one in reversed(below)]
        return tuple(found)

    def _is_hidden(self, start: NodeId) -> bool:
        return start in self._journal.hidden and start != self._here

    def _above(self, start: NodeId, shown: Mapping[NodeId, bool]) -> NodeId | None:
        """The nearest shown branch that a branch hangs on; None where there is none."""
        at = self._facts.parent(start)
        while at is not None and not shown.get(at, False):
            at = self._facts.parent(at)
        return at

    def _left_at(self, start: NodeId, parent: NodeId) -> NodeId:
        """Where a branch, or the hidden one that it hangs on, left the branch under which it is shown."""
        at = start
        while (above := self._facts.parent(at)) not in (parent, None):
            at = above
        return self._branches[at].fork

    def _row(self, branch: Branch, parent: NodeId | None, lanes: tuple[bool, ...], last: bool) -> BranchRow:
        noted = self._journal.branch_notes.get(branch.start, _NOTHING)
        return BranchRow(
            branch.start,
            branch.tip,
            branch.fork,
            branch.name,
            parent,
            lanes,
            last,
            self._facts.rounds(branch.start),
            self._facts.rounds_at(branch.fork),
            ended(self._tree, branch.start, self._journal.stops),
            noted.note,
            noted.expects,
            self._looked(branch) if noted.expects else None,
            tuple(self._marks(branch)),
            self._facts.is_within_round(branch.fork),
        )

    def _marks(self, branch: Branch) -> list[Mark]:
        found: list[Mark] = []
        if branch.start == self._here:
            found.append("here")
        if self._is_hidden(branch.start):
            found.append("hidden")
        if branch.gap:
            found.append("gap")
        if _replayed(self._tree, branch):
            found.append("replayed")
        if branch.start in self._sampled:
            found.append("sampled")
        return found


def _replayed(tree: Tree, branch: Branch) -> bool:
    """Whether the last request of a branch's own part was answered by a recording."""
    node = branch.tip
    while node in tree and node != ROOT and tree.branch_of(node) == branch.start:
        if tree.kind(node) == "request":
            try:
                event = tree.event(node)
            except LineError:
                return False
            return isinstance(event, RequestSent) and event.source == "recorded"
        node = tree.parent(node)
    return False


def from_words(row: BranchRow) -> Words | None:
    """Where a branch begins; None for the first one."""
    if "gap" in row.marks:
        return words("branch.detached")
    if row.fork == ROOT:
        return words("branch.from_start") if row.parent is not None or row.start != 1 else None
    if not row.from_round:
        return words("branch.from_before")
    return words("branch.within_round" if row.within else "branch.from_round", round=row.from_round)


def expectation_words(found: Expectation) -> Words:
    """What became of an expectation, in a word."""
    match found:
        case Met():
            return words("expectation.met")
        case NotMet(so_far=so_far):
            return words("expectation.not_yet" if so_far else "expectation.not_met")
        case Unknown(why=why):
            return words("expectation.unsaid", why=why) if why else words("expectation.unknown")


def mark_words(marks: Sequence[Mark]) -> tuple[Words, ...]:
    """The marks of a row, in words; what is detached is said by where it begins."""
    said = {
        "here": "branch.here",
        "hidden": "branch.hidden",
        "replayed": "branch.replayed",
        "sampled": "branch.sampled",
    }
    return tuple(words(said[mark]) for mark in marks if mark in said)
