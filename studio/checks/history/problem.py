"""A problem of a history: code, place, how bad, in one sentence, and the name of its repair.

Above: `checker`, the engine, the fronts. Below: nothing.
"""

from typing import Literal

import msgspec

Severity = Literal["error", "warning"]


class HistoryProblem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One problem of a request body. `pointer` is a JSON Pointer into the body, `message` the number of the message in the session's
    history (None: not known, or it is none of them). Only an `error` blocks; what some servers refuse is a `warning`.

    `repair` names what would mend it with one click, empty where nothing would. `nth` is the number of the call or result among those
    of its message, -1 when it is about none. `mate` is the other half of a call and a result that belong together but for the id, as
    (message, number in it): one cause, and one repair mends both.
    """

    code: str
    pointer: str
    severity: Severity
    message: int | None = None
    call_id: str = ""
    tool: str = ""
    sentence: str = ""
    repair: str = ""
    nth: int = -1
    mate: tuple[int | None, int] | None = None


def is_blocked(problems: "tuple[HistoryProblem, ...]") -> bool:
    """Whether a request with these problems is not to be sent."""
    return any(problem.severity == "error" for problem in problems)
