"""Counts of tokens as Chat Completions and the servers that imitate it send them, in both directions.

Above: `openai_chat`, `openai_chat_stream`. Below: `messages/reply`.
"""

import math
from typing import Any

from studio.messages.reply import Usage


def read_usage(usage: dict[str, Any]) -> Usage:
    """Tokens by any of the usual names."""
    details = usage.get("prompt_tokens_details")
    inner = details.get("cached_tokens") if isinstance(details, dict) else None
    cached = _first(inner, usage.get("prompt_cache_hit_tokens"), usage.get("cached_tokens"))
    given = _first(usage.get("prompt_tokens"), usage.get("input_tokens"))
    made = _first(usage.get("completion_tokens"), usage.get("output_tokens"))
    return Usage(given, made, cached, usage)


def _first(*values: Any) -> int | None:
    return next((count for value in values if (count := _count(value)) is not None), None)


def _count(value: Any) -> int | None:
    usable = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 and value != math.inf
    return int(value) if usable else None


def usage_value(usage: Usage) -> dict[str, Any]:
    """The usage object: the provider's own, or one made from the counts."""
    if usage.raw:
        return usage.raw
    made: dict[str, Any] = {}
    if usage.input is not None:
        made["prompt_tokens"] = usage.input
    if usage.output is not None:
        made["completion_tokens"] = usage.output
    if usage.input is not None and usage.output is not None:
        made["total_tokens"] = usage.input + usage.output
    if usage.cached is not None:
        made["prompt_tokens_details"] = {"cached_tokens": usage.cached}
    return made
