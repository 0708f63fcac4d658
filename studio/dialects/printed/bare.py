"""Calls as JSON that no tag announces: only what has the shape of a call counts, at the beginning of a line, or as the last on it.

Above: `llama_json`, `mistral`, `json_block`. Below: `call_shape`, `json_walk`, `tape`.
"""

import re
from collections.abc import Sequence

import msgspec

from studio.dialects.printed.call_shape import Wanted, calls_in
from studio.dialects.printed.form import Found, Said
from studio.dialects.printed.json_walk import JsonWalk
from studio.dialects.printed.reader import Block
from studio.dialects.printed.tape import Reading, Tape, peek, run, spaces

_BLANKS = re.compile(r"[ \t\r]*")


def bare_json(wanted: Wanted, opener: str) -> Block:
    """The block that begins with `opener`, the first signs of the value."""

    def block(tape: Tape) -> Reading[Sequence[Found | Said]]:
        walk = JsonWalk()
        walk.feed(opener)
        found: list[Found | Said] = []
        place = start = 0
        while True:
            yield from _walked(tape, walk)
            end = tape.taken
            text = tape.since(place)
            calls = calls_in(text, 0, len(text), walk.done, wanted)
            found.extend(msgspec.structs.replace(one, end=end) for one in calls)
            if not calls:
                found.extend((Said(start),) if found else ())
                break
            if not walk.done or not (yield from _goes_on(tape)):
                break
            walk, place, start = JsonWalk(), tape.place(), tape.taken
        return found if found and (yield from _stands_alone(tape)) else ()

    return block


def _walked(tape: Tape, walk: JsonWalk) -> Reading[None]:
    while True:
        tape.take(walk.feed(tape.text, tape.at))
        if walk.done or walk.broken or tape.ended:
            return
        yield


def _goes_on(tape: Tape) -> Reading[bool]:
    """Whether another value follows, behind white space, `;` or `,`."""
    yield from spaces(tape)
    while (yield from peek(tape)) in (";", ","):
        tape.take(tape.at + 1)
        yield from spaces(tape)
    return (yield from peek(tape)) == "{"


def _stands_alone(tape: Tape) -> Reading[bool]:
    """In the middle of a line it is a call only where the line ends with it: else a sentence speaks of it."""
    if tape.at_line:
        return True
    yield from run(tape, _BLANKS)
    return (yield from peek(tape)) in ("", "\n", "<") or tape.printed().rstrip(" \t\r")[-1:] == "\n"
