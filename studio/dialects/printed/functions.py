"""Calls as `<function=name>` with `<parameter=key>` elements, as Qwen's coder models print them, or with JSON inside.

Above: `tagged`, `qwen_xml`, `llama_json`. Below: `pairs`, `tape`. A value ends at a closing tag behind which the call goes on or ends: the
same tag inside a value does not end it. A closing tag that is missing ends with the next element.
"""

import re
from collections.abc import Sequence

from studio.dialects.printed.form import Found
from studio.dialects.printed.json_walk import json_value
from studio.dialects.printed.pairs import Pair, Pairs, argument_text
from studio.dialects.printed.tape import Marks, Reading, Tape, ahead, literal, peek, run, spaces, until
from studio.messages.toolspec import ToolSpec

FUNCTION, FUNCTION_END = "<function", "</function>"
_PARAMETER, _PARAMETER_END = "<parameter", "</parameter>"
_WRAPPER, _WRAPPER_END = "<tool_call>", "</tool_call>"
_HEAD = re.compile(r"[^<>\n]*")
_NAME = re.compile(r"""\s*(?:=\s*|name\s*=\s*)(["']?)([^"'\s]+)\1\s*(?:\bstring\s*=\s*\S+\s*)?""")
_LONGEST_HEAD = 300
_ENDS = Marks((_PARAMETER_END, FUNCTION_END, "\n" + _PARAMETER))
_GOES_ON = (_PARAMETER, FUNCTION_END, _WRAPPER_END, _WRAPPER, FUNCTION)


def function_calls(tape: Tape, tools: Sequence[ToolSpec], closing: str = _WRAPPER_END) -> Reading[Sequence[Found]]:
    """Take one function after another, `<function` of the first being taken, and the closing tag behind them."""
    calls: list[Pairs] = []
    while True:
        pairs = yield from _function(tape)
        if pairs is None:
            break
        pairs.stop = tape.taken
        calls.append(pairs)
        if pairs.ending in ("cut", "broken"):
            break
        yield from spaces(tape)
        if (yield from literal(tape, (closing,))) or not (yield from literal(tape, (FUNCTION,))):
            break
    text = tape.printed()
    for pairs in calls:
        pairs.found = [_framed(text, pair) for pair in pairs.found]
    return [Found(pairs.name, argument_text(text, pairs, tools), pairs.stop) for pairs in calls]


def _function(tape: Tape) -> Reading[Pairs | None]:
    """One function behind `<function`; None when no name follows."""
    name = yield from _head(tape)
    if not name:
        return None
    pairs = Pairs(name, tape.taken)
    yield from spaces(tape)
    if (yield from peek(tape)) == "{":
        yield from _json(tape, pairs)
    else:
        yield from _parameters(tape, pairs)
    return pairs


def _head(tape: Tape) -> Reading[str]:
    """The name in `=name>` or ` name="name">`."""
    head = yield from run(tape, _HEAD, _LONGEST_HEAD)
    found = _NAME.fullmatch(head)
    if found is None or not (yield from literal(tape, (">",))):
        return ""
    return found.group(2)


def _json(tape: Tape, pairs: Pairs) -> Reading[None]:
    start = tape.taken
    if (yield from json_value(tape)) == "broken":
        yield from until(tape, Marks((FUNCTION_END, _WRAPPER_END)), keep=True)
    pairs.json = (start, tape.taken)
    yield from spaces(tape)
    yield from literal(tape, (FUNCTION_END,))


def _parameters(tape: Tape, pairs: Pairs) -> Reading[None]:
    """Take the parameters up to the end of the function; what they are stands in `pairs`."""
    while True:
        found = yield from literal(tape, (_PARAMETER, FUNCTION_END))
        if found == FUNCTION_END:
            return
        if not found:
            yield from _unclosed(tape, pairs)
            return
        while found == _PARAMETER:
            key = yield from _head(tape)
            if not key:
                yield from _broken(tape, pairs)
                return
            found = yield from _value(tape, pairs, key)
        if not found:
            return


def _unclosed(tape: Tape, pairs: Pairs) -> Reading[None]:
    """No parameter and no end of the function follows: the wrapper's end, the text's, or what does not belong here."""
    if (yield from ahead(tape, (_WRAPPER_END,))):
        pairs.ending = "closed"
    elif not (yield from peek(tape)) or (yield from ahead(tape, (_WRAPPER, FUNCTION))):
        pairs.ending = "open" if pairs.found else "cut"
    else:
        yield from _broken(tape, pairs)


def _broken(tape: Tape, pairs: Pairs) -> Reading[None]:
    pairs.ending = "broken"
    if (yield from until(tape, Marks((FUNCTION_END, _WRAPPER_END)))) == FUNCTION_END:
        yield from spaces(tape)
        yield from literal(tape, (_WRAPPER_END,))


def _value(tape: Tape, pairs: Pairs, key: str) -> Reading[str]:
    """Take a value. Gives `<parameter` when the next one's is taken, `more` when the function goes on, empty when it is over."""
    start = tape.taken
    while True:
        mark = yield from until(tape, _ENDS, keep=True)
        end = tape.taken
        if not mark:
            pairs.ending = "cut"
        elif not (yield from _ends(tape, mark)):
            continue
        pairs.found.append(Pair(key, start, end))
        match mark:
            case "</parameter>":
                return "more"
            case "\n<parameter":
                return _PARAMETER
            case _:
                return ""


def _ends(tape: Tape, mark: str) -> Reading[bool]:
    """Take the mark; whether it ends the value: what follows it says so."""
    yield from literal(tape, (mark,))
    if mark.startswith("\n"):
        return (yield from peek(tape)) in ("=", " ")
    yield from spaces(tape)
    if mark == _PARAMETER_END:
        return not (yield from peek(tape)) or bool((yield from ahead(tape, _GOES_ON)))
    if (yield from literal(tape, (_WRAPPER_END,))):
        yield from spaces(tape)
        return not (yield from ahead(tape, (_PARAMETER_END,)))
    return not (yield from peek(tape))


def _framed(text: str, pair: Pair) -> Pair:
    """Without the one line break behind the opening tag and the one before the closing tag."""
    start, end = pair.start, pair.end
    returns = text.startswith("\r\n", start, end)
    if returns or text.startswith("\n", start, end):
        start += 1 + returns
    if text.endswith("\r\n" if returns else "\n", start, end):
        end -= 1 + returns
    return Pair(pair.key, start, end)
