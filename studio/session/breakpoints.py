"""Breakpoints and watches, as values.

Above: `notes`, `breakpoint_spec`, `engine`, the fronts. Below: `nodes`. Conditions and watched expressions are JMESPath.
"""

import re
from typing import Any, Literal

import msgspec

from studio.problems import StudioError
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

    @property
    def where(self) -> Place:
        """The place at which it acts."""
        return self.place or (PLACE_OF[self.trouble] if self.trouble else "before_call")

    @property
    def of_tools(self) -> bool:
        """Whether it can be told to act at some tools only."""
        return self.where != "before_request"


PLACE_OF: dict[Trouble, Place] = {
    "unknown_tool": "before_call",
    "bad_arguments": "before_call",
    "tool_error": "after_result",
    "provider_error": "before_request",
    "invalid_history": "before_request",
    "repeated_call": "before_call",
    "no_progress": "before_request",
    "tokens": "before_request",
    "cost": "before_request",
    "seconds": "before_request",
}
"""Where the session stands when a trouble shows."""

MEASURED: tuple[Trouble, ...] = ("tokens", "cost", "seconds")
"""Troubles that begin where a number of the turn reaches `most`."""


NOT_IN_TOOL = re.compile(r"[\s#%>]")
"""What a pattern for names of tools does not hold: a breakpoint is written in one line."""


def pattern_of(tool: str) -> str:
    """The pattern for a name as it is, whatever a model called the tool."""
    return re.sub(r"[\s#%>\[\]*]", "?", tool)


class BreakpointError(StudioError):
    """A breakpoint or watch that cannot be set. `member` is the one to change, empty where it is the whole; `column` the place in an
    expression, from 1, 0 where there is none; `repair` the expression as it was probably meant, empty where that is not plain."""

    def __init__(self, sentence: str, help: str = "", member: str = "", column: int = 0, repair: str = "") -> None:
        super().__init__(sentence, help)
        self.member = member
        self.column = column
        self.repair = repair


class Watch(msgspec.Struct, frozen=True, omit_defaults=True):
    """An expression that is looked at wherever the session stands."""

    id: str
    expression: str
