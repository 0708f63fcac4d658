"""What a comparison says of two paths whose true difference is known: where they part, and why; and what they cost."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.toolspec import ToolSpec
from studio.present.compare import Path, compare
from studio.present.compare_report import compare_html, compare_markdown
from studio.present.compare_text import agreement, change_line, standing, verdict
from studio.present.compared import Comparison
from studio.present.labels import english
from studio.session.agents import Agent
from studio.session.events import CallEdited, ReplyEdited, ReplyReceived, RequestSent, ResultRecorded
from studio.session.setup import ResponderChoice, Setup
from tests.sample_session import Sample

pytestmark = pytest.mark.promise("F7")


class Told:
    """A session of rounds with one call each, `go` the settings; parts stand before the calls."""

    def __init__(self, **go: Any) -> None:
        self.sample = Sample()
        if go:
            self.sample.setup(**go)
        self.sample.say("go")

    def ask(self, *names: str, before: Sequence[Part] = ()) -> None:
        """A round's request and its reply."""
        self.sample.ask()
        calls = [Call(name, json.dumps({"x": 1}), f"{id(self)}{at}") for at, name in enumerate(names)]
        made = ReplyReceived(reply=ChatReply((*before, *calls), usage=Usage(10, 2)))
        self.sample._reply = self.sample.journal.append(made).id

    def give(self, text: str = "r", *pictures: str) -> None:
        """The results of all open calls."""
        opened = self.sample.journal.state.open
        assert opened is not None
        media = tuple(map(Image, pictures))
        for call in opened.calls:
            self.sample.journal.append(ResultRecorded(call=call.key, text=text, media=media))

    def rounds(self, *names: str, before: Sequence[Part] = ()) -> "Told":
        """Rounds to the end."""
        for name in names:
            self.ask(name, before=before)
            self.give()
        self.ask(before=(Text("done"),))
        return self


def _compared(one: Told, other: Told) -> Comparison:
    left, right = (Path(told.sample.journal.tree, told.sample.journal.head) for told in (one, other))
    return compare(left, right, lambda _, usage: ((usage.input or 0) + (usage.output or 0)) / 1000)


def _causes(found: Comparison) -> list[str]:
    assert found.first is not None
    return [likely.cause for likely in found.first.causes]


def test_the_first_difference_is_the_first_one_also_where_later_rounds_would_fit_better_together() -> None:
    found = _compared(Told().rounds("a", "b", "c"), Told().rounds("a", "x", "a", "b", "c"))
    assert found.first is not None
    assert found.first.pair == 1
    assert [pair.same for pair in found.pairs] == [True, False, False, True, True, True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Reasoning("I think", "seal 1"), Reasoning("I think", "seal 2")),
        (Reasoning("", "seal 1"), Reasoning("", "seal 2")),
        (Opaque("r", {"type": "reasoning", "id": "1"}), Opaque("r", {"type": "reasoning", "id": "2"})),
        (
            Opaque("a", {"type": "redacted_thinking", "data": "1"}),
            Opaque("a", {"type": "redacted_thinking", "data": "2"}),
        ),
        (Text(""), Reasoning("")),
    ],
)
def test_what_only_machines_read_of_a_history_is_no_cause(one: Part, other: Part) -> None:
    assert _causes(_compared(Told().rounds("a", "b", before=(one,)), Told().rounds("a", "x", before=(other,)))) == [
        "chance"
    ]


def test_other_thinking_before_is_a_cause_and_is_shown() -> None:
    one, other = Told().rounds("a", "b", before=[Reasoning("so")]), Told().rounds("a", "x", before=[Reasoning("no")])
    found = _compared(one, other)
    assert _causes(found) == ["history"]
    assert found.first is not None
    change = found.first.causes[0].changes[0]
    assert (change.old, change.new) == ('so\na({"x": 1})', 'no\na({"x": 1})')


A, B = ToolSpec("a", "does a", {"type": "object"}), ToolSpec("b", "does b", {"type": "object"})


@pytest.mark.parametrize(
    ("one", "other", "causes"),
    [
        ({"responder": ResponderChoice(dialect="ollama_chat")}, {}, ["parameters"]),
        ({"responder": ResponderChoice(calls="react")}, {}, ["parameters"]),
        ({"strict": True}, {}, ["parameters"]),
        ({"params": {"seed": 1}}, {"params": {"seed": True}}, ["parameters"]),
        ({"params": {"seed": 1}}, {"params": {"seed": 1.0}}, ["chance"]),
        ({"responder": ResponderChoice(stream=False)}, {}, ["chance"]),
        ({"tools": (A, B)}, {"tools": (B, A)}, ["tools"]),
        ({"tools": (A,), "system": "be brief"}, {"tools": (B,), "system": "be long"}, ["tools", "prompt"]),
    ],
)
def test_whatever_a_request_carried_otherwise_is_named_and_nothing_else(
    one: dict[str, Any], other: dict[str, Any], causes: list[str]
) -> None:
    assert _causes(_compared(Told(**one).rounds("x"), Told(**other).rounds("y"))) == causes


def test_a_memory_that_leaves_out_more_on_one_side_is_a_cause() -> None:
    one, other = Told().rounds("a"), Told()
    other.sample.journal.append(RequestSent(count=1, left_out=((0, 1),)))
    other.sample.reply(text="otherwise")
    assert _causes(_compared(one, other)) == ["history"]


def _edited(told: Told, at: int, arguments: str) -> None:
    now = Call("ab"[at], arguments, f"{id(told)}{at}")
    told.sample.journal.append(CallEdited(call=told.sample.key(at), now=now))


def test_an_edit_that_both_sides_share_is_no_cause_and_one_that_they_do_not_is_the_only_one() -> None:
    one, other = Told(), Told(system="be brief")
    for told in (one, other):
        told.ask("a", "b")
        _edited(told, 0, "{}")
    _edited(other, 1, "{}")
    found = _compared(one, other)
    assert _causes(found) == ["edit"]
    assert found.first is not None
    assert [(change.place, change.new) for change in found.first.causes[0].changes] == [("(right)", "b({})")]
    (change,) = found.first.causes[0].changes
    assert change_line(change, english, str) == f"call, on the right: was {change.old} → now b({{}})"
    assert f"- call, on the right: was `{change.old}` → now `b({{}})`" in compare_markdown(found, english)


def test_beside_an_edit_stands_why_the_models_said_otherwise_themselves() -> None:
    one, other = Told(), Told(system="be brief")
    one.ask("a")
    other.ask("x")
    _edited(one, 0, "{}")
    assert _causes(_compared(one, other)) == ["edit", "prompt"]


def test_a_call_that_the_person_took_out_is_shown_with_what_the_model_wrote() -> None:
    one, other = Told(), Told()
    for told in (one, other):
        told.ask("a", "b")
    kept = Call("a", '{"x": 1}', f"{id(one)}0")
    one.sample.journal.append(ReplyEdited(parts=(kept,), positions=(0,)))
    found = _compared(one, other)
    assert found.first is not None
    assert found.first.causes[0].cause == "edit"
    change = found.first.causes[0].changes[0]
    assert (change.what, change.old, change.new) == ("call", 'a({"x": 1})\nb({"x": 1})', 'a({"x": 1})')


def test_a_result_that_one_side_lacks_and_another_picture_are_other_results() -> None:
    open_still, one, other = Told(), Told(), Told()
    for told in (open_still, one, other):
        told.ask("a")
    one.give("r", "data:image/png;base64,AAAA")
    other.give("r", "data:image/png;base64,BBBB")
    for left, right in ((open_still, one), (one, other)):
        found = _compared(left, right)
        assert not found.pairs[0].same
        assert found.pairs[0].results[0].old != found.pairs[0].results[0].new
    assert _compared(one, one).pairs[0].same


def test_the_cost_holds_that_of_agents_and_nothing_of_requests_that_failed() -> None:
    told = Told(executors={"boss": Agent()})
    told.sample.ask()
    told.sample.fail(500, "broken")
    told.ask("boss")
    told.sample.enter(0)
    told.ask(before=[Text("inside")])
    told.sample.leave("inside")
    told.ask(before=[Text("done")])
    side = _compared(told, told).left
    assert (side.tokens.input, side.tokens.output) == (30, 6)
    assert side.cost == pytest.approx(0.036)


def test_what_nobody_knows_the_price_of_has_no_cost() -> None:
    told = Told().rounds("a")
    path = Path(told.sample.journal.tree, told.sample.journal.head)
    prices = iter([1.0, None])

    def price(_: Setup, _usage: Usage) -> float | None:
        return next(prices)

    assert path.cost(price) is None


def test_a_result_that_the_person_edited_is_not_blamed_on_the_tool() -> None:
    one, other = Told(), Told()
    for told in (one, other):
        told.ask("a")
        told.give("r")
    other.sample.edit_result(0, "half")
    other.sample.edit_result(0, "edited")
    for told, name in ((one, "b"), (other, "c")):
        told.ask(name)
    found = _compared(one, other)
    assert _causes(found) == ["edit"]
    assert found.first is not None
    (change,) = found.first.causes[0].changes
    assert change_line(change, english, str) == "result, on the right: was r → now edited"
    assert "The person changed what stands before it." in compare_markdown(found, english)


def test_a_history_that_the_person_edited_on_both_sides_alike_is_no_cause() -> None:
    one, other = Told(), Told()
    for told in (one, other):
        told.sample.edit_history("Do it.")
    for told, name in ((one, "b"), (other, "c")):
        told.ask(name)
    assert _causes(_compared(one, other)) == ["chance"]
    third = Told()
    third.ask("c")
    assert _causes(_compared(one, third)) == ["edit"]


def test_a_side_that_only_ends_earlier_made_no_other_calls() -> None:
    one, other = Told(), Told()
    for told, names in ((one, ("a",)), (other, ("a", "b", "c"))):
        for name in names:
            told.ask(name)
            told.give()
    found = _compared(one, other)
    assert (found.ends_earlier, found.same_calls, found.same_arguments) == ("left", True, True)
    assert [english(each) for each in agreement(found)] == ["same calls", "same arguments", "the left one ends earlier"]
    longer = _compared(Told().rounds("a"), Told().rounds("a", "b"))
    assert (longer.ends_earlier, longer.same_calls) == ("", False)


def test_a_call_that_only_one_side_ran_is_not_run_on_the_other() -> None:
    open_still, ran = Told(), Told()
    for told in (open_still, ran):
        told.ask("a")
    ran.give("r")
    found = _compared(open_still, ran)
    assert english(standing(found.pairs[0])) == "not run left"
    assert english(standing(_compared(ran, open_still).pairs[0])) == "not run right"
    assert english(verdict(found)) == "Both decided the same in every round; some calls were run on one side only."
    (change,) = found.pairs[0].results
    assert change_line(change, english, str) == "result a: not run → r"


def test_the_report_says_every_round_and_what_differs_in_full() -> None:
    found = _compared(Told().rounds("a", "b"), Told().rounds("a", "c"))
    text = compare_markdown(found, english)
    assert '| 1 | the same | `a({"x": 1})` | `a({"x": 1})` |' in text
    assert "## 2: differs" in text
    assert "## 1" not in text
    page = compare_html(found, english)
    assert '<tr class="x"><td class="n">2</td><td>differs</td>' in page
    assert page.count('<table class="d">') == 1
