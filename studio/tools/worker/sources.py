"""A function that says which tools to offer: `function(message, history)` gives their names. It need be no tool.

Above: `running`. Below: nothing. What it gives is checked here, so that a wrong value is told as its own error.
"""

from __future__ import annotations

import inspect
import itertools
import types
from collections.abc import Callable
from typing import Any

MOST_NAMES = 10_000
"""What gives names without an end is stopped there."""


class Source:
    """The function `name` of `module`, to be called like a tool. That there is none is told when it is called."""

    def __init__(self, module: types.ModuleType | None, name: str) -> None:
        self.name = name
        self._function = getattr(module, name, None)
        self.is_async = inspect.iscoroutinefunction(self._function)
        self.call: Callable[..., Any] = self._later if self.is_async else self._now

    def bind(self, arguments: dict[str, Any], _: Any = None) -> tuple[list[Any], dict[str, Any]]:
        """The message and the history, by place."""
        return [arguments["message"], arguments["history"]], {}

    def _now(self, message: str, history: list[dict[str, Any]]) -> list[str]:
        if not callable(self._function):
            raise LookupError(f"the file has no function {self.name}")
        return _names(self.name, self._function(message, history))

    async def _later(self, message: str, history: list[dict[str, Any]]) -> list[str]:
        assert self._function is not None
        return _names(self.name, await self._function(message, history))


def _names(function: str, value: Any) -> list[str]:
    """Names as a plain list; one name alone and nothing at all will do, too."""
    if value is None or isinstance(value, str):
        return [value] if value else []
    try:
        names = list(itertools.islice(value, MOST_NAMES + 1))
    except TypeError:
        names = [None]
    if len(names) > MOST_NAMES:
        raise ValueError(f"{function} gave more than {MOST_NAMES} names")
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"{function} is to give a list of names of tools, and gave {value!r:.200}")
    return names
