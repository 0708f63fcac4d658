"""Where the caret of an editor of JSON stands, so that it stands there again when the text is set anew: a commit throws nobody out.

Above: the JSON editor. Below: `present/json_text`. A long text is not read for it: its line has to do.
"""

import msgspec

from studio.present import json_text

LONGEST_READ = 200_000


class CaretPlace(msgspec.Struct, frozen=True):
    """The value at the caret and how far into it (before it: less than 0), where that is `known`; the line and the place in it, and what is
    at the top and the left of the view."""

    pointer: str = ""
    known: bool = False
    into: int = 0
    line: int = 0
    column: int = 0
    top: int = 0
    left: int = 0


def place_in(text: str, offset: int, top: int, left: int) -> CaretPlace:
    """The place of an offset of `text`; `top` and `left` are those of the view."""
    line = text.count("\n", 0, offset)
    column = offset - (text.rfind("\n", 0, offset) + 1)
    pointer, known, into = "", False, 0
    if len(text) <= LONGEST_READ:
        map_ = json_text.scan(text)
        pointer = map_.pointer_at(offset)
        span = map_.span(pointer)
        # Behind the first line of a container the line says more.
        known = span is not None and text.count("\n", 0, span[0]) == line
        into = offset - span[0] if span is not None else 0
    return CaretPlace(pointer, known, into, line, column, top, left)


def offset_in(text: str, place: CaretPlace) -> int:
    """The offset in another text that has the place: in the same value where it is there, else in the same line."""
    known = place.pointer and place.known and len(text) <= LONGEST_READ
    span = json_text.scan(text).span(place.pointer) if known else None
    if span is not None:
        return _within(text, span, place.into)
    start = 0
    for _ in range(place.line):
        end = text.find("\n", start)
        if end < 0:
            break
        start = end + 1
    end = text.find("\n", start)
    return min(start + place.column, len(text) if end < 0 else end)


def _within(text: str, span: tuple[int, int], into: int) -> int:
    """So far into a value, or before it, in its line."""
    start = text.rfind("\n", 0, span[0]) + 1
    end = text.find("\n", span[0])
    return min(max(span[0] + into, start), span[1], len(text) if end < 0 else end)
