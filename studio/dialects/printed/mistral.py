"""Mistral: `[TOOL_CALLS]` with a JSON list, or with a name, `[ARGS]` and JSON, once for each call.

Above: `forms`. Below: `json_calls`, `json_walk`, `reader`. An id stands in the list, or behind `[CALL_ID]`.
"""

import re
from collections.abc import Sequence

from studio.dialects.printed.bare import bare_json
from studio.dialects.printed.call_shape import Wanted
from studio.dialects.printed.form import Found, TextReader
from studio.dialects.printed.json_calls import Closing, json_block
from studio.dialects.printed.json_walk import json_value
from studio.dialects.printed.reader import BlockReader, Opener
from studio.dialects.printed.tape import Marks, Reading, Tape, ahead, literal, peek, run, spaces, until
from studio.dialects.printed.writing import call_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec

_OPENING, _ARGUMENTS, _ID, _CLOSING = "[TOOL_CALLS]", "[ARGS]", "[CALL_ID]", "[/TOOL_CALLS]"
_NAME = re.compile(r"[^\s\[\]{}\"'<>]*")
_LONGEST_NAME = 200
_BORDERS = Marks((_OPENING, _CLOSING, "</s>"))
_LIST = Closing((_CLOSING,), (_OPENING, "</s>"), separators=";,")


class Mistral:
    """`[TOOL_CALLS][{"name": …, "arguments": {…}, "id": …}]` or `[TOOL_CALLS]f[ARGS]{…}`."""

    name = "mistral"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""
        declared = frozenset(tool.name for tool in tools)
        plain = Opener('[{"', bare_json(Wanted(declared, bare=True, unwrap=True), '[{"'), "fresh")
        return BlockReader(self.name, (Opener(_OPENING, _block), plain), (_CLOSING,))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`. Ids stand beside the calls that have one."""
        written = [call_json(call, extra={"id": call.id} if call.id else None) for call in calls]
        return f"{_OPENING}[{', '.join(written)}]" if written else ""


def _block(tape: Tape) -> Reading[Sequence[Found]]:
    yield from spaces(tape)
    if (yield from peek(tape)) in ("[", "{") and not (yield from ahead(tape, (_OPENING,))):
        return (yield from json_block(tape, _LIST, Wanted(unwrap=True)))
    calls: list[tuple[str, str | None, int, int, int]] = []
    while (call := (yield from _named(tape))) is not None:
        calls.append((*call, tape.taken))
        if not (yield from literal(tape, (_OPENING,))):
            break
        yield from spaces(tape)
    text = tape.printed()
    return [Found(name, text[start:end], stop, id) for name, id, start, end, stop in calls]


def _named(tape: Tape) -> Reading[tuple[str, str | None, int, int] | None]:
    """Name, id and span of the arguments of `f[CALL_ID]x[ARGS]{…}`; None when there is no such call."""
    name = yield from run(tape, _NAME, _LONGEST_NAME)
    yield from spaces(tape)
    id = None
    if (yield from literal(tape, (_ID,))):
        id = yield from run(tape, _NAME, _LONGEST_NAME)
        yield from spaces(tape)
    has_arguments = yield from literal(tape, (_ARGUMENTS,))
    yield from spaces(tape)
    sign = yield from peek(tape)
    if not name or not sign or (not has_arguments and sign != "{"):
        return None
    start = tape.taken
    if sign != "{" or (yield from json_value(tape)) == "broken":
        yield from until(tape, _BORDERS, keep=True)
    return name, id or None, start, tape.taken
