"""Tests of request bodies as ropes, and of the short form that the file keeps: what is put together again is equal to the byte."""

import json
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import given

from studio.session.body import Body, BodyError, Texts, add_item, common, cut, digest, flat_pieces, pieces
from studio.session.chain import Chain
from studio.session.events import Event
from studio.session.lines import decode, encode
from studio.session.nodes import NodeId
from studio.session.tree import Tree
from tests.histories import LONG, Telling, few, moves, texts

items = st.lists(texts.map(lambda text: json.dumps({"content": text}).encode()), max_size=5)


def _body(head: bytes, parts: list[bytes], tail: bytes = b"]}") -> Body:
    chain: Chain[bytes] = Chain()
    for part in parts:
        chain = add_item(chain, part)
    return Body(head, chain, tail)


def _joined(made: tuple[object, ...], base: bytes) -> bytes:
    out = [part if isinstance(part, bytes) else base[part[1] : part[2]] for part in _cut(made)]
    return b"".join(out)


def _cut(made: tuple[object, ...], start: int = 0, end: int = 1 << 40) -> list[bytes | tuple[NodeId, int, int]]:
    return list(cut(made, NodeId(1), start, end, {3: LONG, 7: LONG + "!"}.__getitem__))  # type: ignore[arg-type]


def _texts() -> Texts:
    known = Texts()
    known.note(LONG, 3)
    known.note(LONG + "!", 7)
    known.note("short", 8)
    return known


@few
@given(items, items, items, st.sampled_from([b"]}", b'],"tail":"a longer tail"}']))
def test_pieces_give_the_same_bytes_again(shared: list[bytes], old: list[bytes], new: list[bytes], tail: bytes) -> None:
    stem = _body(b'{"m":[', shared).items
    base, body = (Body(b'{"m":[', stem, tail) for _ in range(2))
    for part in old:
        base = Body(base.head, add_item(base.items, part), tail)
    for part in new:
        body = Body(body.head, add_item(body.items, part), tail)
    assert _joined(pieces(body, base, _texts()), base.join()) == body.join()
    assert _joined(flat_pieces(body, base.join(), _texts()), base.join()) == body.join()
    assert _joined(pieces(body, None, _texts()), b"") == body.join()
    assert body.size == len(body.join())


@few
@given(items, items, st.integers(0, 400), st.integers(0, 400))
def test_any_range_of_a_body_is_that_range_of_its_bytes(
    old: list[bytes], new: list[bytes], low: int, size: int
) -> None:
    base = _body(b'{"m":[', old)
    body = Body(base.head, base.items.extend([]), base.tail)
    for part in new:
        body = Body(body.head, add_item(body.items, part), body.tail)
    made = pieces(body, base, _texts())
    parts = _cut(made, low, low + size)
    got = b"".join(part if isinstance(part, bytes) else base.join()[part[1] : part[2]] for part in parts)
    assert got == body.join()[low : low + size]


def test_a_long_known_text_is_referred_to_and_a_short_one_written_out() -> None:
    base = _body(b'{"m":[', [b"{}"])
    body = Body(
        base.head, add_item(base.items, json.dumps({"a": LONG, "b": "short"}, ensure_ascii=False).encode()), b"]}"
    )
    kept = b"".join(map(bytes, pieces(body, base, _texts())))
    assert b'{"$text":3}' in kept
    assert b"short" in kept
    assert len(kept) < 60


def test_an_item_that_holds_what_looks_like_a_reference_is_kept_as_it_is() -> None:
    item = json.dumps({"content": {"$text": 3}, "long": LONG}, separators=(",", ":")).encode()
    base = _body(b'{"m":[', [b"{}"])
    body = Body(base.head, add_item(base.items, item), b"]}")
    assert _joined(pieces(body, base, _texts()), base.join()) == body.join()


def test_another_head_is_written_whole() -> None:
    base, body = _body(b'{"a":[', [b"1", b"2"]), _body(b'{"b":[', [b"1", b"2"])
    assert _joined(pieces(body, base, _texts()), b"?" * 99) == body.join()
    assert _joined(flat_pieces(body, base.join(), _texts()), b"?" * 99) == body.join()


def test_common_counts_shared_links_not_equal_values() -> None:
    stem = _body(b"", [b"1", b"2"]).items
    assert common(add_item(stem, b"3"), add_item(stem, b"3")) == 2
    assert common(stem, stem.back(1)) == 1


def test_the_digest_depends_on_every_byte_before_it() -> None:
    one = digest(digest("", b"a"), b"b")
    assert one == digest(digest("", b"a"), b"b")
    assert one not in (digest(digest("", b"b"), b"b"), digest(digest("", b"a"), b"c"), digest("", b"ab"))


@few
@given(moves)
def test_every_request_of_a_random_session_comes_back_to_the_byte(drawn: list[tuple[str, str, float]]) -> None:
    telling = Telling().tell(drawn)
    tree = telling.journal.tree
    for node, body in telling.sent.items():
        assert tree.body(node) == body


@few
@given(moves, st.randoms(use_true_random=False))
def test_requests_come_back_to_the_byte_in_whatever_order_they_are_asked_for(
    drawn: list[tuple[str, str, float]], order: Random
) -> None:
    telling = Telling().tell(drawn)
    asked = list(telling.sent.items())
    for node, body in (*reversed(asked), *order.sample(asked, len(asked))):
        assert telling.journal.tree.body(node) == body


@few
@given(moves, moves)
def test_requests_come_back_after_the_file_was_written_and_read(
    drawn: list[tuple[str, str, float]], more: list[tuple[str, str, float]]
) -> None:
    telling = Telling().tell(drawn)
    read = _read_again(telling.journal.tree)
    again = Telling()
    again.journal.tree, again.journal._next = read, NodeId(read.last + 1)
    again.journal.move(telling.journal.head)
    again.tell(more)
    for node, body in {**telling.sent, **again.sent}.items():
        assert read.body(node) == body


def _read_again(tree: Tree) -> Tree:
    """The tree as a file would give it: every event encoded and decoded."""
    fresh = Tree()
    for node in range(1, tree.last + 1):
        event = decode(encode(tree.event(NodeId(node))))
        fresh.add(event)  # type: ignore[arg-type]
    return fresh


@pytest.mark.parametrize(
    "request_line",
    [
        b'"base":9,"body":[10]',
        b'"base":2,"body":[10]',
        b'"base":3,"body":[10]',
        b'"base":1,"body":[10]',
        b'"body":[{}]',
        b'"body":[[]]',
        b'"body":[[1]]',
        b'"body":[[-5,-1]]',
        b'"body":[-1]',
        b'"body":[null]',
        b'"body":[{"$more":[{"$text":77}]}]',
        b'"body":[{"$more":[{"$text":%s}]}]' % (b"9" * 5000),
    ],
)
def test_a_damaged_body_is_an_error_and_never_a_circle(request_line: bytes) -> None:
    tree = Tree()
    for line in (
        b'{"kind":"message","id":1,"message":{"role":"user","parts":[]}}',
        b'{"kind":"request","id":2,' + request_line + b"}",
        b'{"kind":"request","id":3,"base":2,"body":[10]}',
    ):
        event = decode(line)
        assert isinstance(event, Event)
        tree.add(event)
    with pytest.raises(BodyError):
        tree.body(NodeId(2))
    with pytest.raises(BodyError):
        tree.body(NodeId(3))
