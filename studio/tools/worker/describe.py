"""A function as a tool: what is said of it to the other side, and how JSON arguments are handed to it.

Above: `load`, `running`. Below: `hints`. The docstring goes over raw; it is parsed there.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from typing import Any

from .hints import Hints  # noqa: TID252 - see the card of this package
from .shapes import Convert, NoSchemaError, Shape  # noqa: TID252
from .texts import plain  # noqa: TID252

_MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class UnfitError(Exception):
    """The function cannot be a tool; the message says why. Not an error of the file."""


class Function:
    """A public function: its description (JSON-ready) and the way to bind arguments."""

    def __init__(self, name: str, call: Callable[..., Any]) -> None:
        """UnfitError when it is no tool, NoSchemaError when a hint has no schema."""
        self.name = name
        self.call = call
        self.is_async = inspect.iscoroutinefunction(call)
        self._hints = Hints()
        self._by_place: list[str] = []
        self._convert: dict[str, Convert] = {}
        self._none: list[str] = []
        self._parameters = [self._parameter(each) for each in _typed(call)]

    def description(self) -> dict[str, Any]:
        """Name, docstring, parameters and shared definitions, as JSON-ready values."""
        return {
            "name": self.name,
            "doc": inspect.getdoc(self.call) or "",
            "parameters": self._parameters,
            "defs": self._hints.defs,
            "sensitive": getattr(self.call, "sensitive", False) is True,
            "async": self.is_async,
            "line": line_of(self.call),
        }

    def bind(self, arguments: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """`arguments` made into what the function takes; a missing Optional becomes None.

        Raises what the person's types raise for a value that does not fit.
        """
        given: dict[str, Any] = {**dict.fromkeys(self._none), **arguments}
        for name, make in self._convert.items():
            if name in arguments:
                given[name] = make(given[name])
        placed = [given.pop(name) for name in self._by_place if name in given]
        return placed, given

    def _parameter(self, parameter: inspect.Parameter) -> dict[str, Any]:
        try:
            shape: Shape = self._hints.shape(parameter.annotation)
        except NoSchemaError as error:
            raise NoSchemaError(f"the parameter {parameter.name} of {self.name}: {error}") from None
        if parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
            self._by_place.append(parameter.name)
        if shape.convert is not None:
            self._convert[parameter.name] = shape.convert
        return {"name": parameter.name, **self._how(parameter, shape)}

    def _how(self, parameter: inspect.Parameter, shape: Shape) -> dict[str, Any]:
        if parameter.default is not inspect.Parameter.empty:
            return {"schema": {**shape.schema, **_default(parameter.default)}, "required": False}
        optional = {"type": "null"} in shape.schema.get("anyOf", ())
        if optional:
            self._none.append(parameter.name)
        return {"schema": shape.schema, "required": not optional}


def line_of(call: Any) -> int:
    """The line on which the function begins; 0 when unknown."""
    code = getattr(inspect.unwrap(call), "__code__", None)
    return int(code.co_firstlineno) if code is not None else 0


def _typed(call: Any) -> list[inspect.Parameter]:
    parameters = list(inspect.signature(call).parameters.values())
    if not parameters and "return" not in getattr(inspect.unwrap(call), "__annotations__", {}):
        raise UnfitError("it has no type hints")
    for each in parameters:
        if each.kind in _MANY:
            raise UnfitError(f"it takes {'*' if each.kind is _MANY[0] else '**'}{each.name}")
        if each.annotation is inspect.Parameter.empty:
            raise UnfitError(f"its parameter {each.name} has no type hint")
    try:
        hints = typing.get_type_hints(call, include_extras=True)
    except NameError as error:
        raise NoSchemaError(f"a type hint of {call.__name__} cannot be found: {error}") from None
    return [each.replace(annotation=hints.get(each.name, each.annotation)) for each in parameters]


def _default(value: Any) -> dict[str, Any]:
    written = plain(value)
    said_by_address = isinstance(written, str) and written == object.__repr__(value)
    return {} if said_by_address else {"default": written}
