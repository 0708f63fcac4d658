"""Rows that grew event by event say the same as rows made anew, and tell their watcher exactly what changed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from studio.present.row import Row, Slot
from studio.present.rows import Rows
from studio.session.events import AnyNote, Event, HeadMoved, Node, NodeId
from tests.sample_session import Sample

VERBS = (
    "say",
    "setup",
    "ask",
    "reply",
    "fail",
    "start",
    "result",
    "mock",
    "edit_call",
    "edit_result",
    "edit_history",
    "move",
)
Step = tuple[str, int]
steps = st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 40)), max_size=45)


class Mirror:
    """Follows a list by what its watcher is told alone."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.seen: list[Slot | None] = [rows.slot(at) for at in range(len(rows))]
        self._range = (0, 0)
        rows.watch(self)

    def inserting(self, first: int, count: int) -> None:
        assert 0 <= first <= len(self.rows) == len(self.seen)
        self._range = (first, count)

    def inserted(self) -> None:
        first, count = self._range
        self.seen[first:first] = [self.rows.slot(at) for at in range(first, first + count)]
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


def do(sample: Sample, verb: str, number: int) -> None:
    """One random step; not all make sense, and no one may be hurt by those."""
    match verb:
        case "say":
            sample.say(f"message {number}")
        case "setup":
            sample.setup(max_round_trips=number)
        case "ask":
            sample.ask(number)
        case "reply":
            sample.reply(*[(f"tool_{at}", "{}") for at in range(number % 4)], ms=number, tokens=(number, 1))
        case "fail":
            sample.fail(429, "busy", ms=number)
        case "start":
            sample.start(number % 3)
        case "result":
            sample.result(number % 3, "text", ms=number, error=number % 2 == 0)
        case "mock":
            sample.result(number % 3, "text", "mock")
        case "edit_call":
            sample.edit_call(number % 3, "other", "{}")
        case "edit_result":
            sample.edit_result(number % 3, "changed")
        case "edit_history":
            sample.edit_history("changed")
        case "move":
            sample.move(NodeId(number % (sample.journal.tree.last + 1)))


def followed(sample: Sample) -> tuple[Rows, Mirror]:
    """Rows that listen to a journal as a front does."""
    rows = Rows(sample.journal.tree, sample.journal.head)
    mirror = Mirror(rows)

    def take(change: Event | AnyNote) -> None:
        if isinstance(change, Node):
            rows.add(change)
        if isinstance(change, Node | HeadMoved):
            rows.go(sample.journal.head)

    sample.journal.subscribe(take)
    return rows, mirror


def fresh(sample: Sample) -> list[Row]:
    return list(Rows(sample.journal.tree, sample.journal.head))


@given(steps)
@settings(max_examples=150, deadline=None)
def test_rows_that_grew_are_the_rows_made_anew(found: list[Step]) -> None:
    sample = Sample()
    rows, mirror = followed(sample)
    for verb, number in found:
        do(sample, verb, number)
        assert list(rows) == fresh(sample)
        assert mirror.seen == [rows.slot(at) for at in range(len(rows))]


@given(steps, st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=6))
@settings(max_examples=60, deadline=None)
def test_folding_and_opening_again_changes_nothing(found: list[Step], folds: list[tuple[int, bool]]) -> None:
    sample = Sample()
    rows, mirror = followed(sample)
    for verb, number in found:
        do(sample, verb, number)
    for at, folded in folds:
        rows.fold(at % len(rows), folded)
        assert mirror.seen == [rows.slot(at) for at in range(len(rows))]
    rows.fold_all(False)
    assert list(rows) == fresh(sample)


@given(steps)
@settings(max_examples=60, deadline=None)
def test_every_node_of_the_shown_path_has_a_row(found: list[Step]) -> None:
    sample = Sample()
    rows, _ = followed(sample)
    for verb, number in found:
        do(sample, verb, number)
    tree = sample.journal.tree
    for node in tree.path(tree.tip(sample.journal.head)):
        at = rows.row_of(node)
        assert at is not None
        assert 0 <= at < len(rows)
