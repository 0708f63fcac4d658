"""Tasks are kept, named, reported and ended with their owner."""

import asyncio
import gc
import inspect
import logging
import weakref
from collections.abc import Iterator

import pytest

from studio.tasks import Tasks, set_reporter, spawn

pytestmark = pytest.mark.anyio


@pytest.fixture
def reports() -> Iterator[list[tuple[str, BaseException]]]:
    """The (name, error) pairs that reach the reporter."""
    told: list[tuple[str, BaseException]] = []
    former = set_reporter(lambda name, error: told.append((name, error)))
    yield told
    set_reporter(former)


async def _fail() -> None:
    raise ValueError("no")


async def _wait_for(event: asyncio.Event) -> str:
    await event.wait()
    return "done"


async def _stubborn(freed: asyncio.Event) -> None:
    while not freed.is_set():
        try:
            await freed.wait()
        except asyncio.CancelledError:
            continue


async def test_a_task_gives_its_value_and_bears_its_name() -> None:
    event = asyncio.Event()
    task = spawn(_wait_for(event), name="waiting")
    event.set()
    assert (await task, task.get_name()) == ("done", "waiting")


async def test_a_task_nobody_keeps_is_not_collected() -> None:
    event = asyncio.Event()
    seen = weakref.ref(spawn(_wait_for(event), name="kept"))
    await asyncio.sleep(0)
    gc.collect()
    task = seen()
    assert task is not None
    event.set()
    assert await task == "done"


async def test_an_error_nobody_awaits_is_reported_with_the_name(reports: list[tuple[str, BaseException]]) -> None:
    task = spawn(_fail(), name="failing")
    await asyncio.wait([task])
    await asyncio.sleep(0)
    [(name, error)] = reports
    assert name == "failing"
    assert isinstance(error, ValueError)


async def test_a_cancelled_task_is_not_reported(reports: list[tuple[str, BaseException]]) -> None:
    task = spawn(_wait_for(asyncio.Event()), name="stopped")
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    await asyncio.sleep(0)
    assert reports == []


@pytest.mark.expects_log
async def test_without_another_reporter_an_error_goes_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    await asyncio.wait([spawn(_fail(), name="logged")])
    await asyncio.sleep(0)
    assert [(r.levelno, r.getMessage()) for r in caplog.records] == [
        (logging.ERROR, "The background task logged failed.")
    ]


async def test_the_tasks_of_an_owner_end_together() -> None:
    tasks = Tasks("session")
    first = tasks.spawn(_wait_for(asyncio.Event()), name="reader")
    second = tasks.spawn(_wait_for(asyncio.Event()), name="writer")
    assert (len(tasks), first.get_name()) == (2, "session: reader")
    assert await tasks.cancel_all(5) == ()
    assert (len(tasks), first.cancelled(), second.cancelled()) == (0, True, True)


async def test_a_task_that_will_not_end_is_named() -> None:
    tasks, freed = Tasks("session"), asyncio.Event()
    task = tasks.spawn(_stubborn(freed), name="stubborn")
    await asyncio.sleep(0)
    assert await tasks.cancel_all(0.01) == ("session: stubborn",)
    freed.set()
    await task
    await asyncio.sleep(0)
    assert len(tasks) == 0


async def test_a_task_may_end_its_siblings_without_ending_itself() -> None:
    tasks = Tasks("session")
    sibling = tasks.spawn(_wait_for(asyncio.Event()), name="sibling")
    ending = tasks.spawn(tasks.cancel_all(5), name="ending")
    assert await ending == ()
    assert sibling.cancelled()


def test_without_a_loop_nothing_starts_and_the_coroutine_is_closed() -> None:
    coro = _fail()
    with pytest.raises(RuntimeError, match="no running event loop"):
        spawn(coro, name="nowhere")
    assert inspect.getcoroutinestate(coro) == inspect.CORO_CLOSED
