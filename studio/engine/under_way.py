"""What is under way in one session: a request, calls that run, the task that moves it; and who is told.

Above: `stepper` and its parts. Below: `asking`. Decides nothing.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

import msgspec

from studio.engine.asking import Asking
from studio.messages.delta import Delta
from studio.problems import StudioError
from studio.said import said
from studio.session.journal import Cursor
from studio.session.nodes import CallKey
from studio.session.notes import Stopped

CANCEL_SECONDS = 10
"""How long a cancel waits for what does not end. A killed worker and a closed exchange end at once."""


class BusyError(StudioError):
    """Something is running already."""


class Activity(msgspec.Struct, frozen=True):
    """What is under way: `idle`, `sending`, `streaming` or `tools`; `calls` are those that run."""

    kind: Literal["idle", "sending", "streaming", "tools"] = "idle"
    calls: frozenset[CallKey] = frozenset()


class Watcher:
    """Who is told while things move. All calls come from the loop's thread."""

    def activity(self, now: Activity) -> None:
        """What is under way changed."""

    def delta(self, delta: Delta) -> None:
        """A piece of the reply came."""

    def output(self, call: CallKey, stream: str, text: str) -> None:
        """A tool wrote something."""

    def progress(self, call: CallKey, fraction: float | None, text: str) -> None:
        """A tool said how far it is, from 0 to 1, and what it does."""


class Run:
    """A call that runs: the task that awaits it (to cancel), where it appends, and when the run is over (the task may go on)."""

    __slots__ = ("cursor", "over", "task")

    def __init__(self, cursor: Cursor) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.task = task
        self.cursor = cursor
        self.over = asyncio.Event()


class UnderWay:
    """All that moves now. `paused`: the person wants it to stop before the next thing."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.asking: Asking | None = None
        self.running: dict[CallKey, Run] = {}
        self.moving: asyncio.Task[Stopped] | None = None
        self.paused = False
        self._choosing = False
        self._still = asyncio.Event()
        self._kind: Literal["idle", "sending", "streaming", "tools"] = "idle"

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return self.moving is not None or bool(self.running)

    async def cancel(self) -> None:
        """Stop it all at once. Returns when all is still."""
        self.paused = True
        for task in {self.moving, *(run.task for run in self.running.values())}:
            if task is not None:
                task.cancel()
        if self.busy:
            self._still.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._still.wait(), CANCEL_SECONDS)

    def begin(self, key: CallKey, cursor: Cursor) -> Run:
        """A call begins to run. Raises BusyError when it runs already."""
        if key in self.running:
            raise BusyError(said("This call is running."))
        run = self.running[key] = Run(cursor)
        self.tell()
        return run

    def end(self, key: CallKey, run: Run) -> None:
        """A call runs no more; nothing when `run` is over already."""
        if self.running.get(key) is run:
            del self.running[key]
            run.over.set()
            self.rested()

    def rested(self) -> None:
        """Something came to its end."""
        if not self.busy:
            self._still.set()
        self.tell()

    def delta(self, delta: Delta) -> None:
        """A piece of the reply came."""
        if self._kind != "streaming":
            self.tell("streaming")
        self.watcher.delta(delta)

    @contextmanager
    def choosing(self) -> Iterator[None]:
        """While it lasts, others are asked for what the next request offers."""
        self._choosing = True
        self.tell("sending")
        try:
            yield
        finally:
            self._choosing = False
            self.tell()

    def tell(self, kind: Literal["idle", "sending", "streaming"] = "idle") -> None:
        """Tell what is under way; `kind` is what the request does, if there is one."""
        self._kind = kind if self.asking is not None or self._choosing else "tools" if self.running else "idle"
        self.watcher.activity(Activity(self._kind, frozenset(self.running)))


def cancelled(cursor: Cursor) -> Stopped:
    """What was under way was stopped; the task that moved it goes on."""
    task = asyncio.current_task()
    assert task is not None
    task.uncancel()
    return Stopped(cursor.at, "pause", what="stopped")
