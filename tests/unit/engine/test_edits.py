"""Tests of a person's changes: the events they become, and each refusal with its sentence."""

from collections.abc import Callable

import hypothesis.strategies as st
import pytest
from hypothesis import given
from msgspec.structs import replace

from studio.engine import edits
from studio.engine.compose import request_of
from studio.engine.edits import EditRefusedError
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session.events import CallEdited, HistoryEdited, ReplyEdited, ResultEdited, ResultRecorded, SetupChanged
from studio.session.folding import fold
from studio.session.skills import Skill
from studio.session.state import SessionState, settled
from tests.histories import few
from tests.sample_session import Sample


@pytest.fixture
def sample() -> Sample:
    """A reply with two calls, the second one done."""
    made = Sample()
    made.setup(system="S", tools=(ToolSpec("a"), ToolSpec("b", source="t.py", sensitive=True)), off=("a",))
    made.say("go")
    made.ask()
    made.reply(("a", "{}"), ("b", "{}"), text="Let me.")
    made.run(1, "r")
    return made


def _refused(sentence: str, help: str, attempt: Callable[[], object]) -> None:
    with pytest.raises(EditRefusedError) as caught:
        attempt()
    assert (caught.value.sentence, caught.value.help) == (sentence, help)


def test_a_call_gets_other_members_and_nothing_when_nothing_changes(sample: Sample) -> None:
    state, key = sample.journal.state, sample.key(0)
    assert edits.edit_call(state, key, {"arguments": "{ }"}) == CallEdited(call=key, now=Call("a", "{ }", "call_0"))
    assert edits.edit_call(state, key, {"name": "a", "arguments": "{}"}) is None


def test_a_call_with_a_result_is_not_edited(sample: Sample) -> None:
    _refused(
        "This call has its result already.",
        "Fork before it to run it with other arguments.",
        lambda: edits.edit_call(sample.journal.state, sample.key(1), {"name": "c"}),
    )


def test_a_call_of_an_earlier_round_is_no_longer_open(sample: Sample) -> None:
    key = sample.key(0)
    sample.result(0, "r")
    sample.ask()
    for attempt in (
        lambda: edits.edit_call(sample.journal.state, key, {}),
        lambda: edits.give_result(sample.journal.state, key, "mock", "", is_error=False),
        lambda: edits.edit_result(sample.journal.state, key, "", is_error=False),
    ):
        _refused("This call is no longer open.", "Go back to its round, or fork there.", attempt)


def test_a_result_is_given_once(sample: Sample) -> None:
    state = sample.journal.state
    given_result = edits.give_result(state, sample.key(0), "rejected", "no", is_error=True)
    assert given_result == ResultRecorded(
        call=sample.key(0), source="rejected", text="no", is_error=True, status="error"
    )
    _refused(
        "This call has its result already.",
        "Edit the result instead.",
        lambda: edits.give_result(state, sample.key(1), "mock", "", is_error=False),
    )


def test_a_result_is_edited_only_when_there_is_one_and_it_changes(sample: Sample) -> None:
    state = sample.journal.state
    assert edits.edit_result(state, sample.key(1), "s", is_error=False) == ResultEdited(call=sample.key(1), text="s")
    assert edits.edit_result(state, sample.key(1), "r", is_error=False) is None
    _refused(
        "This call has no result yet.",
        "Run it, mock it or reject it first.",
        lambda: edits.edit_result(state, sample.key(0), "s", is_error=False),
    )


def test_a_reply_is_edited_and_calls_that_began_cannot_be_removed(sample: Sample) -> None:
    state = sample.journal.state
    assert state.open is not None
    said = ChatReply((Text("Other."), Call("b", "{}", "call_1")))
    assert edits.edit_reply(state, said, (1,)) == ReplyEdited(parts=said.parts, positions=(1,))
    assert edits.edit_reply(state, state.open.reply) is None
    _refused(
        "The call b has begun and cannot be removed.",
        "Fork at the reply instead.",
        lambda: edits.edit_reply(state, ChatReply((Call("a"),)), (0,)),
    )


def test_without_a_reply_there_is_none_to_edit() -> None:
    sample = Sample()
    sample.say("go")
    _refused(
        "There is no reply to edit here.",
        "Step to a reply first.",
        lambda: edits.edit_reply(sample.journal.state, ChatReply()),
    )


def test_a_number_for_an_added_call_is_free(sample: Sample) -> None:
    assert edits.next_position(sample.journal.state, sample.key(0)[0]) == 2
    assert edits.next_position(sample.journal.state, sample.journal.tree.last) == 0


def test_messages_are_edited_only_when_all_calls_have_results(sample: Sample) -> None:
    _refused(
        "Calls of this round have no result yet.",
        "Run, mock or reject them first, or fork at an earlier step.",
        lambda: edits.edit_message(sample.journal.state, 0, user("other")),
    )
    sample.result(0, "q")
    state = sample.journal.state
    assert edits.edit_message(state, 0, user("other")) == HistoryEdited(start=0, removed=1, inserted=(user("other"),))
    assert edits.edit_message(state, 2, None) == HistoryEdited(start=2, removed=1)
    assert edits.edit_message(state, 0, user("go")) is None
    for index in (-1, 3):
        _refused("There is no such message.", "", lambda at=index: edits.edit_message(state, at, None))  # type: ignore[misc]


def test_nothing_is_edited_while_the_request_is_under_way() -> None:
    sample = Sample()
    sample.say("go")
    sample.ask()
    _refused(
        "The request is under way.",
        "Stop it first, then change it.",
        lambda: edits.edit_message(sample.journal.state, 0, user("x")),
    )


def test_an_edited_request_becomes_settings_and_one_piece_of_history(sample: Sample) -> None:
    sample.result(0, "q")
    state = sample.journal.state
    request = request_of(state)
    assert edits.edit_request(state, request) == []
    changed = replace(
        request,
        system="T",
        params={"temperature": 0},
        model_name="other",
        messages=[*request.messages, user("more")],
    )
    setup, history = edits.edit_request(state, changed)
    assert isinstance(setup, SetupChanged)
    assert (setup.system, setup.params, setup.responder.model_name) == ("T", {"temperature": 0}, "other")  # type: ignore[union-attr]
    assert history == HistoryEdited(start=3, removed=0, inserted=(user("more"),))


def test_tools_taken_out_of_a_request_are_switched_off_and_new_ones_declared(sample: Sample) -> None:
    sample.result(0, "q")
    state = sample.journal.state
    changed = replace(request_of(state), tools=(ToolSpec("new"), ToolSpec("b", "changed")))
    (setup,) = edits.edit_request(state, changed)
    assert isinstance(setup, SetupChanged)
    assert setup.tools == (ToolSpec("a"), ToolSpec("b", "changed", source="t.py", sensitive=True), ToolSpec("new"))
    assert setup.off == ("a",)
    (setup,) = edits.edit_request(state, replace(request_of(state), tools=()))
    assert isinstance(setup, SetupChanged)
    assert setup.off == ("a", "b")


def test_the_programs_own_tools_are_not_changed_and_never_become_the_sessions() -> None:
    sample = Sample()
    sample.setup(tools=(ToolSpec("a"),), skills=(Skill("refunds", "Pay back.", "/s"),))
    sample.say("go")
    request = request_of(sample.journal.state)
    (setup,) = edits.edit_request(sample.journal.state, replace(request, tools=(*request.tools, ToolSpec("new"))))
    assert isinstance(setup, SetupChanged)
    assert setup.tools == (ToolSpec("a"), ToolSpec("new"))
    _refused(
        "activate_skill is a tool of the program and cannot be changed here.",
        "Tool search, skills and groups are switched on and off in the settings.",
        lambda: edits.edit_request(sample.journal.state, replace(request, tools=request.tools[1:])),
    )


words = st.sampled_from(["a", "b", "c"]).map(user)


@few
@given(st.lists(words, max_size=5), st.lists(words, max_size=5))
def test_whatever_messages_a_person_writes_are_the_next_request(old: list[Message], new: list[Message]) -> None:
    sample = Sample()
    for message in old:
        sample.say(message.text)
    state: SessionState = sample.journal.state
    request = replace(request_of(state), messages=new)
    for event in edits.edit_request(state, request):
        state = fold(state, event)
    assert list(settled(state)) == new


def test_an_edited_result_in_a_request_changes_what_is_sent_and_not_what_was_recorded(sample: Sample) -> None:
    sample.result(0, "q")
    state = sample.journal.state
    messages = [
        *request_of(state).messages[:2],
        Message("tool", (Result("call_0", "other", "a"), Result("call_1", "r", "b"))),
    ]
    (event,) = edits.edit_request(state, replace(request_of(state), messages=messages))
    assert isinstance(event, HistoryEdited)
    assert (event.start, event.removed) == (2, 1)
