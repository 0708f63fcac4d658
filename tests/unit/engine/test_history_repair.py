"""Broken histories of every wire format, mended: after each repair its problem is gone, in the end nothing is left that a repair mends."""

import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from studio.checks.history.problem import HistoryProblem
from studio.engine.compose import Composer
from studio.engine.composers import make_composer
from studio.engine.edits import EditRefusedError
from studio.engine.history_repair import mended
from studio.engine.mended_messages import FAILED, NO_RESULT
from studio.engine.validity import problems_of, refusal
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Reasoning, Result, Text
from studio.messages.reply import ChatReply
from studio.session.events import CallEdited, HistoryEdited, ReplyReceived, ResultRecorded, SetupChanged
from studio.session.folding import fold
from studio.session.nodes import NodeId
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import Setup
from studio.session.state import EMPTY, SessionState, settled

CHOICES = {
    "openai": ResponderChoice("live", dialect="openai_chat", base_url="https://api.openai.com/v1", model_name="m"),
    "mistral": ResponderChoice("live", dialect="openai_chat", base_url="https://api.mistral.ai/v1", model_name="m"),
    "responses": ResponderChoice("live", dialect="openai_responses", base_url="https://api.openai.com/v1"),
    "anthropic": ResponderChoice("live", dialect="anthropic_messages", base_url="https://api.anthropic.com"),
    "ollama": ResponderChoice("live", dialect="ollama_chat", base_url="http://127.0.0.1:11434"),
}
EXAMPLES = int(os.environ.get("STUDIO_EXAMPLES", "25"))
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}

ids = st.sampled_from(["c1", "c2", "call_3", "x" * 80, "a b", "functions.f:0", ""])
arguments = st.sampled_from(["{}", '{"a": 1}', "[1]", "{broken", "", "7"])
calls = st.builds(lambda name, text, id: Call(name, text, id or None), st.sampled_from(["f", "g"]), arguments, ids)
texts = st.sampled_from(["", " ", "said"])


@st.composite
def results(draw: st.DrawFn) -> Result:
    extra: dict[str, Any] = {"content": [{"type": "text", "text": "r"}, PICTURE]} if draw(st.booleans()) else {}
    media = (Image("data:image/png;base64,iVBORw0KGgo=", "image/png"),) if draw(st.booleans()) else ()
    return Result(draw(ids) or None, "r", draw(st.sampled_from(["f", ""])), draw(st.booleans()), media, extra)


messages = st.one_of(
    st.builds(user, texts),
    st.builds(lambda text: Message("assistant", (Text(text),)), texts),
    st.builds(
        lambda text, said: Message("assistant", ((Text(text), *said) if text else tuple(said))),
        texts,
        st.lists(calls, min_size=1, max_size=3),
    ),
    st.builds(lambda given: Message("tool", tuple(given)), st.lists(results(), min_size=1, max_size=3)),
    st.just(Message("assistant", (Reasoning("hm", "signed"),))),
    st.just(Message("assistant", ())),
)


def at(choice: ResponderChoice, history: list[Message]) -> SessionState:
    state = replace(EMPTY, setup=Setup(responder=choice))
    return fold(state, HistoryEdited(inserted=tuple(history)))


def found(composer: Composer, state: SessionState) -> list[HistoryProblem]:
    return list(problems_of(composer, state))


@pytest.mark.promise("F3")
@pytest.mark.parametrize("name", CHOICES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(history=st.lists(messages, max_size=7), bound=st.booleans())
def test_each_repair_takes_its_problem_away(name: str, history: list[Message], bound: bool) -> None:
    choice = CHOICES[name]
    composer = make_composer(Setup(responder=choice))
    if bound:  # as this format's own messages, whose ids are never mapped
        history = [replace(one, origin=choice.dialect) if one.role == "assistant" else one for one in history]
    state = at(choice, history)
    for _ in range(80):
        before = found(composer, state)
        event = next((made for one in before if (made := _mended(state, one)) is not None), None)
        if event is None:
            break
        problem = next(one for one in before if _mended(state, one) is not None)
        state = fold(state, event)
        after = found(composer, state)
        assert _count(after, problem) < _count(before, problem), f"{problem}\n{settled(state)[:]}\n{after}"
    else:
        raise AssertionError("The repairs never end.")
    # A fresh look says the same as the one that remembered.
    assert found(make_composer(Setup(responder=choice)), state) == found(composer, state)


def _count(problems: list[HistoryProblem], like: HistoryProblem) -> int:
    """How many problems of that kind there are."""
    return sum(one.code == like.code for one in problems)


def _mended(state: SessionState, problem: HistoryProblem) -> HistoryEdited | CallEdited | None:
    try:
        return mended(state, problem)
    except EditRefusedError:
        return None


def test_a_result_in_a_wrong_place_is_put_where_it_belongs_and_keeps_its_text() -> None:
    call, late = Call("f", "{}", "c1"), Result("c1", "42", "f")
    history = [user("go"), Message("assistant", (call,)), user("well?"), Message("tool", (late,))]
    state = at(CHOICES["openai"], history)
    composer = make_composer(state.setup)
    missing = next(one for one in found(composer, state) if one.code == "missing_result")
    event = mended(state, missing)
    state = fold(state, event)
    assert [one.role for one in settled(state)] == ["user", "assistant", "tool", "user"]
    assert settled(state)[2].results[0].text == "42"
    assert found(composer, state) == []


def test_an_open_call_is_mended_as_a_call_and_stays_open() -> None:
    state = at(CHOICES["anthropic"], [user("go")])
    reply = ChatReply((Call("f", "{}", "a b"), Call("g", "{}", "c2")), "tool_use")
    state = fold(state, ReplyReceived(id=NodeId(5), reply=replace_origin(reply)))
    composer = make_composer(state.setup)
    (problem,) = found(composer, state)
    assert problem.code == "bad_call_id"
    event = mended(state, problem)
    assert isinstance(event, CallEdited)
    state = fold(state, event)
    assert found(composer, state) == []
    assert state.open is not None
    assert [call.status for call in state.open.calls] == ["open", "open"]


def test_an_open_call_is_mended_also_where_edits_are_kept_from_the_model() -> None:
    state = at(CHOICES["openai"], [user("go")])
    state = fold(state, SetupChanged(edit_truth="keep"))
    state = fold(state, ReplyReceived(id=NodeId(5), reply=ChatReply((Call("f", "{broken", "c1"),))))
    composer = make_composer(state.setup)
    (problem,) = found(composer, state)
    assert found(composer, fold(state, mended(state, problem))) == []


def test_a_call_does_not_get_the_result_of_another_one_with_its_id() -> None:
    twice = (Call("f", '{"a": 1}', "c1"), Call("f", '{"a": 2}', "c1"))
    state = at(CHOICES["openai"], [user("go"), Message("assistant", twice), Message("tool", (Result("c1", "of 1"),))])
    composer = make_composer(state.setup)
    missing = next(one for one in found(composer, state) if one.code == "missing_result")
    state = fold(state, mended(state, missing))
    assert [one.text for one in settled(state)[2].results] == ["of 1", NO_RESULT]
    with pytest.raises(EditRefusedError):
        mended(state, missing)


def test_calls_without_ids_get_their_results_in_order() -> None:
    asked = Message("assistant", (Call("f", "{}"), Call("g", "{}")))
    late = Message("tool", (Result(None, "42", "f"),))
    state = at(CHOICES["anthropic"], [user("go"), asked, user("well?"), late])
    composer = make_composer(state.setup)
    missing = [one for one in found(composer, state) if one.code == "missing_result"][-1]
    state = fold(state, mended(state, missing))
    assert [one.text for one in settled(state)[2].results] == ["42", NO_RESULT]
    assert found(composer, state) == []


def test_an_error_without_a_word_is_given_one() -> None:
    asked = Message("assistant", (Call("f", "{}", "c1"),))
    state = at(CHOICES["anthropic"], [user("go"), asked, Message("tool", (Result("c1", "", "f", is_error=True),))])
    composer = make_composer(state.setup)
    (problem,) = found(composer, state)
    assert (problem.code, problem.severity, problem.repair) == ("empty_text", "error", "say_failed")
    state = fold(state, mended(state, problem))
    assert found(composer, state) == []
    assert settled(state)[2].results[0] == Result("c1", FAILED, "f", is_error=True)


def replace_origin(reply: ChatReply) -> ChatReply:
    """The reply as one that this format's server gave."""
    from studio.messages.origin import marked

    made = marked(replace(reply, parts=(*reply.parts, Reasoning("hm", "signed"))), "anthropic_messages")
    return replace(made, parts=(made.parts[-1], *made.parts[:-1]))


def test_while_calls_are_open_an_older_message_is_not_mended() -> None:
    state = at(CHOICES["openai"], [Message("tool", (Result("c9", "?"),)), user("go")])
    state = fold(state, ReplyReceived(id=NodeId(5), reply=ChatReply((Call("f", "{}", "c1"),))))
    composer = make_composer(state.setup)
    (problem,) = found(composer, state)
    with pytest.raises(EditRefusedError):
        mended(state, problem)
    state = fold(state, ResultRecorded(id=NodeId(6), call=(NodeId(5), 0), text="ok"))
    event = mended(state, problem)
    assert found(composer, fold(state, event)) == []


def test_the_refusal_names_the_first_error_and_how_many_more_there_are() -> None:
    state = at(CHOICES["openai"], [Message("assistant", (Call("f", "{}", "c1"), Call("g", "{}", "c2"))), user("go")])
    problems = tuple(found(make_composer(state.setup), state))
    assert refusal(problems) == "The call f (c1) has no result. (1 more)"
    assert refusal(()) == ""
