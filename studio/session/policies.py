"""How calls are treated, as values: coercion, strategies, approval, limits, and what one tool has otherwise than its session.

Above: `setup`, `engine`, the fronts. Below: `messages`. An empty text means: as the level above says (tool, session, front).
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Literal

import msgspec

from studio.messages.toolspec import ReturnBehavior, ToolSpec

Coercion = Literal["off", "langchain4j", "lossless", "ask"]
"""`off`: a misfit is an error · numbers and the case of enums only · all that loses nothing · the person takes each change."""

UnknownTool = Literal["", "stop", "tell", "fail"]
BadArguments = Literal["", "stop", "tell", "raw", "fail"]
"""`raw` runs the tool with `{"rawArguments": text}`."""
ToolError = Literal["", "tell", "stop", "again", "fail"]
"""`again` runs an idempotent tool once more, any other one tells the model."""

Decision = Literal["allow", "ask", "deny"]

RuleLevel = Literal["off", "hint", "warning", "error"]
"""What a person makes of what a rule of the checks finds: it is not told, or told as no more and no less than that."""


class Strategies(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is done when a call does not go well. `again` is how often a tool that raised is run again."""

    unknown_tool: UnknownTool = ""
    bad_arguments: BadArguments = ""
    tool_error: ToolError = ""
    again: int = 2


class Limits(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a turn stops, counted anew with each user message; 0: no limit. `tokens` in and out together, `cost` in US dollars,
    `seconds` at work (waiting for the person does not count), `same_call` the same call so many times in a row."""

    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    same_call: int = 0


class Policy(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision for the tools whose name fits `pattern` (`issue_*`); the first that fits counts."""

    pattern: str
    decision: Decision


class ToolChoices(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the person chose for one tool, in place of what it declares or the session says."""

    coercion: Coercion | Literal[""] = ""
    return_behavior: ReturnBehavior | Literal[""] = ""
    bad_arguments: BadArguments = ""
    tool_error: ToolError = ""
    seconds: float = 0.0


def decision(policies: Sequence[Policy], tool: ToolSpec) -> Decision:
    """What is done with calls of a tool. Without a fitting policy sensitive tools ask."""
    found = next((each.decision for each in policies if fnmatchcase(tool.name, each.pattern)), None)
    return found or ("ask" if tool.sensitive else "allow")
