"""One long piece of work in a thread at a time: what nobody waits for any more ends at its next step, and what was not begun never begins.

Above: `laying`, `comparing`. Below: asyncio. Without it each cancelled piece would go on to its end, and those after it wait for a thread.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
GoOn = Callable[[], None]
"""Called by the work between two steps: raises when nobody waits for it any more."""


class NobodyWaitsError(Exception):
    """The work was cancelled; no one sees this."""


class OneAside:
    """Lives as long as what the work is about."""

    def __init__(self) -> None:
        self._running: asyncio.Future[Any] | None = None

    async def run(self, work: Callable[[GoOn], T]) -> T:
        """What `work` comes to. Cancelled at once; what was begun is forgotten."""
        over = threading.Event()

        def go_on() -> None:
            if over.is_set():
                raise NobodyWaitsError

        while self._running is not None and not self._running.done():
            await asyncio.wait([self._running])
        self._running = running = asyncio.get_running_loop().run_in_executor(None, work, go_on)
        running.add_done_callback(_seen)
        try:
            return await asyncio.shield(running)
        finally:
            over.set()


def _seen(running: "asyncio.Future[Any]") -> None:
    """Nobody else may look at how it ended."""
    if not running.cancelled():
        running.exception()
