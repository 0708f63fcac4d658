"""What was seen in a loop that may get nowhere.

Above: `turn_walk`, the fronts. Below: `session/nodes`, `checks/sentences`. The window says a sentence in another language by its template.
"""

from typing import Literal

import msgspec

from studio.said import QT_TRANSLATE_NOOP, said
from studio.session.nodes import CallKey

LoopCode = Literal["repeated_call", "ping_pong", "same_after_error", "result_ignored", "growth"]

_SENTENCES: dict[LoopCode, str] = {
    "repeated_call": QT_TRANSLATE_NOOP(
        "checks", "{tool} was called {count} times with the same arguments, nothing new between."
    ),
    "ping_pong": QT_TRANSLATE_NOOP(
        "checks", "{tool} and {other} took turns with the same arguments, {count} calls in a row."
    ),
    "same_after_error": QT_TRANSLATE_NOOP(
        "checks", "{tool} gave an error and was called again with the same arguments ({count} calls)."
    ),
    "result_ignored": QT_TRANSLATE_NOOP("checks", "None of the numbers that {tool} gave stands in the answer."),
    "growth": QT_TRANSLATE_NOOP(
        "checks", "Over {count} rounds the history grew by {size} characters, and every call had been made before."
    ),
}


class LoopFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was seen. `round` is the last round that belongs to it, `calls` are the calls, oldest first; `count` how many calls
    (or rounds) in a row. A `warning` was seen more than once or twice, a `hint` may well be as it should be."""

    code: LoopCode
    severity: Literal["hint", "warning"]
    round: int
    calls: tuple[CallKey, ...] = ()
    tool: str = ""
    other: str = ""
    count: int = 0
    size: int = 0

    @property
    def sentence(self) -> str:
        """It in one sentence."""
        places = {"tool": self.tool, "other": self.other, "count": self.count, "size": f"{self.size:,}"}
        return said(_SENTENCES[self.code], **places)
