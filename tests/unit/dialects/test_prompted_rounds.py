"""A whole round in ReAct and in the JSON form over each wire: asked, called, answered, and asked again."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.messages.assemble import Assembly, with_ids
from studio.messages.message import Message, user
from studio.messages.parts import Opaque, Result, Text
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from studio.wire.ndjson import NdjsonReader
from studio.wire.sse import SseReader

WIRES = ("openai_chat", "anthropic_messages", "ollama_chat", "openai_responses")
WEATHER = ToolSpec("get_weather", "The weather now.", {"type": "object", "properties": {"city": {"type": "string"}}})
ASKED = ChatRequest("m", [user("How is the weather in Oslo?")], "Be kind.", (WEATHER,), {})
REACT = 'Thought: I must look.\nAction: get_weather\nAction Input: {"city": "Oslo"}'
MADE_UP = "\nObservation: 30 degrees\nFinal Answer: It is hot."
FENCED = 'I look.\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```'


def model_says(wire: str, text: str) -> bytes:
    """The stream of a model that prints `text`."""
    return b"".join(roster.make(wire).write_stream(ChatReply((Text(text),), "stop", model_name="m")))


def heard(dialect: Dialect, stream: bytes, request: ChatRequest) -> ChatReply:
    """The reply that is read from a stream, its calls with ids."""
    splitter: SseReader | NdjsonReader = SseReader() if dialect.framing == "sse" else NdjsonReader()
    reader, assembly = dialect.delta_reader(request), Assembly()
    for byte in range(0, len(stream), 7):
        for event in splitter.feed(stream[byte : byte + 7]):
            for delta in reader.feed(event if isinstance(event, str) else event.data):
                assembly.feed(delta)
    assert reader.end() is None
    return with_ids(assembly.reply(), "x")


def answered(request: ChatRequest, reply: ChatReply, result: str, *, is_error: bool = False) -> ChatRequest:
    """The next request: the reply and the result of its call behind what was said."""
    call = reply.calls[0]
    said = Message("tool", (Result(call.id, result, call.name, is_error, form="text"),))
    return replace(request, messages=[*request.messages, reply.message, said])


def texts(body: bytes) -> list[str]:
    """The texts of a body's messages in order, without the system text."""
    value = json.loads(body)
    items = value.get("messages", value.get("input"))
    return [text_of(item["content"]) for item in items if item["role"] != "system"]


def text_of(content: Any) -> str:
    return content if isinstance(content, str) else "".join(piece["text"] for piece in content)


def stops(wire: str, body: bytes) -> Any:
    value = json.loads(body)
    return {
        "openai_chat": value.get("stop"),
        "anthropic_messages": value.get("stop_sequences"),
        "ollama_chat": value.get("options", {}).get("stop"),
    }.get(wire)


@pytest.mark.parametrize("wire", WIRES)
def test_a_react_round(wire: str) -> None:
    dialect = roster.make(wire, "react")
    first = dialect.write_request(ASKED, stream=True)
    assert stops(wire, first) == (["\nObservation:"] if wire != "openai_responses" else None)
    reply = heard(dialect, model_says(wire, REACT + MADE_UP), ASKED)
    assert [(call.name, json.loads(call.arguments), call.form) for call in reply.calls] == [
        ("get_weather", {"city": "Oslo"}, "text")
    ]
    assert [part.value["form"] for part in reply.parts if isinstance(part, Opaque)] == ["react"]
    request = answered(ASKED, reply, "4 degrees")
    said = texts(dialect.write_request(request, stream=True))
    assert [text.rstrip("\n") for text in said] == ["How is the weather in Oslo?", REACT, "Observation: 4 degrees"]
    final = heard(dialect, model_says(wire, "Thought: I know.\nFinal Answer: 4 degrees."), request)
    assert final.calls == ()
    assert "4 degrees." in final.text


@pytest.mark.parametrize("wire", WIRES)
def test_a_json_round_with_a_failed_call(wire: str) -> None:
    dialect = roster.make(wire, "json_block")
    assert stops(wire, dialect.write_request(ASKED, stream=True)) is None
    reply = heard(dialect, model_says(wire, FENCED), ASKED)
    assert [(call.name, json.loads(call.arguments)) for call in reply.calls] == [("get_weather", {"city": "Oslo"})]
    assert reply.text.strip() == "I look."
    request = answered(ASKED, reply, "no such city", is_error=True)
    result = '{"tool_result": {"name": "get_weather", "error": true, "content": "no such city"}}'
    assert texts(dialect.write_request(request, stream=True)) == ["How is the weather in Oslo?", FENCED, result]
    final = heard(dialect, model_says(wire, 'It says {"city": 1}.'), request)
    assert (final.calls, final.text) == ((), 'It says {"city": 1}.')


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(("form", "text"), [("react", REACT), ("json_block", FENCED)])
def test_an_edited_call_goes_back_as_it_was_edited(wire: str, form: str, text: str) -> None:
    dialect = roster.make(wire, form)
    reply = heard(dialect, model_says(wire, text), ASKED)
    edited = replace(reply.calls[0], arguments='{"city": "Bergen"}')
    parts = tuple(edited if part is reply.calls[0] else part for part in reply.parts)
    request = answered(ASKED, replace(reply, parts=parts), "5 degrees")
    body = dialect.write_request(request, stream=True)
    assert texts(body)[1] == text.replace("Oslo", "Bergen")
    read = dialect.read_request(body)
    assert read.messages[1].calls[0].arguments == '{"city": "Bergen"}'
    assert read.messages[2].results[0].text == "5 degrees"


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("form", ["react", "json_block"])
def test_a_longer_history_only_adds_bytes(wire: str, form: str) -> None:
    dialect = roster.make(wire, form)
    reply = heard(dialect, model_says(wire, REACT if form == "react" else FENCED), ASKED)
    requests = [ASKED, answered(ASKED, reply, "4 degrees")]
    requests.append(replace(requests[1], messages=[*requests[1].messages, user("And in Rome?")]))
    shaped = [dialect.shape(request) for request in requests]
    _, tail = dialect.write_frame(shaped[0], stream=True)
    bodies = [dialect.write_request(request, stream=True).removesuffix(tail) for request in requests]
    assert bodies[1].startswith(bodies[0])
    assert bodies[2].startswith(bodies[1])


def test_stop_sequences_of_the_person_stay_and_come_back() -> None:
    dialect = roster.make("openai_chat", "react")
    for given, sent in ((["a"], ["a", "\nObservation:"]), (list("abcd"), list("abcd"))):
        request = replace(ASKED, params={"stop": given})
        body = dialect.write_request(request, stream=False)
        assert json.loads(body)["stop"] == sent
        assert dialect.read_request(body).params == {"stop": given}
