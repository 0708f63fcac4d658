"""Reads the tools, the system text and the usage of Anthropic Messages bodies into neutral values.

Above: `anthropic_messages`, `anthropic_stream`. Below: `messages`. The counterpart of `anthropic_write_tools`.
"""

import math
from typing import Any

from studio.dialects.anthropic_read import rest
from studio.dialects.dialect_error import DialectError
from studio.messages.reply import Usage
from studio.messages.toolspec import ToolSpec
from studio.said import said

_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def read_tool(entry: Any, place: str) -> ToolSpec:
    """A declared tool. One of the provider's own kinds (web_search_…, mcp_toolset, …) is kept whole in `extra["entry"]`."""
    if not isinstance(entry, dict):
        raise DialectError(said("a tool has to be an object."), place=place)
    if entry.get("type") not in (None, "custom"):
        name = entry.get("name") or entry.get("mcp_server_name") or entry["type"]
        return ToolSpec(str(name), extra={"entry": entry})
    name, description = str(entry.get("name") or ""), str(entry.get("description") or "")
    extra = rest(entry, "name", "description", "input_schema")
    schema = entry.get("input_schema")
    if isinstance(schema, dict):
        return ToolSpec(name, description, schema, extra=extra)
    return ToolSpec(name, description, extra=extra)


def system_text(system: Any) -> str | None:
    """The text of a `system` member: a text, or blocks of text and nothing else; else None."""
    if isinstance(system, str):
        return system
    if not isinstance(system, list) or not system:
        return None
    texts = [block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None for block in system]
    return "\n\n".join(str(text) for text in texts) if all(isinstance(text, str) for text in texts) else None


def read_usage(usage: dict[str, Any]) -> Usage:
    """Tokens as counted. Cached tokens are counted beside the others here, so they are added to the input."""
    counts = [count for name in _INPUT if (count := _count(usage.get(name))) is not None]
    cached = _count(usage.get("cache_read_input_tokens"))
    return Usage(sum(counts) if counts else None, _count(usage.get("output_tokens")), cached, usage)


def merge_usage(former: dict[str, Any], usage: dict[str, Any]) -> None:
    """Put the counts of a later event over those of an earlier one. They are totals: null says nothing, and neither does a
    nought after something."""
    for key, value in usage.items():
        if value is not None and (value != 0 or not former.get(key)):
            former[key] = value


def _count(value: Any) -> int | None:
    usable = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 and value != math.inf
    return int(value) if usable else None
