"""Breakpoints and watches, as values.

Above: `notes`, `engine`, the fronts. Below: nothing. Conditions and watched expressions are JMESPath.
"""

from typing import Any, Literal

import msgspec

from studio.session.nodes import Place

Trouble = Literal[
    "unknown_tool",
    "bad_arguments",
    "tool_error",
    "provider_error",
    "invalid_history",
    "repeated_call",
    "no_progress",
    "tokens",
    "cost",
    "seconds",
]
"""What can go wrong by name. `bad_arguments` is text that is no JSON object, or one that the tool's schema refuses."""

Action = Literal["stop", "log", "mock", "edit"]


class Breakpoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where, when, and what then. Either `place` or `trouble` is said, the other is empty.

    `tool` is a name or pattern (`issue_*`), empty for any; `condition` a JMESPath, empty for always. It is hit where both hold; `count`
    lets it act at that hit only (from 1; 0: each), `every` at each so many-th (0 or 1: each); `most` is a number for `tokens`, `cost` (US
    dollars) and `seconds`. Hits are counted along the path.

    `action`: `stop` · `log` writes `text`, in which `{expression}` stands for a value, and goes on · `mock` answers the call with `text`
    (as an error with `is_error`; before a call only) · `edit` puts `patch` (a JSON merge patch) into the arguments of the call, into the
    result where that is JSON (else `text` takes its place), or into the parameters of the request, and goes on.
    """

    id: str
    place: Place | Literal[""] = ""
    trouble: Trouble | Literal[""] = ""
    tool: str = ""
    condition: str = ""
    count: int = 0
    every: int = 0
    most: float = 0.0
    action: Action = "stop"
    text: str = ""
    is_error: bool = False
    patch: dict[str, Any] | None = None
    on: bool = True


class Watch(msgspec.Struct, frozen=True, omit_defaults=True):
    """An expression that is looked at wherever the session stands."""

    id: str
    expression: str
