"""A function as a tool: what is said of it to the other side, and how JSON arguments are handed to it.

Above: `find`, `running`. Below: `parameters`, `marks`, `injected`. The docstring goes over raw; it is parsed there.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from . import injected, marks, parameters  # noqa: TID252 - see the card of this package
from .hints import Hints  # noqa: TID252
from .parameters import UnfitError  # noqa: TID252

__all__ = ["Function", "UnfitError", "line_of"]


class MisfitError(Exception):
    """The person's type refused the value of `parameter`; `cause` is what it raised."""

    def __init__(self, parameter: str, cause: Exception) -> None:
        super().__init__(parameter)
        self.parameter = parameter
        self.cause = cause


class Function:
    """A function that is a tool: its description (JSON-ready) and the way to bind arguments."""

    def __init__(self, name: str, call: Callable[..., Any], said: dict[str, Any] | None = None) -> None:
        """`said` goes before what is marked on the function. UnfitError when it is no tool, NoSchemaError when a hint has no
        schema, WrongError when what is said of it or a default cannot be."""
        self.call = call
        self.said = {**marks.of(call), **(said or {})}
        self.name: str = self.said.pop("name", name)
        self.is_async = inspect.iscoroutinefunction(call)
        self._hints = Hints()
        self._parameters, self._injected = parameters.read(call, self.name, self._hints)
        self._record = next((each for each in self._injected if each.is_record), None)
        if self._record is not None and self._parameters:
            raise UnfitError("it takes the Execution that it undoes, and then it can take nothing else")
        if self._record is not None and not self.said.get("compensates"):
            raise UnfitError("it takes an Execution, but does not say which tool it compensates")

    @property
    def knows_its_call(self) -> bool:
        """Whether it is given a `ToolContext`, and so can see that it is cancelled."""
        return any(not each.is_record for each in self._injected)

    def description(self) -> dict[str, Any]:
        """Name, docstring, parameters, shared definitions and what else is said, as JSON-ready values."""
        return {
            "name": self.name,
            "doc": inspect.getdoc(self.call) or "",
            "parameters": [each.described() for each in self._parameters],
            "defs": self._hints.defs,
            "sensitive": False,
            **self.said,
            "undo_with": "arguments" if self._record is None else "record",
            "async": self.is_async,
            "stoppable": self.is_async or self.knows_its_call,
            "line": line_of(self.call),
        }

    def bind(self, arguments: dict[str, Any], call: injected.Call | None = None) -> tuple[list[Any], dict[str, Any]]:
        """`arguments` made into what the function takes, by place and by name; a missing Optional becomes None.

        MisfitError when one of the person's types refuses a value.
        """
        left = {} if self._record is not None else dict(arguments)
        placed: list[Any] = []
        named: dict[str, Any] = {}
        for each in self._parameters:
            if each.name not in left and not each.has_own():
                if each.by_place:
                    raise TypeError(f"the argument {each.name} is missing")
                continue
            value = _made(each, left.pop(each.name)) if each.name in left else each.own()
            if each.by_place:
                placed.append(value)
            else:
                named[each.name] = value
        return placed, {**named, **left, **self._given(arguments, call)}

    def _given(self, arguments: dict[str, Any], call: injected.Call | None) -> dict[str, Any]:
        given: dict[str, Any] = {}
        for each in self._injected:
            if each.is_record:
                given[each.name] = injected.execution(each.kind, arguments)
            elif call is not None:
                given[each.name] = injected.context(each.kind, call)
        return given


def _made(parameter: parameters.Parameter, value: Any) -> Any:
    try:
        return parameter.made(value)
    except Exception as error:
        raise MisfitError(parameter.name, error) from error


def line_of(call: Any) -> int:
    """The line on which the function begins; 0 when unknown."""
    code = getattr(inspect.unwrap(call), "__code__", None)
    return int(code.co_firstlineno) if code is not None else 0
