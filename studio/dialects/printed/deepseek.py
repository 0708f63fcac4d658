"""DeepSeek: special tokens around a name and JSON, fenced (V3, R1) or not (V3.1), and elements of its markup (V3.2).

Above: `forms`. Below: `deepseek_markup`, `json_walk`, `reader`. Servers and converted models write the signs in the tokens in several ways.
"""

import re
from collections.abc import Sequence
from itertools import product

from studio.dialects.printed.deepseek_markup import MARKUP, markup
from studio.dialects.printed.form import Found, TextReader
from studio.dialects.printed.json_walk import json_value
from studio.dialects.printed.reader import BlockReader, Opener
from studio.dialects.printed.tape import Marks, Reading, Tape, ahead, literal, peek, run, spaces, until
from studio.dialects.printed.writing import argument_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec

_NAME = re.compile(r"[^<\n{`]*")
_LANGUAGE = re.compile(r"[a-z]*")
_LONGEST_NAME = 200


def _spelled(*words: str) -> tuple[str, ...]:
    return tuple(f"<{bar}{gap.join(words)}{bar}>" for bar, gap in product("｜|", ("▁", "_", " ")))


_ALL_BEGIN, _ALL_END = _spelled("tool", "calls", "begin"), _spelled("tool", "calls", "end")
_BEGIN, _END = _spelled("tool", "call", "begin"), _spelled("tool", "call", "end")
_SEPARATOR = _spelled("tool", "sep")
_BORDERS = Marks((*_BEGIN, *_END, *_ALL_END))


class DeepSeek:
    """`<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{…}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`."""

    name = "deepseek"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""
        tokens = [Opener(one, _tokens) for one in (*_ALL_BEGIN, *_BEGIN)]
        marked_up = [Opener(one, markup(tools, one)) for one in MARKUP]
        return BlockReader(self.name, (*tokens, *marked_up), (*_ALL_END, *_END))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`."""
        if not calls:
            return ""
        inner = "".join(f"{_BEGIN[0]}{call.name}{_SEPARATOR[0]}{argument_json(call)}{_END[0]}" for call in calls)
        return f"{_ALL_BEGIN[0]}{inner}{_ALL_END[0]}"


def _tokens(tape: Tape) -> Reading[Sequence[Found]]:
    """One call after another; the token of the first may be taken already."""
    calls: list[tuple[str, int, int, int]] = []
    opened = tape.printed() in _BEGIN
    while True:
        yield from spaces(tape)
        while (yield from literal(tape, (*_BEGIN, *_ALL_BEGIN))):
            opened = True
            yield from spaces(tape)
        span = (yield from _call(tape)) if opened else None
        if span is None:
            break
        calls.append((*span, tape.taken))
        opened = False
    if calls:
        yield from literal(tape, _ALL_END)
    text = tape.printed()
    return [Found(name, text[start:end], stop) for name, start, end, stop in calls]


def _call(tape: Tape) -> Reading[tuple[str, int, int] | None]:
    """Name and span of the arguments, with the closing token taken; None when there is no call."""
    name = (yield from run(tape, _NAME, _LONGEST_NAME)).strip()
    if (yield from literal(tape, _SEPARATOR)):
        yield from spaces(tape)
        if name in ("function", "") and (yield from peek(tape)) not in ("{", "`"):
            name = (yield from run(tape, _NAME, _LONGEST_NAME)).strip()
            yield from literal(tape, _SEPARATOR)
    elif not (yield from ahead(tape, ("{", "```"))):
        return None
    yield from spaces(tape)
    if not name:
        return None
    if (yield from literal(tape, ("```",))):
        yield from run(tape, _LANGUAGE)
        yield from spaces(tape)
    start, end = yield from _arguments(tape)
    if end == start and not (yield from peek(tape)):
        return None
    yield from spaces(tape)
    yield from literal(tape, _END)
    return name, start, end


def _arguments(tape: Tape) -> Reading[tuple[int, int]]:
    """The span of the arguments; the closing fence behind them is taken."""
    start, place = tape.taken, tape.place()
    if (yield from peek(tape)) == "{" and (yield from json_value(tape)) == "whole":
        end = tape.taken
        yield from spaces(tape)
        yield from literal(tape, ("```",))
        return start, end
    yield from until(tape, _BORDERS, keep=True)
    text = tape.since(place).rstrip()
    return start, start + len(text.removesuffix("```").rstrip())
