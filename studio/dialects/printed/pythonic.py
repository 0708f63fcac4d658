"""Pythonic: a list of calls as Python writes them, as LFM2, Llama 4 and others print it.

Above: `forms`. Below: `python_list`, `reader`.
"""

from collections.abc import Sequence

from studio.dialects.printed.form import TextReader
from studio.dialects.printed.pairs import raw_value
from studio.dialects.printed.python_arguments import written
from studio.dialects.printed.python_list import TAGS, python_openers
from studio.dialects.printed.reader import BlockReader
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec

_OPENING, _CLOSING = next(iter(TAGS.items()))


class Pythonic:
    """`<|tool_call_start|>[f(a=1, b='x'), g()]<|tool_call_end|>`, also without tags."""

    name = "pythonic"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""
        return BlockReader(self.name, python_openers(tools), tuple(tag for tag in TAGS.values() if tag != "```"))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`."""
        inner = ", ".join(f"{call.name}({written(raw_value(call))})" for call in calls)
        return f"{_OPENING}[{inner}]{_CLOSING}" if calls else ""
