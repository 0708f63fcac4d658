"""A long session file that is read in a thread: who waits for it, and that it ends when nobody does any more.

Above: `workspace`. Below: asyncio. Knows not how a file is read.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from studio.problems import StudioError
from studio.said import said
from studio.tasks import spawn

if TYPE_CHECKING:
    from studio.workspace.opened import OpenedSession

Told = Callable[[float], object]


class NobodyWaitsError(StudioError):
    """All who waited were cut short."""


def nobody_waits() -> NobodyWaitsError:
    """It is of no use to go on."""
    return NobodyWaitsError(said("Nobody waits for this file any more."))


class Waiting:
    """One who waits for a thread, told how far it is; `over` once he waits no more."""

    def __init__(self, told: Told) -> None:
        self._told, self.over = told, False

    def told(self, fraction: float) -> None:
        """Tell him. Raises NobodyWaitsError when he waits no more."""
        if self.over:
            raise nobody_waits()
        self._told(fraction)


class LongOpening:
    """Several may wait for one file, each told how far it is, from 0 to 1 (in the thread that reads)."""

    def __init__(
        self, path: object, read: "Callable[[LongOpening], Coroutine[Any, Any, OpenedSession | StudioError]]"
    ) -> None:
        self._waiting: list[Told] = []
        self.task: asyncio.Task[OpenedSession | StudioError] = spawn(read(self), name=f"open {path}")

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    def told(self, fraction: float) -> None:
        """Tell all who wait. Raises NobodyWaitsError, which ends the reading."""
        waiting = tuple(self._waiting)
        if not waiting:
            raise nobody_waits()
        for each in waiting:
            each(fraction)

    async def wait(self, told: Told) -> "OpenedSession":
        """The session. One who is cancelled leaves the others waiting. Raises SessionFileError."""
        self._waiting.append(told)
        try:
            found = await asyncio.shield(self.task)
        finally:
            self._waiting.remove(told)
        if isinstance(found, StudioError):
            raise found
        return found
