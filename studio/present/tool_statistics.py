"""How the calls of a tool went so far: how many, how many failed, how long they took. Pure.

Above: the page of a tool. Below: `spending_values`.
"""

from collections.abc import Iterable
from statistics import median

import msgspec

from studio.present.spending_values import Entry, Ran


class ToolStatistics(msgspec.Struct, frozen=True):
    """`median` and `longest` are seconds of the runs that took time; None where none did (mocked, answered by hand, or by an agent, whose
    time is that of its model and tools)."""

    calls: int = 0
    errors: int = 0
    median: float | None = None
    longest: float | None = None


def tool_statistics(entries: Iterable[Entry], tool: str) -> ToolStatistics:
    """What is to be said of a tool, attempts that failed and were made again included."""
    runs = [entry for entry in entries if isinstance(entry, Ran) and entry.tool == tool]
    times = [run.seconds for run in runs if run.seconds > 0]
    return ToolStatistics(
        sum(run.result for run in runs),
        sum(run.is_error for run in runs),
        median(times) if times else None,
        max(times, default=None),
    )
