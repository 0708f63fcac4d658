"""The words of the timeline's filter: numbers, whole texts, states, what is faulty, what a half typed word may become."""

import pytest

from studio.messages.message import Message
from studio.messages.parts import Result, Text
from studio.present.labels import english
from studio.present.row import Badge, Phrase, Row, Standing
from studio.present.row_filter import completions, faults_of, kinds_named, row_filter
from studio.present.row_kinds import SHOWABLE
from studio.present.row_numbers import span_of
from studio.present.row_texts import row_json, whole_text
from studio.present.rows import Rows
from studio.present.words import Words
from studio.session.agents import Agent
from studio.session.events import EditedTogether, MessageAdded, ResultEdited
from tests.sample_session import Sample, refund_session

PAUSED = Badge(Words("badge.paused"), "paused")


def say(text: Phrase) -> str:
    return text if isinstance(text, str) else english(text)


def hits(rows: Rows, text: str) -> list[str]:
    """The rows that a filter finds, parents left out."""
    tree = rows._tree
    rows.set_filter(row_filter(text, say, lambda row: whole_text(row, tree)))
    return [f"{row.kind} {say(row.title)}"[:32] for row in rows if not row.parent_only]


def rows_of(sample: Sample) -> Rows:
    return Rows(sample.journal.tree, sample.journal.head, names=sample.journal.names)


@pytest.mark.parametrize(
    ("text", "within", "without"),
    [
        ("3", 3, 4),
        ("=3", 3, 2),
        (">500", 501, 500),
        (">=500", 500, 499),
        ("<2", 1, 2),
        ("<=2", 2, 3),
        ("3-7", 7, 8),
        ("1.5-2.5", 2, 3),
    ],
)
def test_numbers_are_read_with_their_signs(text: str, within: int, without: int) -> None:
    span = span_of(text)
    assert span is not None
    assert within in span
    assert without not in span
    assert None not in span


@pytest.mark.parametrize("text", ["", "x", ">", "7-3", "3-", "2s", "1..2"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert span_of(text) is None


def test_times_have_units_and_are_seconds_without_one() -> None:
    for text, ms in (
        (">2s", 2001),
        (">2", 2001),
        ("<300ms", 299),
        (">=1min", 60_000),
        ("1-2s", 1500),
        ("500ms-2s", 1500),
    ):
        span = span_of(text, times=True)
        assert span is not None
        assert ms in span
    assert span_of("2h", times=True) is None


def test_rounds_are_found_by_number_and_span() -> None:
    rows = rows_of(refund_session())
    assert {row.round for row in (rows.set_filter(row_filter("round:1", say)), *rows)[1:]} == {1}  # type: ignore[func-returns-value]
    assert hits(rows, "round:2-3 kind:round") == ["round Round 2", "round Round 3"]
    assert hits(rows, "round:>2 kind:call") == ["call issue_refund", "call notify_customer"]
    assert hits(rows, "round:9") == []


def test_what_an_agent_does_belongs_to_the_round_of_its_call() -> None:
    sample = Sample()
    sample.setup(executors={"billing_agent": Agent()})
    sample.say("Go.")
    sample.ask()
    sample.reply(("billing_agent", "{}"))
    sample.enter(0)
    sample.ask()
    sample.reply(text="Paid.")
    sample.leave("Paid.")
    sample.ask()
    sample.reply(text="Done.")
    assert hits(rows_of(sample), "round:1 kind:response") == ["response Response", "response Response"]
    assert hits(rows_of(sample), "kind:agent") == ["call billing_agent"]


def test_tokens_and_times_are_those_of_steps() -> None:
    rows = rows_of(refund_session())
    assert hits(rows, "tokens:>1500") == ["request Request"]
    assert hits(rows, "time:>1s kind:response") == ["response Response"] * 3
    assert hits(rows, "time:>1.5s") == ["response Response"], "a round is the sum of its steps, and no hit"
    assert hits(rows, "time:170ms-200ms") == ['result {"status": "delivered", "']
    assert hits(rows, "is:slow") == []
    slow = Sample()
    slow.ask()
    slow.reply(text="At last.", ms=5000)
    assert hits(rows_of(slow), "is:slow") == ["response Response"]


def test_text_finds_what_a_row_cuts_and_a_plain_word_does_not() -> None:
    sample = Sample()
    sample.say("Go.")
    sample.ask()
    sample.reply(("find", '{"q": "' + "long " * 200 + 'needle"}'), text="I look")
    sample.run(0, "hay " * 300 + "Needle in it")
    rows = rows_of(sample)
    assert hits(rows, "needle") == []
    assert [hit.split()[0] for hit in hits(rows, 'text:"needle"')] == ["response", "call", "result"]
    assert hits(rows, 'text:"needle in it"') == hits(rows, 'text:"needle in it')
    assert len(hits(rows, 'text:"needle in it"')) == 1


def test_the_whole_text_of_an_edited_row_is_the_edited_one() -> None:
    sample = refund_session()
    rows = rows_of(sample)
    row = next(row for row in rows if row.edited and row.kind == "result")
    assert whole_text(row, sample.journal.tree) == "Damaged goods: refund the damaged item, not the shipping."
    call = next(row for row in rows if row.edited and row.kind == "call")
    assert (
        whole_text(call, sample.journal.tree)
        == 'issue_refund({"order_id": "48213", "amount": "89.90", "currency": "eur"})'
    )
    assert '"kind": "call_edited"' in row_json(call, sample.journal.tree)


def test_of_edits_made_together_a_result_has_its_own_text() -> None:
    sample = Sample()
    sample.ask()
    sample.reply(("a", "{}"), ("b", "{}"))
    sample.run(0, "one")
    sample.run(1, "two")
    edits = tuple(ResultEdited(call=sample.key(at), text=text) for at, text in enumerate(("first", "second")))
    sample.journal.append(EditedTogether(edits=edits))
    found = [whole_text(row, sample.journal.tree) for row in rows_of(sample) if row.kind == "result"]
    assert found == ["first", "second"]


def test_a_message_of_results_that_was_added_by_hand_shows_them() -> None:
    sample = Sample()
    sample.ask()
    sample.reply(text="Done.")
    sample.journal.append(MessageAdded(message=Message("tool", (Result("get_order", "delivered"),))))
    row = list(rows_of(sample))[-1]
    assert (say(row.title), row.summary) == ("Tool", ("delivered",))
    assert whole_text(row, sample.journal.tree) == "delivered"
    sample.journal.append(MessageAdded(message=Message("user", (Text("Go on."),))))
    assert list(rows_of(sample))[-1].summary == ("Go on.",)


def test_where_the_session_is_paused_is_found_and_followed() -> None:
    sample = refund_session()
    opened = sample.journal.state.open
    assert opened is not None
    rows = rows_of(sample)
    rows.stand(Standing(call=opened.calls[0].key, paused=PAUSED))
    assert hits(rows, "is:paused") == ["call issue_refund"]
    rows.stand(Standing(call=opened.calls[1].key, paused=PAUSED))
    assert [say(row.title) for row in rows if not row.parent_only] == ["notify_customer"]
    rows.stand(Standing(call=opened.calls[1].key))
    assert len(rows) == 0


def test_a_request_that_was_sent_anyway_is_found() -> None:
    rows = rows_of(refund_session())
    assert hits(rows, "is:sent_anyway") == []
    assert len(hits(rows, "is:retried")) == 1


@pytest.mark.parametrize("text", ["tokens:many", "round:7-3", "time:2h", "round:3|x"])
def test_a_number_that_cannot_be_read_is_told_with_examples(text: str) -> None:
    (fault,) = faults_of(text)
    assert fault.what == "number"
    assert fault.instead[0].startswith(text.partition(":")[0])
    passes = row_filter("round:x" if "|" in text else text, say)
    assert passes is not None
    assert not [row for row in rows_of(refund_session()) if passes(row)]


def test_hidden_kinds_that_are_asked_for_are_named() -> None:
    assert kinds_named("kind:edit|call gold tool:x") == {"edit", "call"}
    assert kinds_named("kind:round kind:nothing edit") == frozenset()


def test_a_half_typed_word_is_completed() -> None:
    assert completions("k") == ("kind:",)
    assert completions("") == ("kind:", "tool:", "is:", "round:", "tokens:", "time:", "text:")
    assert completions("kind:ca") == ("kind:call",)
    assert completions("is:edited|mo") == ("is:edited|mocked",)
    assert completions("tool:iss", ("issue_refund", "get_order")) == ("tool:issue_refund",)
    assert "time:>2s" in completions("time:")
    assert completions("text:x") == completions("gold") == ()


def test_every_kind_of_row_can_be_hidden_or_is_always_shown() -> None:
    kinds = [kind for found in SHOWABLE.values() for kind in found]
    assert len(kinds) == len(set(kinds))
    always = {"session", "round", "next", "damaged"}
    assert {row.kind for row in rows_of(refund_session())} <= {*kinds, *always}


def test_a_row_is_no_hit_of_an_empty_value() -> None:
    assert [row.kind for row in map(_plain, ("call", "result")) if row_filter("tokens:>0", say)(row)] == []  # type: ignore[misc]


def _plain(kind: str) -> Row:
    return Row(kind, 1, "x", "", "")  # type: ignore[arg-type]
