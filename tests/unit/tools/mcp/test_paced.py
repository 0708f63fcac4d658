"""Telling at most so often."""

import asyncio

import pytest

from studio.tools.mcp.paced import Paced, tell

pytestmark = pytest.mark.anyio


async def test_many_changes_are_told_once_and_later_ones_once_more() -> None:
    told = asyncio.Event()
    count = 0

    def count_it() -> None:
        nonlocal count
        count += 1
        told.set()

    paced = Paced(count_it, pause=0.001)
    for _ in range(3):
        for _ in range(1_000):
            paced()
        await told.wait()
        told.clear()
    assert count == 3


async def test_what_waits_is_told_at_the_end_and_nothing_where_nothing_waits() -> None:
    told: list[int] = []
    paced = Paced(lambda: told.append(1), pause=600)
    paced()
    paced.end()
    paced.end()
    assert told == [1]


def test_a_closed_loop_is_told_nothing() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    tell(loop, lambda: None)
