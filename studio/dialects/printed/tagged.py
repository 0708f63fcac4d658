"""The block behind `<tool_call>`: JSON, XML-like function elements, or a name with arg_key and arg_value, as models mix them.

Above: `hermes`, `qwen_xml`, `glm`. Below: `json_calls`, `functions`, `arg_pairs`.
"""

from collections.abc import Sequence

from studio.dialects.printed.arg_pairs import arg_pairs
from studio.dialects.printed.call_shape import Wanted
from studio.dialects.printed.form import Found
from studio.dialects.printed.functions import function_calls
from studio.dialects.printed.json_calls import Closing, json_block
from studio.dialects.printed.reader import Block
from studio.dialects.printed.tape import Reading, Tape, literal, peek, spaces, word
from studio.messages.toolspec import ToolSpec

OPENING, CLOSING = "<tool_call>", "</tool_call>"

_JSON = Closing((CLOSING,), (OPENING,), separators=";,}]`")


def tagged(tools: Sequence[ToolSpec], *, names: bool = False) -> Block:
    """What may stand in the tag, whichever of the three it is; with `names` also a declared tool's name and nothing else."""

    def block(tape: Tape) -> Reading[Sequence[Found]]:
        yield from spaces(tape)
        yield from fence(tape)
        sign = yield from peek(tape)
        if sign in ("{", "["):
            return (yield from json_block(tape, _JSON, Wanted()))
        if sign == "<":
            opened = yield from literal(tape, ("<function",))
            return (yield from function_calls(tape, tools, CLOSING)) if opened else ()
        return (yield from arg_pairs(tape, tools, names))

    return block


def fence(tape: Tape) -> Reading[bool]:
    """Take the beginning of a code fence with its language, if one stands there."""
    if not (yield from literal(tape, ("```",))):
        return False
    yield from word(tape)
    yield from spaces(tape)
    return True
