"""Calls printed as text over each wire: rules, calls and results go out as text and come back as what they are."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.dialects.printed import forms
from studio.messages.assemble import Assembly
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Opaque, Reasoning, Result, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from studio.wire.ndjson import NdjsonReader
from studio.wire.sse import SseReader

WIRES = ("openai_chat", "openai_responses", "anthropic_messages", "ollama_chat")
WEATHER = ToolSpec(
    "get_weather", "The weather now.", {"type": "object", "properties": {"city": {"type": "string"}, "days": {}}}
)
CALL = Call("get_weather", '{"city": "Oslo"}', "call_1")
ASKED = ChatRequest("m", [user("How is the weather in Oslo?")], "Be kind.", (WEATHER,), {"max_tokens": 99})


def streamed(dialect: Dialect, reply: ChatReply, request: ChatRequest | None = ASKED) -> ChatReply:
    """What is read from the stream that says `reply`."""
    return read_events(dialect, dialect.write_stream(reply), request)


def read_events(dialect: Dialect, stream: Iterable[bytes], request: ChatRequest | None = ASKED) -> ChatReply:
    splitter: SseReader | NdjsonReader = SseReader() if dialect.framing == "sse" else NdjsonReader()
    reader, assembly = dialect.delta_reader(request), Assembly()
    for data in stream:
        for event in splitter.feed(data):
            for delta in reader.feed(event if isinstance(event, str) else event.data):
                assembly.feed(delta)
    assert reader.end() is None
    return assembly.reply()


def bare(parts: Iterable[Any]) -> list[tuple[Any, ...]]:
    """The parts without members of a wire."""
    made: list[tuple[Any, ...]] = []
    for part in parts:
        match part:
            case Text():
                made.extend([("text", part.text)] if part.text else [])
            case Call():
                made.append(("call", part.name, json.loads(part.arguments), part.form))
            case Opaque():
                made.append(("opaque", part.value))
            case _:
                made.append((type(part).__name__, part.text))
    return made


def texts_in(body: bytes) -> str:
    """All of a body's texts, to look for words in."""
    return json.dumps(json.loads(body), ensure_ascii=False)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("form", forms.NAMES)
def test_tools_stand_in_the_system_text_and_nowhere_else(wire: str, form: str) -> None:
    dialect = roster.make(wire, form)
    params: dict[str, Any] = {
        "tool_choice": {"type": "any"} if wire == "anthropic_messages" else "required",
        "x_own": 1,
        "max_tokens": 9,
    }
    if wire == "ollama_chat":
        del params["tool_choice"]
    request = replace(ASKED, params=params)
    body = json.loads(dialect.write_request(request, stream=False))
    assert "tools" not in body
    assert "tool_choice" not in body
    assert body["x_own"] == 1
    assert "get_weather" in json.dumps(body)
    assert ("you have to call a tool" in json.dumps(body)) == (wire != "ollama_chat")
    assert dialect.read_request(dialect.write_request(request, stream=False)) == request


@pytest.mark.parametrize("wire", WIRES)
def test_a_shaped_request_in_pieces_is_the_whole_body(wire: str) -> None:
    dialect = roster.make(wire, forms.NAMES[0])
    request = replace(ASKED, messages=[*ASKED.messages, Message("assistant", (CALL,))])
    shaped = dialect.shape(request)
    assert dialect.shape(shaped) == shaped
    head, tail = dialect.write_frame(shaped, stream=True)
    assert shaped.system is not None
    items = [dialect.write_system(shaped.system), *map(dialect.write_message, shaped.messages)]
    assert head + b",".join(filter(None, items)) + tail == dialect.write_request(request, stream=True)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("form", forms.NAMES)
def test_a_reply_is_printed_and_read_again_whole_and_streamed(wire: str, form: str) -> None:
    dialect = roster.make(wire, form)
    reply = ChatReply((Text("I look.\n"), replace(CALL, form="text")), "stop", Usage(3, 5), "m")
    whole = dialect.read_reply(dialect.write_reply(reply), ASKED)
    for read in (whole, streamed(dialect, reply)):
        assert bare(read.calls) == [("call", "get_weather", {"city": "Oslo"}, "text")]
        assert read.text.strip() == "I look."
        assert read.calls[0].extra["in"] == form
        assert read.finish
        assert read.usage is not None
    again = dialect.read_reply(dialect.write_reply(whole), ASKED)
    assert again.parts == whole.parts
    assert bare(streamed(dialect, whole).parts) == bare(whole.parts)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("form", forms.NAMES)
def test_a_round_goes_back_as_text_and_is_read_as_calls_and_results(wire: str, form: str) -> None:
    dialect = roster.make(wire, form)
    reply = dialect.read_reply(dialect.write_reply(ChatReply((replace(CALL, form="text"),), "stop")), ASKED)
    call = replace(reply.calls[0], id="call_x_0")
    result = Message("tool", (Result("call_x_0", "4 degrees", "get_weather", is_error=True, form="text"),))
    request = replace(ASKED, messages=[*ASKED.messages, Message("assistant", (call,)), result, user("And now?")])
    body = dialect.write_request(request, stream=False)
    assert '"role": "tool"' not in texts_in(body)
    read = dialect.read_request(body)
    assert [message.role for message in read.messages] == ["user", "assistant", "tool", "user"]
    assert bare(read.messages[1].parts) == bare([call])
    answer = read.messages[2].results[0]
    assert answer.call_id == read.messages[1].calls[0].id
    assert (answer.text, answer.name, answer.is_error, answer.form) == ("4 degrees", "get_weather", True, "text")
    assert json.loads(dialect.write_request(read, stream=False)) == json.loads(body)


@pytest.mark.parametrize("form", forms.NAMES)
def test_two_calls_and_their_results_with_pictures_come_back(form: str) -> None:
    dialect = roster.make("openai_chat", form)
    picture = Image("data:image/png;base64,AAAA", "image/png")
    calls: tuple[Call, ...] = (Call("get_weather", '{"city": "Oslo"}'), Call("get_weather", '{"city": "Rome"}'))
    results: tuple[Result, ...] = (
        Result(None, "4\nObservation: none", "get_weather", form="text", media=(picture,)),
        Result(None, '{"t": 21}', "get_weather", form="text"),
    )
    if form == "react":
        calls, results = calls[:1], results[:1]
    asked = [*ASKED.messages, Message("assistant", calls), Message("tool", results)]
    read = dialect.read_request(dialect.write_request(replace(ASKED, messages=asked), stream=False))
    assert bare(read.messages[1].calls) == [("call", c.name, json.loads(c.arguments), "text") for c in calls]
    assert [replace(result, call_id=None) for result in read.messages[2].results] == list(results)
    assert [r.call_id for r in read.messages[2].results] == [c.id for c in read.messages[1].calls]
    assert len({c.id for c in read.messages[1].calls}) == len(calls)


def test_what_the_model_printed_goes_back_to_the_byte_until_it_is_edited() -> None:
    dialect = roster.make("openai_chat", "hermes")
    text = 'So.\n<tool_call>  {"arguments": {"city" :"Oslo"}, "name":"get_weather"}</tool_call>'
    reply = dialect.read_reply(body_of(text), ASKED)
    assert written(dialect, reply.message) == text
    call = reply.calls[0]
    same = replace(call, arguments='{"city": "Oslo"}')
    assert written(dialect, replace(reply.message, parts=(*reply.parts[:-1], same))) == text
    edited = replace(call, arguments='{"city": "Rome"}')
    again = written(dialect, replace(reply.message, parts=(*reply.parts[:-1], edited)))
    assert again.startswith("So.\n<tool_call>")
    assert "Rome" in again
    assert "Oslo" not in again
    renamed = written(dialect, replace(reply.message, parts=(replace(call, name="clock"),)))
    assert '"clock"' in renamed


def test_a_value_whose_type_only_the_schema_tells_is_not_taken_for_an_edit() -> None:
    dialect = roster.make("openai_chat", "qwen_xml")
    text = "<tool_call><function=get_weather><parameter=city>1234</parameter></function></tool_call>"
    reply = dialect.read_reply(body_of(text), ASKED)
    assert json.loads(reply.calls[0].arguments) == {"city": "1234"}
    assert written(dialect, reply.message) == text


def body_of(text: str) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return json.dumps({"id": "x", "choices": [choice], "model": "m"}).encode()


def written(dialect: Dialect, message: Message) -> str:
    value = json.loads(dialect.write_message(message))
    return str(value["content"])


def test_a_call_of_another_form_or_none_is_printed_in_this_one() -> None:
    dialect = roster.make("openai_chat", "hermes")
    foreign = Call(
        "get_weather", '{"city": "Oslo"}', "c", "text", {"in": "glm", "printed": "<tool_call>glm</tool_call>"}
    )
    for call in (foreign, CALL):
        item = json.loads(dialect.write_message(Message("assistant", (Text("Hm."), call))))
        assert set(item) == {"role", "content"}
        assert item["content"] == f"Hm.\n{forms.form('hermes').write_calls([CALL])}"


def test_native_calls_that_come_nevertheless_stay_native() -> None:
    dialect = roster.make("openai_chat", "hermes")
    reply = ChatReply((Text("Hm."), CALL), "tool_calls")
    native = roster.make("openai_chat")
    assert dialect.read_reply(native.write_reply(reply), ASKED).calls == (CALL,)
    assert read_events(dialect, native.write_stream(reply)).calls == (CALL,)


def test_hosted_tools_stay_native() -> None:
    hosted = ToolSpec("web_search", extra={"entry": {"type": "web_search"}})
    dialect = roster.make("openai_responses", "hermes")
    request = replace(ASKED, tools=(WEATHER, hosted))
    body = dialect.write_request(request, stream=False)
    assert json.loads(body)["tools"] == [{"type": "web_search"}]
    assert [tool.name for tool in dialect.read_request(body).tools] == ["get_weather", "web_search"]


def test_calls_that_take_free_text_stay_native_with_their_results() -> None:
    dialect = roster.make("openai_chat", "hermes")
    calls = (Call("get_weather", "{}", "a"), Call("run_sql", "select 1", "b", "custom"))
    results = (Result("a", "4", "get_weather"), Result("b", "1", "run_sql", form="custom"))
    spec = ToolSpec("run_sql", extra={"entry": {"type": "custom", "custom": {"name": "run_sql"}}})
    messages = [Message("assistant", calls), Message("tool", results)]
    request = replace(ASKED, messages=messages, tools=(WEATHER, spec))
    body = json.loads(dialect.write_request(request, stream=False))
    _, asked, *answers = body["messages"]
    assert [call["custom"]["name"] for call in asked["tool_calls"]] == ["run_sql"]
    assert [(item["role"], "get_weather" in item["content"]) for item in answers] == [("tool", False), ("user", True)]
    assert [tool["type"] for tool in body["tools"]] == ["custom"]


def test_thinking_goes_as_the_wire_wants_and_printed_thinking_as_it_stood() -> None:
    dialect = roster.make("openai_chat", "hermes")
    item = json.loads(dialect.write_message(Message("assistant", (Reasoning("Hm."), Text("Yes.")))))
    assert item == {"role": "assistant", "content": "Yes.", "reasoning_content": "Hm."}
    text = "<think>\nHm.\n</think>\n\nYes."
    reply = dialect.read_reply(body_of(text), ASKED)
    assert reply.text.strip() == "Yes."
    assert written(dialect, reply.message) == text


def test_edited_words_go_back_in_the_frame_they_were_printed_in() -> None:
    dialect = roster.make("openai_chat", "hermes")
    reply = dialect.read_reply(body_of("<think>\nHm.\n</think>\n\nYes."), ASKED)
    thought = next(part for part in reply.parts if isinstance(part, Reasoning))
    edited = replace(thought, text=thought.text.replace("Hm.", "Well."))
    parts = tuple(edited if part is thought else part for part in reply.parts)
    assert written(dialect, Message("assistant", parts)) == "<think>\nWell.\n</think>\n\nYes."
    harmony = roster.make("openai_chat", "harmony")
    text = "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes."
    answer = harmony.read_reply(body_of(text), ASKED)
    assert written(harmony, answer.message) == text
    changed = tuple(replace(part, text="No.") if isinstance(part, Text) else part for part in answer.parts)
    assert written(harmony, Message("assistant", changed)) == text.replace("Yes.", "No.")


def test_rules_that_were_rewritten_are_refused() -> None:
    dialect = roster.make("openai_chat", "hermes")
    body = dialect.write_request(ASKED, stream=False).replace(b"To call a tool,", b"Call,")
    with pytest.raises(DialectError, match="made from the tools"):
        dialect.read_request(body)


def test_a_body_without_rules_is_read_as_it_is() -> None:
    request = replace(ASKED, tools=())
    dialect = roster.make("openai_chat", "hermes")
    assert dialect.read_request(roster.make("openai_chat").write_request(request, stream=False)) == request


def test_an_unknown_form_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(DialectError, match="hermes"):
        roster.make("openai_chat", "morse")


@pytest.mark.parametrize("wire", WIRES)
def test_a_prompted_dialect_asks_at_the_same_place(wire: str) -> None:
    inner, dialect = roster.make(wire), roster.make(wire, "hermes")
    for member in ("name", "path", "framing", "key_header", "headers"):
        assert getattr(dialect, member) == getattr(inner, member)
    assert dialect.read_error(500, b"down").message == inner.read_error(500, b"down").message
