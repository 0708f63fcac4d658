"""The ways in which a tool goes wrong on purpose, and what the model reads then. Pure.

Above: `canned`, `workspace`. Below: `strategies` for the words of a real one, so that the model cannot tell the difference.
"""

from typing import assert_never

from studio.session.mocks import Fault
from studio.tools import strategies
from studio.tools.tool import Status

SLOW_SECONDS = 10.0
HUGE_BYTES = 1_000_000

NOT_JSON = "<html><body><h1>502 Bad Gateway</h1></body></html>"
CUT = '{"status": "ok", "items": [{"id": 1, "name": "fir'
"""JSON that ends in the middle, for where no other is given."""

_LINE = "This line is one of many, and there is nothing to be learned from it.\n"


def went_wrong(fault: Fault, name: str, text: str, status: Status, seconds: float) -> tuple[str, Status]:
    """What the model reads, and how the call ended, when the tool `name` goes wrong in this way. `text` and `status` are what it would
    have given; `seconds` is how long it may take."""
    match fault:
        case "" | "slow":
            return text, status
        case "timeout":
            return strategies.timed_out(name, seconds), "timeout"
        case "error":
            return text or strategies.tool_error("ConnectionError", "The service does not answer."), "error"
        case "empty":
            return "", "ok"
        case "not_json":
            return NOT_JSON, "ok"
        case "truncated":
            return _cut(text), "ok"
        case "huge":
            return (_LINE * (HUGE_BYTES // len(_LINE) + 1))[:HUGE_BYTES], "ok"
        case "closed":
            return strategies.worker_died(name, "signal 9"), "died"
        case _:
            assert_never(fault)


def delay_of(fault: Fault, delay: float) -> float:
    """The seconds to wait before the answer; a slow one takes ten at least."""
    return max(delay, SLOW_SECONDS) if fault == "slow" else delay


def _cut(text: str) -> str:
    """The first half of a JSON object, array or text, which is never JSON; something else gives way to such a half."""
    whole = text.strip()
    return whole[: len(whole) // 2] if len(whole) > 2 and whole[0] in '{["' else CUT
