"""Hands over together what came while its reader was busy, so that reading many small pieces costs little more than their transport.

Above: `responders/live`. Below: `tasks`. Knows nothing of what comes. A piece that comes alone is handed over at once.
"""

import asyncio
from collections.abc import AsyncGenerator
from typing import TypeVar

from studio.problems import StudioError
from studio.tasks import spawn

T = TypeVar("T")


async def gathered(source: AsyncGenerator[T, None]) -> AsyncGenerator[list[T], None]:
    """The items of `source` in lists, none of them empty. A StudioError of the source is raised behind all that came before it.
    `source` is closed at the end, and when this is closed or cancelled."""
    waiting: list[T] = []
    news = asyncio.Event()
    task = spawn(_pull(source, waiting, news), name="pieces of a reply")
    try:
        while waiting or not task.done():
            await news.wait()
            news.clear()
            if waiting:
                came = waiting.copy()
                waiting.clear()
                yield came
        error = task.result()
        if error is not None:
            raise error
    finally:
        task.cancel()
        await asyncio.wait([task])
        await source.aclose()


async def _pull(source: AsyncGenerator[T, None], waiting: list[T], news: asyncio.Event) -> StudioError | None:
    """Run `source` to its end. Its error is given back and not raised: a task's errors are told to everybody."""
    try:
        async for item in source:
            waiting.append(item)
            news.set()
    except StudioError as error:
        return error
    finally:
        news.set()
    return None
