"""Numbers in the timeline's filter: `>500`, `<=2`, `3-7`, `12`, times with a unit (`2s`, `300ms`, `1min`), rounds (`3-7`).

Above: `row_filter`. Below: nothing. Pure.
"""

import math
import re
from typing import NamedTuple

_TIMES = {"ms": 1.0, "s": 1000.0, "min": 60_000.0}
_NUMBER = r"(\d+(?:\.\d+)?)(ms|s|min)?"
_ONE = re.compile(rf"(>=|<=|>|<|=)?{_NUMBER}")
_SPAN = re.compile(rf"{_NUMBER}-{_NUMBER}")


class Span(NamedTuple):
    """The numbers from `least` to `most`, both of them included or not."""

    least: float
    most: float
    with_least: bool = True
    with_most: bool = True

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int | float):
            return False
        above = self.least <= value if self.with_least else self.least < value
        return above and (value <= self.most if self.with_most else value < self.most)


def span_of(text: str, *, times: bool = False) -> Span | None:
    """The numbers that a text names; None where it names none. `times`: in milliseconds, seconds where it has no unit."""
    found = _SPAN.fullmatch(text)
    if found is not None:
        least, its_unit, most, unit = found.groups()
        return _checked(_value(least, its_unit or unit, times), _value(most, unit, times))
    found = _ONE.fullmatch(text)
    if found is None:
        return None
    sign, digits, unit = found.groups()
    value = _value(digits, unit, times)
    return None if value is None else _SPANS[sign or "="](value)


def _checked(least: float | None, most: float | None) -> Span | None:
    return Span(least, most) if least is not None and most is not None and least <= most else None


def _value(digits: str, unit: str | None, times: bool) -> float | None:
    if unit and not times:
        return None
    return float(digits) * (_TIMES[unit or "s"] if times else 1.0)


_SPANS = {
    "=": lambda value: Span(value, value),
    ">": lambda value: Span(value, math.inf, with_least=False),
    ">=": lambda value: Span(value, math.inf),
    "<": lambda value: Span(-math.inf, value, with_most=False),
    "<=": lambda value: Span(-math.inf, value),
}
