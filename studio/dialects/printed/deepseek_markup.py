"""The markup of DeepSeek V3.2: `invoke` elements with `parameter` elements that say whether they are text.

Above: `deepseek`. Below: `pairs`, `tape`. A value ends at a closing tag behind which the call goes on or ends.
"""

import re
from collections.abc import Sequence

from studio.dialects.printed.form import Found
from studio.dialects.printed.pairs import Pair, Pairs, argument_text
from studio.dialects.printed.reader import Block
from studio.dialects.printed.tape import Marks, Reading, Tape, ahead, literal, peek, run, spaces, until
from studio.messages.toolspec import ToolSpec

_PREFIXES = ("｜DSML｜", "|DSML|")
MARKUP = tuple(f"<{prefix}function_calls>" for prefix in _PREFIXES)
"""What a block of calls begins with."""

_INVOKE, _INVOKE_END, _PARAMETER, _PARAMETER_END, _ALL_END = (
    tuple(f"<{slash}{prefix}{word}" for prefix in _PREFIXES)
    for slash, word in (
        ("", "invoke"),
        ("/", "invoke>"),
        ("", "parameter"),
        ("/", "parameter>"),
        ("/", "function_calls>"),
    )
)
_HEAD = re.compile(r"[^<>\n]*")
_NAME = re.compile(r'\s*name="([^"]+)"\s*')
_TEXT = re.compile(r'\s*name="([^"]+)"\s*(?:string="(true|false)"\s*)?')
_LONGEST_HEAD = 300
_ENDS = Marks(_PARAMETER_END)
_GOES_ON = (*_PARAMETER, *_INVOKE_END)


def markup(tools: Sequence[ToolSpec], _opener: str) -> Block:
    """The block behind `function_calls`."""

    def block(tape: Tape) -> Reading[Sequence[Found]]:
        calls: list[Pairs] = []
        while True:
            yield from spaces(tape)
            pairs = (yield from _invoke(tape)) if (yield from literal(tape, _INVOKE)) else None
            if pairs is None:
                break
            pairs.stop = tape.taken
            calls.append(pairs)
        if calls:
            yield from literal(tape, _ALL_END)
        text = tape.printed()
        return [Found(pairs.name, argument_text(text, pairs, tools), pairs.stop) for pairs in calls]

    return block


def _invoke(tape: Tape) -> Reading[Pairs | None]:
    found = yield from _head(tape, _NAME)
    if found is None:
        return None
    pairs = Pairs(found.group(1), tape.taken)
    while True:
        yield from spaces(tape)
        if (yield from literal(tape, _INVOKE_END)):
            return pairs
        head = (yield from _head(tape, _TEXT)) if (yield from literal(tape, _PARAMETER)) else None
        if head is None:
            pairs.ending = "broken" if (yield from peek(tape)) else "cut"
            yield from until(tape, Marks((*_INVOKE_END, *_ALL_END)))
            return pairs
        kind = head.group(2)
        if not (yield from _value(tape, pairs, head.group(1), None if kind is None else kind == "true")):
            return pairs


def _head(tape: Tape, pattern: re.Pattern[str]) -> Reading[re.Match[str] | None]:
    found = pattern.fullmatch((yield from run(tape, _HEAD, _LONGEST_HEAD)))
    return found if found and (yield from literal(tape, (">",))) else None


def _value(tape: Tape, pairs: Pairs, key: str, is_text: bool | None) -> Reading[bool]:
    start = tape.taken
    while True:
        mark = yield from until(tape, _ENDS, keep=True)
        end = tape.taken
        if mark:
            yield from literal(tape, (mark,))
            yield from spaces(tape)
            if (yield from peek(tape)) and not (yield from ahead(tape, _GOES_ON)):
                continue
        pairs.found.append(Pair(key, start, end, is_text))
        if not mark:
            pairs.ending = "cut"
        return bool(mark)
