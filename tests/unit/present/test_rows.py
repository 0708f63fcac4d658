"""What the rows of a session say, and how they are folded, filtered and kept small."""

from collections.abc import Callable
from typing import Any

from studio.messages.reply import ProviderError
from studio.present.labels import english
from studio.present.row import Badge, Phrase, Row, Standing
from studio.present.row_filter import faults_of, row_filter
from studio.present.row_speech import spoken
from studio.present.rows import Rows
from studio.present.words import Words, words
from studio.session.events import Event, RequestFailed, RequestSent
from studio.session.lines import LineError
from studio.session.nodes import NodeId
from studio.session.setup import Stops
from studio.session.tree import Tree
from tests.sample_session import Sample, refund_session

PAUSED = Badge(Words("badge.paused"), "paused")


def say(text: Phrase) -> str:
    return text if isinstance(text, str) else english(text)


def line(row: Row) -> str:
    """A row as text: kind, title, summary, badges."""
    parts = (
        row.kind,
        say(row.title),
        " · ".join(map(say, row.summary)),
        " ".join(say(b.words).upper() for b in row.badges),
    )
    return " | ".join(parts).rstrip(" |")


def lines(rows: Rows) -> list[str]:
    return [line(row) for row in rows]


def rows_of(sample: Sample, **options: Any) -> Rows:
    return Rows(
        sample.journal.tree, sample.journal.head, names=sample.journal.names, title="Refund", begun="14:02", **options
    )


def one(rows: Rows, wanted: Callable[[Row], bool]) -> Row:
    found = [row for row in rows if wanted(row)]
    assert len(found) == 1
    return found[0]


def test_the_refund_session_reads_like_its_picture() -> None:
    sample = refund_session()
    opened = sample.journal.state.open
    assert opened is not None
    rows = rows_of(sample)
    rows.stand(Standing(call=opened.calls[0].key, paused=PAUSED, next=words("due.send_results", n=2)))
    assert lines(rows)[2:] == [
        "round | Round 1 | gpt-4o-mini · 1,204 → 38",
        "request | Request | 2 messages · 6 tools",
        "response | Response | 1 tool call",
        'call | get_order | order_id="48213"',
        'result | {"status": "delivered", "total": 129.9, "currency": "EUR", "items": 3}',
        "round | Round 2 | gpt-4o-mini · 1,318 → 71",
        "request | Request | 4 messages · 6 tools",
        "failed | HTTP 429 | rate limited, retry after 1.0 s · sent again after 1.0 s",
        "request | Request | 4 messages · 6 tools | RETRY 1",
        "response | Response | 3 tool calls",
        'call | search_policy | query="refund damaged item"',
        "result | Damaged goods: refund the damaged item, not the shipping. |  | EDITED",
        "fork | Fork: B | 3 rounds",
        'call | get_customer | id="C-1907"',
        'result | {"tier": "gold"} |  | MOCK',
        "call | lookup_stock | sku=7",
        "error | ValueError: sku must be text",
        "round | Round 3 | gpt-4o-mini · 1,803 → 96",
        "request | Request | 9 messages · 6 tools | EDITED",
        "response | Response | 2 tool calls | EDITED",
        'call | issue_refund | order_id="48213", amount="89.90", currency="eur" | PAUSED EDITED',
        'call | notify_customer | channel="email", template="refund_ok"',
        "next | Round 4 | send 2 tool results",
    ]  # fmt: skip


def test_the_arrow_stands_at_the_call_that_is_due_else_at_the_head() -> None:
    sample = refund_session()
    rows = rows_of(sample)
    assert one(rows, lambda row: row.is_head).tool == "issue_refund", "the head is the edit of that call"
    opened = sample.journal.state.open
    assert opened is not None
    rows.stand(Standing(call=opened.calls[1].key))
    assert one(rows, lambda row: row.is_head).tool == "notify_customer"
    rows.stand(Standing())
    sample.move(NodeId(4))
    rows.go(sample.journal.head)
    assert one(rows, lambda row: row.is_head).kind == "response"


def test_an_edit_of_the_history_that_was_not_sent_yet_stands_at_the_next_row() -> None:
    sample = Sample()
    sample.say("hello")
    sample.edit_history("changed")
    rows = rows_of(sample)
    rows.stand(Standing(next=Words("due.send_message")))
    assert one(rows, lambda row: row.is_head).is_next
    request = sample.ask()
    rows.add(sample.journal.tree.event(request))
    rows.go(request)
    assert one(rows, lambda row: row.is_head).edited


def test_times_and_bars_leave_out_the_wait_for_the_person() -> None:
    rows = rows_of(refund_session())
    second = one(rows, lambda row: row.kind == "round" and row.round == 2)
    assert second.ms == 1020 + 1120 + 640 + 310
    assert [bar.token for bar in second.bars] == ["error", "response", "response", "result", "error"]
    assert second.bars[0].start == 0
    assert second.bars[-1].end == 1
    assert all(one.end == other.start for one, other in zip(second.bars, second.bars[1:], strict=False))


def test_calls_that_ran_at_once_show_bars_one_under_another() -> None:
    sample = Sample()
    sample.ask()
    sample.reply(("one", "{}"), ("two", "{}"), ms=100)
    sample.start(0)
    sample.start(1)
    sample.ms += 300
    sample.result(0, "first")
    sample.ms += 100
    sample.result(1, "second")
    bars = [row.bars[0] for row in rows_of(sample) if row.kind == "result"]
    assert [(round(bar.start, 2), round(bar.end, 2)) for bar in bars] == [(0.2, 0.8), (0.2, 1.0)]


def test_a_call_without_an_end_may_have_run_unless_it_runs_now() -> None:
    sample = Sample()
    sample.ask()
    sample.reply(("pay", "{}"))
    sample.start(0)
    rows = rows_of(sample)
    call = one(rows, lambda row: row.kind == "call")
    assert call.uncertain
    assert line(call).endswith("MAY HAVE RUN")
    rows.stand(Standing(running=frozenset({sample.key(0)})))
    call = one(rows, lambda row: row.kind == "call")
    assert call.running
    assert not call.uncertain


def test_a_request_without_an_end_may_have_been_sent_unless_it_is_under_way() -> None:
    sample = Sample()
    sample.ask()
    rows = rows_of(sample)
    assert one(rows, lambda row: row.kind == "request").uncertain
    rows.stand(Standing(asking=True))
    assert one(rows, lambda row: row.kind == "request").running


def test_going_back_to_a_call_means_to_stand_before_it() -> None:
    sample = Sample()
    request = sample.ask()
    reply = sample.reply(("pay", "{}"))
    edit = sample.edit_call(0, "pay", '{"amount": 1}')
    result = sample.run(0, "paid")
    targets = {row.kind: row.rewind for row in rows_of(sample)}
    assert targets["request"] == request - 1
    assert targets["response"] == reply
    assert targets["call"] == edit
    assert targets["result"] == result


def test_settings_show_only_once_a_request_was_sent() -> None:
    sample = Sample()
    sample.setup(system="first")
    sample.ask()
    sample.reply(text="done")
    sample.setup(system="second", stops=Stops(before_request=True))
    assert [line(row) for row in rows_of(sample) if row.kind == "setup"] == [
        "setup | Settings changed | system text · stop places"
    ]


def test_another_branch_shows_what_it_shares_with_its_parent() -> None:
    sample = refund_session()
    rows = rows_of(sample)
    first = rows.shown_branch
    second = sample.journal.tree.branches()[1]
    sample.move(second.tip)
    rows.go(second.tip)
    assert [row.shared for row in rows if row.kind == "round"] == [True, False, False]
    fork = one(rows, lambda row: row.kind == "fork")
    assert line(fork) == "fork | Branch B starts here"
    told = [(row.kind, row.shared) for row in rows if row.round == 2]
    assert told[:2] == [("round", False), ("request", True)]
    behind = [shared for _, shared in told[[kind for kind, _ in told].index("fork") + 1 :]]
    assert not any(behind), "down to the row of the fork, and no further"
    assert fork.start == first, "Enter on it goes to the branch that was left"
    assert rows.shown_branch == second.start


def test_a_folded_round_is_one_row_and_says_that_something_was_edited() -> None:
    rows = rows_of(refund_session())
    third = next(at for at, row in enumerate(rows) if row.kind == "round" and row.round == 3)
    assert rows.fold(third + 2, True) == third
    assert len(rows) == third + 1
    assert line(rows.row(third)).endswith("EDITED")
    assert rows.head_row() == third
    rows.fold(third, False)
    assert len(rows) == third + 5


def test_a_folded_round_reads_no_event() -> None:
    sample = Sample()
    sample.rounds(50)
    read: list[NodeId] = []

    def reader(node: NodeId) -> Event:
        read.append(node)
        return sample.journal.tree.event(node)

    tree = Tree(reader)
    for node in sample.journal.tree.path(sample.journal.head):
        tree.place(node, sample.journal.tree.parent(node), sample.journal.tree.kind(node), 0)
    rows = Rows(tree, sample.journal.head, keep_open=2)
    assert len(rows) == 1 + 48 + 2 * 5
    assert set(read) == set(range(48 * 4 + 1, 50 * 4 + 1))
    assert line(rows.row(1)) == "round | Round 1 | gpt-4o-mini · 1,000 → 30"
    assert set(read) & set(range(1, 48 * 4 + 1)) == {1, 2, 3, 4}


def test_a_damaged_line_has_a_row_that_says_so() -> None:
    sample = Sample()
    sample.rounds(1)

    def reader(node: NodeId) -> Event:
        if node == 4:
            raise LineError("broken")
        return sample.journal.tree.event(node)

    tree = Tree(reader)
    for node in range(1, 5):
        at = NodeId(node)
        tree.place(at, node - 1, sample.journal.tree.kind(at), 0)
    assert lines(Rows(tree, NodeId(4)))[-2:] == [
        'call | get_order | order_id="0" | MAY HAVE RUN',
        "damaged | Damaged line | this line of the file cannot be read",
    ]


def test_a_filter_keeps_the_rounds_of_what_it_finds() -> None:
    rows = rows_of(refund_session())
    rows.set_filter(row_filter("tool:*_refund", say))
    assert [line(row).split(" | ")[1] for row in rows] == ["Round 3", "issue_refund"]
    assert [row.parent_only for row in rows] == [True, False]
    rows.set_filter(row_filter("is:edited", say))
    assert [row.kind for row in rows if not row.parent_only] == ["result", "request", "response", "call"]
    rows.set_filter(row_filter("kind:error", say))
    assert [row.kind for row in rows if not row.parent_only] == ["failed", "error"]
    rows.set_filter(row_filter("kind:call gold", say))
    assert len(rows) == 0
    rows.set_filter(None)
    assert len(rows) == 24


def _hits(rows: Rows, text: str) -> list[Row]:
    rows.set_filter(row_filter(text, say))
    return [row for row in rows if not row.parent_only]


def test_states_are_those_that_the_badges_say() -> None:
    sample = refund_session()
    sample.move(sample.journal.tree.branches()[1].tip)
    rows = rows_of(sample)
    assert [say(row.badges[0].words) for row in _hits(rows, "is:rejected")] == ["rejected", "rejected"]
    assert {row.kind for row in _hits(rows, "kind:result")} == {"result", "error"}, "a rejection is a result too"
    sample.move(sample.journal.tree.tip(NodeId(1)))
    sample.result(0, "as before", "recorded")
    sample.result(1, "no such tool", "refused", error=True)
    rows = rows_of(sample)
    for state, badge in (("mocked", "mock"), ("recorded", "recorded"), ("not_run", "not run")):
        assert [say(row.badges[0].words) for row in _hits(rows, f"is:{state}")] == [badge]
    assert rows.found == (1, sum(row.kind not in ("session", "round", "fork") for row in rows_of(sample)))


def test_a_filter_says_what_it_does_not_know() -> None:
    assert faults_of("gold kind:call|result is:edited tool:x_* HTTP:429 a:") == []
    ((word, known, _),) = faults_of("is:edited|broken")
    assert word == "is:broken"
    assert "is:rejected" in known
    assert [fault.word for fault in faults_of("kind:reply state:x")] == ["kind:reply", "state:"]


def test_a_filter_finds_what_is_added_later() -> None:
    sample = refund_session()
    rows = rows_of(sample)
    rows.set_filter(row_filter("refunded twice", say))
    assert len(rows) == 0
    node = sample.result(0, "refunded twice")
    rows.add(sample.journal.tree.event(node))
    rows.go(node)
    assert [row.kind for row in rows] == ["round", "result"]


def test_an_empty_filter_text_asks_for_nothing() -> None:
    assert row_filter("   ", say) is None
    assert row_filter('"unclosed', say) is not None


def test_a_row_is_read_out_with_its_place_and_marks() -> None:
    sample = refund_session()
    opened = sample.journal.state.open
    assert opened is not None
    key = opened.calls[0].key
    rows = rows_of(sample)
    rows.stand(Standing(call=key, paused=PAUSED, problems={key: 2}))
    read = ", ".join(map(say, spoken(one(rows, lambda row: row.is_head))))
    assert read.startswith("Round 3, tool call issue_refund, paused, edited, the session stands here, 2 problems")


def test_every_word_of_the_rows_has_an_english_template() -> None:
    sample = refund_session()
    for row in rows_of(sample):
        assert line(row)
        assert all(say(text) for text in spoken(row))


def test_a_request_that_the_person_stopped_says_so() -> None:
    sample = Sample()
    sample.say("Go on.")
    sample.ask()
    sample.journal.append(RequestFailed(error=ProviderError("cancelled", "whatever the engine wrote")))
    assert [line(row) for row in rows_of(sample)][-1] == "failed | cancelled | stopped by you"


def test_a_reply_that_broke_off_is_not_titled_with_the_status_it_began_with() -> None:
    sample = refund_session()
    sample.journal.append(RequestSent(count=1))
    sample.journal.append(RequestFailed(error=ProviderError("incomplete", "It broke off.", 200)))
    assert "failed | the reply broke off | It broke off." in lines(rows_of(sample))
