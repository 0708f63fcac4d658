"""A request body as a rope: head, messages, tail; and the short form in which the session file keeps it.

Above: `engine`, `tree`. Below: `chain`. Pure bytes: knows no dialect. The file keeps a body as pieces over an earlier body:
`[start, end]` copies that range of the base, a string stands for itself, an object for its compact JSON, in which
`{"$text": id}` is the text of event `id`. What is put together again is equal to the byte, or the piece is kept as a string.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from studio.session.chain import Chain

REFERENCE = "$text"
SHORTEST_REFERRED = 120
"""Texts under this many characters are written out: a reference would not be shorter by enough to matter."""


class Body(msgspec.Struct, frozen=True, eq=False):
    """One body. `items` are the messages as bytes, none of them empty, each weighing its length and one comma."""

    head: bytes
    items: Chain[bytes]
    tail: bytes

    def join(self) -> bytes:
        """The body as it is sent."""
        return self.head + b",".join(self.items) + self.tail

    @property
    def size(self) -> int:
        """Bytes of the joined body."""
        return len(self.head) + max(self.items.weight - 1, 0) + len(self.tail)


def add_item(items: Chain[bytes], item: bytes) -> Chain[bytes]:
    """`items` and one more message; an empty one adds nothing."""
    return items.append(item, len(item) + 1) if item else items


def digest(before: str, added: bytes) -> str:
    """The chained hash after `added`, 16 hexadecimal characters; `before` is that of what stood before, or empty."""
    return hashlib.blake2b(before.encode() + b"\n" + added, digest_size=8).hexdigest()


def pieces(body: Body, base: Body | None, texts: "Texts") -> tuple[Any, ...]:
    """The short form of `body` over `base`."""
    if base is None or base.head != body.head:
        return (_text(body.head), *_items(body.items, 0, texts), _text(body.tail))
    shared = common(body.items, base.items)
    weight = base.items.back(shared).weight
    kept = [0, len(base.head) + max(weight - 1, 0)]
    end = (
        [base.size - len(base.tail), base.size] if base.tail == body.tail and len(body.tail) > 12 else _text(body.tail)
    )
    return (kept, *_items(body.items, shared, texts), end)


def flat_pieces(body: Body, base: bytes, texts: "Texts") -> tuple[Any, ...]:
    """The short form of `body` over a base of which only the bytes are at hand (after the file was opened again)."""
    end = len(body.head)
    if base[:end] != body.head:
        return pieces(body, None, texts)
    shared = 0
    for item in body.items:
        start = end + (1 if shared else 0)
        if base[start : start + len(item)] != item or base[start + len(item) : start + len(item) + 1] not in b",]":
            break
        end, shared = start + len(item), shared + 1
    return ([0, end], *_items(body.items, shared, texts), _text(body.tail))


def common(one: Chain[bytes], other: Chain[bytes]) -> int:
    """How many first links two chains share."""
    shorter = min(one.length, other.length)
    a, b = one.back(shorter), other.back(shorter)
    while a is not b and a.previous is not None and b.previous is not None:
        a, b = a.previous, b.previous
    return a.length


def _items(items: Chain[bytes], since: int, texts: "Texts") -> list[Any]:
    made: list[Any] = []
    for at, item in enumerate(items.since(since), since):
        if at:
            made.append(",")
        made.append(_literal(item, texts))
    return made


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogatepass")


def _literal(raw: bytes, texts: "Texts") -> Any:
    """`raw` as an object when that gives the same bytes again, else as a string."""
    try:
        referred = _refer(msgspec.json.decode(raw), texts)
        if isinstance(referred, dict) and msgspec.json.encode(_expand(referred, texts.by_event.__getitem__)) == raw:
            return referred
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        pass
    return _text(raw)


class Texts(dict[str, int]):
    """Known long texts of a path, and the event that holds each. `by_event` is the way back."""

    def __init__(self) -> None:
        super().__init__()
        self.by_event: dict[int, str] = {}

    def note(self, text: str, event: int) -> None:
        """Remember `text` when it is long enough to be worth a reference."""
        if len(text) >= SHORTEST_REFERRED and text not in self:
            self[text] = event
            self.by_event[event] = text


def _refer(value: Any, texts: Texts) -> Any:
    match value:
        case str() if len(value) >= SHORTEST_REFERRED and value in texts:
            return {REFERENCE: texts[value]}
        case dict():
            if REFERENCE in value:
                raise ValueError("the value holds a member that looks like a reference")
            return {key: _refer(member, texts) for key, member in value.items()}
        case list():
            return [_refer(member, texts) for member in value]
        case _:
            return value


def _expand(value: Any, text_of: Callable[[int], str]) -> Any:
    match value:
        case dict() if len(value) == 1 and REFERENCE in value:
            return text_of(value[REFERENCE])
        case dict():
            return {key: _expand(member, text_of) for key, member in value.items()}
        case list():
            return [_expand(member, text_of) for member in value]
        case _:
            return value


def restore(made: tuple[Any, ...], base: Callable[[], bytes], text_of: Callable[[int], str]) -> bytes:
    """The bytes that `pieces` stood for. `base` gives the joined base body; `text_of` the text of an event."""
    out: list[bytes] = []
    for piece in made:
        if isinstance(piece, str):
            out.append(piece.encode("utf-8", "surrogatepass"))
        elif isinstance(piece, dict):
            out.append(msgspec.json.encode(_expand(piece, text_of)))
        else:
            start, end = piece
            out.append(base()[start:end])
    return b"".join(out)
