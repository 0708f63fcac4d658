"""Rows of agents, of chosen tools, and of what a request carries: what each says, where it stands, and that it folds."""

from studio.messages.message import Message
from studio.messages.parts import Text
from studio.messages.passage import Passage
from studio.messages.toolspec import ToolSpec
from studio.present.labels import english
from studio.present.row import Row
from studio.present.row_filter import row_filter
from studio.present.rows import Rows
from studio.present.words import Words
from studio.session.agents import Agent
from studio.session.events import MessageAdded
from studio.session.toolbox import Added
from tests.sample_session import Sample


def said(row: Row) -> str:
    """Indented as deep as the row: title and summary, then the badges."""
    parts = [text if isinstance(text, str) else english(text) for text in (row.title, *row.summary)]
    badges = "".join(f" [{english(badge.words)}]" for badge in row.badges)
    return "  " * row.level + " · ".join(parts) + badges


def notes(row: Row) -> list[str]:
    return [english(note) for note in row.notes if isinstance(note, Words)]


def nested() -> Sample:
    """A call of an agent between two others; its agent asks twice, once through an agent of its own."""
    sample = Sample()
    sample.setup(executors={"billing": Agent(), "ledger": Agent()})
    sample.say("Is it paid?")
    sample.ask(1)
    sample.reply(("get_order", "{}"), ("billing", '{"task": "invoices"}'), ("notify", "{}"), tokens=(100, 10))
    sample.run(0, "delivered")
    sample.enter(1, "Which invoices are open?")
    sample.ask(1)
    sample.reply(("ledger", "{}"), tokens=(40, 4))
    sample.enter(0, "Look it up.")
    sample.ask(1)
    sample.reply(text="Nothing.", tokens=(7, 3))
    sample.leave("Nothing.")
    sample.ask(3)
    sample.reply(text="None is open.", tokens=(50, 6))
    return sample


WHOLE = [
    "Session",
    "User · Is it paid?",
    "Round 1 · gpt-4o-mini · 100 → 10",
    "  Request · 1 message",
    "  Response · 3 tool calls",
    "  get_order",
    "  delivered",
    '  billing · 2 rounds · 1 tool call · task="invoices"',
    "    Round 1.1 · gpt-4o-mini · 40 → 4",
    "      Request · 1 message",
    "      Response · 1 tool call",
    "      ledger · 1 round",
    "        Round 1.1.1 · gpt-4o-mini · 7 → 3",
    "          Request · 1 message",
    "          Response · Nothing.",
    "      Nothing.",
    "    Round 1.2 · gpt-4o-mini · 50 → 6",
    "      Request · 3 messages",
    "      Response · None is open.",
    "  notify",
]


def test_what_an_agent_does_hangs_under_its_call_one_level_deeper() -> None:
    rows = Rows(nested().journal.tree, nested().journal.head)
    assert [said(row) for row in rows] == WHOLE
    call = next(row for row in rows if row.tool == "billing")
    assert (call.icon, call.token, call.tokens_in, call.tokens_out) == ("agent", "agent", 97, 13)
    assert notes(call) == ["It was asked: Which invoices are open?"]


def test_the_result_of_an_agent_stands_after_what_it_did() -> None:
    sample = nested()
    sample.leave("No open invoice.", ms=3200)
    sample.run(2, "sent")
    found = [said(row) for row in Rows(sample.journal.tree, sample.journal.head)]
    assert found[: len(WHOLE) - 1] == WHOLE[:-1]
    assert found[len(WHOLE) - 1 :] == ["  No open invoice.", "  notify", "  sent"]


def test_an_agent_folds_at_its_call() -> None:
    sample = nested()
    rows = Rows(sample.journal.tree, sample.journal.head)
    at = next(at for at, row in enumerate(rows) if row.tool == "billing")
    assert rows.fold(at, True) == at
    assert [said(row) for row in rows] == [*WHOLE[:8], WHOLE[-1]]
    assert rows.row(at).folded
    assert rows.row_of(sample.journal.head) == at
    rows.fold(at, False)
    assert [said(row) for row in rows] == WHOLE


def test_the_lanes_of_outer_rounds_go_on_beside_an_agent() -> None:
    sample = nested()
    rows = {row.node: row for row in Rows(sample.journal.tree, sample.journal.head) if row.kind == "round"}
    deep = next(row for row in rows.values() if row.label == "1.1.1")
    last = next(row for row in rows.values() if row.label == "1.2")
    assert (deep.through, deep.lane) == ((True, True, True), "last")
    assert (last.through, last.lane) == ((True,), "last")


def test_a_hit_of_the_filter_within_an_agent_keeps_the_calls_above_it() -> None:
    sample = nested()
    rows = Rows(sample.journal.tree, sample.journal.head)
    rows.set_filter(row_filter("kind:response nothing", lambda text: text if isinstance(text, str) else english(text)))
    assert [said(row).strip() for row in rows] == [WHOLE[at].strip() for at in (2, 7, 8, 11, 12, 14)]
    assert [row.parent_only for row in rows] == [True, True, True, True, True, False]


def test_the_choice_of_tools_is_told_before_the_request_that_it_is_for() -> None:
    sample = Sample()
    sample.setup(tools=tuple(ToolSpec(name, "", {}) for name in ("refund", "issue", "notify", "mail")))
    sample.say("Refund it.")
    sample.offer("search_tools")
    sample.ask(1, 1)
    sample.reply(("search_tools", "{}"))
    sample.start(0)
    sample.result(0, "refund", adds=Added(tools=("refund", "issue"), query="refund"))
    sample.source("rules", "notify", ms=20)
    sample.source("stock", error="ValueError: no stock")
    sample.choose("money", said="money, as it is about a refund")
    sample.offer("refund", "notify")
    sample.ask(3, 2)
    rows = list(Rows(sample.journal.tree, sample.journal.head))
    assert [said(row) for row in rows][2:4] == ["Round 1 · gpt-4o-mini", "  Tools chosen · 1 of 4 offered"]
    assert [said(row) for row in rows][-8:] == [
        "  search_tools",
        "  refund [2 tools found]",
        "Round 2",
        "  Source rules · named notify",
        "  Source stock · failed: ValueError: no stock [error]",
        "  Groups chosen · opened money",
        "  Tools chosen · 2 of 4 offered · in: refund, notify · out: search_tools",
        "  Request · 3 messages · 2 tools [may have been sent]",
    ]
    assert notes(rows[-3]) == ["The model that chose said: money, as it is about a refund"]
    assert rows[-6].rewind == rows[-7].event


def test_a_request_tells_what_memory_left_out_and_which_passages_went_along() -> None:
    sample = Sample()
    passages = (Passage("notes.md", "Paid.", "lines 3-4"), Passage("terms.txt", "30 days.", always=True))
    sample.journal.append(MessageAdded(message=Message("user", (Text("Paid?"),), passages=passages)))
    sample.ask(3, left_out=4, passages=2)
    left, request = list(Rows(sample.journal.tree, sample.journal.head))[-2:]
    assert said(left) == "  4 messages left out · the memory reaches back no further"
    assert said(request) == "  Request · 3 messages [may have been sent] [2 passages]"
    assert notes(request) == [
        "4 messages were left out of this request: the memory reaches back no further.",
        "Passages went along from: terms.txt, notes.md (lines 3-4)",
    ]
