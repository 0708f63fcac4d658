"""Harmony: channels with headers, as gpt-oss prints them: reasoning, text for the person, and messages to tools.

Above: `forms`. Below: `harmony_read`.
"""

from collections.abc import Sequence

from studio.dialects.printed.form import TextReader
from studio.dialects.printed.harmony_read import HarmonyReader
from studio.dialects.printed.writing import argument_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec


class Harmony:
    """`<|channel|>commentary to=functions.f <|constrain|>json<|message|>{…}<|call|>`."""

    name = "harmony"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:  # noqa: ARG002 -- the header names the tool
        """See `TextForm`."""
        return HarmonyReader()

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`. The first follows the prompt's `<|start|>assistant`, which is not printed by the model."""
        head = "<|channel|>commentary to=functions.{} <|constrain|>json<|message|>{}<|call|>"
        return "<|start|>assistant".join(head.format(call.name, argument_json(call)) for call in calls)
