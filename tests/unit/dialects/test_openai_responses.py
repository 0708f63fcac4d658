"""Responses bodies, written and read again: nothing is lost, and a longer history only adds bytes."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Opaque, Reasoning, Refusal, Result, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from tests.unit.dialects import responses_values as values

HANDED = Path(__file__).parents[2] / "interop" / "openai_responses"
DIALECT: Dialect = roster.make("openai_responses")


def bound(messages: Iterable[Message]) -> list[Message]:
    """The messages without their origin and the tool names of results, which reading finds out."""
    made = []
    for message in messages:
        parts = tuple(replace(part, name="") if isinstance(part, Result) else part for part in message.parts)
        made.append(Message(message.role, parts, message.extra))
    return made


def handed(name: str) -> Any:
    return json.loads((HANDED / name).read_text(encoding="utf-8"))


def body(request: ChatRequest, *, stream: bool = False) -> Any:
    return json.loads(DIALECT.write_request(request, stream=stream))


def again(*items: Any) -> list[Any]:
    """The items after reading and writing."""
    return list(body(DIALECT.read_request(json.dumps({"model": "m", "input": items}).encode()))["input"])


def output(*items: Any) -> ChatReply:
    return DIALECT.read_reply(json.dumps({"id": "r", "model": "m", "status": "completed", "output": items}).encode())


@settings(max_examples=30)
@given(values.requests)
def test_a_written_request_is_read_again_as_it_was(request: ChatRequest) -> None:
    read = DIALECT.read_request(DIALECT.write_request(request, stream=True))
    assert bound(read.messages) == bound(request.messages)
    assert (read.model_name, read.system, read.tools, read.params) == (
        request.model_name,
        request.system,
        request.tools,
        request.params,
    )


@settings(max_examples=30)
@given(values.requests, values.assistants)
def test_another_message_only_adds_bytes_before_the_tail(request: ChatRequest, more: Message) -> None:
    head, tail = DIALECT.write_frame(request, stream=True)
    before = DIALECT.write_request(request, stream=True)
    longer = replace(request, messages=[*request.messages, more])
    after = DIALECT.write_request(longer, stream=True)
    assert before.startswith(head)
    assert after.startswith(before.removesuffix(tail))
    assert after.removeprefix(before.removesuffix(tail)).removeprefix(b",") == DIALECT.write_message(more) + tail


@settings(max_examples=30)
@given(values.outputs())
def test_items_of_a_reply_go_back_as_they_came(items: list[dict[str, Any]]) -> None:
    reply = output(*items)
    assert json.loads(b"[" + DIALECT.write_message(reply.message) + b"]") == items
    assert json.loads(DIALECT.write_reply(reply))["output"] == items
    assert again(*items) == items


@settings(max_examples=30)
@given(values.replies)
def test_a_reply_of_our_own_is_read_again_as_it_was(reply: ChatReply) -> None:
    read = DIALECT.read_reply(DIALECT.write_reply(reply))
    assert (read.parts, read.finish, read.model_name, read.id) == (reply.parts, reply.finish, "m", "resp_1")
    assert (read.usage and (read.usage.input, read.usage.output)) == (
        reply.usage and (reply.usage.input, reply.usage.output)
    )
    assert all("id" in item for item in json.loads(DIALECT.write_reply(reply))["output"])


@pytest.mark.parametrize("name", ["desk_items", "think_items", "agents_many_items", "agents_think_items"])
def test_handed_item_lists_are_written_as_they_were(name: str) -> None:
    items = handed(f"{name}.json")
    assert again(*items) == items


def test_a_handed_request_is_written_as_it_was() -> None:
    wanted = handed("desk_har_last.request.json")
    request = DIALECT.read_request((HANDED / "desk_har_last.request.json").read_bytes())
    assert body(request, stream=True) == wanted
    assert request.system == wanted["instructions"]
    assert [message.role for message in request.messages[:3]] == ["user", "assistant", "tool"]
    assert request.messages[2].results[0].name == "get_weather"


def test_a_handed_reply_is_written_with_what_it_said() -> None:
    wanted = handed("desk_response.json")
    written = json.loads(DIALECT.write_reply(output(*wanted["output"])))
    read = DIALECT.read_reply(json.dumps(wanted).encode())
    assert written["output"] == json.loads(DIALECT.write_reply(read))["output"] == wanted["output"]
    assert (read.finish, read.extra, read.usage) == ("completed", {}, Usage(120, 17, 0, wanted["usage"]))


def test_a_body_is_compact_utf8_with_its_input_last() -> None:
    request = ChatRequest("m", (user("héllo"), Message("assistant", (Text("x"),))), "sys", params={"store": False})
    assert DIALECT.write_request(request, stream=True).decode() == (
        '{"model":"m","store":false,"instructions":"sys","stream":true,"input":['
        '{"role":"user","content":"héllo"},{"role":"assistant","content":"x"}]}'
    )


def test_an_input_that_is_a_text_is_one_message_of_the_person() -> None:
    request = DIALECT.read_request(b'{"model":"m","input":"hi","text":{"format":{"type":"json_object"}}}')
    assert (list(request.messages), request.params) == ([user("hi")], {"text": {"format": {"type": "json_object"}}})
    assert list(DIALECT.read_request(b'{"model":"m","previous_response_id":"r"}').messages) == []


PICTURE = {"type": "input_image", "image_url": "u"}
WIRE_ITEMS: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "input_text", "text": "a"}, {"type": "input_image", "image_url": "u", "detail": "low"}]},
    {"type": "message", "role": "user", "id": "msg_1", "status": "completed", "content": "a"},
    {"role": "user", "content": [{"type": "input_image", "file_id": "f", "detail": "auto"}, {"type": "input_file", "file_id": "g"}]},
    {"role": "developer", "content": "be kind"},
    {"role": "assistant", "content": "x", "phase": "commentary"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "x"}]},
    {"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}]},
    {"role": "assistant", "content": [{"type": "output_text", "text": "x"}, {"type": "output_text", "text": "y"}]},
    {"role": "assistant", "id": "msg_2", "status": "completed", "type": "message", "content": []},
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": None, "status": None},
    {"type": "reasoning", "id": "rs_1", "content": [{"type": "reasoning_text", "text": "hm"}]},
    {"type": "reasoning", "summary": [{"type": "summary_text", "text": "a"}, {"type": "summary_text", "text": "b"}]},
    {"type": "function_call", "id": "fc_1", "call_id": "c", "name": "f", "arguments": "{ \"a\": 1}", "namespace": "crm"},
    {"type": "custom_tool_call", "id": "ctc_1", "call_id": "c", "name": "shell", "input": "echo {"},
    {"type": "function_call_output", "call_id": "c", "output": "", "id": "fco_1", "status": "completed"},
    {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": "r"}]},
    {"type": "function_call_output", "call_id": "c", "output": [PICTURE, {"type": "input_text", "text": "r"}]},
    {"type": "custom_tool_call_output", "call_id": "c", "output": [{"type": "input_file", "file_id": "f"}]},
    {"type": "computer_call_output", "call_id": "c", "output": {"type": "computer_screenshot", "image_url": "u"}},
    {"type": "tool_search_output", "execution": "client", "tools": []},
    {"type": "tool_search_output", "execution": "server", "tools": [{"type": "function", "name": "f", "defer_loading": True}]},
    {"type": "mcp_approval_request", "id": "m", "arguments": "{}", "name": "f", "server_label": "s"},
    {"type": "compaction", "id": "c", "encrypted_content": "E"},
    {"id": "msg_9"},
    {"type": "item_reference", "id": "msg_9"},
    {"type": "of_tomorrow", "deep": {"er": [1, 12345678901234567890123]}},
]  # fmt: skip


@pytest.mark.parametrize("item", WIRE_ITEMS, ids=lambda item: str(item.get("type") or item.get("role")))
def test_items_of_every_kind_go_back_as_they_came(item: dict[str, Any]) -> None:
    assert again(item) == [item]


def test_items_of_every_kind_go_back_in_their_order() -> None:
    assert again(*WIRE_ITEMS) == WIRE_ITEMS
    assert again(*WIRE_ITEMS[::-1]) == WIRE_ITEMS[::-1]


TOOLS: list[dict[str, Any]] = [
    {"type": "function", "name": "f", "parameters": {"type": "object"}, "strict": True, "defer_loading": True},
    {"type": "function", "name": "f", "description": "d", "parameters": None, "strict": None},
    {"type": "custom", "name": "shell", "format": {"type": "grammar", "syntax": "lark", "definition": "x"}},
    {"type": "namespace", "name": "crm", "description": "d", "tools": [{"type": "function", "name": "find"}]},
    {"type": "web_search", "filters": {"allowed_domains": ["h"]}},
    {"type": "tool_search"},
    {"type": "mcp", "server_label": "s", "server_url": "https://h", "require_approval": "never"},
]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool["type"])
def test_tools_of_every_kind_go_back_as_they_came(tool: dict[str, Any]) -> None:
    raw = json.dumps({"model": "m", "tools": [tool], "input": []}).encode()
    assert body(DIALECT.read_request(raw))["tools"] == [tool]


def test_a_tool_of_ours_is_not_made_strict_by_what_is_left_out() -> None:
    (tool,) = body(ChatRequest("m", (), tools=(ToolSpec("f"),)))["tools"]
    assert tool == {
        "type": "function",
        "name": "f",
        "parameters": {"type": "object", "properties": {}},
        "strict": False,
    }


def test_a_call_is_known_by_its_call_id_and_its_item_id_stays_beside() -> None:
    reply = output({"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": "{}"})
    assert reply.calls == (Call("f", "{}", "call_1", extra={"id": "fc_1"}),)
    assert reply.origin == "openai_responses"
    (item,) = output({"type": "function_call", "id": "fc_1", "name": "f", "arguments": {"a": 1}}).calls
    assert (item.id, item.arguments) == (None, '{"a":1}')


def test_results_are_answered_in_the_form_of_their_call() -> None:
    picture = Image("data:image/png;base64,AA==", "image/png")
    message = Message("tool", (Result("1", "a", media=(picture,)), Result("2", "b", form="custom")))
    first, second = json.loads(b"[" + DIALECT.write_message(message) + b"]")
    pieces = [{"type": "input_text", "text": "a"}, {"type": "input_image", "image_url": picture.url}]
    assert first == {"type": "function_call_output", "call_id": "1", "output": pieces}
    assert second == {"type": "custom_tool_call_output", "call_id": "2", "output": "b"}


def test_a_changed_result_replaces_the_parts_it_came_in() -> None:
    item = {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": "old"}]}
    (message,) = DIALECT.read_request(json.dumps({"input": [item]}).encode()).messages
    changed = Message("tool", (replace(message.results[0], text="new"),))
    assert json.loads(DIALECT.write_message(changed))["output"] == "new"


def test_changed_reasoning_replaces_the_summary_it_came_in() -> None:
    summary = [{"type": "summary_text", "text": "a"}, {"type": "summary_text", "text": "b"}]
    reply = output({"type": "reasoning", "id": "rs", "summary": summary, "encrypted_content": "E"})
    assert reply.parts == (Reasoning("a\n\nb", "E", {"id": "rs", "summary": summary}),)
    item = json.loads(DIALECT.write_message(Message("assistant", (replace(reply.parts[0], text="c"),))))
    assert item == {
        "type": "reasoning",
        "id": "rs",
        "summary": [{"type": "summary_text", "text": "c"}],
        "encrypted_content": "E",
    }


def test_a_message_whose_first_piece_is_taken_away_keeps_its_members() -> None:
    pieces = [{"type": "output_text", "text": "a"}, {"type": "output_text", "text": "b"}]
    parts = output({"type": "message", "id": "msg_1", "role": "assistant", "content": pieces}).parts
    item = json.loads(DIALECT.write_message(Message("assistant", parts[1:])))
    assert (item["id"], item["content"]) == ("msg_1", pieces[1:])


def test_a_refusal_knows_the_item_it_stood_in() -> None:
    item = {
        "type": "message",
        "id": "m",
        "status": "completed",
        "role": "assistant",
        "content": [{"type": "refusal", "refusal": "no"}],
    }
    reply = output(item)
    assert reply.parts[-1] == Refusal("no")
    assert reply.text == ""
    assert json.loads(DIALECT.write_message(reply.message)) == item


@pytest.mark.parametrize(
    ("value", "finish", "extra"),
    [
        ({"status": "completed"}, "completed", {}),
        (
            {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}},
            "max_output_tokens",
            {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}},
        ),
        ({"status": "incomplete"}, "incomplete", {"status": "incomplete"}),
        ({"status": "in_progress", "x_new": 1}, None, {"status": "in_progress", "x_new": 1}),
        ({}, None, {}),
    ],
)
def test_how_a_reply_ended_is_kept(value: dict[str, Any], finish: str | None, extra: dict[str, Any]) -> None:
    reply = DIALECT.read_reply(json.dumps({"output": [], **value}).encode())
    assert (reply.finish, reply.extra) == (finish, extra)
    written = json.loads(DIALECT.write_reply(reply))
    assert {key: written[key] for key in value} == value
    assert DIALECT.read_reply(DIALECT.write_reply(reply)) == reply


@pytest.mark.parametrize(
    ("finish", "status"), [("stop", "completed"), ("tool_calls", "completed"), ("length", "incomplete")]
)
def test_finish_reasons_of_other_formats_become_a_status(finish: str, status: str) -> None:
    assert json.loads(DIALECT.write_reply(ChatReply((), finish)))["status"] == status


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "The request is not JSON"),
        (b"[]", "The request is not a JSON object."),
        (b'{"messages":[]}', "input: The request has messages instead of input"),
        (b'{"input":5}', "input: input has to be a text or a list of items."),
        (b'{"input":[5]}', "input[0]: an item has to be an object."),
        (b'{"input":[{"role":"robot"}]}', "input[0].role: the role 'robot' is not known."),
        (b'{"input":[{"role":"user","content":5}]}', "input[0].content: content has to be"),
        (b'{"input":[{"role":"assistant","content":5}]}', "input[0].content: content has to be"),
        (b'{"input":[],"tools":5}', "tools: tools has to be a list."),
        (b'{"input":[],"tools":[5]}', "tools[0]: a tool has to be an object."),
    ],
)
def test_what_is_no_request_is_said_with_its_place(raw: bytes, said: str) -> None:
    with pytest.raises(DialectError) as raised:
        DIALECT.read_request(raw)
    assert str(raised.value).startswith(said)


@pytest.mark.parametrize(
    ("raw", "provider"),
    [
        (b"<html>", None),
        (b"{}", None),
        (b'{"error":{"message":"busy","code":"server_error"}}', ("busy", "server_error")),
        (b'{"status":"failed","output":[],"error":{"code":"rate_limit_exceeded","message":"slow"}}', ("slow", "rate_limit_exceeded")),
        (b'{"status":"failed","output":[],"error":null}', ("The response failed.", "failed")),
    ],
)  # fmt: skip
def test_what_is_no_reply_is_refused_with_the_providers_error(raw: bytes, provider: tuple[str, str] | None) -> None:
    with pytest.raises(DialectError) as raised:
        DIALECT.read_reply(raw)
    found = raised.value.provider
    assert (found and (found.message, found.type)) == provider


@pytest.mark.parametrize(
    "message",
    [
        Message("user", (Opaque("anthropic_messages", {}),)),
        Message("assistant", (Opaque("openai_chat", {}),)),
        Message("assistant", (Image("u"),)),
        Message("user", (Call("f"),)),
        Message("tool", (Text("x"),)),
    ],
)
def test_a_part_without_a_place_is_not_sent_silently(message: Message) -> None:
    with pytest.raises(DialectError):
        DIALECT.write_message(message)


def test_errors_are_read_as_everywhere() -> None:
    error = DIALECT.read_error(400, b'{"error":{"message":"no","type":"invalid_request_error","code":"c"}}')
    assert (error.kind, error.status, error.message, error.type) == ("http", 400, "no", "invalid_request_error")
