"""The clock of a call: it runs out, and it stands still while a question is open."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from studio.tasks import spawn
from studio.tools.mcp.patience import Patience

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hanging() -> AsyncIterator[asyncio.Task[bool]]:
    """Something that never ends by itself."""
    task = spawn(asyncio.Event().wait(), name="hanging")
    yield task
    task.cancel()


async def _turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_it_runs_out(hanging: asyncio.Task[bool]) -> None:
    assert await Patience().wait(hanging, 0.01) is False


async def test_what_ends_in_time_has_ended(hanging: asyncio.Task[bool]) -> None:
    waiting = spawn(Patience().wait(hanging, 30), name="waiting")
    await _turns()
    hanging.cancel()
    assert await waiting is True


async def test_it_stands_still_until_the_last_question_is_closed(hanging: asyncio.Task[bool]) -> None:
    patience = Patience()
    patience.begin_question()
    patience.begin_question()
    waiting = spawn(patience.wait(hanging, 0.01), name="waiting")
    patience.end_question()
    await asyncio.sleep(0.03)
    assert not waiting.done()
    patience.end_question()
    assert await waiting is False


async def test_a_question_that_begins_meanwhile_stops_it(hanging: asyncio.Task[bool]) -> None:
    patience = Patience()
    waiting = spawn(patience.wait(hanging, 30), name="waiting")
    await _turns()
    patience.begin_question()
    await _turns()
    hanging.cancel()
    assert await waiting is True
    patience.end_question()


async def test_how_long_it_stood_still_is_known_questions_at_once_counted_once() -> None:
    patience = Patience()
    assert patience.stood == 0
    patience.begin_question()
    patience.begin_question()
    await asyncio.sleep(0.01)
    first = patience.stood
    assert first >= 0.01
    patience.end_question()
    patience.end_question()
    stood = patience.stood
    assert stood >= first
    await asyncio.sleep(0.001)
    assert patience.stood == stood
