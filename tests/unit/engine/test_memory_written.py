"""An edit of a body that carries a part of the history changes what the person changed, and nothing that was left out."""

import hypothesis.strategies as st
import pytest
from hypothesis import given
from msgspec.structs import replace

from studio.dialects import roster
from studio.engine import edits
from studio.engine.compose import Composer
from studio.engine.written import Written, written
from studio.messages.message import Message, user
from studio.messages.parts import Text
from studio.messages.passage import Passage
from studio.session.events import HistoryEdited
from studio.session.folding import fold
from studio.session.memory import Memory
from studio.session.state import SessionState, settled
from tests.histories import few
from tests.unit.engine.test_memory import ALWAYS, ONCE, at, histories, memories


def read(state: SessionState, dialect: str = "openai_chat") -> Written:
    made = written(Composer(roster.make(dialect)), state)
    assert made is not None
    return made


def after(state: SessionState, made: Written, messages: list[Message]) -> list[Message]:
    """The history once `messages` are those of the body."""
    for event in edits.edit_request(state, replace(made.request, messages=messages), made):
        assert isinstance(event, HistoryEdited)
        state = fold(state, event)
    return list(settled(state))


@few
@given(histories(), memories, st.sampled_from(roster.NAMES), st.data())
def test_one_edited_message_of_a_window_is_the_only_one_that_changes(
    history: list[Message], memory: Memory, dialect: str, data: st.DataObject
) -> None:
    state = at(history, memory)
    made = read(state, dialect)
    messages = list(made.request.messages)
    assert edits.edit_request(state, made.request, made) == []
    users = [n for n, message in enumerate(messages) if message.role == "user"]
    chosen = data.draw(st.sampled_from(users))
    place = made.places[chosen]
    messages[chosen] = user("Something else.")
    now = after(state, made, messages)
    assert len(now) == len(history)
    assert [n for n, (old, new) in enumerate(zip(history, now, strict=True)) if old != new] == [place]
    told = made.passages.get(place)
    assert now[place].text == "Something else."
    assert now[place].passages == (() if told is None or told.text else history[place].passages)


@few
@given(histories(), memories, st.data())
def test_edits_on_both_sides_of_what_is_left_out_leave_it_where_it_is(
    history: list[Message], memory: Memory, data: st.DataObject
) -> None:
    state = at(history, memory)
    made = read(state)
    messages = list(made.request.messages)
    if not made.places or len(made.places) != len(messages):
        return
    for n in data.draw(st.sets(st.integers(0, len(messages) - 1))):
        messages[n] = replace(messages[n], parts=(Text("new"),))
    gone = [history[place] for first, count in made.left_out for place in range(first, first + count)]
    now = after(state, made, messages)
    assert len(now) == len(history)
    assert [now[place] for first, count in made.left_out for place in range(first, first + count)] == gone


@pytest.mark.parametrize("dialect", roster.NAMES)
def test_the_text_of_a_message_is_edited_without_its_passages_and_a_passage_becomes_what_is_written(
    dialect: str,
) -> None:
    said = replace(user("What is refunded?"), passages=(ONCE, ALWAYS))
    state = at([user("old"), Message("assistant", (Text("a"),)), said], Memory("messages", 1))
    made = read(state, dialect)
    (message,) = made.request.messages

    def with_text(old: str, new: str) -> Message:
        parts = (replace(part, text=part.text.replace(old, new)) for part in message.parts if isinstance(part, Text))
        return replace(message, parts=tuple(parts))

    asked = after(state, made, [with_text("refunded", "paid back")])
    assert asked[2] == replace(said, parts=(Text("What is paid back?"),))
    changed = after(state, made, [with_text("once once", "never")])
    assert changed[2].passages == ()
    assert "never" in changed[2].text
    assert asked[:2] == changed[:2] == list(settled(state))[:2]


def test_a_message_whose_passages_no_longer_go_along_keeps_them_as_its_sources() -> None:
    said = replace(user("Where?"), passages=(ONCE,))
    state = at([said, Message("assistant", (Text("Here."),)), user("And now?")], Memory())
    made = read(state)
    now = after(state, made, [user("When?"), *made.request.messages[1:]])
    assert now[0] == replace(said, parts=(Text("When?"),))


def test_a_rule_that_is_added_behind_the_rules_stays_with_them() -> None:
    rules = [Message("system", (Text("Be brief."),)), Message("system", (Text("Be kind."),))]
    state = at([*rules, user("old"), Message("assistant", (Text("a"),)), user("b")], Memory("messages", 1))
    state = replace(state, setup=replace(state.setup, system="You help."))
    made = read(state)
    more = Message("system", (Text("Be exact."),))
    now = after(state, made, [*made.request.messages[:2], more, *made.request.messages[2:]])
    assert now[:4] == [*rules, more, user("old")]


def test_a_secret_in_a_passage_is_shown_blanked_and_stays_when_another_message_is_edited() -> None:
    said = replace(user("Open."), passages=(Passage("key.txt", "It is sesame.", always=True),))
    state = at([said, Message("assistant", (Text("Done."),)), user("Close.")], Memory())
    composer = Composer(roster.make("openai_chat"), lambda raw: raw.replace(b"sesame", b"[redacted]"))
    made = written(composer, state)
    assert made is not None
    now = after(state, made, [*made.request.messages[:2], user("Wait.")])
    assert now == [said, Message("assistant", (Text("Done."),)), user("Wait.")]
