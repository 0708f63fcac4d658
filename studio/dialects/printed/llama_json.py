"""Llama: a JSON object with `parameters`, bare or behind `<|python_tag|>`, several with `;` between them; its custom functions.

Above: `forms`. Below: `bare`, `json_calls`, `functions`, `pythonic`, `reader`. Llama 4 prints a Python list instead.
"""

from collections.abc import Sequence

from studio.dialects.printed.bare import bare_json
from studio.dialects.printed.call_shape import Wanted
from studio.dialects.printed.form import Found, TextReader
from studio.dialects.printed.functions import FUNCTION, FUNCTION_END, function_calls
from studio.dialects.printed.json_calls import Closing, json_block
from studio.dialects.printed.python_list import python_call, python_openers
from studio.dialects.printed.reader import Block, BlockReader, Opener
from studio.dialects.printed.tape import Reading, Tape, peek, spaces
from studio.dialects.printed.writing import call_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec

_TAG = "<|python_tag|>"
_JSON = Closing(("<|eom_id|>", "<|eot_id|>"), (_TAG,), separators=";,")


class LlamaJson:
    """`{"name": …, "parameters": {…}}`, or the same behind `<|python_tag|>`."""

    name = "llama_json"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""
        wanted = Wanted(frozenset(tool.name for tool in tools), bare=True)

        def custom(tape: Tape) -> Reading[Sequence[Found]]:
            return (yield from function_calls(tape, tools))

        bare = [Opener(one, bare_json(wanted, one), "line") for one in ("{", '[{"')]
        functions = Opener(FUNCTION, custom, "line")
        openers = (Opener(_TAG, _tagged(wanted.declared)), functions, *bare, *python_openers(tools))
        return BlockReader(self.name, openers, (FUNCTION_END,))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`."""
        return _TAG + "; ".join(call_json(call, "parameters") for call in calls) if calls else ""


def _tagged(declared: frozenset[str]) -> Block:
    def block(tape: Tape) -> Reading[Sequence[Found]]:
        yield from spaces(tape)
        if (yield from peek(tape)) in ("{", "["):
            return (yield from json_block(tape, _JSON, Wanted()))
        return (yield from python_call(tape, declared))

    return block
