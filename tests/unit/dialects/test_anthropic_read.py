"""What is in the messages of Anthropic bodies: what each kind of block becomes, and that it goes back unchanged."""

import json
from typing import Any

import pytest

from studio.dialects.anthropic_messages import AnthropicMessages
from studio.messages.message import Message
from studio.messages.origin import marked
from studio.messages.parts import Call, Image, Opaque, Reasoning, Result, Text
from studio.messages.toolspec import ToolSpec

DIALECT = AnthropicMessages()
NAME = "anthropic_messages"
CACHED = {"cache_control": {"type": "ephemeral"}}


def request(*items: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 9, "stream": False, "messages": list(items), **members}


def messages(*items: dict[str, Any]) -> list[Message]:
    return list(DIALECT.read_request(json.dumps(request(*items)).encode()).messages)


def again(body: dict[str, Any]) -> Any:
    return json.loads(DIALECT.write_request(DIALECT.read_request(json.dumps(body).encode()), stream=False))


BLOCKS = [
    {"type": "text", "text": "a", **CACHED},
    {"type": "text", "text": "b", "citations": [{"type": "char_location", "cited_text": "x"}]},
    {"type": "thinking", "thinking": "t", "signature": "c2ln+/=="},
    {"type": "thinking", "thinking": "", "signature": "only the signature"},
    {"type": "thinking", "thinking": "from a server that signs nothing"},
    {"type": "thinking", "thinking": "the same", "signature": ""},
    {"type": "redacted_thinking", "data": "zzz"},
    {
        "type": "tool_use",
        "id": "t1",
        "name": "f",
        "input": {"z": 10**30, "a": [1.5, None]},
        "caller": {"type": "direct"},
    },
    {"type": "tool_use", "id": "t2", "name": "f", "input": {"raw_arguments": '{"words": invoice}'}},
    {"type": "tool_use", "id": "t3", "name": "f", "input": {"raw_arguments": "{}"}},
    {"type": "server_tool_use", "id": "s1", "name": "tool_search_tool_regex", "input": {"query": "x"}},
    {"type": "tool_search_tool_result", "tool_use_id": "s1", "content": {"tool_references": []}},
    {"type": "mcp_tool_use", "id": "m1", "name": "f", "server_name": "s", "input": {}},
    {"type": "compaction", "content": None, "encrypted_content": "e"},
    {"type": "tool_result", "tool_use_id": "out of place"},
    {"type": "future_block", "payload": {"k": 1}},
]


def test_every_kind_of_block_goes_back_as_it_came() -> None:
    body = request({"role": "assistant", "content": BLOCKS})
    assert again(body) == body


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0K"}, **CACHED},
        {"type": "image", "source": {"type": "base64", "media_type": "a,b", "data": "iVBORw0K"}},
        {"type": "image", "source": {"type": "url", "url": "https://h/a.png"}, "transformations": {}},
        {"type": "image", "source": {"type": "file", "file_id": "file_1"}},
        {"type": "document", "source": {"type": "text", "data": "d"}, "title": "T", "citations": {"enabled": True}},
        {"type": "search_result", "source": "s", "title": "t", "content": [{"type": "text", "text": "c"}]},
        {"type": "container_upload", "file_id": "f"},
        {"type": "tool_use", "id": "out of place", "name": "f", "input": {}},
        {"type": "thinking", "thinking": "out of place"},
    ],
)
def test_what_a_person_sends_goes_back_as_it_came_also_out_of_a_tool(block: dict[str, Any]) -> None:
    asked = {"role": "user", "content": [block, {"type": "text", "text": "?", **CACHED}]}
    answer = {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "a"}, block, block]}
    body = request(asked, {"role": "assistant", "content": "."}, {"role": "user", "content": [answer]})
    assert again(body) == body


def test_blocks_become_parts() -> None:
    (message,) = messages({"role": "assistant", "content": BLOCKS})
    kinds = [Text, Text, *[Reasoning] * 4, Opaque, *[Call] * 3, *[Opaque] * 6]
    assert [type(part) for part in message.parts] == kinds
    assert [call.arguments for call in message.calls] == [
        '{"z":1000000000000000000000000000000,"a":[1.5,null]}',
        '{"words": invoice}',
        '{"raw_arguments":"{}"}',
    ]
    assert message.origin == NAME
    assert message.parts[2] == Reasoning("t", "c2ln+/==")


def test_pictures_are_urls() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "iVBORw0K"}
    (message,) = messages({"role": "user", "content": [{"type": "image", "source": source}]})
    assert message.parts == (Image("data:image/png;base64,iVBORw0K", "image/png"),)


def test_results_and_what_stands_beside_them_are_messages_of_their_own_in_the_order_given() -> None:
    calls = [{"type": "tool_use", "id": name, "name": name.upper(), "input": {}} for name in "ab"]
    results = [
        {"type": "tool_result", "tool_use_id": "b", "content": "2", "is_error": True, **CACHED},
        {"type": "tool_result", "tool_use_id": "a"},
    ]
    said = {"type": "text", "text": "and?"}
    asked = {"role": "user", "content": [*results, said], "x_new": 1}
    assert messages({"role": "assistant", "content": calls}, asked)[1:] == [
        marked(
            Message("tool", (Result("b", "2", "B", is_error=True, extra=CACHED), Result("a", "", "A")), {"x_new": 1}),
            NAME,
        ),
        Message("user", (Text("and?"),)),
    ]
    assert [m.role for m in messages({"role": "user", "content": [said, *results]})] == ["user", "tool"]
    assert messages({"role": "user", "content": []}, {"role": "assistant"}) == [
        Message("user", ()),
        Message("assistant", ()),
    ]


CONTENT = [
    {"type": "tool_reference", "tool_name": "f"},
    {"type": "image", "source": {"type": "url", "url": "u"}},
    {"type": "text", "text": "one "},
    {"type": "text", "text": "two"},
]


def test_a_result_of_several_blocks_keeps_their_order_until_its_text_is_changed() -> None:
    item = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": CONTENT}]}
    (message,) = messages(item)
    (result,) = message.results
    assert (result.text, [image.url for image in result.media]) == ("one two", ["u"])
    assert json.loads(DIALECT.write_message(message)) == item
    edited = Message("tool", (Result("a", "three", media=result.media, extra=result.extra),))
    assert json.loads(DIALECT.write_message(edited))["content"][0]["content"] == [
        {"type": "text", "text": "three"},
        CONTENT[1],
        CONTENT[0],
    ]


def test_system_blocks_stay_until_the_words_are_changed() -> None:
    blocks = [{"type": "text", "text": "one"}, {"type": "text", "text": "two", **CACHED}]
    read = DIALECT.read_request(json.dumps(request(system=blocks)).encode())
    assert read.system == "one\n\ntwo"
    assert again(request(system=blocks)) == request(system=blocks)
    body = DIALECT.write_request(type(read)(read.model_name, (), "three", params=read.params), stream=False)
    assert json.loads(body)["system"] == [{"type": "text", "text": "three", **CACHED}]
    assert again(request(system=[{"type": "future"}]))["system"] == [{"type": "future"}]
    assert again(request(system="plain"))["system"] == "plain"


TOOLS = [
    {
        "name": "f",
        "description": "d",
        "input_schema": {"type": "object"},
        "strict": True,
        "defer_loading": True,
        **CACHED,
    },
    {"type": "custom", "name": "g", "input_schema": {"type": "object"}},
    {"type": "web_search_20250305", "name": "web_search", "max_uses": 3},
    {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"},
    {"type": "mcp_toolset", "mcp_server_name": "files", "default_config": {"defer_loading": True}},
    {"type": "code_execution_20250825", "name": "code_execution"},
]


def test_tools_of_every_kind_go_back_as_they_came() -> None:
    body = request(
        tools=TOOLS, mcp_servers=[{"name": "files"}], container={"id": "c"}, context_management={"edits": []}
    )
    read = DIALECT.read_request(json.dumps(body).encode())
    assert [spec.name for spec in read.tools] == [
        "f",
        "g",
        "web_search",
        "tool_search_tool_bm25",
        "files",
        "code_execution",
    ]
    assert read.tools[1] == ToolSpec("g", "", {"type": "object"}, extra={"type": "custom"})
    assert read.tools[2].extra == {"entry": TOOLS[2]}
    assert again(body) == body


def test_a_system_message_in_the_middle_goes_back_as_it_came() -> None:
    said = {"role": "system", "content": [{"type": "text", "text": "be brief", **CACHED}], "clear_at": "never"}
    body = request({"role": "user", "content": "hi"}, said, {"role": "system", "output_config": {"effort": "low"}})
    assert again(body) == body
