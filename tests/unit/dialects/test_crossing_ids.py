"""Results are sent with the ids with which their calls were sent, whatever message format either came in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.dialects import roster
from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing, waiting_after
from studio.dialects.traits import Traits
from studio.messages.message import Message
from studio.messages.parts import Call, Result

NEEDS_IDS = ("openai_responses", "anthropic_messages")
IDS = st.none() | st.sampled_from(["", "same", "x" * 99, "call/é 1", "toolu_1", "functions.f:0"]) | st.text(max_size=50)
FORMS = st.sampled_from(["function", "custom"])


def sent(
    dialect: str, asked: Message, answered: Message, traits: Traits | None = None
) -> tuple[list[Call], list[Result]]:
    """The calls and results of a round as they cross."""
    crossing = Crossing(dialect, CallIds(dialect, traits or Traits()))
    calls = crossing.cross(asked, 1).message
    results = crossing.cross(answered, 2, waiting_after(asked, calls, ())).message
    assert calls is not None
    assert results is not None
    return list(calls.calls), list(results.results)


def round_of(calls: list[Call], origin: str, extra: bool = False) -> tuple[Message, Message]:
    results = tuple(Result(call.id, str(at), call.name, form=call.form) for at, call in enumerate(calls))
    return Message("assistant", tuple(calls), {"x": 1} if extra else {}, origin), Message("tool", results)


@given(st.lists(st.tuples(IDS, FORMS), min_size=1, max_size=4), st.sampled_from(["", *roster.NAMES]), st.booleans())
@pytest.mark.parametrize("traits", [Traits(), Traits(call_ids="nine")])
@pytest.mark.parametrize("dialect", roster.NAMES)
def test_each_result_has_the_id_and_the_form_of_its_call(
    dialect: str, traits: Traits, said: list[tuple[str | None, str]], origin: str, extra: bool
) -> None:
    asked, answered = round_of([Call("f", "{}", id, form) for id, form in said], origin, extra)
    calls, results = sent(dialect, asked, answered, traits)
    assert [result.call_id for result in results] == [call.id for call in calls]
    assert [result.form for result in results] == [call.form for call in calls]
    if dialect in NEEDS_IDS and origin not in ("", dialect):
        assert all(call.id for call in calls)


def test_a_call_that_names_no_format_has_an_id_that_the_provider_takes() -> None:
    asked, answered = round_of([Call("f", "{}", "call/é 1"), Call("f", "{}"), Call("f", "{}", form="legacy")], "")
    calls, results = sent("anthropic_messages", asked, answered)
    assert all(call.id and call.id.isascii() and "/" not in call.id for call in calls)
    assert len({call.id for call in calls}) == 3
    assert [result.call_id for result in results] == [call.id for call in calls]


def test_a_free_text_call_that_names_no_format_is_asked_for_as_a_function() -> None:
    asked, answered = round_of([Call("sh", "ls", "c1", "custom")], "")
    calls, results = sent("anthropic_messages", asked, answered)
    assert calls == [Call("sh", '{"input":"ls"}', "c1")]
    assert results[0].form == "function"


def test_an_own_id_goes_back_as_it_was_given() -> None:
    asked, answered = round_of([Call("f", "{}", "functions.f:0")], "anthropic_messages", extra=True)
    calls, results = sent("anthropic_messages", asked, answered)
    assert (calls[0].id, results[0].call_id) == ("functions.f:0", "functions.f:0")


def test_a_result_without_its_neighbours_still_answers_its_own_call() -> None:
    asked, _ = round_of([Call("f", "{}", form="legacy"), Call("g", "{}", "x" * 99)], "openai_chat", extra=True)
    calls, results = sent("anthropic_messages", asked, Message("tool", (Result("x" * 99, "second"),)))
    assert results[0].call_id == calls[1].id
