"""A parsed JSON value as a value of a class, or in words why it is none: the place, what is wrong there, and what it may be.

Above: the readers of files and decisions. Below: `misfit`, `checks/names`. A member that nobody knows is an error, at any depth.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from studio.checks.names import nearest_name
from studio.problems import StudioError
from studio.said import said
from studio.tools.misfit import known_members, misfit

T = TypeVar("T")
_Unknown = tuple[str, str, tuple[str, ...]]
_STEP = re.compile(r"\.(\w+)|\[[^\]]*\]")
_LISTS = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


class MisfitError(StudioError):
    """A value that is none of its class. `place` from the value on (`[0].truth`; empty: the value itself)."""

    def __init__(self, place: str, why: str, help: str = "") -> None:
        self.place = place.removeprefix(".")
        super().__init__(
            said("{place}: {why}.", place=self.place, why=why) if place else f"{why[:1].upper()}{why[1:]}.", help
        )
        self.why = why


def fitted(value: Any, kind: type[T]) -> T:
    """The value as `kind`. Raises MisfitError."""
    about = inspect.type_info(kind)
    for place, unknown, known in _unknown(value, about, ""):
        raise MisfitError(place, said("there is no member {name}", name=unknown), known_members(unknown, known))
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        wrong = misfit(error)
        raise MisfitError(wrong.place, wrong.said, _help(value, about, wrong.place)) from error


def _unknown(value: Any, about: inspect.Type, place: str) -> Iterator[_Unknown]:
    """The members that their class has not, each with its place and those that it has."""
    if isinstance(value, dict):
        yield from _unknown_members(value, about, place)
    elif isinstance(value, list):
        for each in _kinds(about):
            if isinstance(each, _LISTS):
                for at, member in enumerate(value):
                    yield from _unknown(member, each.item_type, f"{place}[{at}]")


def _unknown_members(value: dict[str, Any], about: inspect.Type, place: str) -> Iterator[_Unknown]:
    made = _struct(value, about)
    if made is not None:
        known = {field.encode_name: field for field in made.fields}
        yield from ((place, name, tuple(known)) for name in value if name not in (*known, made.tag_field))
        for name in (name for name in known if name in value):
            yield from _unknown(value[name], known[name].type, f"{place}.{name}")
    for each in _kinds(about):
        if isinstance(each, inspect.DictType):
            for name, member in value.items():
                yield from _unknown(member, each.value_type, f"{place}.{name}")


def _kinds(about: inspect.Type) -> Iterator[inspect.Type]:
    """A type, and those that it is one of."""
    if isinstance(about, inspect.Metadata):
        yield from _kinds(about.type)
    elif isinstance(about, inspect.UnionType):
        for each in about.types:
            yield from _kinds(each)
    else:
        yield about


def _struct(value: Mapping[str, Any], about: inspect.Type) -> inspect.StructType | None:
    """The class that an object is of; None where it is of none, or it cannot be told."""
    found = [each for each in _kinds(about) if isinstance(each, inspect.StructType)]
    named = [each for each in found if each.tag is not None and value.get(str(each.tag_field)) == each.tag]
    likely = named or found
    return likely[0] if len(likely) == 1 else None


def _help(value: Any, about: inspect.Type, place: str) -> str:
    """What may stand at a place where only some values may."""
    kinds, here = [about], value
    for step in _STEP.finditer(place):
        kinds = [one for each in kinds for one in _inside(each, here, step[1])]
        here = here.get(step[1]) if step[1] and isinstance(here, dict) else None
    values = [
        each for one in kinds for kind in _kinds(one) if isinstance(kind, inspect.LiteralType) for each in kind.values
    ]
    if not values:
        return ""
    names = [str(each) for each in values if each != ""]
    near = nearest_name(here, names) if isinstance(here, str) else None
    known = ", ".join(names)
    if near:
        return said("Did you mean {near}? It may be: {known}.", near=near, known=known)
    return said("It may be: {known}.", known=known)


def _inside(about: inspect.Type, value: Any, member: str | None) -> Iterable[inspect.Type]:
    """The types of a member, or of what stands in a list or under a name."""
    for each in _kinds(about):
        if isinstance(each, inspect.StructType) and member is not None:
            if not isinstance(value, dict) or _struct(value, about) in (each, None):
                yield from (field.type for field in each.fields if field.encode_name == member)
        elif isinstance(each, inspect.DictType):
            yield each.value_type
        elif isinstance(each, _LISTS):
            yield each.item_type
