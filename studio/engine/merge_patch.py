"""A JSON merge patch (RFC 7396): members are put in, null takes them out. Pure.

Above: `at_breakpoints`. Below: nothing.
"""

from typing import Any


def merged(value: Any, patch: Any) -> Any:
    """`value` with the patch in it; neither is changed."""
    if not isinstance(patch, dict):
        return patch
    made = dict(value) if isinstance(value, dict) else {}
    for name, change in patch.items():
        if change is None:
            made.pop(name, None)
        else:
            made[name] = merged(made.get(name), change)
    return made
