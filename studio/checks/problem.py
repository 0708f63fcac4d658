"""A problem found by a check: where, how bad, in one sentence, and how to mend it.

Above: every check, and the fronts that show them. Knows no Qt.
"""

from typing import Literal

import msgspec


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One problem. `pointer` is a JSON Pointer into the checked value (`/amount`, empty for the whole).

    `repair` is the JSON text that would stand at `pointer` instead, None where no single right value is known. `near` is the name that
    a member with an unknown one was plainly meant to have, empty where none is like it.
    """

    rule: str
    pointer: str
    sentence: str
    severity: Literal["error", "warning"] = "error"
    repair: str | None = None
    near: str = ""
