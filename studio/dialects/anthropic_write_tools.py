"""Writes tools, the system text, the usage and what is required beside them as Anthropic Messages bodies have it.

Above: `anthropic_messages`, `anthropic_stream_write`. Below: `messages`. The counterpart of `anthropic_read_tools`.
"""

from typing import Any

from studio.dialects.anthropic_read import rest
from studio.dialects.anthropic_read_tools import system_text
from studio.messages.reply import Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec

DEFAULT_MAX_TOKENS = 8192
"""Tokens of a reply when nobody said how many: the provider demands a number. Every model since Claude 3.5 takes this one."""


def with_max_tokens(params: dict[str, Any]) -> dict[str, Any]:
    """The parameters with `max_tokens`: the person's, else the default, on top of what may be spent on thinking."""
    if params.get("max_tokens") is not None:
        return params
    thinking = params.get("thinking")
    budget = thinking.get("budget_tokens") if isinstance(thinking, dict) else None
    return {**params, "max_tokens": DEFAULT_MAX_TOKENS + (budget if isinstance(budget, int) else 0)}


def system_value(request: ChatRequest) -> Any:
    """The `system` member, None when there is none: the blocks that came as long as they say the same, else the text; what
    stood beside the last block's text (a cache mark) stays beside it."""
    kept = request.params.get("system")
    if request.system is None or (kept and system_text(kept) == request.system):
        return kept
    last = kept[-1] if isinstance(kept, list) and kept else None
    beside = rest(last, "type", "text", "citations") if isinstance(last, dict) else {}
    if not request.system:
        return None
    return [{"type": "text", "text": request.system, **beside}] if beside else request.system


def tool_entry(spec: ToolSpec) -> dict[str, Any]:
    """One entry of `tools`."""
    entry = spec.extra.get("entry")
    if isinstance(entry, dict) and "type" in entry:
        return dict(entry)
    words = {"description": spec.description} if spec.description else {}
    return {"name": spec.name, **words, "input_schema": spec.parameters, **rest(spec.extra, "entry")}


def usage_value(usage: Usage | None) -> dict[str, Any]:
    """The usage object: the provider's own, or one made from the counts. It is required, so nought stands for the unknown."""
    if usage is None:
        return {"input_tokens": 0, "output_tokens": 0}
    if usage.raw:
        return usage.raw
    cached = usage.cached or 0
    made = {"input_tokens": max((usage.input or 0) - cached, 0), "output_tokens": usage.output or 0}
    return {**made, "cache_read_input_tokens": cached} if usage.cached is not None else made
