"""Templates of executors: `{member}` stands for an argument, `${NAME}` for a variable of the environment. Pure.

Above: `http_request`, `command_words`. Below: `problems`. `{{member}}` is written where `{member}` shall stand as it is. What is
filled in is never looked at again: no argument can name a variable or another member.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from studio.problems import StudioError
from studio.said import said

Fill = Callable[[str], str]

_NAME = r"[^\W\d][\w.-]*"
_PLACE = re.compile(rf"\$\{{(\w+)\}}|\{{({_NAME})\}}|\{{\{{({_NAME})\}}\}}")
_VARIABLE = re.compile(r"\$\{(\w+)\}")


class UnfilledError(StudioError):
    """A template that cannot be filled from these arguments and this environment; the sentence is for the model to read."""


def members(template: str) -> tuple[str, ...]:
    """The arguments that a template names, in order."""
    return tuple(match[2] for match in _PLACE.finditer(template) if match[2])


def variables(template: str) -> tuple[str, ...]:
    """The variables of the environment that a template names, in order."""
    return tuple(match[1] for match in _VARIABLE.finditer(template))


def only_member(template: str) -> str:
    """The member that is all of a template; empty when there is more or less."""
    whole = _PLACE.fullmatch(template)
    return (whole[2] or "") if whole else ""


def fill(template: str, member: Fill, variable: Fill) -> str:
    """A template with what the two functions give for its places."""

    def filled(match: re.Match[str]) -> str:
        if match[3]:
            return f"{{{match[3]}}}"
        return variable(match[1]) if match[1] else member(match[2])

    return _PLACE.sub(filled, template)


def fill_variables(template: str, variable: Fill) -> str:
    """A template with its variables filled in; braces are nothing special in it."""
    return _VARIABLE.sub(lambda match: variable(match[1]), template)


def as_it_stands(name: str) -> str:
    """A variable where none is filled in."""
    return f"${{{name}}}"


def left_out(arguments: Mapping[str, Any], name: str) -> bool:
    """Whether an argument was not given; null says the same."""
    return arguments.get(name) is None


def needed(arguments: Mapping[str, Any], name: str, what: str) -> str:
    """The text of an argument that `what` cannot do without. Raises UnfilledError when it was left out."""
    if left_out(arguments, name):
        raise UnfilledError(said("{what} needs {name}, which was left out.", what=what, name=name))
    return text_of(arguments[name])


def text_of(value: Any) -> str:
    """A value as a word: a text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def fill_value(template: Any, arguments: Mapping[str, Any]) -> Any:
    """A JSON value with its texts filled: a text that is one member becomes the value itself, and what was left out is left out.
    Raises UnfilledError."""
    match template:
        case str():
            whole = only_member(template)
            return arguments.get(whole) if whole else fill_text(template, arguments)
        case dict():
            return {key: fill_value(inner, arguments) for key, inner in template.items() if _given(inner, arguments)}
        case list():
            return [fill_value(inner, arguments) for inner in template if _given(inner, arguments)]
        case _:
            return template


def fill_text(template: str, arguments: Mapping[str, Any]) -> str:
    """A text with its members filled, as they are. Raises UnfilledError."""
    return fill(template, lambda name: needed(arguments, name, "The body"), as_it_stands)


def _given(template: Any, arguments: Mapping[str, Any]) -> bool:
    whole = only_member(template) if isinstance(template, str) else ""
    return not whole or not left_out(arguments, whole)
