"""Whether a value holds a number that no file can hold: JSON knows neither NaN nor infinity, and 1e999 is read as one.

Above: `workspace/edited`, `cli`. Below: nothing. Pure.
"""

import math
from typing import Any

import msgspec


def has_endless(value: Any) -> bool:
    """Whether NaN or an infinity is somewhere in a value of plain types, structs, lists and mappings."""
    todo = [value]
    while todo:
        each = todo.pop()
        if isinstance(each, float):
            if not math.isfinite(each):
                return True
        elif isinstance(each, dict):
            todo += each.values()
        elif isinstance(each, list | tuple):
            todo += each
        elif isinstance(each, msgspec.Struct):
            todo += (getattr(each, name) for name in each.__struct_fields__)
    return False
