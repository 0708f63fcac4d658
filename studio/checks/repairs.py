"""What a misfit value was plainly meant to be: JSON texts that lose nothing, to be tried against the schema.

Above: `arguments`, which keeps a candidate only when it is the single one that fits. Below: `spelled_numbers`. Knows no validator.
"""

import json
from typing import Any

from studio.checks.spelled_numbers import number, whole


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
    exact = whole(text)
    if exact is not None:
        return [text if text.lstrip("-").isdigit() else str(exact)]
    return [text] if number(text) is not None else []


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
