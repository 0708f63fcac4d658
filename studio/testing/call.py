"""A call as a test expects it, or as it was made.

Above: exported tests, `expecting`. Below: `session/made_calls`.
"""

from dataclasses import dataclass, field
from typing import Any

from studio.session.made_calls import MadeCall, value_of


@dataclass(frozen=True)
class Call:
    """A tool's name and its arguments: an object, or the text where it is none. Members may be loose: `ANY`, `like(r"…")`, a type such
    as `str`, `fits(schema)`. `inside` names the agent that makes the call (`boss/helper`), empty for the session itself."""

    name: str
    arguments: Any = field(default_factory=dict)
    inside: str = ""

    def __str__(self) -> str:
        where = f" inside {self.inside}" if self.inside else ""
        return f"{self.name}({self.arguments!r}){where}"


def made_of(call: MadeCall) -> Call:
    """The call as a test sees it."""
    return Call(call.name, value_of(call.arguments), call.inside)
