"""Parameters that the program fills in, so that no schema shows them: `toolcall.ToolContext` and `toolcall.Execution`.

Above: `parameters`, `describe`. The classes are known by their names: which `toolcall` the person's file imports is not our
business, and nothing is imported here.
"""

from __future__ import annotations

import threading
import types
import typing
from collections.abc import Callable
from typing import Any, NamedTuple, Optional, Union, get_args, get_origin

_UNIONS = (Union, getattr(types, "UnionType", Union))
_RECORD = ("tool", "arguments", "result", "call_id")


class Call(NamedTuple):
    """A call under way, as its context tells of it: session_id, call_id, memory_id and idempotency_key stand in `ids`."""

    ids: dict[str, str]
    cancelled: threading.Event
    on_progress: Callable[[Optional[float], str], None]  # noqa: UP045 - evaluated by Python 3.9


def injected(hint: Any, name: str) -> type | None:
    """The class `toolcall.<name>` that `hint` asks for, also as `X | None` or in `Annotated`; None when it asks for another."""
    origin = get_origin(hint)
    if origin is typing.Annotated:
        return injected(get_args(hint)[0], name)
    if origin in _UNIONS:
        members = [each for each in get_args(hint) if each is not type(None)]
        return injected(members[0], name) if len(members) == 1 else None
    classes = hint.__mro__ if isinstance(hint, type) else ()
    fits = any(each.__name__ == name and each.__module__ == "toolcall" for each in classes)
    return hint if fits and isinstance(hint, type) else None


def context(kind: type, call: Call) -> Any:
    """The `ToolContext` of a call."""
    return kind(**call.ids, cancelled=call.cancelled, on_progress=call.on_progress)


def execution(kind: type, arguments: dict[str, Any]) -> Any:
    """The `Execution` in `arguments`: the record itself, or under the name of whatever parameter."""
    record = arguments
    if len(arguments) == 1 and isinstance(next(iter(arguments.values())), dict):
        record = next(iter(arguments.values()))
    missing = [name for name in _RECORD if name not in record]
    if missing:
        raise TypeError(f"the record of the execution has no {missing[0]}")
    return kind(**{name: record[name] for name in _RECORD})
