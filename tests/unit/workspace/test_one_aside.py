"""Long work aside: one piece at a time, and what was cancelled neither goes on nor holds up what comes after it."""

import asyncio
import threading
from functools import partial

import pytest

from studio.tasks import spawn
from studio.workspace.one_aside import GoOn, OneAside

pytestmark = pytest.mark.anyio


class Work:
    """Goes on until it is told to end; notes which pieces began, how many at once, and which came to their end."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.ended: list[str] = []
        self.at_once = self.most_at_once = 0
        self.first, self.last, self.free = (threading.Event() for _ in range(3))

    def piece(self, name: str, go_on: GoOn) -> str:
        self.began.append(name)
        (self.last if name == "last" else self.first).set()
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            while not self.free.wait(0.005):
                go_on()
            self.ended.append(name)
        finally:
            self.at_once -= 1
        return name


async def test_what_was_cancelled_ends_and_what_waited_behind_it_never_begins() -> None:
    aside, work = OneAside(), Work()
    tasks = [spawn(aside.run(partial(work.piece, str(at))), name=f"piece {at}") for at in range(5)]
    await asyncio.to_thread(work.first.wait)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    last = spawn(aside.run(partial(work.piece, "last")), name="last piece")
    await asyncio.to_thread(work.last.wait)
    work.free.set()
    assert await last == "last"
    assert (work.began, work.ended, work.most_at_once) == (["0", "last"], ["last"], 1)


async def test_an_error_of_the_work_is_that_of_who_waits() -> None:
    with pytest.raises(ValueError, match="wrong"):
        await OneAside().run(lambda _go_on: int("wrong"))
