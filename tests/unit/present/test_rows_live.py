"""Rows that come and go by choice: hidden kinds, edits as rows; and what grows while something is under way."""

from studio.present.labels import english
from studio.present.row import Live, Phrase, Row, Standing
from studio.present.row_kinds import rows_of as kinds
from studio.present.rows import Rows
from studio.session.nodes import NodeId
from tests.sample_session import Sample, refund_session


def say(text: Phrase) -> str:
    return text if isinstance(text, str) else english(text)


def told(row: Row) -> str:
    return " · ".join(map(say, (row.title, *row.summary)))


def rows_of(sample: Sample, *hidden: str) -> Rows:
    return Rows(sample.journal.tree, sample.journal.head, unwanted=kinds(hidden))


def test_edits_are_rows_under_what_they_changed_where_that_is_wanted() -> None:
    sample = refund_session()
    shown = list(rows_of(sample))
    edits = [(told(row), shown[at - 1].kind) for at, row in enumerate(shown) if row.kind == "edit"]
    assert edits == [
        ("Edited · result of search_policy · Damaged goods: refund the damaged item, not the shipping.", "fork"),
        ("Edited · messages · 1 removed · 1 added", "round"),
        ('Edited · argument reason · "杯子破损 damaged cup" → —', "call"),
    ]
    assert len(list(rows_of(sample, "edit"))) == len(shown) - 3


def test_an_edit_names_a_new_name_and_several_arguments() -> None:
    sample = Sample()
    sample.ask()
    sample.reply(("pay", '{"a": 1, "b": 2, "c": 3, "d": 4}'), ("raw", "not json"))
    sample.edit_call(0, "refund", '{"a": 2, "b": 3, "c": 4, "d": 5}')
    sample.edit_call(0, "refund", '{"a": 2, "b": null, "c": 4, "d": 5}')
    sample.edit_call(1, "raw", '{"x": 1}')
    assert [told(row) for row in rows_of(sample) if row.kind == "edit"] == [
        "Edited · pay is now refund · 4 arguments: a, b, c…",
        "Edited · argument b · 3 → null",
        "Edited · the arguments · x=1",
    ]


def test_the_arrow_stands_on_the_edit_where_edits_are_rows() -> None:
    sample = refund_session()
    shown = rows_of(sample)
    head = shown.head_row()
    assert head is not None
    assert shown.row(head).kind == "edit"
    hidden = rows_of(sample, "edit")
    at = hidden.head_row()
    assert at is not None
    assert hidden.row(at).kind == "call"


def test_hidden_kinds_are_gone_come_back_and_leave_the_arrow_to_the_row_above() -> None:
    sample = refund_session()
    rows = rows_of(sample, "edit")
    before = [row.kind for row in rows]
    rows.show_kinds(kinds(("edit", "call", "result", "message")))
    assert {"call", "result", "error", "message"}.isdisjoint(row.kind for row in rows)
    at = rows.head_row()
    assert at is not None
    assert rows.row(at).kind in ("response", "round")
    message = rows.row_of(NodeId(2))
    assert message is not None
    assert rows.row(message).kind == "session", "the row above the message that is hidden"
    sample.result(0, "paid back")
    rows.add(sample.journal.tree.event(sample.journal.head))
    assert {"call", "result"}.isdisjoint(row.kind for row in rows)
    rows.show_kinds(kinds(("edit",)))
    assert sorted([*before, "result"]) == sorted(row.kind for row in rows)


def test_what_the_memory_left_out_has_a_row_before_its_request() -> None:
    sample = Sample()
    sample.say("Go.")
    sample.ask(20, left_out=4)
    found = [(row.kind, told(row)) for row in rows_of(sample)][-2:]
    assert found == [
        ("memory", "4 messages left out · the memory reaches back no further"),
        ("request", "Request · 20 messages"),
    ]


def test_the_bar_of_a_request_grows_hollow_until_its_first_byte_and_filled_after_it() -> None:
    sample = Sample()
    sample.say("Go.")
    sample.ask()
    rows = rows_of(sample)
    rows.stand(Standing(asking=True))
    assert rows.row(len(rows) - 1).bars == ()
    rows.tick(Live(400))
    waiting = rows.row(len(rows) - 1)
    assert [(bar.start, bar.end, bar.hollow) for bar in waiting.bars] == [(0.0, 1.0, True)]
    assert waiting.ms == 400
    rows.tick(Live(1000, 400))
    streams = rows.row(len(rows) - 1)
    assert [(bar.start, bar.end, bar.hollow) for bar in streams.bars] == [(0.0, 0.4, True), (0.4, 1.0, False)]
    whole = next(row for row in rows if row.kind == "round")
    assert (whole.ms, whole.bars) == (1000, streams.bars)
    rows.tick(None)
    assert rows.row(len(rows) - 1).bars == ()


def test_calls_that_run_at_once_grow_one_under_another() -> None:
    sample = Sample()
    sample.ask()
    sample.reply(("a", "{}"), ("b", "{}"), ms=1000)
    sample.start(0)
    sample.ms += 100
    sample.start(1)
    rows = rows_of(sample)
    running = frozenset({sample.key(0), sample.key(1)})
    rows.stand(Standing(running=running))
    rows.tick(Live(sample.ms + 900))
    calls = {row.tool: row for row in rows if row.kind == "call"}
    assert [calls[tool].ms for tool in "ab"] == [1000, 900]
    assert calls["a"].bars[0].start < calls["b"].bars[0].start
    assert calls["a"].bars[0].end == calls["b"].bars[0].end == 1.0
    sample.result(0, "done")
    rows.add(sample.journal.tree.event(sample.journal.head))
    rows.stand(Standing(running=frozenset({sample.key(1)})))
    rows.tick(Live(sample.ms + 2000))
    assert next(row for row in rows if row.tool == "a" and row.kind == "call").bars == ()


def test_a_tick_tells_of_no_other_rows() -> None:
    sample = Sample()
    sample.say("Go.")
    sample.rounds(30)
    sample.ask()
    rows = rows_of(sample)
    rows.stand(Standing(asking=True))
    found: list[tuple[int, int]] = []

    class Watching:
        def inserting(self, first: int, count: int) -> None: ...
        def inserted(self) -> None: ...
        def removing(self, first: int, count: int) -> None: ...
        def removed(self) -> None: ...
        def changed(self, first: int, count: int) -> None:
            found.append((first, count))

    rows.watch(Watching())
    rows.tick(Live(sample.ms + 10))
    assert found == [(len(rows) - 2, 2)]


def test_a_result_and_a_message_tell_what_they_cost_about() -> None:
    sample = refund_session()
    costs = {row.kind: row.estimate for row in rows_of(sample) if row.estimate is not None}
    assert costs.keys() >= {"message", "result", "error"}
    assert all(cost > 0 for cost in costs.values())
