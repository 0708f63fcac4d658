"""Files of one JSON object a line: where each line lies, and which are damaged. Nothing is dropped, nothing is repaired in silence.

Above: `session_file`, later the importers. Pure bytes: knows no session.
"""

import re
from typing import Any, Literal, NamedTuple

import msgspec

BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = (b"\xff\xfe", b"\xfe\xff")

DamageCode = Literal["torn_tail", "bad_line", "bad_utf8", "wrong_encoding"]


class Damage(msgspec.Struct, frozen=True):
    """A damaged line; `line` counts from 1. `torn_tail` is a last line that was cut while it was written."""

    code: DamageCode
    line: int


class Place(NamedTuple):
    """Where a line lies: its number from 1, its bytes [start, end) without the line end, and how it begins, when it begins as ours do."""

    line: int
    start: int
    end: int
    head: re.Match[bytes] | None


LONGEST_ID = 18
_START = re.compile(rb'\{"kind":"(\w+)"(?:,"id":(\d{1,18})\b)?(?:,"parent":([^,}]+))?(?:,"t":(\d{1,18})\b)?')
"""Numbers of more digits are not ours; Python would even refuse to read the longest. The parent is whatever stands there."""


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
    match, find, size = _START.match, data.find, len(data)
    while start < size:
        number += 1
        newline = find(b"\n", start)
        end = size if newline < 0 else newline
        begin, start = start, end + 1
        if data[end - 1] == 0x0D and end > begin:
            end -= 1
        if end == begin:
            continue
        head = match(data, begin, end)
        if head is None or data[end - 1] != 0x7D or not strict or newline < 0:
            problem = _damage(data[begin:end], torn=newline < 0, strict=strict)
            if problem is not None:
                damage.append(Damage(problem, number))
            if problem not in (None, "bad_utf8"):
                continue
        found.append(Place(number, begin, end, head))
    return found, damage


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _damage(raw: bytes, *, torn: bool, strict: bool) -> DamageCode | None:
    if isinstance(parse(raw), dict):
        return None if strict or _is_utf8(raw) else "bad_utf8"
    return "torn_tail" if torn else "bad_line"


def parse(raw: bytes) -> Any:
    """The JSON value of a line, bytes that are not UTF-8 replaced; None when it is no JSON."""
    try:
        return msgspec.json.decode(raw.decode("utf-8", "replace"))
    except (msgspec.MsgspecError, RecursionError):
        return None
