"""What msgspec says of a JSON value that does not fit, in words for a person who wrote the file: the place, what is wrong, what it may be.

Above: the readers of files (tools, groups, mock rules). Below: `checks/names`. Knows no file.
"""

import re
from collections.abc import Iterable

import msgspec

from studio.checks.names import nearest_name

_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "null",
    "object": "an object",
    "str": "a text",
}
_SAID = (
    (re.compile(r"Expected `(.+)`, got `(.+)`"), "this must be {0}, and is {1}"),
    (re.compile(r"Object contains unknown field `(.+)`"), "there is no member {0}"),
    (re.compile(r"Object missing required field `(.+)`"), "the member {0} is missing"),
    (re.compile(r"Invalid enum value (.+)"), "there is no {0} here"),
)


class Misfit(msgspec.Struct, frozen=True):
    """`place` from the value on (`.rule.words[0]`; empty: the value itself), `said` without its full stop, and the `unknown` member."""

    place: str
    said: str
    unknown: str = ""


def misfit(error: msgspec.ValidationError) -> Misfit:
    """What is wrong, and where."""
    what, _, where = str(error).partition(" - at `$")
    place = where.rstrip("`")
    for number, (pattern, phrase) in enumerate(_SAID):
        found = pattern.fullmatch(what)
        if found is not None:
            words = map(_kinds, found.groups()) if number == 0 else found.groups()
            return Misfit(place, phrase.format(*words), found[1] if number == 1 else "")
    return Misfit(place, f"{what[:1].lower()}{what[1:]}")


def known_members(unknown: str, known: Iterable[str]) -> str:
    """What may stand there instead of an unknown member, the nearest first."""
    names = tuple(known)
    near = nearest_name(unknown, names)
    return f"{f'Did you mean {near}? ' if near else ''}It may have: {', '.join(names)}."


def _kinds(said: str) -> str:
    """`str | null` as *a text or null*."""
    return " or ".join(_KINDS.get(each, each) for each in said.split(" | "))
