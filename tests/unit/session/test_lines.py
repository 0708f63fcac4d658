"""Tests of lines: the fast and the slow codec agree, and what a line holds survives."""

import json

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from studio.messages.message import user
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.session.events import Header, MessageAdded, ReplyReceived, RequestSent, SetupChanged
from studio.session.kept_exchange import KeptExchange
from studio.session.lines import LineError, decode, encode
from studio.session.nodes import NodeId
from studio.session.notes import BranchNamed, HeadMoved, Stopped
from studio.session.tree import Tree
from tests.histories import Telling, few, moves

plain = st.text(st.characters(codec="utf-8"))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain, inner, max_size=3),
    max_leaves=8,
)


@few
@given(values)
def test_the_slow_codec_writes_and_reads_what_the_fast_one_does(value: object) -> None:
    event = SetupChanged(id=NodeId(4), parent=NodeId(2), t=9, params={"value": value})
    slow = json.dumps(msgspec.to_builtins(event), separators=(",", ":")).encode()
    assert decode(slow) == decode(encode(event)) == event


@few
@given(moves)
def test_every_event_of_a_random_session_survives_its_line(drawn: list[tuple[str, str, float]]) -> None:
    tree = Telling().tell(drawn).journal.tree
    for node in range(1, tree.last + 1):
        event = tree.event(NodeId(node))
        again = decode(encode(event))
        assert type(again) is type(event)
        assert _without_body(again) == _without_body(event)
        if isinstance(event, RequestSent) and isinstance(again, RequestSent):
            assert list(map(bytes, again.body)) == list(map(bytes, event.body))


def _without_body(line: object) -> object:
    return replace(line, body=()) if isinstance(line, RequestSent) else line


@pytest.mark.parametrize("big", [2**64, -(2**64), 10**30])
def test_integers_beyond_64_bits_are_kept_exactly(big: int) -> None:
    event = SetupChanged(id=NodeId(1), params={"seed": big})
    assert decode(encode(event)) == event


def test_half_a_character_is_kept() -> None:
    event = MessageAdded(id=NodeId(1), message=user("a\ud800b"))
    line = encode(event)
    assert line.isascii()
    assert decode(line) == event


@pytest.mark.parametrize("text", ["plain", "\ud800"])
def test_kind_id_parent_and_time_stand_first_in_both_codecs(text: str) -> None:
    line = encode(MessageAdded(id=NodeId(12), parent=NodeId(3), t=77, message=user(text)))
    assert line.startswith(b'{"kind":"message","id":12,"parent":3,"t":77,')


def test_a_line_holds_no_line_end_even_when_its_texts_do() -> None:
    assert b"\n" not in encode(MessageAdded(id=NodeId(1), message=user("a\nb\r\n\u2028\ud800\n")))


def test_members_of_a_newer_version_are_passed_over() -> None:
    line = b'{"kind":"message","id":3,"message":{"role":"user","parts":[{"type":"text","text":"hi","mood":1}]},"future":{"a":[1]}}'
    assert decode(line) == MessageAdded(id=NodeId(3), message=user("hi"))


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"7",
        b'{"kind":"hologram","id":1}',
        b'{"id":1}',
        b'{"kind":"message","id":"x"}',
        b"\x00\x00",
        b"[" * 99999,
    ],
)
def test_what_is_no_line_of_ours_is_an_error(raw: bytes) -> None:
    with pytest.raises(LineError, match="could not be read"):
        decode(raw)


def test_bytes_that_are_not_utf8_are_replaced_not_lost() -> None:
    line = encode(MessageAdded(id=NodeId(1), message=user("caf#"))).replace(b"#", b"\xe9")
    found = decode(line)
    assert isinstance(found, MessageAdded)
    assert found.message.text == "caf\ufffd"


def test_a_request_line_with_a_bad_byte_still_has_its_body_in_pieces_that_can_be_read() -> None:
    telling = Telling()
    telling.tell([("say", "one", 0), ("ask", "", 0), ("reply", "two", 0), ("say", "three é", 0)])
    node = telling.ask()
    raw = encode(replace(telling.journal.tree.event(node), url="caf#")).replace(b"#", b"\xe9")
    found = decode(raw)
    assert isinstance(found, RequestSent)
    tree = Tree(lambda at: found if at == node else telling.journal.tree.event(at))
    for at in range(1, node + 1):
        tree.place(NodeId(at), at - 1, "x", telling.journal.tree.time(NodeId(at)))
    assert json.loads(tree.body(node)) == json.loads(telling.sent[node])


def test_notes_the_header_and_binary_bodies_survive() -> None:
    lines = [
        Header("ab", "2026-01-01T00:00:00+00:00", title="T", source="x"),
        HeadMoved(NodeId(0)),
        Stopped(NodeId(4), "breakpoint", "before_call", (NodeId(4), 1), "what", "text"),
        BranchNamed(NodeId(2), "名"),
        ReplyReceived(
            id=NodeId(2),
            reply=ChatReply((Call("f", '{"a":1', None),)),
            exchange=KeptExchange("POST", "u", 200, binary=b"\xff\x00", chunks=(0, 1, 2, 3)),
        ),
    ]
    assert [decode(encode(line)) for line in lines] == lines  # type: ignore[arg-type]


def test_a_request_whose_address_holds_half_a_character_is_kept_with_its_body() -> None:
    telling = Telling().tell([("say", "\ud800", 0), ("ask", "", 0), ("reply", "two", 0), ("say", "three", 0)])
    node = telling.ask()
    event = replace(telling.journal.tree.event(node), url="http://\ud800")
    again = decode(encode(event))
    assert isinstance(again, RequestSent)
    assert isinstance(event, RequestSent)
    assert (again.url, list(map(bytes, again.body))) == (event.url, list(map(bytes, event.body)))
