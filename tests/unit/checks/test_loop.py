"""What is seen of loops that may get nowhere, and what is not."""

import pytest

from studio.checks.loop.finding import LoopFinding
from studio.checks.loop.turn_walk import Made, TurnWalk
from studio.session.nodes import NodeId

Round = list[tuple[str, str, str] | tuple[str, str, str, bool]]


def walked(*rounds: Round, answer: str = "") -> TurnWalk:
    """A turn of rounds of calls: (name, arguments, result), with True for an error; `answer` ends it."""
    walk = TurnWalk()
    for at, calls in enumerate(rounds, 1):
        made = [Made((NodeId(at), nth), call[0], call[1], call[2], len(call) > 3) for nth, call in enumerate(calls)]
        walk.take(at, "", made)
    if answer:
        walk.take(len(rounds) + 1, answer, ())
    return walk


def seen(walk: TurnWalk) -> list[tuple[str, str, int]]:
    return [(found.code, found.severity, found.count) for found in walk.findings]


def only(walk: TurnWalk) -> LoopFinding:
    assert len(walk.findings) == 1
    return walk.findings[0]


def test_calls_that_are_all_new_are_no_finding() -> None:
    walk = walked([("a", "{}", "1")], [("a", '{"n": 1}', "2")], [("b", "{}", "3"), ("b", '{"n": 2}', "4")])
    assert walk.findings == []
    assert walk.stuck == 0


@pytest.mark.promise("F10")
def test_the_same_call_twice_is_a_hint_and_three_times_a_warning() -> None:
    twice = walked([("a", '{"x": 1, "y": 2}', "r")], [("a", '{"y":2,"x":1}', "r")])
    assert seen(twice) == [("repeated_call", "hint", 2)]
    thrice = only(walked([("a", "{}", "r")], [("a", "{}", "r")], [("a", "{}", "s")]))
    assert (thrice.severity, thrice.count, thrice.round) == ("warning", 3, 3)
    assert thrice.calls == ((1, 0), (2, 0), (3, 0))
    assert thrice.sentence == "a was called 3 times with the same arguments, nothing new between."


def test_the_same_call_after_something_new_is_no_finding() -> None:
    assert walked([("read", "{}", "1")], [("write", "{}", "ok")], [("read", "{}", "2")]).findings == []


@pytest.mark.promise("F10")
def test_two_calls_in_turn_are_named_with_both_tools() -> None:
    found = only(walked([("a", "{}", "1")], [("b", "{}", "2")], [("a", "{}", "1")], [("b", "{}", "2")]))
    assert (found.code, found.severity, found.tool, found.other, found.count) == ("ping_pong", "warning", "a", "b", 4)


def test_two_calls_in_turn_that_get_other_results_are_only_a_hint() -> None:
    walk = walked([("left", "{}", "1")], [("right", "{}", "2")], [("left", "{}", "3")], [("right", "{}", "4")])
    assert seen(walk) == [("ping_pong", "hint", 4)]


@pytest.mark.promise("F10")
def test_an_error_met_with_the_same_arguments_is_named_even_with_other_calls_between() -> None:
    walk = walked([("pay", "{}", "no such order", True)], [("look", "{}", "x")], [("pay", "{}", "no such order", True)])
    assert seen(walk) == [("same_after_error", "hint", 2)]
    mended = walked([("pay", "{}", "no such order", True)], [("pay", '{"id": 2}', "ok")])
    assert mended.findings == []


@pytest.mark.promise("F10")
def test_rounds_without_a_new_call_are_no_progress_and_say_how_much_they_added() -> None:
    same: Round = [("a", "{}", "x" * 100)]
    walk = walked(same, same, same)
    assert walk.stuck == 2
    stuck = walked(same, same, same, same)
    assert stuck.stuck == 3
    growth = next(found for found in stuck.findings if found.code == "growth")
    assert (growth.count, growth.size, growth.severity) == (3, 306, "warning")
    assert [found.code for found in stuck.findings] == ["repeated_call", "growth"]
    both: Round = [("a", "{}", "1"), ("b", "{}", "2")]
    more = walked(both, both, both, [("a", "{}", "1")])
    growth = next(found for found in more.findings if found.code == "growth")
    assert growth.calls == ((2, 0), (2, 1), (3, 0), (3, 1), (4, 0))


@pytest.mark.promise("F10")
def test_an_answer_without_any_number_of_the_result_before_it_is_a_hint() -> None:
    result: Round = [("order", "{}", "order 48213 costs 129.50")]
    assert seen(walked(result, answer="All is well.")) == [("result_ignored", "hint", 1)]
    assert walked(result, answer="It costs 129.50.").findings == []
    assert walked(result, answer="Order 48,213 is paid.").findings == []
    assert walked([("order", "{}", "fine")], answer="All is well.").findings == []


def test_what_goes_on_from_a_copy_leaves_the_walk_as_it_was() -> None:
    walk = walked([("a", "{}", "1")])
    copied = walk.copied()
    copied.take(2, "", [Made((NodeId(2), 0), "a", "{}", "1")])
    assert copied.findings
    assert walk.findings == []
