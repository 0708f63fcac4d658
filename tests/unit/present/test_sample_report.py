"""What of a sample is counted, and whether a difference may be chance."""

import pytest

from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.present.sample_chance import chance
from studio.present.sample_report import report
from studio.present.sample_tables import tables
from studio.present.sample_values import Count, MemberSpread, ToolTally
from studio.session.kept_samples import KeptSample, gathered
from studio.session.nodes import NodeId
from studio.session.notes import SampleEnded, SampleStarted, SampleTaken
from studio.session.samples import SampleArm, SamplePlan, SampleProbe, SampleReply

ONE = (SampleArm("one", model_name="m"),)


def reply(*calls: tuple[str, str], usage: Usage | None = None) -> ChatReply:
    return ChatReply(
        tuple(Call(name, text, f"c{at}") for at, (name, text) in enumerate(calls)) or (Text("No."),), usage=usage
    )


def sample(*replies: ChatReply | ProviderError, plan: SamplePlan | None = None, seconds: float = 1.0) -> KeptSample:
    taken = [
        SampleReply(
            0,
            0,
            at,
            reply=one if isinstance(one, ChatReply) else None,
            error=one if isinstance(one, ProviderError) else None,
            seconds=seconds + at,
        )
        for at, one in enumerate(replies)
    ]
    return KeptSample("s1", NodeId(1), plan or SamplePlan(ONE), tuple(taken), ended=True)


def test_the_first_tool_and_each_tool_are_counted_once_a_reply() -> None:
    found = report(
        sample(reply(("a", "{}"), ("b", "{}"), ("a", "{}")), reply(("b", "{}")), reply()), [lambda _i, _o: None]
    )
    tally = found.arms[0].tally
    assert sorted(tally.tools, key=lambda tool: tool.name) == [ToolTally("a", 1, 1), ToolTally("b", 1, 2)]
    assert tally.tools[0].name == "b"
    assert (tally.none, tally.several, tally.median, tally.p90) == (1, 1, 2.0, 3.0)


def test_arguments_that_say_the_same_are_one_and_those_that_are_no_json_stand_as_they_are() -> None:
    calls = [reply(("a", text)) for text in ('{"x":1,"y":2}', '{ "y": 2, "x": 1 }', '{"x":3}', '{"x":', '{"x":')]
    (spread,) = report(sample(*calls), [lambda _i, _o: None]).arms[0].tally.spreads
    assert spread.arguments == (Count('{"x": 1, "y": 2}', 2), Count('{"x":', 2), Count('{"x": 3}', 1))
    assert spread.members == (
        MemberSpread("x", (Count("1", 2), Count("3", 1))),
        MemberSpread("y", (Count("2", 2),), absent=1),
    )


def test_right_is_exactly_the_expected_tools_and_errors_are_neither_right_nor_wrong() -> None:
    plan = SamplePlan(ONE, (SampleProbe(expects=("a", "b")),))
    down, gone = ProviderError("http", "down", 500), ProviderError("cancelled", "Given up.")
    both, less, more = reply(("b", "{}"), ("a", "{}")), reply(("a", "{}")), reply(("a", "{}"), ("b", "{}"), ("c", "{}"))
    tally = report(sample(both, less, more, down, gone, plan=plan), [lambda _i, _o: None]).arms[0].tally
    assert (tally.right, tally.wrong, tally.expected, tally.failed, tally.cancelled) == (1, 2, 3, 1, 1)


def test_tokens_that_nobody_reported_are_said_and_cost_nothing_known() -> None:
    counted = reply(usage=Usage(input=10, output=2))
    tally = report(sample(counted, reply()), [lambda into, out: into + out / 10]).arms[0].tally
    assert (tally.input, tally.output, tally.uncounted, tally.cost) == (10, 2, 1, 10.2)
    assert report(sample(reply()), [lambda _i, _o: 0.0]).arms[0].tally.cost is None


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ((3, 4, 1, 4), 0.4857),
        ((0, 10, 10, 10), 0.0000108),
        ((5, 10, 5, 10), 1.0),
        ((1, 10, 11, 14), 0.002759),
        ((0, 3, 0, 4), 1.0),
    ],
)
def test_chance_is_that_of_fishers_test(table: tuple[int, int, int, int], expected: float) -> None:
    assert chance(*table) == pytest.approx(expected, rel=0.01)


def test_replies_without_a_beginning_or_of_no_arm_belong_to_nothing() -> None:
    whole = (SampleStarted("s2", NodeId(3), SamplePlan(ONE)), SampleTaken("s2", SampleReply(0, 0, 0)))
    strange = (SampleTaken("s1", SampleReply(0, 0, 0)), SampleTaken("s2", SampleReply(7, 0, 0)), SampleEnded("s1"))
    (found,) = gathered((*strange[:1], *whole, *strange[1:]))
    assert (found.id, len(found.taken), found.ended) == ("s2", 1, False)


def test_the_report_says_what_each_variant_said() -> None:
    arms = (
        SampleArm("as it is"),
        SampleArm("other", system="Be\nbrief."),
        SampleArm("tool", descriptions={"a": "Pays."}),
    )
    found = report(KeptSample("s1", NodeId(1), SamplePlan(arms), ended=True), [lambda _i, _o: None] * 3)
    (first, *_rest) = tables(found, str)
    assert first.rows == (("other", "Be brief."), ("tool", "a: Pays."))
