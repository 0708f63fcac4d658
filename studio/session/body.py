"""A request body as a rope: head, messages, tail; and the short form in which the session file keeps it.

Above: `engine`, `tree`. Below: `chain`, `overlaps`. Pure bytes: knows no dialect. The file keeps a body as pieces over an earlier body:
a number copies that many bytes from the start of the base, `[start, end]` that range, a string stands for itself, `{"$more": [...]}`
for its members as they are written there, a comma before each. In them `{"$text": id}` is the text of event `id`.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from studio.problems import StudioError
from studio.said import said
from studio.session.chain import Chain
from studio.session.nodes import NodeId
from studio.session.overlaps import Run, runs_in, runs_over

MORE = "$more"
_MORE_START = b'{"$more":['
_REFERENCE = re.compile(rb'\{"\$text":(\d+)\}')
SHORTEST_REFERRED = 120
"""Texts under this many characters are written out: a reference would not be shorter by enough to matter."""


_UNREADABLE = said(
    "A request of the session cannot be put together again: its line is damaged, or one that it refers to."
)


class BodyError(StudioError):
    """The kept form of a body does not say what was sent."""


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
    """The chained hash after `added`, 12 hexadecimal characters; `before` is that of what stood before, or empty."""
    return hashlib.blake2b(before.encode() + b"\n" + added, digest_size=6).hexdigest()


def pieces(body: Body, base: Body | None, texts: "Texts") -> tuple[msgspec.Raw, ...]:
    """The short form of `body` over `base`."""
    if base is None:
        return _written(_text(body.head), *_literal(body.items.since(0), texts, first=True), _text(body.tail))
    shared = common(body.items, base.items)
    weight = base.items.back(shared).weight
    start, kept = len(base.head), len(base.head) + max(weight - 1, 0)
    new = body.items.since(shared)
    moved = new and base.items.length > shared
    runs = runs_over(new, base.items.since(shared), kept + bool(shared)) if moved else []
    tail = base.tail == body.tail and len(body.tail) > 12
    end = [base.size - len(base.tail), base.size] if tail else _text(body.tail)
    begin = [kept] if base.head == body.head else [_text(body.head), *([[start, kept]] if shared else [])]
    return _written(*begin, *_over(new, runs, texts, first=not shared), end)


def flat_pieces(body: Body, base: bytes, texts: "Texts") -> tuple[msgspec.Raw, ...]:
    """The short form of `body` over a base of which only the bytes are at hand (after the file was opened again)."""
    end = len(body.head)
    same = base[:end] == body.head
    shared = 0
    for item in body.items if same else ():
        start = end + (1 if shared else 0)
        if base[start : start + len(item)] != item or base[start + len(item) : start + len(item) + 1] not in b",]":
            break
        end, shared = start + len(item), shared + 1
    new = body.items.since(shared)
    runs = runs_in(new, base, end if same else 0) if new else []
    begin = end if same else _text(body.head)
    return _written(begin, *_over(new, runs, texts, first=not shared), _text(body.tail))


def _over(new: list[bytes], runs: list[Run], texts: "Texts", *, first: bool) -> list[Any]:
    """The pieces of `new` items, those of `runs` as ranges of the base. `first`: no item stands before them."""
    made: list[Any] = []
    done = 0
    for run in runs:
        made += _literal(new[done : run.at], texts, first=first and not done)
        made += [[run.start, run.end]] if first and not run.at else [",", [run.start, run.end]]
        done = run.at + run.count
    return made + _literal(new[done:], texts, first=first and not done)


def _written(*made: Any) -> tuple[msgspec.Raw, ...]:
    """The pieces as they stand in the line, kept so that reading them gives the same bytes."""
    return tuple(msgspec.Raw(_encode(piece)) for piece in made)


def _encode(piece: Any) -> bytes:
    try:
        return msgspec.json.encode(piece)
    except UnicodeEncodeError:
        return json.dumps(piece).encode()


def common(one: Chain[Any], other: Chain[Any]) -> int:
    """How many first links two chains share."""
    shorter = min(one.length, other.length)
    a, b = one.back(shorter), other.back(shorter)
    while a is not b and a.previous is not None and b.previous is not None:
        a, b = a.previous, b.previous
    return a.length


def _literal(new: list[bytes], texts: "Texts", *, first: bool) -> list[Any]:
    """Items as they are written, with a comma before each; with `first` the first of them has none."""
    if not new:
        return []
    if first:
        return [_text(new[0]), *_literal(new[1:], texts, first=False)]
    referred = b",".join(_referred(item, texts) for item in new)
    return [{MORE: msgspec.Raw(b"[" + referred + b"]")}] if _is_json(referred) else [_text(b"," + b",".join(new))]


def _referred(item: bytes, texts: "Texts") -> bytes:
    """`item` with known long texts replaced by references; an item that holds what looks like a reference is left to be no JSON."""
    if _REFERENCE.search(item) is not None:
        return b"!"
    if len(item) > SHORTEST_REFERRED:
        for text, event in texts.found_in(item):
            item = item.replace(text, b'{"$text":%d}' % event)
    return item


def _is_json(items: bytes) -> bool:
    try:
        msgspec.json.decode(b"[" + items + b"]", type=msgspec.Raw)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    return True


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogatepass")


class Texts:
    """Known long texts, each with the event that holds it."""

    def __init__(self) -> None:
        self._events: dict[bytes, int] = {}

    def note(self, text: str, event: int) -> None:
        """Remember `text` when it is long enough to be worth a reference."""
        if len(text) >= SHORTEST_REFERRED:
            quoted = quote(text)
            if quoted is not None:
                self._events.setdefault(quoted, event)

    def found_in(self, item: bytes) -> list[tuple[bytes, int]]:
        """The known texts that stand in `item` as JSON strings, each quoted, with its event."""
        found = []
        start = item.find(b'"')
        while start >= 0:
            end = _end_of_string(item, start)
            if end - start > SHORTEST_REFERRED:
                event = self._events.get(item[start:end])
                if event is not None:
                    found.append((item[start:end], event))
            start = item.find(b'"', end)
        return found


def _end_of_string(item: bytes, start: int) -> int:
    """The place behind the JSON string that begins at `start`."""
    at = item.find(b'"', start + 1)
    while at >= 0:
        slashes = at
        while item[slashes - 1] == 0x5C:
            slashes -= 1
        if (at - slashes) % 2 == 0:
            return at + 1
        at = item.find(b'"', at + 1)
    return len(item)


def quote(text: str) -> bytes | None:
    """`text` as a JSON string, always in the same spelling; None when UTF-8 has no place for it."""
    try:
        return msgspec.json.encode(text)
    except UnicodeEncodeError:
        return None


def cut(
    made: tuple[msgspec.Raw, ...], base: NodeId, start: int, end: int, text_of: Callable[[int], str]
) -> Iterator[bytes | tuple[NodeId, int, int]]:
    """The bytes [start, end) of the body that `made` stands for: bytes, or ranges (base, from, to) of the body it is written over.
    Raises BodyError when `made` is damaged."""
    at = 0
    for piece in made:
        raw = _piece(piece, text_of)
        size = raw[1] - raw[0] if isinstance(raw, tuple) else len(raw)
        low, high = max(start - at, 0), min(end - at, size)
        if low < high:
            yield (base, raw[0] + low, raw[0] + high) if isinstance(raw, tuple) else raw[low:high]
        at += size


def carried_on(made: tuple[msgspec.Raw, ...]) -> int:
    """How many bytes from the beginning of its base the body that `made` stands for begins with; 0 where it begins otherwise."""
    first = _piece(made[0], lambda _: "") if made else b""
    return first[1] if isinstance(first, tuple) and first[0] == 0 else 0


def _quoted(event: bytes, text_of: Callable[[int], str]) -> bytes:
    try:
        return quote(text_of(int(event))) or b'""'
    except (KeyError, ValueError) as error:
        raise BodyError(_UNREADABLE) from error


def _piece(piece: msgspec.Raw, text_of: Callable[[int], str]) -> bytes | tuple[int, int]:
    """What a piece stands for: bytes, or a range of the base."""
    written = bytes(piece)
    if written.startswith(_MORE_START):
        return b"," + _REFERENCE.sub(lambda found: _quoted(found[1], text_of), written[len(_MORE_START) : -2])
    try:
        value = json.loads(written.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise BodyError(_UNREADABLE) from error
    match value:
        case str():
            return value.encode("utf-8", "surrogatepass")
        case int() if value >= 0:
            return 0, value
        case [int() as start, int() as end] if 0 <= start <= end:
            return start, end
        case _:
            raise BodyError(_UNREADABLE)
