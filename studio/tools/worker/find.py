"""The tools of a module: public functions with type hints, methods of objects made in the file, and LangChain's tool objects.

Above: `serve`. Below: `describe`, `marks`, `doubles`, `langchain`, `load`. A tool has one name, whoever gave it.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from . import doubles, langchain, marks  # noqa: TID252 - see the card of this package
from .describe import Function, UnfitError, line_of  # noqa: TID252
from .load import RefusedError  # noqa: TID252
from .marks import WrongError  # noqa: TID252
from .shapes import NoSchemaError  # noqa: TID252


class _Found(NamedTuple):
    """What may be a tool. `label` is how the person would write it (`desk.note`); `why_not` is set when it is none."""

    label: str
    name: str
    call: Callable[..., Any]
    said: dict[str, Any] | None = None
    why_not: str = ""


def functions(module: types.ModuleType) -> tuple[list[Function], list[dict[str, Any]]]:
    """The tools of the module in the order of the file, and the functions that are none, each with the reason."""
    tools: dict[str, tuple[_Found, Function]] = {}
    skipped: list[dict[str, Any]] = []
    for found in _all(module):
        try:
            if found.why_not:
                raise UnfitError(found.why_not)
            _add(tools, found, Function(found.name, found.call, found.said))
        except UnfitError as error:
            skipped.append({"name": found.label, "reason": str(error), "line": line_of(found.call)})
        except NoSchemaError as error:
            raise RefusedError("no_schema", "", str(error), line_of(found.call)) from None
        except WrongError as error:
            raise RefusedError(error.kind, "", str(error), line_of(found.call)) from None
    _refuse_doubles(module, [found for found, _ in tools.values()])
    return [function for _, function in tools.values()], skipped


def _add(tools: dict[str, tuple[_Found, Function]], found: _Found, function: Function) -> None:
    """Keep a tool; the same function under a second way of saying it is one tool, and what says more of it wins."""
    first, _ = tools.get(function.name, (None, None))
    if first is None:
        tools[function.name] = (found, function)
    elif inspect.unwrap(first.call) != inspect.unwrap(found.call):
        raise WrongError(
            "twice",
            f"two tools are called {function.name}: {first.label} (line {line_of(first.call)}) and {found.label}",
        )
    elif found.said:
        tools[function.name] = (found, function)


def _refuse_doubles(module: types.ModuleType, found: list[_Found]) -> None:
    twice = doubles.in_source(module.__file__ or "")
    for each in found:
        place = (getattr(each.call, "__module__", ""), getattr(each.call, "__qualname__", ""))
        lines = twice.get(place[1], ()) if place[0] == module.__name__ else ()
        if lines:
            told = f"{each.label} is defined twice, first in line {lines[0]}; only the last would be the tool"
            raise RefusedError("twice", "", told, lines[-1])


def _all(module: types.ModuleType) -> Iterator[_Found]:
    for name, value in list(vars(module).items()):
        if _is_function(value):
            if getattr(value, "__module__", "") != "toolcall":
                yield _Found(name, name, value, None, _why_not(module, name, value))
        elif not name.startswith("__") and not inspect.ismodule(value):
            if langchain.is_tool(value):
                yield _Found(name, *langchain.taken(value, module.__name__))
            elif not name.startswith("_") and _holds_tools(module, value):
                yield from _methods(module, name, value)


def _is_function(value: Any) -> bool:
    return inspect.isfunction(value) or (
        callable(value) and not inspect.isclass(value) and inspect.isfunction(langchain.member(value, "__wrapped__"))
    )


def _why_not(module: types.ModuleType, name: str, value: Any) -> str:
    if value.__module__ != module.__name__:
        return f"it is imported from {value.__module__}"
    return "its name begins with an underscore" if name.startswith("_") and not marks.is_marked(value) else ""


def _holds_tools(module: types.ModuleType, value: Any) -> bool:
    """An object made in the file of a class of the file, and no plain piece of data."""
    kind = type(value)
    if kind.__module__ != module.__name__ or isinstance(value, (type, enum.Enum, BaseException, tuple)):
        return False
    return not dataclasses.is_dataclass(value) and not hasattr(kind, "model_fields")


def _methods(module: types.ModuleType, label: str, value: Any) -> Iterator[_Found]:
    """The public methods of an object that its classes in this file define; only the decorated ones when any is."""
    names: dict[str, bool] = {}
    for kind in reversed(type(value).__mro__):
        if kind.__module__ == module.__name__:
            for name, raw in vars(kind).items():
                bare = getattr(raw, "__func__", raw)
                if inspect.isfunction(bare):
                    names[name] = marks.is_marked(bare)
    some = any(names.values())
    for name, marked in names.items():
        if marked or (not some and not name.startswith("_")):
            yield _Found(f"{label}.{name}", name, getattr(value, name))
