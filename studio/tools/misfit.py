"""What msgspec says of a JSON value that does not fit, in words for a person who wrote the file: the place, what is wrong, what it may be.

Above: the readers of files (tools, groups, mock rules). Below: `checks/names`. Knows no file.
"""

import re
from collections.abc import Iterable

import msgspec

from studio.checks.names import nearest_name
from studio.said import QT_TRANSLATE_NOOP, said

_KINDS = {
    "array": said("a list"),
    "bool": said("true or false"),
    "float": said("a number"),
    "int": said("a whole number"),
    "null": "null",
    "object": said("an object"),
    "str": said("a text"),
}
_SAID = (
    (re.compile(r"Expected `(.+)`, got `(.+)`"), QT_TRANSLATE_NOOP("core", "this must be {wanted}, and is {given}")),
    (re.compile(r"Object contains unknown field `(.+)`"), QT_TRANSLATE_NOOP("core", "there is no member {name}")),
    (re.compile(r"Object missing required field `(.+)`"), QT_TRANSLATE_NOOP("core", "the member {name} is missing")),
    (re.compile(r"Invalid enum value (.+)"), QT_TRANSLATE_NOOP("core", "there is no {name} here")),
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
            if number == 0:
                return Misfit(place, said(phrase, wanted=_kinds(found[1]), given=_kinds(found[2])))
            return Misfit(place, said(phrase, name=found[1]), found[1] if number == 1 else "")
    return Misfit(place, f"{what[:1].lower()}{what[1:]}")


def known_members(unknown: str, known: Iterable[str]) -> str:
    """What may stand there instead of an unknown member, the nearest first."""
    names = tuple(known)
    near = nearest_name(unknown, names)
    known = ", ".join(names)
    if near:
        return said("Did you mean {near}? It may have: {known}.", near=near, known=known)
    return said("It may have: {known}.", known=known)


def _kinds(kinds: str) -> str:
    """`str | null` as *a text or null*."""
    first, *more = (_KINDS.get(each, each) for each in kinds.split(" | "))
    for other in more:
        first = said("{one} or {other}", one=first, other=other)
    return first
