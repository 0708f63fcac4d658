"""Bytes to lines and to what they say, wherever the bytes are cut."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCResponse

from studio.tools.mcp.heard import BIG, Message, Noise, Output
from studio.tools.mcp.lines import Lines, Lost

ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"a":1}}'
NEWS = '{"jsonrpc":"2.0","method":"notifications/x"}'


def said(*pieces: bytes, most: int = 10_000_000) -> list[Message | Noise]:
    """What an output says that came in these pieces."""
    output = Output(most)
    return [*(item for piece in pieces for item in output.feed(piece)), *output.end()]


def only(text: str) -> Message | Noise:
    """What one line says."""
    (item,) = said(text.encode("utf-8", "surrogatepass") + b"\n")
    return item


@given(st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"\xc3\xa9", b"long" * 10, b""])), st.integers(1, 7))
def test_lines_are_the_same_wherever_the_bytes_are_cut(parts: list[bytes], size: int) -> None:
    data = b"".join(parts)

    def split(pieces: list[bytes]) -> list[bytes | Lost]:
        lines = Lines(20)
        return [*(line for piece in pieces for line in lines.feed(piece)), *lines.end()]

    cut = [data[at : at + size] for at in range(0, len(data), size)]
    assert split(cut) == split([data])


def test_a_line_beyond_the_limit_is_let_go_and_the_next_one_is_whole() -> None:
    lines = Lines(10_000)
    got = [line for _ in range(100) for line in lines.feed(b"x" * 1_000)]
    got += lines.feed(b"end\nnext\n")
    assert got == [Lost(b"x" * 1_000, b"x" * 997 + b"end", 100_003), b"next"]


def test_messages_and_noise_are_told_apart() -> None:
    items = said(f"Banner\n{ANSWER}\r\n\n{{not json}}\n[1]\n7\n{NEWS}".encode())
    assert [type(item) for item in items] == [Noise, Message, Noise, Noise, Noise, Message]
    assert [item.text for item in items] == ["Banner", ANSWER, "{not json}", "[1]", "7", NEWS]


def test_bytes_that_are_no_utf_8_become_replacement_characters_also_in_a_message() -> None:
    (item,) = said(b'{"jsonrpc":"2.0","id":1,"result":{"a":"caf\xe9"}}\n')
    assert isinstance(item, Message)
    assert isinstance(item.message, JSONRPCResponse)
    assert item.message.result == {"a": "caf\ufffd"}


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    item = only('{"jsonrpc":"2.0","id":1,"result":{"a":["\\ud83d", "\\ud83d\\ude00"]}}')
    assert isinstance(item, Message)
    assert isinstance(item.message, JSONRPCResponse)
    assert item.message.result == {"a": ["\ufffd", "\U0001f600"]}


def test_a_list_of_messages_is_all_of_them_and_one_with_anything_else_is_noise() -> None:
    items = said(f"[{ANSWER},{NEWS}]\n[{NEWS},1]\n".encode())
    assert [type(item) for item in items] == [Message, Message, Noise]
    assert isinstance(items[0], Message)
    assert isinstance(items[1], Message)
    assert isinstance(items[1].message, JSONRPCNotification)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"jsonrpc":"2.0","id":1,"result":null}', '"result" is no object'),
        ('{"jsonrpc":"1.0","id":1,"result":{}}', '"jsonrpc" is not "2.0"'),
        ('{"id":"a","result":{}}', '"jsonrpc" is not "2.0"'),
        ('{"jsonrpc":"2.0","id":1,"error":"no"}', '"error" is no object'),
    ],
)
def test_an_answer_that_is_none_becomes_an_error_for_who_waits(text: str, why: str) -> None:
    item = only(text)
    assert isinstance(item, Message)
    assert isinstance(item.message, JSONRPCError)
    assert why in item.message.error.message
    assert item.message.id == json.loads(text)["id"]
    assert item.text == text


@pytest.mark.parametrize("text", ['{"id":true,"result":{}}', '{"method":"x","id":1}', "[" * 100_000])
def test_what_nobody_waits_for_is_noise(text: str) -> None:
    assert only(text) == Noise(text)


def test_a_big_message_says_the_same_as_a_small_one() -> None:
    value = {"jsonrpc": "2.0", "id": 1, "result": {"a": [1, 2.5, {"b": None}], "text": "x" * BIG}}
    item = only(json.dumps(value))
    assert isinstance(item, Message)
    assert isinstance(item.message, JSONRPCResponse)
    assert item.message.result == value["result"]


@pytest.mark.parametrize(
    "text",
    [
        '{"jsonrpc": "2.0", "id": 5, "result": {"x": "%s"}}',
        '{"result":{"x":"%s"},"jsonrpc":"2.0","id":5}',
        '{"id":5,"jsonrpc":"2.0","result":{"x":"%s"}}',
    ],
)
def test_an_answer_that_is_too_long_is_an_error_for_who_waits(text: str) -> None:
    (item,) = said((text % ("y" * 20_000)).encode() + b"\n", most=10_000)
    assert isinstance(item, Message)
    assert isinstance(item.message, JSONRPCError)
    assert item.message.id == 5
    assert "too long and was thrown away" in item.message.error.message
    assert len(item.text) < 2_000


def test_other_lines_that_are_too_long_are_noise_with_their_size() -> None:
    (item,) = said(b'{"jsonrpc":"2.0","method":"x","params":{"id":5,"x":"' + b"y" * 20_000 + b'"}}\n', most=10_000)
    assert isinstance(item, Noise)
    assert "20,055 bytes" in item.text
