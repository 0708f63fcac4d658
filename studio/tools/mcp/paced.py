"""Telling the loop: from a thread, and at most so often however much happens.

Above: `connection`, `stdio`, `incoming`, `process`. Below: asyncio. Knows not what is told.
"""

import asyncio
from collections.abc import Callable
from typing import Any

PAUSE = 0.05


def tell(loop: asyncio.AbstractEventLoop, callback: Callable[..., Any], *args: object) -> None:
    """In any thread: call it on the loop. When the loop is closed nobody is left to be told."""
    try:
        loop.call_soon_threadsafe(callback, *args)
    except RuntimeError:
        pass


class Paced:
    """Calling it, on the loop, asks for `tell()`: at once after a pause, else when `pause` seconds have passed since the last one."""

    def __init__(self, tell: Callable[[], None], pause: float = PAUSE) -> None:
        self._tell = tell
        self._pause = pause
        self._next = 0.0
        self._waits: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        """Something changed."""
        if self._waits is None:
            loop = asyncio.get_running_loop()
            self._waits = loop.call_at(max(self._next, loop.time()), self._now, loop)

    def end(self) -> None:
        """Tell now what waits."""
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None
            self._tell()

    def _now(self, loop: asyncio.AbstractEventLoop) -> None:
        self._waits = None
        self._next = loop.time() + self._pause
        self._tell()
