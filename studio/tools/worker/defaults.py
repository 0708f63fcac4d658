"""Defaults of parameters: as they stand in the schema, whether they fit their type, and a fresh one for each call.

Above: `parameters`. Below: `fits`, `shapes`, `texts`. What a call changes in a default is not seen by the next.
"""

from __future__ import annotations

import copy
import dataclasses
import decimal
import math
from collections.abc import Callable
from typing import Any, Optional

from .fits import fits  # noqa: TID252 - see the card of this package
from .marks import WrongError  # noqa: TID252
from .shapes import Schema, Shape, convert  # noqa: TID252
from .texts import plain  # noqa: TID252

Fresh = Optional[Callable[[], Any]]  # noqa: UP045 - evaluated by Python 3.9
_PLAIN = (str, int, float, bool, type(None), list, tuple, dict, set, frozenset)
_CHANGEABLE = (list, dict, set, bytearray)


def written(name: str, value: Any, shape: Shape, defs: dict[str, Schema]) -> dict[str, Any]:
    """`{"default": …}` for the schema, empty where JSON has no form for it. WrongError when it does not fit the type."""
    said = plain(value)
    if isinstance(value, float) and not math.isfinite(value):
        if fits(shape.schema, 0.5, defs):
            return {}
    elif not said_by_address(said, value) and _fits(value, said, shape, defs):
        return {"default": said}
    elif said_by_address(said, value) and not _says_a_type(shape.schema):
        return {}
    shown = repr(value) if len(repr(value)) <= 60 else type(value).__name__
    raise WrongError("default", f"the default of {name} is {shown}, which does not fit its type")


def said_by_address(said: Any, value: Any) -> bool:
    """Whether all that can be said of a value is where it lies in memory."""
    return isinstance(said, str) and said == object.__repr__(value)


def fresh(value: Any) -> Fresh:
    """Gives a new copy for each call; None where the value cannot be changed, or is no data of its own."""
    data = dataclasses.is_dataclass(value) or hasattr(type(value), "model_fields")
    if isinstance(value, type) or not (data or isinstance(value, _CHANGEABLE)):
        return None
    try:
        kept = copy.deepcopy(value)
    except Exception:  # noqa: BLE001 - foreign objects may refuse to be copied
        return None
    return lambda: copy.deepcopy(kept)


def _says_a_type(schema: Schema) -> bool:
    return not {"type", "anyOf", "oneOf", "enum", "const", "$ref"}.isdisjoint(schema)


def _fits(value: Any, said: Any, shape: Shape, defs: dict[str, Schema]) -> bool:
    """As JSON it fits the schema, and as Python it is of the kind that the function would get of that JSON."""
    if not fits(shape.schema, said, defs):
        return False
    try:
        made = convert(shape, said)
    except Exception:  # noqa: BLE001 - whatever the person's type raises, the value is none of its kind
        return False
    if not _says_a_type(shape.schema):
        return True
    if isinstance(made, _PLAIN):
        return isinstance(value, _PLAIN)
    return isinstance(value, type(made)) or (isinstance(made, decimal.Decimal) and isinstance(value, int))
