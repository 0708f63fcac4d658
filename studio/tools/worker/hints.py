"""From any type hint to its shape: takes hints apart and puts shapes together, with shared definitions for classes.

Above: `describe`. Below: `shapes` (plain and containers), `their_pydantic`. Knows no function.
"""

from __future__ import annotations

import dataclasses
import enum
import sys
import types
import typing
from typing import Any, Union, get_args, get_origin

from . import shapes, their_pydantic  # noqa: TID252 - see the card of this package
from .shapes import NoSchemaError, Schema, Shape  # noqa: TID252
from .texts import plain  # noqa: TID252

_UNIONS = (Union, getattr(types, "UnionType", Union))
_DEEPEST = 40


class Hints:
    """Shapes of hints that share one set of definitions (`$defs`), so that a class may hold itself."""

    def __init__(self) -> None:
        self.defs: dict[str, Schema] = {}
        self._made: dict[Any, Shape] = {}
        self._depth = 0

    def shape(self, hint: Any) -> Shape:
        """The shape of `hint`. NoSchemaError names the innermost hint that has none."""
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                raise NoSchemaError("the type goes on without end")
            return self._shape(hint)
        finally:
            self._depth -= 1

    def _shape(self, hint: Any) -> Shape:
        if _hashable(hint) and hint in shapes.SCALARS:
            return shapes.SCALARS[hint]
        origin = get_origin(hint)
        if origin is not None:
            return self._of_origin(hint, origin, get_args(hint))
        if isinstance(hint, type):
            return self._of_class(hint)
        for inner in ("__supertype__", "__value__"):
            if hasattr(hint, inner):
                return self.shape(getattr(hint, inner))
        return self._last_resort(hint)

    def _of_origin(self, hint: Any, origin: Any, args: Any) -> Shape:
        if origin is typing.Annotated:
            return self._annotated(hint, args)
        if origin in _UNIONS:
            return shapes.union_shape([self.shape(each) for each in args], self.defs)
        if origin is typing.Literal:
            return _literal(args)
        if origin is tuple and args:
            return self._tuple(args)
        if origin in shapes.LISTS:
            return shapes.list_shape(origin, self.shape(args[0]) if args else None)
        if origin in shapes.MAPPINGS:
            return self._mapping(hint, args)
        if getattr(origin, "__name__", "") in ("Required", "NotRequired", "ReadOnly"):
            return self.shape(args[0])
        return self._last_resort(hint)

    def _annotated(self, hint: Any, args: Any) -> Shape:
        words: list[str] = []
        for mark in args[1:]:
            said = their_pydantic.words_of(mark)
            if said is None and their_pydantic.constrains(mark):
                return their_pydantic.shape(hint, self.defs)
            said = getattr(mark, "documentation", mark) if said is None else said
            if isinstance(said, str) and said:
                words.append(said)
        made = self.shape(args[0])
        return Shape({**made.schema, "description": words[0]}, made.convert) if words else made

    def _tuple(self, args: Any) -> Shape:
        if len(args) == 2 and args[1] is Ellipsis:
            return shapes.many_shape(self.shape(args[0]))
        return shapes.tuple_shape([self.shape(each) for each in args if each != ()])

    def _mapping(self, hint: Any, args: Any) -> Shape:
        if not args:
            return shapes.mapping_shape(None)
        if args[0] not in (str, Any):
            return self._last_resort(hint)
        return shapes.mapping_shape(self.shape(args[1]))

    def _of_class(self, hint: type) -> Shape:
        if hint in shapes.LISTS:
            return shapes.list_shape(hint, None)
        if hint in shapes.MAPPINGS:
            return shapes.mapping_shape(None)
        if hint is tuple or get_origin(hint) is tuple:
            return Shape({"type": "array"}, tuple)
        if issubclass(hint, enum.Enum):
            return _enumeration(hint)
        if their_pydantic.belongs(hint):
            return their_pydantic.shape(hint, self.defs)
        if typing.is_typeddict(hint) if sys.version_info >= (3, 10) else hasattr(hint, "__total__"):
            return self._shared(hint, self._typed_dict)
        if dataclasses.is_dataclass(hint):
            return self._shared(hint, self._dataclass)
        return self._last_resort(hint)

    def _last_resort(self, hint: Any) -> Shape:
        try:
            return their_pydantic.shape(hint, self.defs)
        except NoSchemaError:
            raise NoSchemaError(f"the type {_name(hint)} has no JSON Schema") from None

    def _shared(self, hint: type, make: Any) -> Shape:
        """The reference to a class's definition; the definition is made when the class is first met."""
        if hint not in self._made:
            name = hint.__name__
            while name in self.defs:
                name += "_"
            self.defs[name] = {}
            made: list[Shape] = []
            self._made[hint] = Shape({"$ref": f"#/$defs/{name}"}, lambda value: shapes.convert(made[0], value))
            made.append(make(hint))
            self.defs[name].update(made[0].schema)
        return self._made[hint]

    def _typed_dict(self, hint: Any) -> Shape:
        members = {name: self.shape(each) for name, each in _members(hint).items()}
        schema = _object(members, [name for name in members if name in hint.__required_keys__], hint)
        return Shape(schema, lambda value: {key: _converted(members.get(key), one) for key, one in value.items()})

    def _dataclass(self, hint: Any) -> Shape:
        typed = _members(hint)
        fields = [field for field in dataclasses.fields(hint) if field.init]
        members = {field.name: self.shape(typed[field.name]) for field in fields}
        for field in fields:
            if field.default is not dataclasses.MISSING:
                made = members[field.name]
                members[field.name] = Shape({**made.schema, "default": plain(field.default)}, made.convert)
        schema = _object(members, [field.name for field in fields if _needed(field)], hint)
        return Shape(
            schema, lambda value: hint(**{key: _converted(members.get(key), one) for key, one in value.items()})
        )


def _object(members: dict[str, Shape], required: list[str], hint: Any) -> Schema:
    schema: Schema = {"type": "object", "properties": {name: made.schema for name, made in members.items()}}
    if required:
        schema["required"] = required
    schema["additionalProperties"] = False
    words = (hint.__doc__ or "").strip()
    own = words and not words.startswith((f"{hint.__name__}(", "dict("))
    return {"description": words, **schema} if own else schema


def _converted(shape: Shape | None, value: Any) -> Any:
    return value if shape is None else shapes.convert(shape, value)


def _needed(field: Any) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _members(hint: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(hint, include_extras=True)
    except NameError as error:
        raise NoSchemaError(f"in {_name(hint)}: {error}") from None


def _literal(args: Any) -> Shape:
    if not any(isinstance(each, enum.Enum) for each in args):
        return shapes.choice_shape(args)
    values = [each.value if isinstance(each, enum.Enum) else each for each in args]
    return shapes.choice_shape(values, {(type(value), value): each for value, each in zip(values, args)})  # noqa: B905 - Python 3.9


def _enumeration(hint: Any) -> Shape:
    members = list(hint)
    scalars = all(each.value is None or isinstance(each.value, (str, int, float, bool)) for each in members)
    values = [each.value if scalars else each.name for each in members]
    made = {(type(value), value): each for value, each in zip(values, members)}  # noqa: B905 - Python 3.9
    return shapes.choice_shape(values, made)


def _hashable(hint: Any) -> bool:
    try:
        hash(hint)
    except TypeError:
        return False
    return True


def _name(hint: Any) -> str:
    return getattr(hint, "__qualname__", None) or str(hint)
