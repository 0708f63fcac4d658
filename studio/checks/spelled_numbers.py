"""Numbers as they are spelled, read without loss: an integer never by way of a float.

Above: `conversions`, `repairs`. Below: nothing. The spelling is that of JSON; NaN, infinity and other words are none.
"""

import math
import re
from decimal import Decimal

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST = 400
_MOST_DIGITS = 30


def whole(text: str, most_digits: int = _MOST_DIGITS) -> int | None:
    """The integer that `text` spells (27, 27.0, 1e3); None for a fraction, and where an exponent makes it longer than
    `most_digits`."""
    exact = _exact(text)
    if exact is None:
        return None
    if "." not in text and "e" not in text.lower():
        return int(text)
    return int(exact) if exact.adjusted() < most_digits and exact == exact.to_integral_value() else None


def number(text: str) -> int | float | None:
    """The number that `text` spells: digits give an int; a float only where it is printed as what was written (0.10 is 0.1)."""
    exact = _exact(text)
    if exact is None:
        return None
    if "." not in text and "e" not in text.lower():
        return int(text)
    near = float(text)
    return near if math.isfinite(near) and Decimal(repr(near)) == exact else None


def _exact(text: str) -> Decimal | None:
    return Decimal(text) if len(text) <= _LONGEST and _NUMBER.fullmatch(text) else None
