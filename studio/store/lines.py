"""Files of one JSON object a line: where each line lies, and which are damaged. Nothing is dropped, nothing is repaired in silence.

Above: `session_file`, later the importers. Pure bytes: knows no session.
"""

import re
from typing import Any, Literal

import msgspec

BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = (b"\xff\xfe", b"\xfe\xff")

DamageCode = Literal["torn_tail", "bad_line", "bad_utf8", "wrong_encoding"]


class Damage(msgspec.Struct, frozen=True):
    """A damaged line; `line` counts from 1. `torn_tail` is a last line that was cut while it was written."""

    code: DamageCode
    line: int


class Place(msgspec.Struct, frozen=True):
    """Where a line lies: its number from 1, and its bytes [start, end) without the line end."""

    line: int
    start: int
    end: int


_START = re.compile(rb'\{"kind":"(\w+)"')


def places(data: bytes) -> tuple[list[Place], list[Damage]]:
    """The lines of `data` that may hold a record, and the damage seen without parsing whole objects.

    Only LF ends a line; CR before it and a byte order mark at the start are not part of a record; empty lines are passed over.
    """
    if data.startswith(_OTHER_BOMS):
        return [], [Damage("wrong_encoding", 1)]
    found: list[Place] = []
    damage: list[Damage] = []
    strict = _is_utf8(data)
    start = len(BOM) if data.startswith(BOM) else 0
    number = 0
    while start < len(data):
        number += 1
        newline = data.find(b"\n", start)
        stop = len(data) if newline < 0 else newline
        end = stop - 1 if data[stop - 1 : stop] == b"\r" and stop > start else stop
        if end > start:
            problem = _damage(data, start, end, torn=newline < 0, strict=strict)
            if problem is None or problem == "bad_utf8":
                found.append(Place(number, start, end))
            if problem is not None:
                damage.append(Damage(problem, number))
        start = stop + 1
    return found, damage


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _damage(data: bytes, start: int, end: int, *, torn: bool, strict: bool) -> DamageCode | None:
    looks_whole = data[end - 1] == 0x7D and _START.match(data, start, end) is not None
    if looks_whole and strict and not torn:
        return None
    raw = data[start:end]
    if isinstance(parse(raw), dict):
        return None if strict or _is_utf8(raw) else "bad_utf8"
    return "torn_tail" if torn else "bad_line"


def parse(raw: bytes) -> Any:
    """The JSON value of a line, bytes that are not UTF-8 replaced; None when it is no JSON."""
    try:
        return msgspec.json.decode(raw.decode("utf-8", "replace"))
    except (msgspec.MsgspecError, RecursionError):
        return None
