"""Sees in a finished text that calls are printed in it: to tell the person, where native calls were asked for.

Above: `engine`, the window's hints. Below: `forms`. Only calls of declared tools count: anything else may be talk.
"""

from collections.abc import Sequence

from studio.dialects.printed.forms import NAMES, form
from studio.messages.toolspec import ToolSpec

_LOOKED_AT = 200_000
"""Characters that are looked at; calls stand in short texts."""
_SIGNS = {
    "hermes": ("<tool_call>",),
    "qwen_xml": ("<function",),
    "glm": ("<arg_key>",),
    "mistral": ("[TOOL_CALLS]",),
    "deepseek": ("tool▁call", "tool_call", "tool call", "DSML"),
    "harmony": ("<|channel|>",),
    "react": ("Action",),
    "pythonic": ("(",),
    "llama_json": ("<|python_tag|>", "<function"),
    "json_block": ("{",),
}
_ORDER = (
    "glm",
    "qwen_xml",
    "hermes",
    "mistral",
    "deepseek",
    "harmony",
    "react",
    "llama_json",
    "pythonic",
    "json_block",
)


def printed_in(text: str, tools: Sequence[ToolSpec]) -> str:
    """The form in which the text prints calls of declared tools, all of them and with usable names; empty when it does not."""
    declared = {tool.name for tool in tools}
    if not declared or len(text) > _LOOKED_AT or not any(name in text for name in declared):
        return ""
    candidates = (name for name in _ORDER if name in NAMES and any(sign in text for sign in _SIGNS[name]))
    return next((name for name in candidates if _calls(name, text, tools) & declared), "")


def _calls(name: str, text: str, tools: Sequence[ToolSpec]) -> set[str]:
    reader = form(name).reader(tools)
    deltas = [*reader.feed(text), *reader.end()]
    return {delta[3] for delta in deltas if delta[0] == "call"}
