"""JSON calls in a block: one after another, in lists, in a code fence, up to the closing tag.

Above: `tagged`, `mistral`, `llama_json`, `json_block`. Below: `call_shape`, `json_walk`, `tape`.
"""

import msgspec

from studio.dialects.printed.call_shape import Wanted, calls_in
from studio.dialects.printed.form import Found
from studio.dialects.printed.json_walk import Ending, json_value
from studio.dialects.printed.tape import Marks, Reading, Tape, literal, peek, spaces, until


class Closing(msgspec.Struct, frozen=True):
    """How a block of JSON ends. `tags` close it and belong to it; where the JSON is broken, the block goes on to one of them or
    up to one of `borders`, which begin what comes next."""

    tags: tuple[str, ...]
    borders: tuple[str, ...] = ()
    separators: str = ";,"

    def marks(self) -> Marks:
        """All places at which broken JSON ends."""
        return Marks((*self.tags, *self.borders))


def json_block(tape: Tape, closing: Closing, wanted: Wanted) -> Reading[list[Found]]:
    """Take values up to the closing tag, when one follows; the calls that they are."""
    values: list[tuple[int, int, Ending]] = []
    while (yield from peek(tape)) in ("{", "["):
        start = tape.taken
        ending = yield from json_value(tape)
        end = tape.taken
        if ending == "broken":
            mark = yield from until(tape, closing.marks(), keep=True)
            end = tape.taken
            yield from literal(tape, closing.tags) if mark in closing.tags else ()
        values.append((start, end, ending))
        if ending != "whole" or (yield from _closed(tape, closing)):
            break
    return _calls(tape.printed(), values, wanted)


def _closed(tape: Tape, closing: Closing) -> Reading[bool]:
    """Take what stands between two values or before the end; whether the block is closed."""
    while True:
        yield from spaces(tape)
        if closing.tags and (yield from literal(tape, closing.tags)):
            return True
        sign = yield from peek(tape)
        if not sign or sign not in closing.separators:
            return False
        tape.take(tape.at + 1)


def _calls(text: str, values: list[tuple[int, int, Ending]], wanted: Wanted) -> list[Found]:
    return [
        msgspec.structs.replace(found, end=min(found.end, end))
        for start, end, ending in values
        for found in calls_in(text, start, end, ending == "whole", wanted)
    ]
