"""Marks for the tools of a Python file, read by Toolcall Studio: offered, never demanded.

Nothing here does anything by itself: a marked function is the function it was, and can be called and tested as before.
Standard library of Python 3.9 only, and nothing of the program: it is imported under whatever Python runs the tools.
"""

from __future__ import annotations

import dataclasses
import os
import pathlib
import threading
from collections.abc import Callable
from typing import Any, Optional, TypeVar, overload

__all__ = ["Execution", "Image", "ToolContext", "tool"]

F = TypeVar("F", bound=Callable[..., Any])
OnProgress = Callable[[Optional[float], str], None]  # noqa: UP045 - evaluated by Python 3.9


@overload
def tool(function: F, /) -> F: ...
@overload
def tool(
    *,
    name: str | None = ...,
    description: str | None = ...,
    return_behavior: str | None = ...,
    sensitive: bool | None = ...,
    compensates: str | Callable[..., Any] | None = ...,
    idempotent: bool | None = ...,
    always_visible: bool | None = ...,
    metadata: dict[str, Any] | None = ...,
    timeout: float | None = ...,
) -> Callable[[F], F]: ...
def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    return_behavior: str | None = None,
    sensitive: bool | None = None,
    compensates: str | Callable[..., Any] | None = None,
    idempotent: bool | None = None,
    always_visible: bool | None = None,
    metadata: dict[str, Any] | None = None,
    timeout: float | None = None,
) -> Any:
    """Mark a function as a tool: `@tool`, or `@tool(sensitive=True)`. Gives back the very function.

    `return_behavior`: "to_llm" (usual), "immediate" or "immediate_if_last". `compensates`: the tool that this one undoes (its
    name or the function). `timeout` in seconds. What is said here is checked when the file is loaded. Each can also be
    written as an attribute: `refund.sensitive = True`.
    """
    said = {
        "name": name,
        "description": description,
        "return_behavior": return_behavior,
        "sensitive": sensitive,
        "compensates": compensates,
        "idempotent": idempotent,
        "always_visible": always_visible,
        "metadata": metadata,
        "timeout": timeout,
    }

    def mark(marked: Callable[..., Any]) -> Callable[..., Any]:
        bare: Any = getattr(marked, "__func__", marked)  # a staticmethod or classmethod holds it
        bare.__toolcall__ = True
        for key, value in said.items():
            if value is not None:
                setattr(bare, key, value)
        return marked

    return mark if function is None else mark(function)


class ToolContext:
    """What a tool may know of its own call. A parameter annotated with it is filled in by the program; no model ever sees it.

    `idempotency_key` stays the same when the same call runs again. `cancelled` is set when the call is cancelled or out of
    time: a function that looks at it can end by itself, before its process is ended.
    """

    def __init__(
        self,
        session_id: str = "",
        call_id: str = "",
        memory_id: str = "",
        idempotency_key: str = "",
        cancelled: threading.Event | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.session_id = session_id
        self.call_id = call_id
        self.memory_id = memory_id
        self.idempotency_key = idempotency_key
        self.cancelled = threading.Event() if cancelled is None else cancelled
        self._on_progress = on_progress

    def progress(self, fraction: float | None, text: str = "") -> None:
        """Tell how far the call is: from 0 to 1, None when that is not known, and in words what it does."""
        if self._on_progress is not None:
            self._on_progress(fraction, text)


@dataclasses.dataclass(frozen=True)
class Execution:
    """One call that succeeded and is to be undone: the only parameter of a compensating tool that wants to see the result, too."""

    tool: str
    arguments: dict[str, Any]
    result: str
    call_id: str


class Image:
    """A picture as a result, alone or in a list with texts. `source`: its bytes, the path of a file, or a URL (also `data:`).

    A file is read at once; what cannot be read raises here, in the tool. `media_type`: "image/png"; without it the program
    looks at the first bytes.
    """

    def __init__(self, source: bytes | bytearray | str | os.PathLike[str], media_type: str = "") -> None:
        self.media_type = media_type
        self.url = ""
        self.data: bytes | None = None
        if isinstance(source, (bytes, bytearray)):
            self.data = bytes(source)
        elif isinstance(source, str) and source.startswith(("https://", "http://", "data:")):
            self.url = source
        else:
            self.data = pathlib.Path(source).read_bytes()

    def __repr__(self) -> str:
        what = self.url[:60] if self.data is None else f"{len(self.data)} bytes"
        return f"Image({what!r}, {self.media_type!r})"
