"""The nearest known name to a wrong one, for "did you mean".

Above: `arguments`, `tools.strategies`. Below: the standard library. Knows no tool and no schema.
"""

import difflib
from collections.abc import Iterable

_LIKE_ENOUGH = 0.6


def nearest_name(name: str, names: Iterable[str]) -> str | None:
    """The one of `names` most like `name`, case and separators aside; None when none is like it."""
    known = list(names)
    folded: dict[str, str] = {}
    for each in known:
        folded.setdefault(_fold(each), each)
    near = difflib.get_close_matches(_fold(name), list(folded), n=1, cutoff=_LIKE_ENOUGH)
    return folded[near[0]] if near else None


def _fold(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "").replace(".", "").replace(" ", "")
