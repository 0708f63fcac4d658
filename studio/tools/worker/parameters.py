"""The parameters of a function as they are declared: hints found, defaults read, what the program fills in set apart.

Above: `describe`. Below: `hints`, `defaults`, `injected`. A parameter knows its schema and what the function gets for a value.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from typing import Any

from . import defaults, their_pydantic  # noqa: TID252 - see the card of this package
from .hints import Hints  # noqa: TID252
from .injected import injected  # noqa: TID252
from .marks import WrongError  # noqa: TID252
from .shapes import NoSchemaError, Schema, Shape, convert  # noqa: TID252

_MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_EMPTY = inspect.Parameter.empty


class UnfitError(Exception):
    """The function cannot be a tool; the message says why. Not an error of the file."""


class Parameter:
    """One argument of a tool: `schema`, whether it is `required`, and how a value is handed over."""

    def __init__(
        self, name: str, shape: Shape, by_place: bool, default: Any, held: bool, defs: dict[str, Schema]
    ) -> None:
        """WrongError when the default does not fit the hint. `by_place`: it cannot be given by name; `held`: the default does not
        stand where Python would take it."""
        self.name = name
        self.by_place = by_place
        self.words_of_class = False
        self._shape = shape
        self._fresh: Callable[[], Any] | None = None
        self.schema = shape.schema
        self.required = default is _EMPTY and not _takes_none(shape.schema)
        if default is not _EMPTY:
            factory = default if isinstance(default, their_pydantic.Factory) else None
            value = factory.make() if factory else default
            self.schema = {**shape.schema, **defaults.written(name, value, shape, defs)}
            self._fresh = factory.make if factory else defaults.fresh(default)
            if self._fresh is None and (by_place or held):
                self._fresh = lambda: default
        elif not self.required:
            self._fresh = lambda: None

    def described(self) -> dict[str, Any]:
        """For the other side: name, schema, required; `words_of_class` where its description is that of its class."""
        told = {"name": self.name, "schema": self.schema, "required": self.required}
        return {**told, "words_of_class": True} if self.words_of_class else told

    def has_own(self) -> bool:
        """Whether something is passed when the argument is missing, instead of leaving it to Python."""
        return self._fresh is not None

    def own(self) -> Any:
        """What is passed when the argument is missing."""
        return None if self._fresh is None else self._fresh()

    def made(self, value: Any) -> Any:
        """What the function gets for a JSON value. Raises what the person's types raise."""
        return convert(self._shape, value)


class Injected(typing.NamedTuple):
    """A parameter that the program fills in; `kind` is the person's class `toolcall.ToolContext` or `Execution`."""

    name: str
    kind: type
    is_record: bool


def read(call: Any, label: str, hints: Hints) -> tuple[list[Parameter], list[Injected]]:
    """The parameters of `call`, in order. UnfitError, NoSchemaError or WrongError says why it can be no tool."""
    taken: list[Parameter] = []
    given: list[Injected] = []
    for each in _typed(call, label):
        ours = _injected(each, label)
        if ours is not None:
            given.append(ours)
        else:
            taken.append(_parameter(each, label, hints))
    return taken, given


def _injected(parameter: inspect.Parameter, label: str) -> Injected | None:
    for name in ("ToolContext", "Execution"):
        kind = injected(parameter.annotation, name)
        if kind is not None and parameter.default is not _EMPTY:
            raise WrongError(
                "injected", f"the parameter {parameter.name} of {label} is filled in by the program and has a default"
            )
        if kind is not None and parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
            raise UnfitError(f"its parameter {parameter.name} is filled in by name, and cannot stand before a /")
        if kind is not None:
            return Injected(parameter.name, kind, name == "Execution")
    return None


def _parameter(parameter: inspect.Parameter, label: str, hints: Hints) -> Parameter:
    hint, default = their_pydantic.field_apart(parameter.annotation, parameter.default, _EMPTY)
    try:
        shape = hints.shape(hint)
    except NoSchemaError as error:
        raise NoSchemaError(f"the parameter {parameter.name} of {label}: {error}") from None
    by_place = parameter.kind is inspect.Parameter.POSITIONAL_ONLY
    try:
        made = Parameter(parameter.name, shape, by_place, default, default is not parameter.default, hints.defs)
        made.words_of_class = "description" in shape.schema and typing.get_origin(hint) is not typing.Annotated
        return made
    except WrongError as error:
        raise WrongError(error.kind, f"in {label}, {error}") from None


def _takes_none(schema: Schema) -> bool:
    return {"type": "null"} in schema.get("anyOf", ()) or None in schema.get("enum", ())


def _typed(call: Any, label: str) -> list[inspect.Parameter]:
    parameters = list(inspect.signature(call).parameters.values())
    if not parameters and "return" not in getattr(inspect.unwrap(call), "__annotations__", {}):
        raise UnfitError("it has no type hints")
    for each in parameters:
        if each.kind in _MANY:
            raise UnfitError(f"it takes {'*' if each.kind is _MANY[0] else '**'}{each.name}")
        if each.annotation is _EMPTY:
            raise UnfitError(f"its parameter {each.name} has no type hint")
    try:
        hints = typing.get_type_hints(call, include_extras=True)
    except Exception as error:  # noqa: BLE001 - a hint may be any expression, and raise anything
        told = str(error) or type(error).__name__
        raise NoSchemaError(f"a type hint of {label} cannot be found: {told}") from None
    return [each.replace(annotation=hints.get(each.name, each.annotation)) for each in parameters]
