"""What is said of a function beside its signature: by `toolcall.tool`, or as plain attributes (`refund.sensitive = True`).

Above: `describe`. Knows the decorator only by the attributes that it leaves; imports nothing of it.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable
from typing import Any

from .texts import plain  # noqa: TID252 - see the card of this package

BEHAVIORS = ("to_llm", "immediate", "immediate_if_last")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_YES_NO = ("sensitive", "idempotent", "always_visible")


class WrongError(Exception):
    """The file cannot be used because of what it says of a tool. `kind`: `mark`, `default`, `injected`, `twice`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def is_marked(call: Any) -> bool:
    """Whether the person decorated it as a tool."""
    return getattr(call, "__toolcall__", False) is True


def of(call: Any) -> dict[str, Any]:
    """What is said of a function, checked, JSON-ready; only what is said. WrongError names what cannot be."""
    said: dict[str, Any] = {}
    for key, read in _READ.items():
        value = _attribute(call, key)
        if value is not None:
            said[key] = read(key, value, call)
    return said


def _attribute(call: Any, key: str) -> Any:
    """The attribute that was set on the function, not one of the kind `__name__`; a bound method shows those of its function."""
    own = getattr(getattr(call, "__func__", call), "__dict__", {})
    return own.get(key)


def _wrong(key: str, value: Any, call: Any, wanted: str) -> WrongError:
    shown = repr(value) if len(repr(value)) <= 60 else type(value).__name__
    return WrongError("mark", f"{key} of {getattr(call, '__name__', 'a tool')} is {shown}, it has to be {wanted}")


def _name(key: str, value: Any, call: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise _wrong(key, value, call, "1 to 64 letters, digits, _ or -, and no digit first")
    return value


def _text(key: str, value: Any, call: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(key, value, call, "a text")
    return inspect.cleandoc(value)


def _flag(key: str, value: Any, call: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(key, value, call, "True or False")
    return value


def _behavior(key: str, value: Any, call: Any) -> str:
    written = value.lower() if isinstance(value, str) else ""
    if written not in BEHAVIORS:
        raise _wrong(key, value, call, "one of " + ", ".join(BEHAVIORS))
    return written


def _compensated(key: str, value: Any, call: Any) -> str:
    if callable(value):
        own = _attribute(value, "name")
        value = own if isinstance(own, str) else getattr(value, "__name__", None)
    if not isinstance(value, str) or not value:
        raise _wrong(key, value, call, "the name of the tool that it undoes, or its function")
    return value


def _metadata(key: str, value: Any, call: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(key, value, call, "a dict")
    written: dict[str, Any] = plain(value)
    return written


def _seconds(key: str, value: Any, call: Any) -> float:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or value <= 0:
        raise _wrong(key, value, call, "a number of seconds above 0")
    return float(value)


_READ: dict[str, Callable[[str, Any, Any], Any]] = {
    "name": _name,
    "description": _text,
    "return_behavior": _behavior,
    **dict.fromkeys(_YES_NO, _flag),
    "compensates": _compensated,
    "metadata": _metadata,
    "timeout": _seconds,
}
