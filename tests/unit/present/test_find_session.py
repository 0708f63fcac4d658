"""A search goes through all that is said, on one branch or on all, knows the rounds as the timeline does, and can end at any moment."""

import pytest

from studio.checks.sought import Sought
from studio.messages.message import Message
from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply
from studio.present.find_lines import found_lines
from studio.present.find_session import FindAsked, Hit, SessionFind
from studio.present.find_texts import FIND_KINDS, FindKind
from studio.present.rows import Rows
from studio.session.agents import Agent
from studio.session.events import HistoryEdited, ReplyReceived
from studio.session.nodes import NodeId
from studio.session.notes import BranchNoted, Logged
from tests.sample_session import Sample, refund_session

pytestmark = pytest.mark.promise("G4")


def searched(sample: Sample, words: str, *kinds: FindKind, branch: int | None = None, **how: bool) -> SessionFind:
    asked = FindAsked(Sought(words, **how), frozenset(kinds or FIND_KINDS), None if branch is None else NodeId(branch))
    find = SessionFind(sample.journal, asked)
    assert find.work(lambda: False)
    assert find.fraction == 1.0
    return find


def told(hits: list[Hit]) -> list[tuple[str, str, str]]:
    return [(hit.round, f"{hit.kind} {hit.name}".rstrip(), hit.line.found) for hit in hits]


def test_every_kind_of_text_is_found_in_its_round() -> None:
    sample = Sample()
    sample.setup(system="Say nothing of zebra0.")
    sample.say("What of zebra1?")
    sample.ask()
    parts = (Reasoning("zebra2"), Text("zebra3"), Call("zebra_tool", '{"a": "zebra4"}', "c"))
    reply = sample.journal.append(ReplyReceived(reply=ChatReply(parts))).id
    sample.journal.append(HistoryEdited(inserted=(Message("user", (Text("zebra5"),)),)))
    sample._reply = reply
    sample.run(0, "zebra6", error=True)
    sample.ask()
    sample.fail(400, "zebra7")
    sample.journal.note(Logged(sample.journal.head, "b1", "zebra8"))
    sample.journal.note(BranchNoted(NodeId(1), "zebra9"))
    found = told(searched(sample, r"zebra(\d|_tool)", pattern=True).hits)
    assert sorted(found, key=lambda each: each[2]) == [
        ("1", "message system", "zebra0"),
        ("1", "message user", "zebra1"),
        ("1", "reasoning", "zebra2"),
        ("1", "reply", "zebra3"),
        ("1", "arguments zebra_tool", "zebra4"),
        ("2", "message user", "zebra5"),
        ("1", "error zebra_tool", "zebra6"),
        ("2", "error", "zebra7"),
        ("2", "note", "zebra8"),
        ("1", "note", "zebra9"),
        ("1", "call zebra_tool", "zebra_tool"),
    ]


def test_only_the_kinds_that_are_asked_for_are_looked_through() -> None:
    sample = refund_session()
    assert {hit.kind for hit in searched(sample, "refund", "reply", "note").hits} == {"reply"}
    assert [hit.name for hit in searched(sample, "48213", "arguments").hits] == ["get_order", *["issue_refund"] * 2]


def test_the_rounds_are_those_of_the_timeline_on_every_branch() -> None:
    sample = refund_session()
    find = searched(sample, "")
    assert find.hits == []
    find = searched(sample, ".", pattern=True)
    for start in {hit.branch for hit in find.hits}:
        rows = Rows(sample.journal.tree, sample.journal.tree.tip(start), keep_open=10_000)
        shown = {row.event: row.round for row in rows if row.event and row.kind in ("response", "failed")}
        mine = {hit.node: hit.round for hit in find.hits if hit.branch == start}
        both = set(shown) & set(mine)
        assert both
        assert {node: str(shown[node]) for node in both} == {node: mine[node] for node in both}


def test_another_branch_is_looked_through_once_and_one_branch_from_its_first_step() -> None:
    sample = refund_session()
    main, other = sample.journal.tree.branches()
    everywhere = searched(sample, ".", pattern=True)
    nodes = [(hit.node, hit.kind, hit.call, hit.line.at) for hit in everywhere.hits]
    assert len(nodes) == len(set(nodes))
    assert everywhere.branches == {main.start: "main", other.start: "B"}
    alone = searched(sample, "cannot refund", branch=other.start)
    assert [(hit.branch, hit.round) for hit in alone.hits] == [(other.start, "3")]
    assert {hit.branch for hit in searched(sample, "broken cup", branch=other.start).hits} == {main.start}
    assert not searched(sample, "cannot refund", branch=main.start).hits


def test_rounds_of_an_agent_have_its_callers_number_before_their_own() -> None:
    sample = Sample()
    sample.setup(executors={"helper": Agent()})
    sample.say("Go.")
    sample.ask()
    sample.reply(("helper", "{}"))
    sample.enter(0, "look deeper")
    sample.ask()
    sample.reply(text="deep answer")
    sample.leave("deep answer")
    found = searched(sample, "deep")
    assert [hit.round for hit in found.hits if hit.kind == "reply"] == ["1.1"]


def test_it_goes_on_where_it_was_interrupted_and_says_how_far_it_is() -> None:
    sample = refund_session()
    whole = searched(sample, "refund").hits
    find = SessionFind(sample.journal, FindAsked(Sought("refund")))
    fractions = []
    while not find.work(lambda: True):
        fractions.append(find.fraction)
    assert find.hits == whole
    assert fractions == sorted(fractions)
    assert len(fractions) > len(sample.journal.tree)


def test_a_long_text_is_searched_in_pieces_and_keeps_its_places() -> None:
    sample = Sample()
    text = "".join(f"line {at} of the log\n" for at in range(60_000)) + "the needle\n"
    sample.say(text)
    (hit,) = searched(sample, "needle").hits
    assert text[hit.line.at :].startswith("needle")
    assert (hit.line.number, hit.line.shown, hit.line.above) == (60_001, "the needle", "line 59999 of the log")


def test_a_text_in_which_a_pattern_would_take_too_long_is_counted_and_passed() -> None:
    sample = Sample()
    sample.say("b" * 5_000)
    sample.say("aax")
    find = searched(sample, r"(\w+)+\1x", pattern=True)
    assert (find.too_long, [hit.line.found for hit in find.hits]) == (1, ["aax"])


def test_places_seen_together_stand_in_one_line_cut_around_them() -> None:
    text = "x" * 500 + " one two one " + "y" * 500
    (line,) = found_lines(text, [(501, 504), (509, 512)])
    assert [line.shown[start:end] for start, end in line.spans] == ["one", "one"]
    assert line.shown.startswith("…")
    assert line.shown.endswith("…")
    assert len(line.shown) < 300
    assert text[line.at : line.at + 3] == "one"


def test_neighbours_of_a_line_are_told() -> None:
    lines = list(found_lines("before\nfirst hit\nafter\nlast hit", [(7, 12), (23, 27)]))
    assert [(line.number, line.above, line.below) for line in lines] == [(2, "before", "after"), (4, "after", "")]
