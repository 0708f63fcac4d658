"""What a misfit value was plainly meant to be: JSON texts that lose nothing, to be tried against the schema.

Above: `arguments`, which keeps a candidate only when it is the single one that fits. Knows no validator.
"""

import json
import math
import re
from decimal import Decimal
from typing import Any

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST_NUMBER = 400
_MOST_DIGITS = 30


def candidates(value: Any, schema: dict[str, Any]) -> list[str]:
    """JSON texts that `value` may have stood for under `schema`; whether one fits is for the caller to try.

    Text becomes a number, true, false, a list or an object by its spelling; a whole number becomes its digits as text;
    null becomes the schema's default; text in the wrong case becomes the allowed value.
    """
    found: list[str] = []
    if isinstance(value, str):
        found = [*_number(value.strip()), *_boolean(value.strip()), *_container(value.strip()), *_case(value, schema)]
    elif isinstance(value, int) and not isinstance(value, bool):
        found = [json.dumps(str(value))]
    elif value is None and "default" in schema:
        found = [json.dumps(schema["default"], ensure_ascii=False)]
    return list(dict.fromkeys(found))


def _number(text: str) -> list[str]:
    if len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        return []
    exact = Decimal(text)
    if text.lstrip("-").isdigit():
        return [text]
    if exact.adjusted() < _MOST_DIGITS and exact == exact.to_integral_value():
        return [str(int(exact))]
    near = float(text)
    return [text] if math.isfinite(near) and Decimal(repr(near)) == exact else []


def _boolean(text: str) -> list[str]:
    return [text.lower()] if text.lower() in ("true", "false") else []


def _container(text: str) -> list[str]:
    if not text.startswith(("[", "{")):
        return []
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return []
    return [text]


def _case(text: str, schema: dict[str, Any]) -> list[str]:
    wanted = text.strip().casefold()
    allowed = schema["enum"] if isinstance(schema.get("enum"), list) else [schema.get("const")]
    same = [each for each in allowed if isinstance(each, str) and each.casefold() == wanted]
    return [json.dumps(same[0], ensure_ascii=False)] if len(same) == 1 else []
