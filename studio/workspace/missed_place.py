"""Where what a replay missed differs, found as deep as it goes: within texts that are JSON, too. Pure.

Above: `replaying`, the window. Below: `engine/difference`, `engine/volatile`.
"""

import json
from typing import Any

from studio.engine.difference import Difference, first_difference
from studio.engine.volatile import Volatile

__all__ = ["Difference", "deepest", "read"]


def deepest(found: Difference, volatile: tuple[str, ...]) -> Difference:
    """The first difference within two texts that are JSON objects or lists; `found` itself where they are none."""
    old, new = read(found.old), read(found.new)
    if type(old) is not type(new) or not isinstance(old, dict | list):
        return found
    for step in reversed(found.pointer.split("/")[1:]):
        name = step.replace("~1", "/").replace("~0", "~")
        old, new = {name: old}, {name: new}
    return first_difference(old, new, Volatile(volatile)) or found


def read(value: Any) -> Any:
    """What a text says as JSON; None where it is none, or no text."""
    try:
        return json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        return None
