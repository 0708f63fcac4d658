"""The steps that were looked at, one after another: back and forward through them.

Above: `here`. Below: nothing. Pure; steps passed by quickly with the arrow keys count as one visit.
"""

import time
from collections.abc import Callable

_PASSING = 0.7
"""Seconds that a step must be looked at to be a place to come back to."""
_MOST = 100


class Visits:
    """Places in the order of their visits; `None` is where the session stands."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.clear()

    def clear(self) -> None:
        """Forget all: another session is shown."""
        self._places: list[int | None] = [None]
        self._at, self._since = 0, self._clock() - _PASSING

    def visit(self, place: int | None) -> None:
        """A place is looked at; what lay ahead is forgotten."""
        now, here = self._clock(), self._places[self._at]
        if place == here:
            return
        passed_by = self._at > 0 and now - self._since < _PASSING
        kept = self._places[: self._at] if passed_by else self._places[: self._at + 1]
        if kept[-1] != place:
            kept.append(place)
        self._places = kept[-_MOST:]
        self._at, self._since = len(self._places) - 1, now

    def ahead(self, by: int) -> bool:
        """Whether there is a place that way: back (-1) or forward (1)."""
        return 0 <= self._at + by < len(self._places)

    def go(self, by: int) -> int | None:
        """Go to the place that way, which is there; it is looked at from now on."""
        self._at += by
        self._since = self._clock() - _PASSING
        return self._places[self._at]
