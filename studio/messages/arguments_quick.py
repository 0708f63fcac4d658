"""The common case of an argument text, read fast: short, JSON without doubt, no member twice. Everything else is read with care.

Above: `arguments`. Below: msgspec.
"""

from typing import Any

import msgspec

_LONGEST = 4000
_MOST_BRACKETS = 50
_decode = msgspec.json.Decoder().decode


def read_quickly(text: str) -> dict[str, Any] | None:
    """The object in `text`, exactly as the careful reading gives it; None where that must decide (also for what is no JSON)."""
    if len(text) > _LONGEST or "\\u" in text or text.count("{") + text.count("[") > _MOST_BRACKETS:
        return None
    try:
        value = _decode(text)
    except (ValueError, RecursionError):
        return None
    # As many colons in the text as the value has members, and colons in its texts: no member was written twice.
    return value if type(value) is dict and text.count(":") == _colons(value) else None


def _colons(value: Any) -> int:
    if type(value) is dict:
        found = len(value)
        for name, inner in value.items():
            found += name.count(":") + (inner.count(":") if type(inner) is str else _colons(inner))
        return found
    if type(value) is list:
        return sum(map(_colons, value))
    return value.count(":") if type(value) is str else 0
