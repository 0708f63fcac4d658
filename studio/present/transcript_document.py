"""A session as a document, step by step: what a transcript says of each, with its pictures, what it cost, and where branches leave.

Above: the writers, `workspace/exporting`. Below: `transcript`, `transcript_said`, `transcript_pieces`. Pure; makes what is asked for next.
"""

from collections.abc import Iterator
from itertools import islice

from studio.messages.reply import Usage
from studio.present.branch_facts import is_within_round
from studio.present.labels import english
from studio.present.transcript import steps
from studio.present.transcript_entries import (
    AnyEntry,
    HistoryEntry,
    MessageEntry,
    ReplyEntry,
    RequestEntry,
    SetupEntry,
)
from studio.present.transcript_pictures import pictures
from studio.present.transcript_pieces import Choice, Facts, Piece, RoundHead, Said
from studio.present.transcript_said import said
from studio.present.transcript_spent import Cost, Sums, tokens_text
from studio.present.transcript_toolbox_entries import GroupsChosenEntry, OfferedEntry, SourceEntry
from studio.present.transcript_tools import declarations
from studio.present.words import words
from studio.problems import StudioError
from studio.session.events import Event, ReplyReceived
from studio.session.journal import Journal
from studio.session.nodes import NodeId
from studio.session.state import SessionState
from studio.session.tree import ROOT, Branch, Tree

_BEFORE = SetupEntry | MessageEntry | HistoryEntry | SourceEntry | GroupsChosenEntry | OfferedEntry
"""Entries that belong to the round of the request after them."""


class Document:
    """`steps` is gone through once; `fraction` says how much of it was. `branch` is the first node of the one that is told, where not all
    are."""

    def __init__(self, journal: Journal, choice: Choice, branch: NodeId, cost: Cost) -> None:
        self._journal, self._choice, self._cost = journal, choice, cost
        hidden = journal.hidden - {journal.tree.branch_of(journal.head), branch}
        self._all = tuple(one for one in journal.tree.branches(journal.names) if one.start not in hidden)
        self._told = self._all if choice.all_branches else tuple(one for one in self._all if one.start == branch)
        self._sums = Sums()
        self._round = self._done = 0
        self._last = (0, 0)
        self._total = max(sum(self._length(one) for one in self._told), 1)

    @property
    def fraction(self) -> float:
        """How much of it was made, from 0 to 1."""
        return min(self._done / self._total, 1.0)

    def head(self, title: str, rows: tuple[tuple[str, str], ...]) -> Facts:
        """What stands above all of it; what is known besides comes in `rows`."""
        choice = self._choice
        shown = [("Rounds", f"{choice.first}–{choice.last or 'end'}")] if (choice.first, choice.last) != (1, 0) else []
        return Facts(title, 1, (*rows, *shown))

    def steps(self) -> Iterator[tuple[Piece, ...]]:
        """What there is to say, step by step; of many a step it is nothing."""
        for branch in self._told:
            yield self._begin(branch)
            leaving = self._leaving()
            for node, entries, state in self._path(branch):
                self._done += 1
                yield tuple(self._of_step(node, entries, state, leaving.get(node, ())))
        yield (Facts("Sum", 2, self._sums.rows()),)

    def _length(self, branch: Branch) -> int:
        path, since = self._journal.tree.path(branch.tip), self._since(branch)
        return len(path) - (path.index(since) + 1 if since in path else 0)

    def _since(self, branch: Branch) -> NodeId:
        """The step after which a branch is told: its fork, or a reply before the first round that is told. (Replies of agents count here,
        too; so that may be earlier than it must.)"""
        if self._choice.all_branches:
            return branch.fork
        tree, before = self._journal.tree, self._choice.first - 2
        replies = (node for node in tree.path(branch.tip) if tree.kind(node) == "reply")
        return next(islice(replies, before - 1, None), ROOT) if before > 0 else ROOT

    def _path(self, branch: Branch) -> Iterator[tuple[NodeId, list[AnyEntry], SessionState]]:
        journal = self._journal
        here = journal.tree.branch_of(journal.head) == branch.start
        stop, times = journal.stopped if here else None, self._choice.timing
        return steps(journal.tree, branch.tip, since=self._since(branch), stop=stop, times=times)

    def _begin(self, branch: Branch) -> tuple[Piece, ...]:
        self._last, self._round = (0, 0), 0
        noted = self._journal.branch_notes.get(branch.start)
        rows = [("Note", noted.note)] if noted is not None and noted.note else []
        if noted is not None and noted.expects:
            rows.append(("Expected", noted.expects))
        title = _branch_title(self._journal.tree, branch) if self._choice.all_branches else ""
        if self._choice.all_branches and branch.fork in self._journal.tree:
            self._round = self._rounds_at(branch.fork)
        if not title and not rows:
            return ()
        return (Facts(title or english(words("row.branch", branch=branch.name)), 2, tuple(rows)),)

    def _rounds_at(self, node: NodeId) -> int:
        try:
            return self._journal.tree.state(node).rounds
        except StudioError:
            return 0

    def _leaving(self) -> dict[NodeId, tuple[str, ...]]:
        """The names of the branches that leave, by the step after which they do; where all are told, each says so itself."""
        found: dict[NodeId, tuple[str, ...]] = {}
        for one in () if self._choice.all_branches else self._all:
            if one not in self._told and one.fork:
                found[one.fork] = (*found.get(one.fork, ()), one.name)
        return found

    def _of_step(
        self, node: NodeId, entries: list[AnyEntry], state: SessionState, leaving: tuple[str, ...]
    ) -> Iterator[Piece]:
        event = self._event(node)
        for entry in entries:
            if not self._is_in(entry):
                continue
            yield from self._of_entry(entry, node, state)
            if isinstance(entry, SetupEntry) and self._choice.tools and event is not None:
                yield from declarations(event, entry.depth)
        if event is not None and any(map(self._is_in, entries)):
            yield from pictures(event, entries[-1].depth)
        if self._choice.first <= max(self._round, 1) <= (self._choice.last or self._round or 1):
            for name in leaving:
                yield Said("", english(words("row.branch_start", branch=name)), "note", "line")

    def _event(self, node: NodeId) -> Event | None:
        try:
            return self._journal.tree.event(node) if node else None
        except StudioError:
            return None

    def _is_in(self, entry: AnyEntry) -> bool:
        """Whether the round of an entry is among those that are told; inside an agent that of its caller counts."""
        if entry.depth == 0:
            self._round = entry.round + 1 if isinstance(entry, _BEFORE) else entry.round
        first, last = self._choice.first, self._choice.last
        return first <= max(self._round, 1) and (not last or self._round <= last)

    def _of_entry(self, entry: AnyEntry, node: NodeId, state: SessionState) -> Iterator[Piece]:
        if isinstance(entry, RequestEntry) and (entry.depth, entry.round) != self._last:
            self._last = (entry.depth, entry.round)
            yield RoundHead(self._round_title(entry, node), entry.depth)
        yield from said(entry, self._choice)
        if isinstance(entry, ReplyEntry):
            yield from self._spent(entry, node, state)

    def _round_title(self, entry: RequestEntry, node: NodeId) -> str:
        parts = [english(words("row.round", round=entry.round)), entry.model]
        if self._choice.timing:
            parts.append(f"{self._journal.tree.time(node) / 1000:.1f} s after the start")
        return " · ".join(filter(None, parts))

    def _spent(self, entry: ReplyEntry, node: NodeId, state: SessionState) -> Iterator[Piece]:
        event = self._event(node)
        usage = (event.reply.usage if isinstance(event, ReplyReceived) else None) or Usage()
        cost = self._cost(state.setup, usage)
        self._sums.add(entry, usage, cost)
        told = [*tokens_text(usage, cost), *([f"{entry.seconds:.2f} s"] if entry.seconds else [])]
        if told:
            yield Said("", " · ".join(told), "quiet", "line", depth=entry.depth)


def _branch_title(tree: Tree, branch: Branch) -> str:
    if branch.gap:
        return english(words("row.branch_gap", branch=branch.name))
    if branch.fork not in tree:
        return english(words("row.branch", branch=branch.name))
    try:
        rounds = tree.state(branch.fork).rounds
    except StudioError:
        return english(words("row.branch", branch=branch.name))
    key = "row.branch_within" if is_within_round(tree, branch.fork) else "row.branch_from"
    return english(words(key, branch=branch.name, round=rounds))
