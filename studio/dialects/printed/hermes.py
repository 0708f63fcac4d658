"""Hermes: a JSON object in `<tool_call>` tags, as Hermes and most Qwen models print it.

Above: `forms`. Below: `tagged`, `reader`.
"""

from collections.abc import Sequence

from studio.dialects.printed.form import TextReader
from studio.dialects.printed.reader import BlockReader, Opener
from studio.dialects.printed.tagged import CLOSING, OPENING, tagged
from studio.dialects.printed.writing import call_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec


class Hermes:
    """`<tool_call>{"name": …, "arguments": {…}}</tool_call>`, one after another."""

    name = "hermes"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""
        return BlockReader(self.name, (Opener(OPENING, tagged(tools)),), (CLOSING,))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`."""
        return "\n".join(f"{OPENING}\n{call_json(call)}\n{CLOSING}" for call in calls)
