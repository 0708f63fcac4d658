"""Calls as a name with `<arg_key>` and `<arg_value>` elements, as GLM's models print them.

Above: `tagged`. Below: `pairs`, `tape`. A value ends at a closing tag behind which the call goes on or ends.
"""

import re
from collections.abc import Sequence

from studio.dialects.printed.form import Found
from studio.dialects.printed.json_walk import json_value
from studio.dialects.printed.pairs import Pair, Pairs, argument_text
from studio.dialects.printed.tape import Marks, Reading, Tape, ahead, literal, peek, run, spaces, until
from studio.messages.toolspec import ToolSpec

_KEY, _KEY_END, _VALUE, _VALUE_END = "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"
_OPENING, _CLOSING = "<tool_call>", "</tool_call>"
_NAME = re.compile(r"[\w.:/-]*")
_TEXT = re.compile(r"[^<]*")
_GOES_ON = (_KEY, _CLOSING, _OPENING, "<|")
_LONGEST_NAME = 200
_ENDS = Marks((_VALUE_END,))
_CLOSINGS = Marks((_CLOSING,))


def arg_pairs(tape: Tape, tools: Sequence[ToolSpec], names: bool) -> Reading[Sequence[Found]]:
    """Take a call behind `<tool_call>`; none when no name with elements follows, or with `names` a declared one alone."""
    name = yield from run(tape, _NAME, _LONGEST_NAME)
    yield from spaces(tape)
    if not name or not (yield from _begins(tape, name, tools, names)):
        return ()
    pairs = Pairs(name, tape.taken)
    if (yield from peek(tape)) == "{":
        start = tape.taken
        yield from json_value(tape)
        pairs.json = (start, tape.taken)
        yield from spaces(tape)
        yield from literal(tape, (_CLOSING,))
    else:
        yield from _elements(tape, pairs)
    pairs.stop = tape.taken
    return (Found(name, argument_text(tape.printed(), pairs, tools), tape.taken),)


def _begins(tape: Tape, name: str, tools: Sequence[ToolSpec], names: bool) -> Reading[bool]:
    """Whether a call follows the name, and no sentence that speaks of the tag."""
    if (yield from ahead(tape, (_KEY,))):
        return True
    declared = any(spec.name == name for spec in tools)
    return declared and bool((yield from ahead(tape, (_CLOSING, "{") if names else ("{",))))


def _elements(tape: Tape, pairs: Pairs) -> Reading[None]:
    while True:
        yield from spaces(tape)
        found = yield from literal(tape, (_KEY, _CLOSING))
        if found == _CLOSING:
            return
        if not found:
            yield from _unclosed(tape, pairs)
            return
        key = yield from _key(tape)
        if not key:
            pairs.ending = "broken" if (yield from peek(tape)) else "cut"
            yield from until(tape, _CLOSINGS)
            return
        if not (yield from _value(tape, pairs, key)):
            return


def _unclosed(tape: Tape, pairs: Pairs) -> Reading[None]:
    if not (yield from peek(tape)) or (yield from ahead(tape, (_OPENING, "<|"))):
        pairs.ending = "open"
    else:
        pairs.ending = "broken"
        yield from until(tape, _CLOSINGS)


def _key(tape: Tape) -> Reading[str]:
    """The key behind `<arg_key>`, up to the beginning of its value; tags that stand twice say nothing."""
    key = ""
    while True:
        key = key or (yield from run(tape, _TEXT, _LONGEST_NAME)).strip()
        yield from spaces(tape)
        found = yield from literal(tape, (_KEY, _KEY_END, _VALUE))
        if found == _VALUE:
            return key
        if not found:
            return ""


def _value(tape: Tape, pairs: Pairs, key: str) -> Reading[bool]:
    """Take a value; whether the call goes on."""
    start = tape.taken
    while True:
        mark = yield from until(tape, _ENDS, keep=True)
        end = tape.taken
        if mark:
            yield from literal(tape, (mark,))
            yield from spaces(tape)
            if (yield from peek(tape)) and not (yield from ahead(tape, _GOES_ON)):
                continue
        pairs.found.append(Pair(key, start, end))
        if not mark:
            pairs.ending = "cut"
        return bool(mark)
