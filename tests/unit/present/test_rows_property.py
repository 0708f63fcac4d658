"""Rows that grew event by event say the same as rows made anew, and tell their watcher exactly what changed."""

from collections.abc import Callable

from hypothesis import example, given, settings
from hypothesis import strategies as st

from studio.present.row import Row, RowKind
from studio.present.row_filter import row_filter
from studio.present.row_kinds import SHOWABLE, rows_of
from studio.present.rows import HIDDEN_ROWS, Rows
from studio.session.agents import Agent
from studio.session.events import Event
from studio.session.nodes import Node, NodeId
from studio.session.notes import AnyNote, HeadMoved
from tests.sample_session import Sample


class Mirror:
    """Follows a list by what its watcher is told alone."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.seen: list[Row] = list(rows)
        self._range = (0, 0)
        rows.watch(self)

    def inserting(self, first: int, count: int) -> None:
        assert 0 <= first <= len(self.rows) == len(self.seen)
        self._range = (first, count)

    def inserted(self) -> None:
        first, count = self._range
        self.seen[first:first] = [self.rows.row(at) for at in range(first, first + count)]
        assert len(self.rows) == len(self.seen)

    def removing(self, first: int, count: int) -> None:
        assert first + count <= len(self.rows) == len(self.seen)
        self._range = (first, count)

    def removed(self) -> None:
        first, count = self._range
        del self.seen[first : first + count]
        assert len(self.rows) == len(self.seen)

    def changed(self, first: int, count: int) -> None:
        assert first + count <= len(self.rows)
        self.seen[first : first + count] = [self.rows.row(at) for at in range(first, first + count)]


def inside(sample: Sample, n: int) -> None:
    """A call of an agent begins, and its session comes to a reply with calls."""
    sample.enter(n % 3)
    sample.ask(n)
    sample.reply(*[(f"tool_{at}", "{}") for at in range(n % 4)])


DO: dict[str, Callable[[Sample, int], object]] = {
    "say": lambda sample, n: sample.say(f"message {n}"),
    "setup": lambda sample, n: sample.setup(max_round_trips=n),
    "ask": lambda sample, n: sample.ask(n),
    "reply": lambda sample, n: sample.reply(*[(f"tool_{at}", "{}") for at in range(n % 4)], ms=n, tokens=(n, 1)),
    "fail": lambda sample, n: sample.fail(429, "busy", ms=n),
    "start": lambda sample, n: sample.start(n % 3),
    "result": lambda sample, n: sample.result(n % 3, "text", ms=n, error=n % 2 == 0),
    "asked": lambda sample, n: sample.asked(n % 4 if n % 4 < 3 else None),
    "mock": lambda sample, n: sample.result(n % 3, "text", "mock"),
    "edit_call": lambda sample, n: sample.edit_call(n % 3, "other", "{}"),
    "edit_result": lambda sample, n: sample.edit_result(n % 3, "changed"),
    "offer": lambda sample, n: sample.offer(*[f"tool_{at}" for at in range(n % 4)]),
    "source": lambda sample, n: sample.source("rules", "tool_1", error="" if n % 2 else "no"),
    "choose": lambda sample, _: sample.choose("money", said="money"),
    "of_caller": lambda sample, n: sample.answer_outer(n % 3, "by hand"),
    "enter": lambda sample, n: sample.enter(n % 3),
    "inside": inside,
    "leave": lambda sample, _: sample.back_out("done"),
    "edit_history": lambda sample, _: sample.edit_history("changed"),
    "edit_all": lambda sample, n: sample.edit_all(f"all {n}"),
    "move": lambda sample, n: sample.move(NodeId(n % (sample.journal.tree.last + 1))),
}
"""Random steps. Not all make sense, and no one may be hurt by those."""
Step = tuple[str, int]
steps = st.lists(st.tuples(st.sampled_from(sorted(DO)), st.integers(0, 40)), max_size=45)


def begun() -> Sample:
    """A session in which two of the tools are agents."""
    sample = Sample()
    sample.setup(executors={"tool_0": Agent(), "tool_2": Agent(keeps_memory=True)})
    return sample


def followed(sample: Sample, unwanted: frozenset[RowKind] = HIDDEN_ROWS) -> tuple[Rows, Mirror]:
    """Rows that listen to a journal as a front does."""
    rows = Rows(sample.journal.tree, sample.journal.head, unwanted=unwanted)
    mirror = Mirror(rows)

    def take(change: Event | AnyNote) -> None:
        if isinstance(change, Node):
            rows.add(change)
        if isinstance(change, Node | HeadMoved):
            rows.go(sample.journal.head)

    sample.journal.subscribe(take)
    return rows, mirror


def fresh(sample: Sample, unwanted: frozenset[RowKind] = HIDDEN_ROWS) -> list[Row]:
    return list(Rows(sample.journal.tree, sample.journal.head, unwanted=unwanted))


@given(steps)
@example([("move", 0), ("ask", 0), ("move", 0), ("ask", 0), ("move", 2)])
@example([("inside", 0), ("enter", 0), ("edit_all", 0), ("result", 0)])
@settings(max_examples=150, deadline=None)
def test_rows_that_grew_are_the_rows_made_anew(found: list[Step]) -> None:
    sample = begun()
    rows, mirror = followed(sample)
    for verb, number in found:
        DO[verb](sample, number)
        assert list(rows) == fresh(sample)
        assert mirror.seen == list(rows)


@given(steps, st.frozensets(st.sampled_from(sorted(SHOWABLE))))
@settings(max_examples=60, deadline=None)
def test_rows_of_which_kinds_are_hidden_are_those_that_were_hidden_from_the_first(
    found: list[Step], names: frozenset[str]
) -> None:
    sample = begun()
    rows, mirror = followed(sample, rows_of(names))
    for verb, number in found:
        DO[verb](sample, number)
        assert list(rows) == fresh(sample, rows_of(names))
        assert mirror.seen == list(rows)
    rows.show_kinds(HIDDEN_ROWS)
    assert list(rows) == fresh(sample)
    rows.show_kinds(rows_of(names))
    assert mirror.seen == list(rows) == fresh(sample, rows_of(names))


@given(steps, st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=6))
@settings(max_examples=60, deadline=None)
def test_folding_and_opening_again_changes_nothing(found: list[Step], folds: list[tuple[int, bool]]) -> None:
    sample = begun()
    rows, mirror = followed(sample)
    for verb, number in found:
        DO[verb](sample, number)
    for at, folded in folds:
        rows.fold(at % len(rows), folded)
        assert mirror.seen == list(rows)
    rows.fold_all(False)
    assert list(rows) == fresh(sample)


@given(steps)
@settings(max_examples=60, deadline=None)
def test_every_node_of_the_shown_path_has_a_row(found: list[Step]) -> None:
    sample = begun()
    rows, _ = followed(sample)
    for verb, number in found:
        DO[verb](sample, number)
    tree = sample.journal.tree
    for node in tree.path(tree.tip(sample.journal.head)):
        at = rows.row_of(node)
        assert at is not None
        assert 0 <= at < len(rows)


@given(steps, st.sampled_from(["", "kind:call", "is:error", "changed", "tool:other"]))
@settings(max_examples=80, deadline=None)
def test_a_filtered_list_that_grew_is_the_list_filtered_anew(found: list[Step], text: str) -> None:
    sample = begun()
    rows, mirror = followed(sample)
    rows.set_filter(row_filter(text, str))
    for verb, number in found:
        DO[verb](sample, number)
    other = Rows(sample.journal.tree, sample.journal.head)
    other.set_filter(row_filter(text, str))
    assert list(rows) == list(other) == mirror.seen
