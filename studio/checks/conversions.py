"""What a value that does not fit stands for, where that is beyond doubt: nothing is lost, and there is one meaning.

Above: `mending`. Below: `spelled_numbers`, `messages.arguments`. Whether the schema takes it is for the caller to find out.
"""

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from studio.checks.spelled_numbers import number, whole
from studio.messages.arguments import read_arguments

_MOST_DIGITS = 400


class Written(float):
    """A float that knows how it was written."""

    text: str


class Rules(msgspec.Struct, frozen=True):
    """What is converted beside numbers and the case of listed values: text that spells true or false, text that holds a list or an
    object; `left_out`: null for a member that may be left out."""

    booleans: bool = True
    containers: bool = True
    left_out: bool = True


def read_written(text: str) -> Any:
    """The JSON value in `text`, its floats as `Written`. ValueError when it is none."""
    return json.loads(text, parse_float=_written)


def _written(text: str) -> Written:
    made = Written(text)
    made.text = text
    return made


def of_kinds(value: Any, kinds: Iterable[str], rules: Rules) -> list[Any]:
    """What `value` stands for among the JSON types `kinds`; floats that stood in a text are `Written`."""
    wanted = set(kinds)
    if "number" in wanted:
        wanted.discard("integer")
    if isinstance(value, str):
        return [made for kind in sorted(wanted) for made in _of_text(value.strip(), kind, rules)]
    if isinstance(value, Written) and "integer" in wanted:
        return _some(whole(value.text, _MOST_DIGITS))
    return []


def of_listed(value: Any, listed: Iterable[Any], rules: Rules) -> list[Any]:
    """Which of the listed values `value` stands for: one that differs in case only, or one whose JSON it spells."""
    if not isinstance(value, str):
        return []
    found = [each for each in listed if isinstance(each, str) and each.casefold() == value.casefold()]
    spelled = {"integer", "boolean"} if rules.booleans else {"integer"}
    others = [made for kind in sorted(spelled) for made in _of_text(value.strip(), kind, rules)]
    return found + [made for made in others if any(type(each) is type(made) and each == made for each in listed)]


def _of_text(text: str, kind: str, rules: Rules) -> list[Any]:
    match kind:
        case "integer":
            return _some(whole(text))
        case "number":
            made = number(text)
            return [_written(text)] if isinstance(made, float) else _some(made)
        case "boolean" if rules.booleans and text.lower() in ("true", "false"):
            return [text.lower() == "true"]
        case "array" if rules.containers and text.startswith("["):
            return _container(text)
        case "object" if rules.containers and text.startswith("{"):
            return _container(text)
        case _:
            return []


def _container(text: str) -> list[Any]:
    """The list or object in `text`, read as strictly as arguments are: nothing in doubt, no member twice."""
    read = read_arguments(f'{{"inner":{text}}}')
    if read.value is None or read.warning is not None or list(read.value) != ["inner"]:
        return []
    return [read_written(text)]


def _some(made: Any) -> list[Any]:
    return [] if made is None else [made]
