"""What servers and clients of Chat Completions send beyond the plain form: read, kept and sent back."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.dialects import roster
from studio.dialects.dialect_error import DialectError
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Reasoning, Result, Text
from studio.messages.reply import Usage

INTEROP = Path(__file__).parents[2] / "interop" / "openai_chat"
DIALECT = roster.make("openai_chat")


def sent_back(item: dict[str, Any]) -> Any:
    request = DIALECT.read_request(json.dumps({"messages": [item]}).encode())
    return json.loads(DIALECT.write_request(request, stream=False))["messages"][0]


def reply_of(message: dict[str, Any], **choice: Any) -> Any:
    return DIALECT.read_reply(json.dumps({"choices": [{"message": message, **choice}]}).encode())


def meant(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages with an empty content as the empty text."""
    return [{**item, "content": item.get("content") or ""} for item in items]


def test_a_request_of_the_official_sdk_is_written_as_it_was_meant() -> None:
    raw = (INTEROP / "desk-request.json").read_bytes()
    wanted = json.loads(raw)
    made = json.loads(DIALECT.write_request(DIALECT.read_request(raw), stream=False))
    assert made == {**wanted, "messages": meant(wanted["messages"]), "stream": False}


@pytest.mark.parametrize("given", json.loads((INTEROP / "desk-replies.json").read_bytes()))
def test_a_reply_is_written_as_it_was_meant(given: dict[str, Any]) -> None:
    made = json.loads(DIALECT.write_reply(DIALECT.read_reply(json.dumps(given).encode())))
    message = {key: value for key, value in given["choices"][0]["message"].items() if value}
    assert made["choices"][0]["message"] == {"content": "", **message}
    assert made["choices"][0]["finish_reason"] == given["choices"][0]["finish_reason"]
    assert (made["usage"], made["model"], made["id"]) == (given["usage"], given["model"], given["id"])


ITEMS: list[dict[str, Any]] = [
    {"role": "assistant", "content": "", "reasoning_content": "a", "reasoning": "b"},
    {"role": "assistant", "content": "x", "reasoning": {"text": "hm"}},
    {"role": "assistant", "content": "x", "reasoning_text": "hm", "reasoning_opaque": "sig"},
    {"role": "assistant", "content": "x", "thinking": "hm"},
    {"role": "assistant", "content": "x", "reasoning": "hm", "reasoning_details": [{"type": "reasoning.text"}]},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}], "signature": "s", "closed": True},
            {"type": "text", "text": "x"},
        ],
    },
    {"role": "assistant", "content": [{"type": "thinking", "thinking": [{"type": "reference", "ids": [1]}]}]},
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "sh", "input": "ls -l", "new": 1}, "more": 2}],
    },
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"type": "function", "function": {"name": "f", "arguments": ""}}],
    },
]


@pytest.mark.parametrize("item", ITEMS)
def test_what_servers_add_goes_back_as_it_came(item: dict[str, Any]) -> None:
    assert sent_back(item) == item


def test_null_members_of_calls_and_refusals_say_nothing() -> None:
    reply = reply_of({"content": None, "tool_calls": None, "function_call": None, "refusal": None, "reasoning": None})
    assert (reply.parts, reply.extra) == ((), {})


def test_a_number_is_an_id_too() -> None:
    entries = [{"id": at, "function": {"name": "f", "arguments": "{}"}} for at in (0, 1)]
    assert [call.id for call in reply_of({"tool_calls": entries}).calls] == ["0", "1"]


def test_signed_thinking_inside_the_content_is_read_with_its_signature() -> None:
    piece = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}], "signature": "s"}
    assert reply_of({"content": [piece]}).parts == (Reasoning("hm", "s", {"member": "content"}),)


def test_results_take_name_and_form_from_their_calls() -> None:
    calls = [
        {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}},
        {"id": "b", "type": "custom", "custom": {"name": "sh", "input": "ls"}},
    ]
    items = [
        {"role": "assistant", "content": "", "tool_calls": calls},
        *({"role": "tool", "tool_call_id": id, "content": "r"} for id in ("a", "b")),
        {"role": "assistant", "content": "", "function_call": {"name": "g", "arguments": "{}"}},
        {"role": "function", "name": "g", "content": "r"},
    ]
    request = DIALECT.read_request(json.dumps({"messages": items}).encode())
    assert request.messages[1].parts == (Result("a", "r", "f"), Result("b", "r", "sh", form="custom"))
    assert request.messages[3].parts == (Result(None, "r", "g", form="legacy"),)
    assert json.loads(DIALECT.write_request(request, stream=False))["messages"] == items


def test_the_answer_to_an_old_call_goes_by_name_even_if_someone_gave_it_an_id() -> None:
    item = json.loads(DIALECT.write_message(Message("tool", (Result("x", "r", "g", form="legacy"),))))
    assert item == {"role": "function", "name": "g", "content": "r"}


def test_a_result_without_an_id_stays_a_result_without_an_id() -> None:
    assert sent_back({"role": "tool", "content": "r"}) == {"role": "tool", "content": "r"}


def test_an_error_beside_a_reply_is_the_outcome() -> None:
    for body in (
        {"choices": [{"message": {"content": "x"}, "finish_reason": "error", "error": {"message": "overloaded"}}]},
        {"choices": [{"message": {"content": ""}}], "error": {"message": "overloaded"}},
    ):
        with pytest.raises(DialectError) as raised:
            DIALECT.read_reply(json.dumps(body).encode())
        assert raised.value.provider is not None
        assert raised.value.provider.message == "overloaded"
    assert reply_of({"content": "x"}, error=None).text == "x"


@pytest.mark.parametrize(
    ("raw", "counts"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 3}}, (9, 4, 3)),
        ({"prompt_tokens": 9, "completion_tokens": 4, "prompt_cache_hit_tokens": 2}, (9, 4, 2)),
        ({"prompt_tokens": 9, "completion_tokens": 4, "prompt_tokens_details": None, "cached_tokens": 1}, (9, 4, 1)),
        ({"input_tokens": 9, "output_tokens": 4}, (9, 4, None)),
        ({"prompt_tokens": "9"}, (None, None, None)),
    ],
)
def test_tokens_are_read_by_any_of_the_usual_names(
    raw: dict[str, Any], counts: tuple[int | None, int | None, int | None]
) -> None:
    body = {"choices": [{"message": {"content": "x"}}], "usage": raw}
    assert DIALECT.read_reply(json.dumps(body).encode()).usage == Usage(*counts, raw)


def test_pictures_and_unknown_pieces_of_a_reply_are_parts() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    reply = reply_of({"content": [{"type": "text", "text": "x"}, picture, {"type": "new"}]})
    image = Image("data:image/png;base64,AA==", "image/png")
    assert reply.parts == (Text("x"), image, Opaque("openai_chat", {"type": "new"}))


def test_a_function_member_nobody_knows_stays_inside_its_function() -> None:
    entry = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}", "thought_signature": "s"}}
    reply = reply_of({"content": "", "tool_calls": [entry]})
    assert reply.calls == (Call("f", "{}", "c", extra={"entry": {"thought_signature": "s"}}),)
    assert json.loads(DIALECT.write_message(reply.message))["tool_calls"] == [entry]
