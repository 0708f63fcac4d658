"""Calls as Python prints them, in a list or one after another, in tags or bare.

Above: `pythonic`, `llama_json`. Below: `python_walk`, `python_arguments`, `reader`.
"""

import re
from collections.abc import Sequence

from studio.dialects.printed.form import Found
from studio.dialects.printed.python_arguments import python_arguments
from studio.dialects.printed.python_walk import to_closing
from studio.dialects.printed.reader import Block, Opener
from studio.dialects.printed.tape import Reading, Tape, literal, peek, run, spaces
from studio.messages.toolspec import ToolSpec

TAGS = {
    "<|tool_call_start|>": "<|tool_call_end|>",
    "<|python_start|>": "<|python_end|>",
    "```tool_code": "```",
    "<function_calls>": "</function_calls>",
}
_NAME = re.compile(r"[^\s()\[\]{}'\"`,;=<>]*")
_BETWEEN = re.compile(r"[\s,;]*")
_BLANKS = re.compile(r"[ \t\r]*")
_LONGEST_NAME = 200


def python_openers(tools: Sequence[ToolSpec]) -> list[Opener]:
    """The tags, and the bracket of a bare list of calls of declared tools."""
    declared = frozenset(tool.name for tool in tools)
    tagged = [Opener(tag, _tagged(closing), "line" if tag.startswith("`") else "any") for tag, closing in TAGS.items()]
    return [*tagged, Opener("[", _bare(declared), "line")]


def python_call(tape: Tape, declared: frozenset[str]) -> Reading[Sequence[Found]]:
    """Take `name.call(…)`, as Llama asks for its built-in tools, or a call of a declared tool."""
    call = yield from _call(tape)
    if call is None:
        return ()
    name = call.name.removesuffix(".call")
    return (Found(name, call.arguments, call.end),) if name != call.name or name in declared else ()


def _tagged(closing: str) -> Block:
    def block(tape: Tape) -> Reading[Sequence[Found]]:
        yield from spaces(tape)
        listed = bool((yield from literal(tape, ("[",))))
        calls = yield from _calls(tape)
        yield from spaces(tape)
        if listed:
            yield from literal(tape, ("]",))
            yield from spaces(tape)
        if calls:
            yield from literal(tape, (closing,))
        return calls

    return block


def _bare(declared: frozenset[str]) -> Block:
    def block(tape: Tape) -> Reading[Sequence[Found]]:
        calls = yield from _calls(tape, declared)
        if not calls:
            return ()
        yield from spaces(tape)
        closed = yield from literal(tape, ("]",))
        yield from run(tape, _BLANKS)
        # A link's address may follow a bracket that only looks like calls.
        return calls if not closed or (yield from peek(tape)) in ("", "\n", "<") else ()

    return block


def _calls(tape: Tape, declared: frozenset[str] | None = None) -> Reading[list[Found]]:
    found: list[Found] = []
    while True:
        yield from run(tape, _BETWEEN)
        if (yield from peek(tape)) in ("", "]"):
            return found
        call = yield from _call(tape)
        if call is None or (declared is not None and call.name not in declared):
            return found if declared is None else []
        found.append(call)


def _call(tape: Tape) -> Reading[Found | None]:
    name = yield from run(tape, _NAME, _LONGEST_NAME)
    if not name or not (yield from literal(tape, ("(",))):
        return None
    place = tape.place()
    walk = yield from to_closing(tape, "(")
    text = tape.since(place)
    arguments = python_arguments(text[:-1]) if walk.done else python_arguments(text, cut=walk.comma)
    return Found(name, arguments, tape.taken)
