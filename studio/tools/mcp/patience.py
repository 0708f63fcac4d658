"""How long a call may take, with a clock that stands still while its server waits for the person.

Above: `connection`. Below: the running loop. Knows not what runs.
"""

import asyncio
import time
from typing import Any


class Patience:
    """Of one server. `begin_question` and `end_question` are called around each of its questions."""

    def __init__(self) -> None:
        self._open = 0
        self._since = 0.0
        self._stood = 0.0
        self._turned: asyncio.Future[None] | None = None

    @property
    def stood(self) -> float:
        """For how many seconds the clocks stood still so far."""
        return self._stood + (time.monotonic() - self._since if self._open else 0.0)

    def begin_question(self) -> None:
        """The clocks stand still from here on."""
        if not self._open:
            self._since = time.monotonic()
        self._open += 1
        self._turn()

    def end_question(self) -> None:
        """They go on when no other question is open."""
        self._open -= 1
        if not self._open:
            self._stood += time.monotonic() - self._since
        self._turn()

    async def wait(self, task: asyncio.Task[Any], seconds: float) -> bool:
        """Wait until a task ended, `seconds` at most; whether it did. Cancelled, the task is not."""
        left = seconds
        while not task.done() and (self._open or left > 0):
            began, counts = time.monotonic(), not self._open
            await self._something(task, left if counts else None)
            left -= time.monotonic() - began if counts else 0.0
        return task.done()

    async def _something(self, task: asyncio.Task[Any], seconds: float | None) -> None:
        """Until the task ended, a question began or ended, or the time is over."""
        if self._turned is None:
            self._turned = asyncio.get_running_loop().create_future()
        await asyncio.wait((task, self._turned), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)

    def _turn(self) -> None:
        if self._turned is not None:
            self._turned.set_result(None)
            self._turned = None
