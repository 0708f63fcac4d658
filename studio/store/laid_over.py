"""Changes of two programs to the same values, laid over one another: nobody's change is lost where they touched different things.

Above: `settings`. Below: nothing. Works on what JSON consists of; pure.
"""

from collections.abc import Mapping, Sequence
from typing import Any

_NOTHING = object()


def laid_over(known: Any, mine: Any, there: Any) -> Any:
    """`known` as both began with it, with what was changed in `mine` and in `there`; where both changed one thing, mine holds."""
    if mine == known:
        return there
    if there == known:
        return mine
    values = (known, mine, there)
    if all(isinstance(each, Mapping) for each in values):
        return _members(known, mine, there)
    return _entries(known, mine, there) if all(isinstance(each, list) for each in values) else mine


def _members(known: Mapping[str, Any], mine: Mapping[str, Any], there: Mapping[str, Any]) -> dict[str, Any]:
    names = dict.fromkeys((*mine, *there))
    made = {name: laid_over(*(each.get(name, _NOTHING) for each in (known, mine, there))) for name in names}
    return {name: value for name, value in made.items() if value is not _NOTHING}


def _entries(known: Sequence[Any], mine: Sequence[Any], there: Sequence[Any]) -> list[Any]:
    """My entries in my order, without those that are gone there; what is new there stands as far from the beginning as it stands there."""
    made = [one for one in mine if one in there or one not in known]
    names = {_name(one) for one in mine} - {None}
    for at, one in enumerate(there):
        if one not in known and one not in mine and _name(one) not in names:
            made.insert(at, one)
    return made


def _name(entry: Any) -> str | None:
    """By what an entry is one that was changed, and no other."""
    found = entry.get("name", entry.get("path")) if isinstance(entry, Mapping) else None
    return found if isinstance(found, str) else None
