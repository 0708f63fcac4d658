"""The limits of one schema on a text, a number, a list or an object, and its listed values, each as a function that says yes or no.

Above: `quick_yes`. Below: `patterns`. Each function is given a value of the type that it is for.
"""

from collections.abc import Callable
from typing import Any

from studio.checks import patterns
from studio.checks.effort import TooMuchError

Accepts = Callable[[Any], bool]
_PLAIN = frozenset((int, bool, type(None)))


def listed(schema: dict[str, Any]) -> list[Accepts]:
    """`enum` and `const`."""
    found = [_among(schema["enum"])] if "enum" in schema else []
    return [*found, _among([schema["const"]])] if "const" in schema else found


def _among(values: list[Any]) -> Accepts:
    """Whether a value is one of the plain ones among `values`; true is not 1, and a float or a list is never sure."""
    texts = frozenset(each for each in values if type(each) is str)
    others = frozenset((type(each), each) for each in values if type(each) in _PLAIN)

    def accepts(value: Any) -> bool:
        kind = type(value)
        return value in texts if kind is str else kind in _PLAIN and (kind, value) in others

    return accepts


def text_limits(schema: dict[str, Any]) -> list[Accepts]:
    """The limits on a text."""
    found = length_limits(schema, "minLength", "maxLength")
    if "pattern" in schema:
        found.append(_searched(schema["pattern"]))
    return found


def _searched(pattern: str) -> Accepts:
    """Whether a pattern is found; what cannot be told in time is never sure. Raises re.error when it is none."""
    patterns.found(pattern, "")

    def accepts(value: Any) -> bool:
        try:
            return patterns.found(pattern, value)
        except TooMuchError:
            return False

    return accepts


def length_limits(schema: dict[str, Any], least_name: str, most_name: str) -> list[Accepts]:
    """The limits on what can be counted, by the names of their keywords."""
    found: list[Accepts] = []
    if least_name in schema:
        least = schema[least_name]
        found.append(lambda value: len(value) >= least)
    if most_name in schema:
        most = schema[most_name]
        found.append(lambda value: len(value) <= most)
    return found


def number_limits(schema: dict[str, Any]) -> list[Accepts]:
    """The limits on a number."""
    found: list[Accepts] = []
    if "minimum" in schema:
        least = schema["minimum"]
        found.append(lambda value: value >= least)
    if "maximum" in schema:
        most = schema["maximum"]
        found.append(lambda value: value <= most)
    if "exclusiveMinimum" in schema:
        below = schema["exclusiveMinimum"]
        found.append(lambda value: value > below)
    if "exclusiveMaximum" in schema:
        above = schema["exclusiveMaximum"]
        found.append(lambda value: value < above)
    return found
