"""An edit of a body that crossed over changes what the person changed, and nothing that only reads otherwise there."""

import pytest
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing
from studio.dialects.openai_chat import OpenAIChat
from studio.dialects.traits import Traits
from studio.engine import edits
from studio.engine.compose import Composer
from studio.engine.written import Written, written
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Opaque, Reasoning, Result, Text
from studio.session.events import HistoryEdited
from studio.session.state import SessionState, settled
from tests.histories import Telling

HISTORY = (
    user("Where?"),
    Message("assistant", (Reasoning("hm", "sig"), Call("f", "{}", "toolu_1")), origin="anthropic_messages"),
    Message("assistant", (Opaque("anthropic_messages", {"type": "fallback"}),), origin="anthropic_messages"),
    Message("tool", (Result("toolu_1", "here", "f", media=(Image("data:image/png;base64,AA==", "image/png"),)),)),
    user("And now?"),
)


def before() -> tuple[SessionState, Composer, Written]:
    telling = Telling()
    telling.journal.append(HistoryEdited(start=0, removed=0, inserted=HISTORY))
    ids = CallIds("openai_chat", Traits(call_ids="nine"))
    composer = Composer(OpenAIChat(), crossing=Crossing("openai_chat", ids))
    made = written(composer, telling.journal.state)
    assert made is not None
    return telling.journal.state, composer, made


def test_the_body_reads_otherwise_than_the_history_and_each_message_knows_its_place() -> None:
    _, _, made = before()
    assert made.places == (0, 1, 3, 3, 4)
    assert made.request.messages[1].parts[0] == Call("f", "{}", made.request.messages[1].calls[0].id)
    assert list(made.ids.values()) == ["toolu_1"]


def test_a_body_that_nobody_changed_is_no_edit() -> None:
    state, composer, made = before()
    read = composer.dialect.read_request(composer.compose(state).sent.join())
    assert edits.edit_request(state, read, made) == []


def test_an_edit_elsewhere_leaves_the_signature_and_the_ids_of_the_session() -> None:
    state, _, made = before()
    messages = [*made.request.messages[:-1], user("And then?")]
    (event,) = edits.edit_request(state, replace(made.request, messages=messages), made)
    assert event == HistoryEdited(start=4, removed=1, inserted=(user("And then?"),))


def test_an_edited_call_is_the_bodys_with_the_id_that_the_session_knows() -> None:
    state, _, made = before()
    call = replace(made.request.messages[1].calls[0], arguments='{"a":1}')
    messages = [made.request.messages[0], Message("assistant", (call,)), *made.request.messages[2:]]
    (event,) = edits.edit_request(state, replace(made.request, messages=messages), made)
    assert event == HistoryEdited(
        start=1, removed=1, inserted=(Message("assistant", (Call("f", '{"a":1}', "toolu_1"),)),)
    )


def test_a_message_that_reads_as_two_is_replaced_as_one() -> None:
    state, _, made = before()
    messages = [*made.request.messages[:3], user("no picture"), made.request.messages[4]]
    (event,) = edits.edit_request(state, replace(made.request, messages=messages), made)
    assert isinstance(event, HistoryEdited)
    assert (event.start, event.removed) == (3, 1)
    assert [message.role for message in event.inserted] == ["tool", "user"]
    assert event.inserted[0].results[0].call_id == "toolu_1"


def test_what_the_body_leaves_out_stays_when_messages_are_added_or_taken_away() -> None:
    state, _, made = before()
    added = edits.edit_request(state, replace(made.request, messages=[*made.request.messages, user("x")]), made)
    assert added == [HistoryEdited(start=5, removed=0, inserted=(user("x"),))]
    fewer = edits.edit_request(state, replace(made.request, messages=made.request.messages[1:]), made)
    assert fewer == [HistoryEdited(start=0, removed=1)]
    assert Text("Where?") in settled(state)[0].parts


def written_as(dialect: str, *history: Message) -> tuple[SessionState, Composer, Written]:
    telling = Telling()
    telling.journal.append(HistoryEdited(start=0, removed=0, inserted=history))
    composer = Composer(roster.make(dialect))
    made = written(composer, telling.journal.state)
    assert made is not None
    return telling.journal.state, composer, made


SIGNED = Message("assistant", (Reasoning("hm", "sig"), Text("One.")), origin="anthropic_messages")
IN_A_ROW = (user("Where?"), SIGNED, Message("assistant", (Text("Two."),)), user("And now?"))


def test_messages_that_read_as_one_leave_the_others_their_places() -> None:
    state, composer, made = written_as("openai_responses", *IN_A_ROW)
    assert [message.role for message in made.request.messages] == ["user", "assistant", "user"]
    read = composer.dialect.read_request(composer.compose(state).sent.join())
    assert edits.edit_request(state, read, made) == []
    last = [*read.messages[:-1], user("And then?")]
    assert edits.edit_request(state, replace(read, messages=last), made) == [
        HistoryEdited(start=3, removed=1, inserted=(user("And then?"),))
    ]
    middle = [read.messages[0], Message("assistant", (Text("Both."),)), read.messages[2]]
    (event,) = edits.edit_request(state, replace(read, messages=middle), made)
    assert (event.start, event.removed, len(event.inserted)) == (1, 2, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize("dialect", roster.NAMES)
def test_a_history_that_begins_with_system_messages_is_edited_in_one_place(dialect: str) -> None:
    rules = Message("system", (Text("# Tools you can call\n\nnone"),))
    state, composer, made = written_as(dialect, rules, Message("system", (Text("Be brief."),)), *IN_A_ROW)
    read = composer.dialect.read_request(composer.compose(state).sent.join())
    assert edits.edit_request(state, read, made) == []
    (event,) = edits.edit_request(state, replace(read, messages=[*read.messages[:-1], user("x")]), made)
    assert event == HistoryEdited(start=5, removed=1, inserted=(user("x"),))


def test_a_secret_that_is_shown_blanked_stays_what_it_is_when_something_else_is_edited() -> None:
    telling = Telling()
    telling.journal.append(HistoryEdited(start=0, removed=0, inserted=(user("It is sesame."), user("Open."))))
    composer = Composer(OpenAIChat(), lambda raw: raw.replace(b"sesame", b"[redacted]"))
    state, made = telling.journal.state, written(composer, telling.journal.state)
    shown = composer.dialect.read_request(composer.compose(state).kept.join())
    messages = [shown.messages[0], user("Close.")]
    assert edits.edit_request(state, replace(shown, messages=messages), made) == [
        HistoryEdited(start=1, removed=1, inserted=(user("Close."),))
    ]
