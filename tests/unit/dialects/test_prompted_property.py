"""Histories with printed calls: whatever was called and answered, the body that says it is read as the same again."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from studio.dialects import roster
from studio.dialects.printed import forms
from studio.messages.message import Message, user
from studio.messages.parts import Call, Part, Result, Text
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec

SCHEMA = {
    "type": "object",
    "properties": {
        "words": {"type": "string"},
        "count": {"type": "integer"},
        "flag": {"type": "boolean"},
        "list": {"type": "array", "items": {"type": "string"}},
        "any": {},
    },
}
TOOLS = (ToolSpec("find_it", "Finds.", SCHEMA), ToolSpec("do_it", "", SCHEMA))
PIECES = st.sampled_from(
    ["\n", "Observation: ", "Action: x", "</tool_call>", "```", "{", '"', "'", "<", "\\n", "[/TOOL_CALLS]", " ", "1"]
)
WORDS = st.lists(PIECES | st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=5), max_size=3).map("".join)
ARGUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "words": WORDS,
        "count": st.integers(),
        "flag": st.booleans(),
        "list": st.lists(WORDS, max_size=2),
        "any": st.dictionaries(st.sampled_from(["a", "b"]), WORDS | st.none(), min_size=1),
    },
)
CALLS = st.builds(Call, st.sampled_from(["find_it", "do_it"]), ARGUMENTS.map(json.dumps), form=st.just("text"))
SAID = st.sampled_from(["", "I look.", "First\nthis."])
TURNS = st.tuples(SAID, st.lists(CALLS, min_size=1, max_size=3), WORDS, st.booleans())
WIRES = ("openai_chat", "openai_responses", "anthropic_messages", "ollama_chat")


def history(form: str, turns: list[tuple[str, list[Call], str, bool]]) -> list[Message]:
    """Each turn: a question, a reply that calls, and the results."""
    made: list[Message] = []
    for said, calls, result, failed in turns:
        calls = calls[:1] if form == "react" else calls
        parts: tuple[Part, ...] = (*([Text(said)] if said else []), *calls)
        results = tuple(Result(None, f"{result} {n}", call.name, failed, form="text") for n, call in enumerate(calls))
        made += [user("Go."), Message("assistant", parts), Message("tool", results)]
    return made


def plain(messages: Any) -> list[Any]:
    """The messages without ids, and without the white space and frames around texts."""
    made: list[Any] = []
    for message in messages:
        made.append((message.role, message.text.strip()))
        made.extend((call.name, json.loads(call.arguments)) for call in message.calls)
        made.extend((result.text, result.name, result.is_error) for result in message.results)
    return made


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(forms.NAMES), st.sampled_from(WIRES), st.lists(TURNS, min_size=1, max_size=2))
def test_a_history_is_read_as_it_was_written(
    form: str, wire: str, turns: list[tuple[str, list[Call], str, bool]]
) -> None:
    dialect = roster.make(wire, form)
    request = ChatRequest("m", history(form, turns), "Be kind.", TOOLS, {"max_tokens": 9} if "ant" in wire else {})
    body = dialect.write_request(request, stream=False)
    read = dialect.read_request(body)
    assert plain(read.messages) == plain(request.messages)
    assert (read.system, read.tools, read.params) == (request.system, request.tools, request.params)
    assert json.loads(dialect.write_request(read, stream=False)) == json.loads(body)
    ids = [call.id for message in read.messages for call in message.calls]
    assert len(set(ids)) == len(ids)
    assert ids == [result.call_id for message in read.messages for result in message.results]
