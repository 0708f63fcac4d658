"""A result as the text a model reads: text as it is, None as "Success", everything else as JSON.

Above: `running`, `describe` (defaults). What JSON has no form for becomes text by `str`, so that no result is lost.
"""

from __future__ import annotations

import base64
import dataclasses
import datetime as dt
import decimal
import enum
import json
import math
from typing import Any

_DEEPEST = 100


def to_text(value: Any) -> str:
    """The text of a result. Never raises for a value whose `str` works; lone surrogates become visible escapes."""
    if value is None:
        return "Success"
    return whole(value if isinstance(value, str) else _json(value))


def whole(text: str) -> str:
    """`text` with what UTF-8 cannot carry written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def plain(value: Any, left: int = _DEEPEST) -> Any:
    """`value` as JSON can hold it: dicts, lists, text, finite numbers, true, false, null."""
    if left == 0:
        return str(value)
    if isinstance(value, enum.Enum):
        return plain(value.value, left - 1)
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, float)):
        return value if not isinstance(value, float) or math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {_key(key): plain(each, left - 1) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(each, left - 1) for each in value]
    return _foreign(value, left)


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=lambda each: _foreign(each, _DEEPEST))
    except (TypeError, ValueError, RecursionError):
        return json.dumps(plain(value), ensure_ascii=False)


def _foreign(value: Any, left: int) -> Any:
    if isinstance(value, enum.Enum):
        return plain(value.value, left - 1)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name), left - 1) for field in dataclasses.fields(value)}
    if callable(getattr(value, "model_dump", None)) and not isinstance(value, type):
        return plain(value.model_dump(mode="json"), left - 1)
    if isinstance(value, (set, frozenset)):
        return [plain(each, left - 1) for each in value]
    return _scalar(value)


def _scalar(value: Any) -> Any:
    if isinstance(value, (dt.datetime, dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode("ascii")
    return str(value)


def _key(key: Any) -> str:
    if isinstance(key, enum.Enum):
        key = key.value
    if key is None or isinstance(key, (bool, int, float)):
        return json.dumps(key)
    return str(key)
