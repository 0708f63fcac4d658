"""Changes of bytes at random: what lines, servers and models do to a reply, and worse."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, AnyStr

_EVENTS = re.compile(rb"(?<=\n)(?=data:|event:|\{)")
_ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5e308,
    "",
    "\ud800",
    "0",
    [],
    {},
    [[]],
    [None],
    {"": {}},
    "x" * 300,
)
_SPLICES: tuple[bytes, ...] = (
    b"\xef\xbb\xbf", b"\r", b"\r\n\r\n", b"\n\n", b"\0", b"\xff\xfe", b"\xf0\x9f", b"\\ud83d", b'"', b"}", b"{", b"[", b"]", b"\\",
    b"data: [DONE]\n\n", b"NaN", b"1e999", b"-0", b"null", b"data:", b": \n", b"<tool_call>", b"</think>", b"```", b"Action:",
    b"<|channel|>", b"[TOOL_CALLS]", b"<arg_key>", b"<function=", b"&lt;", b"\xe2\x80\xa8", b"1" * 5000,
)  # fmt: skip

LONGEST = 400_000

Mutation = Callable[[bytes, Random], bytes]


def mutated(seed: bytes, random: Random) -> bytes:
    """`seed` after one to four changes."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        seed = random.choice(MUTATIONS)(seed, random)[:LONGEST]
    return seed


def split(data: AnyStr, random: Random) -> list[AnyStr]:
    """`data` cut into pieces: single bytes (or characters), a few large pieces, or many small ones."""
    way = random.randrange(3)
    if way == 0 and len(data) < 20_000:
        return [data[at : at + 1] for at in range(len(data))]
    cuts: list[int] = sorted(random.randrange(len(data) + 1) for _ in range(random.randrange(1, 4 if way == 1 else 60)))
    return [data[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(data)], strict=True)]


def _place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _flip(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, random: Random) -> bytes:
    return data[: _place(data, random)]


def _drop(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + data[at + random.randrange(1, 40) :]


def _splice(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + random.choice(_SPLICES) * random.choice((1, 1, 1, 3, 50)) + data[at:]


def _nest(data: bytes, random: Random) -> bytes:
    at, depth = _place(data, random), random.choice((10, 250, 5000, 40_000))
    opening = random.choice((b"[", b'{"a":', b"<tool_call>", b"(", b"<think>", b"```json\n"))
    return data[:at] + opening * depth + data[at:]


def _swell(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + random.choice((b"x", b"\\n", b" ", b"\xc3\xa5", b"{", b'\\"', b"`", b"<")) * 30_000 + data[at:]


def _twice(data: bytes, random: Random) -> bytes:
    return data + data[random.choice((0, _place(data, random))) :]


def _shuffled(data: bytes, random: Random) -> bytes:
    events = _EVENTS.split(data)
    for _ in range(random.randrange(1, 4)):
        at, to = random.randrange(len(events)), random.randrange(len(events) + 1)
        match random.randrange(3):
            case 0:
                events.insert(to, events[at])
            case 1 if len(events) > 1:
                events.insert(to, events.pop(at))
            case _ if len(events) > 1:
                events.pop(at)
    return b"".join(events)


def _repeated(data: bytes, random: Random) -> bytes:
    events = _EVENTS.split(data)
    at = random.randrange(len(events))
    return b"".join((*events[:at], *[events[at]] * 200, *events[at + 1 :]))


def _retyped(data: bytes, random: Random) -> bytes:
    """One value in one of the JSON texts is another, or a member is gone or has another's name."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    start = lines[at].find(b"{")
    try:
        value = json.loads(lines[at][start:]) if start >= 0 else None
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return _flip(data, random)
    _change(value, random)
    lines[at] = lines[at][:start] + json.dumps(value).encode()
    return b"\n".join(lines)


def _change(value: Any, random: Random) -> None:
    places = [
        (outer, key)
        for outer in _containers(value)
        for key in (outer if isinstance(outer, dict) else range(len(outer)))
    ]
    if not places:
        return
    outer, key = random.choice(places)
    match random.randrange(5):
        case 0 if isinstance(outer, dict):
            del outer[key]
        case 1 if isinstance(outer, dict):
            outer[random.choice(["odd", "type", "index", "id", "name", "content", "text", "error", "role"])] = outer[
                key
            ]
        case 2:
            other, name = random.choice(places)
            outer[key] = json.loads(json.dumps(other[name]))
        case _:
            outer[key] = json.loads(json.dumps(random.choice(_ODD)))


def _containers(value: Any) -> list[Any]:
    found: list[Any] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict | list):
            found.append(one)
            waiting += one.values() if isinstance(one, dict) else one
    return found


MUTATIONS: tuple[Mutation, ...] = (
    _flip, _flip, _cut, _drop, _splice, _splice, _nest, _swell, _twice, _shuffled, _shuffled, _repeated,
    _retyped, _retyped, _retyped, _retyped, _retyped,
)  # fmt: skip
