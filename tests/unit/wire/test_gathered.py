"""What comes while the reader is busy is handed over together; errors, ends and closing behave as without it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from studio.problems import StudioError
from studio.tasks import running, spawn
from studio.wire.gathered import gathered

pytestmark = pytest.mark.anyio


class Source:
    """Gives numbers, a pause before each that `paused` names; then the error, if any. `closed` says that it came to its end."""

    def __init__(self, count: int, paused: set[int], error: Exception | None = None) -> None:
        self.count, self.paused, self.error = count, paused, error
        self.closed = False

    async def items(self) -> AsyncGenerator[int, None]:
        try:
            for number in range(self.count):
                if number in self.paused:
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                yield number
            if self.error is not None:
                raise self.error
        finally:
            self.closed = True


@pytest.mark.parametrize(
    ("paused", "lists"), [(set(), [[0, 1, 2]]), ({1}, [[0], [1, 2]]), ({0, 1, 2}, [[0], [1], [2]])]
)
async def test_what_came_together_is_handed_over_together(paused: set[int], lists: list[list[int]]) -> None:
    assert [came async for came in gathered(Source(3, paused).items())] == lists


async def test_nothing_gives_no_list() -> None:
    assert [came async for came in gathered(Source(0, set()).items())] == []


async def test_an_error_comes_behind_all_that_came_before_it() -> None:
    batches = gathered(Source(2, set(), StudioError("broke off")).items())
    assert await anext(batches) == [0, 1]
    with pytest.raises(StudioError, match="broke off"):
        await anext(batches)


async def test_closing_early_closes_the_source_and_leaves_no_task() -> None:
    source = Source(1000, {5})
    async with aclosing(gathered(source.items())) as batches:
        async for _ in batches:
            break
    assert source.closed
    assert "pieces of a reply" not in running()


async def test_a_cancelled_reader_closes_the_source() -> None:
    source = Source(1_000_000_000, set(range(1_000_000)))

    async def read() -> None:
        async for _ in gathered(source.items()):
            pass

    task = spawn(read(), name="reader")
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert source.closed
    assert "pieces of a reply" not in running()
