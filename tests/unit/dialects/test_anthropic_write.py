"""What is written for Anthropic that the provider takes: no empty texts, results first, objects as inputs."""

import json
from typing import Any

import pytest

from studio.dialects.anthropic_messages import AnthropicMessages
from studio.dialects.dialect_error import DialectError
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec

DIALECT = AnthropicMessages()


def item(role: Any, *parts: Part) -> Any:
    written = DIALECT.write_message(Message(role, parts))
    return json.loads(written) if written else None


@pytest.mark.parametrize("nothing", [Text(""), Text(" \n"), Refusal(""), Reasoning("thought of another provider")])
def test_what_the_provider_refuses_is_left_out(nothing: Part) -> None:
    call = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
    assert item("assistant", nothing, Call("f", "", "t")) == {"role": "assistant", "content": [call]}
    assert item("assistant", nothing) is None
    assert item("user") is None


def test_an_empty_text_in_a_result_is_left_out() -> None:
    layout = [{"type": "text", "text": ""}, {"type": "tool_reference", "tool_name": "f"}]
    (block,) = item("tool", Result("t", "", extra={"layout": layout}))["content"]
    assert block == {"type": "tool_result", "tool_use_id": "t", "content": layout[1:]}
    only = Result("t", "", extra={"layout": layout[:1]})
    assert item("tool", only)["content"][0]["content"] == ""


def test_results_come_first_in_the_order_given() -> None:
    content = item("tool", Text("and"), Result("b", "2", is_error=True), Result("a", "1"))["content"]
    assert [block.get("tool_use_id") for block in content] == ["b", "a", None]
    assert content[0] == {"type": "tool_result", "tool_use_id": "b", "content": "2", "is_error": True}


def test_pictures_of_a_result_stand_in_it() -> None:
    (block,) = item("tool", Result("t", "seen", media=(Image("data:image/gif;base64,R0lG"), Image("https://h/b"))))[
        "content"
    ]
    assert block["content"] == [
        {"type": "text", "text": "seen"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": "R0lG"}},
        {"type": "image", "source": {"type": "url", "url": "https://h/b"}},
    ]


def test_a_picture_in_percent_signs_is_sent_in_base64() -> None:
    (block,) = item("user", Image("data:image/svg+xml,%3Csvg/%3E"))["content"]
    assert block["source"] == {"type": "base64", "media_type": "image/svg+xml", "data": "PHN2Zy8+"}


@pytest.mark.parametrize("text", ['{"a":', "[1]", '"{}"', "{} {}", '{"a":NaN}'])
def test_arguments_that_are_no_object_are_wrapped_and_read_back(text: str) -> None:
    written = DIALECT.write_message(Message("assistant", (Call("f", text, "t"),)))
    assert json.loads(written)["content"][0]["input"] == {"raw_arguments": text}
    (read,) = DIALECT.read_request(b'{"messages":[' + written + b"]}").messages
    assert read.calls[0].arguments == text


def test_words_of_the_developer_are_those_of_the_system() -> None:
    assert item("developer", Text("be brief")) == {"role": "system", "content": "be brief"}


def test_a_part_of_another_format_is_refused() -> None:
    with pytest.raises(DialectError):
        item("user", Opaque("openai_chat", {"type": "input_audio"}))


def test_thinking_of_another_provider_is_shown_in_a_reply_though_it_cannot_be_sent() -> None:
    content = json.loads(DIALECT.write_reply(ChatReply((Reasoning("hm"), Text("")))))["content"]
    assert content == [{"type": "thinking", "thinking": "hm", "signature": ""}, {"type": "text", "text": ""}]


def test_members_beside_a_function_of_another_format_are_no_tool_of_the_provider() -> None:
    spec = ToolSpec("f", extra={"strict": True, "entry": {"x_beside": 1}})
    body = DIALECT.write_request(DIALECT.read_request(b'{"messages":[],"tools":[]}'), stream=False)
    assert "tools" not in json.loads(body)
    head, tail = DIALECT.write_frame(type(DIALECT.read_request(body))("m", (), tools=(spec,)), stream=False)
    assert json.loads(head + tail)["tools"] == [{"name": "f", "input_schema": spec.parameters, "strict": True}]
