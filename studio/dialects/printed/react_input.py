"""The text behind `Action Input:`: JSON over any number of lines, in a code fence or not, or plain words.

Above: `react`. Below: `json_walk`, `values`, `tape`.
"""

import re
from collections.abc import Sequence

from studio.dialects.json_bytes import dump_text
from studio.dialects.printed.json_walk import json_value
from studio.dialects.printed.members import read_text
from studio.dialects.printed.tape import Marks, Reading, Tape, literal, peek, run, spaces, until
from studio.messages.toolspec import ToolSpec

_LANGUAGE = re.compile(r"[A-Za-z_]*")
_WORDS = ("Observation", "Thought", "Action", "Final Answer")
_NEXT = Marks([f"\n{prefix}{word}" for word in _WORDS for prefix in ("", "**", "### ")])

ANY = Marks(("\0\0never\0\0",))
"""A mark that no text holds: all up to the end."""


def fenced(tape: Tape) -> Reading[bool]:
    """Take the beginning of a code fence, if one stands there."""
    if not (yield from literal(tape, ("```",))):
        return False
    yield from run(tape, _LANGUAGE, 30)
    yield from spaces(tape)
    return True


def argument(tape: Tape, name: str, tools: Sequence[ToolSpec]) -> Reading[str | None]:
    """The argument text; None when the text ends before it begins."""
    yield from literal(tape, ("**",))
    yield from spaces(tape)
    fence = yield from fenced(tape)
    place = tape.place()
    if (yield from peek(tape)) in ("{", "["):
        ending = yield from json_value(tape)
        if ending == "broken":
            yield from until(tape, _NEXT, keep=True)
        text = tape.since(place).strip()
        if fence and ending == "whole":
            yield from spaces(tape)
            yield from literal(tape, ("```",))
        return text
    yield from until(tape, _NEXT, keep=True)
    text = tape.since(place).strip().removesuffix("```" if fence else "").strip()
    if not text and not (yield from peek(tape)):
        return None
    return _plain(text, name, tools)


def _plain(text: str, name: str, tools: Sequence[ToolSpec]) -> str:
    """Words in the place of JSON: the value of the tool's only argument, where it takes one text; else what they are."""
    parameters = next((tool.parameters for tool in tools if tool.name == name), {})
    properties = parameters.get("properties")
    only = list(properties.items()) if isinstance(properties, dict) else []
    if len(only) != 1 or not isinstance(only[0][1], dict) or only[0][1].get("type") != "string" or not text:
        return text
    value = read_text(text)
    return dump_text({only[0][0]: text if value is None else value})
