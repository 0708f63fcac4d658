"""Request parameters as the fronts set them: by neutral name, written in a dialect's own members, with the rest beside them.

Above: both fronts. Below: `dialects/parameters`. Pure; says what a dialect takes by asking it, so that no list has to be kept in step.
"""

from collections.abc import Mapping
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.parameters import NAMES, UnsupportedError, get, put, translate
from studio.dialects.printed import forms

__all__ = ["CALLS", "NAMES", "ParameterError", "UnsupportedError", "get", "put", "rest", "translate"]

CALLS = ("native", "auto", *forms.NAMES)
"""The ways to tell tools to a model: natively, automatically, or as text in one of the forms."""

TEXT_FORMS = forms.NAMES
"""The text forms alone."""

ParameterError = DialectError
"""A value that is none for this parameter."""

EFFORTS = ("none", "on", "minimal", "low", "medium", "high", "xhigh", "max")
_SCHEMA: dict[str, Any] = {"schema": {"type": "object"}}
_SAMPLES: dict[str, Any] = {
    "temperature": 0.5,
    "top_p": 0.5,
    "max_tokens": 1,
    "stop": ["."],
    "seed": 1,
    "tool_choice": "required",
    "parallel_calls": True,
    "effort": "low",
    "output": _SCHEMA,
}
"""A value of each that every dialect takes which has a place for the parameter at all."""


def unsaid(dialect: str, name: str) -> str:
    """Why a dialect has no place for a parameter, and what to do instead; empty when it has one."""
    return refusal(dialect, {}, name, _SAMPLES[name])


def refusal(dialect: str, params: Mapping[str, Any], name: str, value: Any) -> str:
    """Why this value cannot be set beside these parameters; empty when it can."""
    try:
        put(dialect, params, name, value)
    except DialectError as error:
        return error.sentence
    return ""


def efforts(dialect: str) -> tuple[str, ...]:
    """The words for how much a model is to think that a dialect takes, from the least to the most."""
    return tuple(word for word in EFFORTS if not refusal(dialect, {}, "effort", word))


def names_schema(dialect: str) -> bool:
    """Whether a schema for the reply has a name in a dialect, and can be strict."""
    value = get(dialect, put(dialect, {}, "output", {**_SCHEMA, "name": "x", "strict": True}), "output")
    return isinstance(value, Mapping) and value.get("name") == "x" and value.get("strict") is True


def rest(dialect: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The members that no neutral parameter stands for, or that hold what is none."""
    left = dict(params)
    for name in NAMES:
        value = get(dialect, params, name)
        if value is not None and not refusal(dialect, {}, name, value):
            left = put(dialect, left, name, None)
    return left


def with_rest(dialect: str, params: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The params with `new` in the place of their rest; the neutral parameters stay, unless `new` sets them anew."""
    return _merged(_without(params, rest(dialect, params)), new)


def _without(params: Mapping[str, Any], taken: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in params.items():
        inner = taken.get(key)
        if key not in taken:
            made[key] = value
        elif inner != value and isinstance(value, Mapping) and isinstance(inner, Mapping):
            made[key] = _without(value, inner)
    return made


def _merged(params: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(params)
    for key, value in new.items():
        old = made.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        made[key] = _merged(old, value) if both else value  # type: ignore[arg-type]
    return made
