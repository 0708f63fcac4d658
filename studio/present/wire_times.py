"""The steps of an exchange on one axis: connect, TLS, send, wait, receive. What did not happen is absent.

Above: both fronts. Below: `session/events`. Milliseconds everywhere.
"""

from typing import NamedTuple

from studio.present.words import Words, words
from studio.session.kept_exchange import KeptExchange


class Span(NamedTuple):
    """One step: its key (`connect`, `tls`, `send`, `wait`, `stream`), and from when to when it went."""

    key: str
    start: float
    end: float

    @property
    def words(self) -> Words:
        """The step in words."""
        return words(f"times.{self.key}")

    @property
    def length(self) -> float:
        """How long it took."""
        return self.end - self.start


def spans(kept: KeptExchange) -> tuple[Span, ...]:
    """The steps in order. Of an exchange of which only the chunk table is known: wait and receive."""
    found: list[Span] = []
    at = 0.0
    for key, end in _ends(kept):
        if end is not None:
            found.append(Span(key, at, max(at, end)))
            at = found[-1].end
    return tuple(found)


def _ends(kept: KeptExchange) -> list[tuple[str, float | None]]:
    times = kept.times
    if times is not None:
        last = times.last if times.first != times.last else None
        return [
            ("connect", times.connect),
            ("tls", times.tls),
            ("send", times.sent),
            ("wait", times.first),
            ("stream", last),
        ]
    arrivals = kept.arrivals
    if not arrivals:
        return []
    first, last = float(arrivals[0][1]), float(arrivals[-1][1])
    return [("wait", first), ("stream", last if last > first else None)]
