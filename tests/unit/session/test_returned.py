"""Tests of the return behaviour: every combination of up to three calls, against the rule said in other words."""

from itertools import product

import pytest

from studio.engine.due import AskModel, Finished, due
from studio.messages.toolspec import ReturnBehavior, ToolSpec
from studio.session.policies import ToolChoices
from studio.session.returned import answer, behavior, ends, returned
from studio.session.setup import Setup
from tests.sample_session import Sample

BEHAVIORS: tuple[ReturnBehavior, ...] = ("to_llm", "immediate", "immediate_if_last")
ALL = [
    (behaviors, errors)
    for count in range(4)
    for behaviors in product(BEHAVIORS, repeat=count)
    for errors in product((False, True), repeat=count)
]


def _stated(calls: list[tuple[str, bool]]) -> bool:
    """The rule as the issue states it, sentence by sentence."""
    if not calls:
        return False  # nothing was called: there is no result that could be the answer
    if sum(failed for _, failed in calls) > 0:
        return False  # any error goes back to the model
    if calls[len(calls) - 1][0] == "immediate_if_last":
        return True  # the last call IMMEDIATE_IF_LAST ends the loop
    at_once = [each for each, _ in calls if each in ("immediate", "immediate_if_last")]
    return len(at_once) == len(calls)  # all calls IMMEDIATE or IMMEDIATE_IF_LAST end it


@pytest.mark.parametrize(("behaviors", "errors"), ALL)
def test_up_to_three_calls_end_the_turn_as_the_rule_says(
    behaviors: tuple[ReturnBehavior, ...], errors: tuple[bool, ...]
) -> None:
    assert ends(behaviors, errors) is _stated(list(zip(behaviors, errors, strict=True)))


@pytest.mark.parametrize(("behaviors", "errors"), [each for each in ALL if each[0]])
def test_what_is_due_after_the_results_follows_the_rule(
    behaviors: tuple[ReturnBehavior, ...], errors: tuple[bool, ...]
) -> None:
    sample = Sample()
    sample.setup(tools=tuple(ToolSpec(f"t{at}", return_behavior=each) for at, each in enumerate(behaviors)))
    sample.say("go")
    sample.ask()
    sample.reply(*((f"t{at}", "{}") for at in range(len(behaviors))))
    for at, failed in enumerate(errors):
        assert returned(sample.journal.state) == ()
        sample.run(at, f"r{at}", error=failed)
    state = sample.journal.state
    if _stated(list(zip(behaviors, errors, strict=True))):
        assert due(state) == Finished(by_tools=True)
        assert answer(state) == tuple(f"r{at}" for at in range(len(behaviors)))
    else:
        assert due(state) == AskModel()
        assert answer(state) == ("",)


def test_there_were_no_fewer_combinations_than_the_rule_speaks_of() -> None:
    assert len(ALL) == 1 + 6 + 36 + 216
    assert len({_stated(list(zip(*each, strict=True))) for each in ALL}) == 2


def test_a_choice_of_the_person_goes_before_what_the_tool_declares() -> None:
    setup = Setup(tools=(ToolSpec("a", return_behavior="immediate"), ToolSpec("b")), choices={"b": ToolChoices()})
    assert (behavior(setup, "a"), behavior(setup, "b"), behavior(setup, "c")) == ("immediate", "to_llm", "to_llm")
    chosen = Setup(tools=setup.tools, choices={"a": ToolChoices(return_behavior="to_llm")})
    assert behavior(chosen, "a") == "to_llm"


def test_without_results_the_answer_is_the_text_of_the_reply() -> None:
    sample = Sample()
    assert answer(sample.journal.state) == ()
    sample.say("go")
    sample.ask()
    sample.reply(text="Here.")
    assert answer(sample.journal.state) == ("Here.",)
