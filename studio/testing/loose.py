"""What may stand in the place of an exact value where a test says what it expects, and how two values are told apart.

Above: `call`, `expecting`. Below: `checks`. Numbers are equal as numbers, but True is no 1.
"""

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from studio.checks.validators import ready

_TYPES: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    type(None): "nothing",
}


class Loose:
    """A value that takes more than one."""

    def __init__(self, words: str) -> None:
        self._words = words

    def takes(self, value: Any) -> bool:  # noqa: ARG002 - this one takes any
        """Whether `value` is one of them."""
        return True

    def __repr__(self) -> str:
        return self._words


ANY: Any = Loose("ANY")
"""Takes any value; the member has to be there."""


class like(Loose):  # noqa: N801 - reads as a word in a test
    """Takes a text in which the pattern (a regular expression) is found; of another value its JSON text is looked at."""

    def __init__(self, pattern: str) -> None:
        super().__init__(f"like(r{pattern!r})")
        self._pattern = compiled(pattern)

    def takes(self, value: Any) -> bool:
        """Whether the pattern is found."""
        return self._pattern.search(value if isinstance(value, str) else json_text(value)) is not None


def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern as tests look for it, without Python's doubts about it. Raises re.error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return re.compile(pattern, re.DOTALL)


class contains(Loose):  # noqa: N801 - reads as a word in a test
    """Takes a text that holds `text`."""

    def __init__(self, text: str) -> None:
        super().__init__(f"contains({text!r})")
        self._text = text

    def takes(self, value: Any) -> bool:
        """Whether the text is in it."""
        return self._text in (value if isinstance(value, str) else json_text(value))


class fits(Loose):  # noqa: N801 - reads as a word in a test
    """Takes what fits a JSON Schema."""

    def __init__(self, schema: Any) -> None:
        super().__init__(f"fits({schema!r})")
        self._schema = schema

    def takes(self, value: Any) -> bool:
        """Whether it fits."""
        return bool(ready(self._schema).explains.is_valid(value))


class Difference:
    """The first place where a value is not as expected: `at` is the way to it (`/order/id`), `expected` and `got` in words."""

    def __init__(self, at: str, expected: str, got: str) -> None:
        self.at, self.expected, self.got = at, expected, got


def difference(expected: Any, got: Any) -> Difference | None:
    """The first difference in reading order; None when `got` is as expected."""
    return next(_differences(expected, got, ""), None)


def _differences(expected: Any, got: Any, at: str) -> Iterator[Difference]:
    match expected:
        case Loose() | type():
            if not _takes(expected, got):
                words = repr(expected) if isinstance(expected, Loose) else _TYPES.get(expected, repr(expected))
                yield Difference(at, words, shown(got))
        case dict() if isinstance(got, dict):
            yield from _of_objects(expected, got, at)
        case list() if isinstance(got, list):
            yield from _of_lists(expected, got, at)
        case _:
            if not _same(expected, got):
                yield Difference(at, shown(expected), shown(got))


def _of_objects(expected: dict[str, Any], got: dict[str, Any], at: str) -> Iterator[Difference]:
    for name, value in expected.items():
        here = f"{at}/{name}"
        if name not in got:
            yield Difference(here, shown(value), "nothing: it is missing")
        else:
            yield from _differences(value, got[name], here)
    for name, value in got.items():
        if name not in expected:
            yield Difference(f"{at}/{name}", "nothing of this name", shown(value))


def _of_lists(expected: list[Any], got: list[Any], at: str) -> Iterator[Difference]:
    for place, (one, other) in enumerate(zip(expected, got, strict=False)):
        yield from _differences(one, other, f"{at}/{place}")
    if len(expected) != len(got):
        yield Difference(at, f"{len(expected)} elements", f"{len(got)} elements: {shown(got)}")


def _takes(expected: Loose | type, got: Any) -> bool:
    if isinstance(expected, Loose):
        return expected.takes(got)
    if expected in (int, float):
        number = isinstance(got, int | float) and not isinstance(got, bool)
        return number and (expected is float or got == int(got))
    return isinstance(got, expected)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)


MOST_SHOWN = 400


def shown(value: Any) -> str:
    """A value as a failure shows it: not longer than a few lines."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}… ({len(text)} characters)"


def json_text(value: Any) -> str:
    """A value as JSON; what is none as Python says it."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(value)
