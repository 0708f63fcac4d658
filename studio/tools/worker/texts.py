"""A result as the text a model reads: text as it is, None as "Success", everything else as JSON.

Above: `results`, `defaults`, `marks`. What JSON has no form for becomes text by `str`, so that no result is lost.
"""

from __future__ import annotations

import base64
import collections
import collections.abc
import dataclasses
import datetime as dt
import decimal
import enum
import json
import math
from collections.abc import Callable
from typing import Any, Optional

_DEEPEST = 100
_LISTS = (
    set,
    frozenset,
    collections.deque,
    collections.abc.KeysView,
    collections.abc.ValuesView,
    collections.abc.ItemsView,
    range,
)
Instead = Optional[Callable[[Any], Optional[str]]]  # noqa: UP045 - evaluated by Python 3.9
"""What stands in the text for an object that goes another way (a picture); None: nothing, it is said as usual."""


def to_text(value: Any, instead: Instead = None) -> str:
    """The text of a result. Raises nothing; lone surrogates become visible escapes."""
    if value is None:
        return "Success"
    return whole(value if isinstance(value, str) else _json(value, instead))


def whole(text: str) -> str:
    """`text` with what UTF-8 cannot carry written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def plain(value: Any, left: int = _DEEPEST, instead: Instead = None) -> Any:
    """`value` as JSON can hold it: dicts, lists, text, finite numbers, true, false, null."""
    if left == 0:
        return _said(value)
    if isinstance(value, enum.Enum):
        return plain(value.value, left - 1, instead)
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, float)):
        return value if not isinstance(value, float) or math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {_key(key): plain(each, left - 1, instead) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each, left - 1, instead) for each in value]
    return _foreign(value, left, instead)


def _json(value: Any, instead: Instead) -> str:
    try:
        return json.dumps(
            value, ensure_ascii=False, allow_nan=False, default=lambda each: _foreign(each, _DEEPEST, instead)
        )
    except (TypeError, ValueError, RecursionError):
        return json.dumps(plain(value, _DEEPEST, instead), ensure_ascii=False)


def _foreign(value: Any, left: int, instead: Instead) -> Any:
    other = None if instead is None else instead(value)
    if other is not None:
        return other
    try:
        parts = _parts(value)
    except Exception:  # noqa: BLE001 - foreign objects may raise anything
        return _said(value)
    return _scalar(value) if parts is None else plain(parts, left - 1, instead)


def _parts(value: Any) -> Any:
    """What an object is made of, as a dict, a list or a simpler value; None when it shows nothing of it."""
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, type):
        return None
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if callable(getattr(value, "model_dump", None)):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, _LISTS):
        return list(value)
    if isinstance(value, collections.abc.Mapping):
        return dict(value)
    if type(value).__module__ == "numpy" and callable(getattr(value, "tolist", None)):
        return value.tolist()
    return None


def _scalar(value: Any) -> Any:
    if isinstance(value, (dt.datetime, dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode("ascii")
    return _said(value)


def _said(value: Any) -> str:
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - foreign objects may raise anything
        return object.__repr__(value)


def _key(key: Any) -> str:
    if isinstance(key, enum.Enum):
        key = key.value
    if key is None or isinstance(key, (bool, int, float)):
        return json.dumps(key)
    return _said(key)
