"""Tool objects in LangChain's form (a name, words, a function, a schema of the arguments), taken as functions.

Above: `find`. Nothing of LangChain is imported: its objects are known by their form.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from typing import Any


def is_tool(value: Any) -> bool:
    """Whether it is a tool object in LangChain's form."""
    if inspect.isclass(value) or not all(isinstance(member(value, each), str) for each in ("name", "description")):
        return False
    return _function(value) is not None and member(value, "args_schema") is not None


def taken(value: Any, module: str) -> tuple[str, Callable[..., Any], dict[str, Any]]:
    """Name, function, and what the object says of it. The schema of the arguments goes before the function's own hints where it
    was written in the file named `module`, or where there are no hints."""
    call: Any = _function(value)
    said: dict[str, Any] = {"name": value.name}
    words = inspect.cleandoc(value.description)
    if words != (inspect.getdoc(call) or "").strip():
        said["description"] = words
    if member(value, "return_direct") is True:
        said["return_behavior"] = "immediate"
    model = value.args_schema
    typed_there = hasattr(model, "model_fields") and (model.__module__ == module or not _is_typed(call))
    return value.name, _typed_by(model, call) if typed_there else call, said


def member(value: Any, name: str) -> Any:
    """An attribute of a foreign object, None when it has none or raises."""
    try:
        return getattr(value, name, None)
    except Exception:  # noqa: BLE001 - foreign objects may raise anything
        return None


def _function(value: Any) -> Any:
    return next((each for key in ("func", "coroutine") if inspect.isroutine(each := member(value, key))), None)


def _is_typed(call: Any) -> bool:
    parameters = inspect.signature(call).parameters.values()
    return all(
        each.annotation is not each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        for each in parameters
    )


def _typed_by(model: Any, call: Any) -> Callable[..., Any]:
    """`call` with the fields of `model` as its parameters."""

    async def later(**named: Any) -> Any:
        return await call(**named)

    def plain(**named: Any) -> Any:
        return call(**named)

    typed: Any = later if inspect.iscoroutinefunction(call) else plain
    hints = {name: typing.Annotated[field.annotation, field] for name, field in model.model_fields.items()}
    typed.__signature__ = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=hint) for name, hint in hints.items()]
    )
    typed.__annotations__ = {**hints, "return": Any}
    typed.__doc__ = call.__doc__
    typed.__name__ = getattr(call, "__name__", "tool")
    typed.__wrapped__ = call
    return typed  # type: ignore[no-any-return]
