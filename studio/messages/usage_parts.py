"""What a reported count of tokens consists of, in neutral words: of the input what came from a cache and what was written to one, of the
output what was thought. Pure.

Above: `price`, `present/spending`. Below: `reply`. Knows the names of all formats, for a count is kept as the provider sent it.
"""

from typing import Any

import msgspec

from studio.messages.reply import Usage

_DETAILS_IN = ("prompt_tokens_details", "input_tokens_details")
_DETAILS_OUT = ("completion_tokens_details", "output_tokens_details")


class UsageParts(msgspec.Struct, frozen=True):
    """Tokens. `cached` and `written` are parts of `input`, `reasoning` of `output`; `written_long` is what of `written` is kept for an
    hour."""

    input: int = 0
    output: int = 0
    cached: int = 0
    written: int = 0
    written_long: int = 0
    reasoning: int = 0


def usage_parts(usage: Usage | None) -> UsageParts | None:
    """The parts of a count; None where the provider did not say how much went in or came out."""
    if usage is None or (usage.input is None and usage.output is None):
        return None
    into, out = usage.input or 0, usage.output or 0
    cached = min(usage.cached or 0, into)
    written = min(_of(usage.raw, _DETAILS_IN, ("cache_creation_input_tokens", "cache_write_tokens")), into - cached)
    long = min(_of(usage.raw, ("cache_creation",), ("ephemeral_1h_input_tokens",)), written)
    thought = min(_of(usage.raw, _DETAILS_OUT, ("reasoning_tokens", "thinking_tokens")), out)
    return UsageParts(into, out, cached, written, long, thought)


def _of(raw: dict[str, Any], inner: tuple[str, ...], names: tuple[str, ...]) -> int:
    """The first count by one of these names, in the object itself or in one of its inner objects."""
    places = [raw, *(found for name in inner if isinstance(found := raw.get(name), dict))]
    found = (place.get(name) for place in places for name in names)
    return next((int(count) for count in found if _is_count(count)), 0)


def _is_count(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 2**53
