"""The one door through which an asyncio task is started: it is kept alive, named, and its error is told.

Above: everything that runs in the background (engine, tools, workspace, window). Below: asyncio alone.
Knows nothing of sessions; a session owns a `Tasks`.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Reporter = Callable[[str, BaseException], None]


class Owner(Protocol):
    """Whoever keeps tasks: told of each task when it starts and when it has ended."""

    def took(self, task: asyncio.Task[Any]) -> None: ...

    def dropped(self, task: asyncio.Task[Any]) -> None: ...


def log_error(name: str, error: BaseException) -> None:
    """Write an error nobody waited for to the log; the reporter until another one is set."""
    logging.getLogger(__name__).error("The background task %s failed.", name, exc_info=error)


_running: set[asyncio.Task[Any]] = set()
_reporter: Reporter = log_error


def set_reporter(reporter: Reporter | None) -> Reporter:
    """Send unexpected errors of tasks to `reporter(name, error)`; None means the log. Returns the former one."""
    global _reporter
    former, _reporter = _reporter, reporter or log_error
    return former


def spawn(coro: Coroutine[Any, Any, T], *, name: str, owner: Owner | None = None) -> asyncio.Task[T]:
    """Start `coro` on the running loop and return its task.

    The task is referenced until it ends. An exception other than a cancellation goes to the reporter, also when
    somebody awaits the task. RuntimeError when no loop runs (`coro` is then closed).
    """
    try:
        task = asyncio.get_running_loop().create_task(coro, name=name)
    except RuntimeError:
        coro.close()
        raise
    _running.add(task)
    if owner is not None:
        owner.took(task)
    task.add_done_callback(lambda ended: _finish(ended, owner))
    return task


def running() -> tuple[str, ...]:
    """The names of all tasks that were started here and have not ended, sorted."""
    return tuple(sorted(task.get_name() for task in _running if not task.done()))


def _finish(task: asyncio.Task[Any], owner: Owner | None) -> None:
    _running.discard(task)
    if owner is not None:
        owner.dropped(task)
    if task.cancelled():
        return
    error = task.exception()
    if error is not None:
        _reporter(task.get_name(), error)


class Tasks:
    """The tasks of one owner (a session, a window); ended together when the owner closes."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._kept: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._kept)

    def spawn(self, coro: Coroutine[Any, Any, T], *, name: str) -> asyncio.Task[T]:
        """Start `coro` as a task of this owner; see `tasks.spawn`."""
        return spawn(coro, name=f"{self._name}: {name}", owner=self)

    def took(self, task: asyncio.Task[Any]) -> None:
        """Keep `task`; called by `tasks.spawn`."""
        self._kept.add(task)

    def dropped(self, task: asyncio.Task[Any]) -> None:
        """Forget `task`, which has ended; called by `tasks.spawn`."""
        self._kept.discard(task)

    async def cancel_all(self, timeout: float) -> tuple[str, ...]:
        """Cancel every task but the calling one and wait `timeout` seconds at most.

        Returns the names of those that did not end in time (they stay kept), sorted; empty when all are gone.
        """
        waiting = self._kept - {asyncio.current_task()}
        for task in waiting:
            task.cancel()
        if not waiting:
            return ()
        _, late = await asyncio.wait(waiting, timeout=timeout)
        return tuple(sorted(task.get_name() for task in late))
