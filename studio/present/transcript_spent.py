"""What a document says of tokens and cost: after each reply, and summed at its end.

Above: `transcript_document`. Below: `messages`. Knows no price: who asks for the document gives what a request cost.
"""

from collections.abc import Callable

from studio.messages.reply import Usage
from studio.present.transcript_entries import ReplyEntry
from studio.session.setup import Setup

Cost = Callable[[Setup, Usage], float | None]
"""US dollars for a reply that was asked for with these settings; None where nobody knows."""


def tokens_text(usage: Usage, cost: float | None) -> list[str]:
    """Tokens of a request and what they cost, as far as they are known."""
    if usage.input is None and usage.output is None:
        return []
    cached = f" ({usage.cached:,} cached)" if usage.cached else ""
    told = [f"{usage.input or 0:,} tokens in{cached}, {usage.output or 0:,} out"]
    return told if cost is None else [*told, money(cost)]


def money(cost: float) -> str:
    """An amount in US dollars; small ones with more digits."""
    return f"${cost:.2f}" if cost >= 1 or not cost else f"${cost:.4f}" if cost >= 0.0001 else "under $0.0001"


class Sums:
    """Adds replies up."""

    def __init__(self) -> None:
        self._replies = self._calls = self._input = self._output = self._untold = self._unpriced = 0
        self._cost, self._seconds = 0.0, 0.0

    def add(self, entry: ReplyEntry, usage: Usage, cost: float | None) -> None:
        """Count a reply in."""
        self._replies += 1
        self._calls += len(entry.calls)
        self._input += usage.input or 0
        self._output += usage.output or 0
        self._untold += usage.input is None and usage.output is None
        self._unpriced += cost is None
        self._cost += cost or 0.0
        self._seconds += entry.seconds or 0.0

    def rows(self) -> tuple[tuple[str, str], ...]:
        """The sums, each with its name."""
        found = [("Replies", f"{self._replies:,}"), ("Calls", f"{self._calls:,}")]
        found.append(("Tokens", self._tokens()))
        found.append(("Cost", self._money()))
        if self._seconds:
            found.append(("Time of the model", f"{self._seconds:.1f} s"))
        return tuple(found)

    def _tokens(self) -> str:
        if self._untold == self._replies:
            return "not told"
        least = "at least " if self._untold else ""
        return f"{least}{self._input:,} in, {self._output:,} out"

    def _money(self) -> str:
        if self._unpriced == self._replies:
            return "unknown"
        return f"{'at least ' if self._unpriced else ''}{money(self._cost)}"
