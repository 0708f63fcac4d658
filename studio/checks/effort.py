"""How much work a check may take: steps that are counted down, so that no schema, pattern or value can hang the program.

Above: `arguments`, `bounded`, `patterns`, `quick_yes`. Below: `problems`. Steps and not seconds: the same check always comes out the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from studio.problems import StudioError
from studio.said import said

MOST_STEPS = 150_000
"""About a second of the validator's work."""


class TooMuchError(StudioError):
    """The check would take too long."""

    def __init__(self) -> None:
        super().__init__(said("This takes too long to check."))


class _Left:
    def __init__(self, steps: int) -> None:
        self.steps = steps


_left: ContextVar[_Left | None] = ContextVar("steps left", default=None)


@contextmanager
def bounded(steps: int = MOST_STEPS) -> Iterator[None]:
    """What is done inside has so many steps; a bound inside a bound is a part of it."""
    now = _left.get()
    token = _left.set(now or _Left(steps))
    try:
        yield
    finally:
        _left.reset(token)


def spend(steps: int) -> None:
    """Take steps. Raises TooMuchError when there are no more."""
    left = _left.get()
    if left is None:
        return
    left.steps -= steps
    if left.steps < 0:
        raise TooMuchError
