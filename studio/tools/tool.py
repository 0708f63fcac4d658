"""The contract of a tool: what it is called with and what comes out.

Above: `engine`. Below: `messages`. Knows no session.
"""

from typing import Any, Literal, Protocol

import msgspec

from studio.messages.toolspec import ToolSpec

Status = Literal["ok", "error", "timeout", "cancelled", "died"]


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a run gave. `text` is what the model will read; `detail` is for the person (a traceback).

    `status`: `ok`, `error` (the tool raised), `timeout`, `cancelled`, `died` (its process ended; the effect is unknown).
    """

    status: Status
    text: str
    detail: str = ""
    stdout: str = ""
    stderr: str = ""
    seconds: float = 0.0


class Tool(Protocol):
    """Something that can run a call."""

    spec: ToolSpec

    async def run(self, arguments: dict[str, Any], *, call_id: str) -> Outcome:
        """Run once. Raises nothing but cancellation; a cancelled run is stopped for real."""
        ...
