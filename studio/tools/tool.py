"""The contract of a tool: what it is called with and what comes out.

Above: `engine`. Below: `messages`. Knows no session.
"""

from collections.abc import Callable
from typing import Any, Literal, Protocol

import msgspec

from studio.messages.parts import Image
from studio.messages.toolspec import ToolSpec
from studio.session.nodes import CallKey
from studio.session.toolbox import Added

Status = Literal["ok", "error", "timeout", "cancelled", "died"]
OnOutput = Callable[[str, str], None]
"""Told of `stdout` or `stderr` and the text, while a call runs."""
OnProgress = Callable[[float | None, str], None]
"""Told how far a call is (0 to 1, None when it does not say) and what it does."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a run gave. `text` and `media` are what the model will read; `detail` is for the person (a traceback).

    `adds` is what the program's own tools bring for later requests. `parts` and `structured` are what an MCP server gave, as
    `ResultRecorded` keeps it.
    `status`: `ok`, `error` (the tool raised), `timeout`, `cancelled`, `died` (its process ended; the effect is unknown).
    """

    status: Status
    text: str
    detail: str = ""
    stdout: str = ""
    stderr: str = ""
    seconds: float = 0.0
    media: tuple[Image, ...] = ()
    adds: Added | None = None
    parts: tuple[dict[str, Any], ...] = ()
    structured: Any = None


class CallContext(msgspec.Struct, frozen=True):
    """What a tool may know of its call, besides the arguments. `idempotency_key` stays the same when the same call runs again; `seconds`
    is how long it may take, None: as the tool's own default says; `skills` are those that are active in the session; `key` is the call's
    own key, None outside the loop."""

    call_id: str
    session_id: str = ""
    memory_id: str = ""
    idempotency_key: str = ""
    seconds: float | None = None
    skills: tuple[str, ...] = ()
    on_output: OnOutput | None = None
    on_progress: OnProgress | None = None
    key: CallKey | None = None


class Tool(Protocol):
    """Something that can run a call."""

    spec: ToolSpec

    async def run(self, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run once. Raises nothing but cancellation; a cancelled run is stopped for real."""
        ...
