"""Reads the argument text of a call: its value, or why it cannot be used. The text is never changed, nothing is guessed.

Above: `dialects`, `tools`, `checks`, `present`. Below: `depth`, `arguments_quick`, the standard library's JSON. Knows no schema.
"""

import json
import math
import re
from typing import Any, Literal

import msgspec

from studio.messages.arguments_quick import read_quickly
from studio.messages.depth import DEEPEST, is_too_deep
from studio.said import said

ArgumentProblem = Literal[
    "truncated",
    "invalid_json",
    "not_an_object",
    "multiple_values",
    "double_encoded",
    "non_finite_number",
    "number_too_long",
    "lone_surrogate",
    "too_deep",
]
ArgumentWarning = Literal["duplicate_keys"]

LONGEST_NUMBER = 4000
"""Digits of a number that are read; Python refuses integers from 4,301 digits on."""

_SPACE = " \t\n\r"
_CUT_NUMBER = re.compile(r"-|\.|[eE][+-]?")
_CUT_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,4}")
_LITERALS = ("true", "false", "null")


class Arguments(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an argument text says. Either `value` is there, or `problem` says why not.

    `warning` may stand beside a value. `sentence` says the problem or warning to a person, empty when there is none.
    """

    value: dict[str, Any] | None
    problem: ArgumentProblem | None = None
    warning: ArgumentWarning | None = None
    sentence: str = ""


class _RefusedError(ValueError):
    def __init__(self, problem: ArgumentProblem, sentence: str) -> None:
        super().__init__(sentence)
        self.problem: ArgumentProblem = problem
        self.sentence = sentence


class _Reading:
    """One pass of the JSON decoder; remembers the keys that stand twice."""

    def __init__(self) -> None:
        self.doubled: list[str] = []
        self.decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_constant=_refuse_constant,
            parse_float=_read_float,
            parse_int=_read_int,
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    self.doubled.append(key)
                seen.add(key)
        return made


def read_arguments(text: str) -> Arguments:
    """The arguments in `text`. Nothing and `null` mean no arguments: `{}`. Never raises."""
    quick = read_quickly(text)
    if quick is not None:
        return Arguments(quick)
    stripped = text.strip(_SPACE)
    if stripped in ("", "null"):
        return Arguments({})
    reading = _Reading()
    try:
        value = _parse(stripped, reading)
        _check_depth(stripped, value)
        _check_surrogates(value)
        made = _object_of(value)
    except _RefusedError as refused:
        return Arguments(None, refused.problem, sentence=refused.sentence)
    if reading.doubled:
        return Arguments(made, warning="duplicate_keys", sentence=_doubled_sentence(reading.doubled))
    return Arguments(made)


def _parse(text: str, reading: _Reading) -> Any:
    try:
        value, end = reading.decoder.raw_decode(text)
    except json.JSONDecodeError as error:
        raise _not_json(text, error) from error
    except RecursionError as error:
        raise _too_deep() from error
    rest = text[end:].lstrip(_SPACE)
    if not rest:
        return value
    if _begins_a_value(rest):
        raise _RefusedError(
            "multiple_values", said("The arguments hold more than one JSON value, one after the other.")
        )
    raise _RefusedError("invalid_json", said("After the arguments' JSON value comes {rest}.", rest=_quoted(rest)))


def _not_json(text: str, error: json.JSONDecodeError) -> _RefusedError:
    if _is_cut(text, error):
        return _RefusedError("truncated", said("The arguments break off after {n} characters.", n=len(text)))
    place = said("line {line}, column {column}", line=error.lineno, column=error.colno)
    return _RefusedError(
        "invalid_json", said("The arguments are not JSON: {why} ({place}).", why=error.msg, place=place)
    )


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    """Whether the text is a proper beginning of JSON: the decoder stopped only because there was no more."""
    rest = text[error.pos :]
    if not rest or error.msg.startswith("Unterminated string"):
        return True
    if _CUT_NUMBER.fullmatch(rest) or any(literal.startswith(rest) for literal in _LITERALS):
        return True
    start = text.rfind("\\")
    return abs(start - error.pos) <= 1 and bool(_CUT_ESCAPE.fullmatch(text[start:]))


def _begins_a_value(rest: str) -> bool:
    try:
        _Reading().decoder.raw_decode(rest)
    except json.JSONDecodeError as error:
        return rest[0] in "{[" and _is_cut(rest, error)
    except (ValueError, RecursionError):
        return True
    return True


def _check_depth(text: str, value: Any) -> None:
    if text.count("{") + text.count("[") > DEEPEST and is_too_deep(value):
        raise _too_deep()


def _too_deep() -> _RefusedError:
    return _RefusedError("too_deep", said("The arguments are nested more than {most} levels deep.", most=DEEPEST))


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        sentence = said(
            "The arguments hold half of a character (a lone surrogate), which cannot be sent or saved as UTF-8."
        )
        raise _RefusedError("lone_surrogate", sentence) from error


def _object_of(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    if isinstance(value, str) and isinstance(read_arguments(value).value, dict) and value.strip(_SPACE)[:1] == "{":
        raise _RefusedError(
            "double_encoded", said("The arguments are a JSON text inside a JSON string: encoded twice.")
        )
    raise _RefusedError(
        "not_an_object", said("The arguments are {value}, not an object with named members.", value=_kind(value))
    )


def _kind(value: Any) -> str:
    match value:
        case str():
            return said("a text")
        case bool():
            return "true" if value else "false"
        case list():
            return said("a list")
        case _:
            return said("a number")


def _refuse_constant(name: str) -> Any:
    raise _RefusedError("non_finite_number", said("The arguments hold {name}, which is no JSON number.", name=name))


def _read_float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise _RefusedError(
            "non_finite_number", said("The number {text} is too large for any program to hold.", text=_quoted(text))
        )
    return value


def _read_int(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise _RefusedError("number_too_long", said("The arguments hold a number of {n} digits.", n=len(text)))
    return int(text)


def _doubled_sentence(keys: list[str]) -> str:
    names = ", ".join(dict.fromkeys(keys))
    return said("The arguments name a member more than once ({names}); the last value counts.", names=names)


def _quoted(text: str) -> str:
    return f'"{text[:20]}…"' if len(text) > 20 else f'"{text}"'
