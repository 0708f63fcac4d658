"""Calls under way: plain functions each in a thread, coroutines on the one event loop, several at once.

Above: `serve`. Below: `describe`, `streams`, `results`. Knows no time-out: the other side cancels or kills.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import threading
import time
import types
from collections.abc import Callable
from typing import Any

from . import results  # noqa: TID252 - see the card of this package
from .describe import Function, MisfitError  # noqa: TID252
from .injected import Call  # noqa: TID252
from .load import message_of, traceback_from  # noqa: TID252
from .sources import Source  # noqa: TID252
from .streams import Outbox, call_running  # noqa: TID252

Send = Callable[..., None]


class Calls:
    """Starts and cancels calls of the file at `path`; what comes out is sent as `done`. `module` is where functions that are no tools
    are looked up."""

    def __init__(
        self,
        path: str,
        functions: list[Function],
        outbox: Outbox,
        send: Send,
        module: types.ModuleType | None = None,
    ) -> None:
        self._path = path
        self._module = module
        self._functions = {each.name: each for each in functions}
        self._outbox = outbox
        self._send = send
        self._loop = asyncio.new_event_loop()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._cancelled: dict[str, threading.Event] = {}
        self._process = os.getpid()

    def serve(self) -> None:
        """Run the event loop, on the main thread, until `stop`."""
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def stop(self) -> None:
        """End `serve`; from any thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)

    def start(
        self, call: str, name: str, arguments: dict[str, Any], label: str, ids: dict[str, str] | None = None
    ) -> None:
        """Begin a call; from any thread, returns at once. `label` names its thread or task, `ids` are for its `ToolContext`."""
        self._begin(call, self._functions[name], arguments, label, ids or {})

    def ask(self, call: str, name: str, arguments: dict[str, Any], label: str) -> None:
        """Begin a call of a function that says which tools to offer; the rest as in `start`."""
        self._begin(call, Source(self._module, name), arguments, label, {})

    def _begin(
        self, call: str, function: Function | Source, arguments: dict[str, Any], label: str, ids: dict[str, str]
    ) -> None:
        cancelled = self._cancelled[call] = threading.Event()
        told = Call(ids, cancelled, lambda fraction, text: self._outbox.put_progress(call, fraction, text))
        if function.is_async:
            self._loop.call_soon_threadsafe(self._spawn, call, function, arguments, told, label)
        else:
            about = (call, function, arguments, told)
            threading.Thread(target=self._in_thread, args=about, name=label, daemon=True).start()

    def cancel(self, call: str) -> None:
        """Set the call's flag, and cancel a coroutine; a call in a thread that does not look at the flag goes on, the other side
        has to kill the process."""
        flag = self._cancelled.get(call)
        if flag is not None:
            flag.set()
        self._loop.call_soon_threadsafe(self._cancel, call)

    def _cancel(self, call: str) -> None:
        task = self._tasks.get(call)
        if task is not None:
            task.cancel()

    def _spawn(self, call: str, function: Function | Source, arguments: dict[str, Any], told: Call, label: str) -> None:
        task = self._loop.create_task(self._in_loop(call, function, arguments, told), name=label)
        self._tasks[call] = task
        task.add_done_callback(lambda ended: self._ended(call, ended))

    def _ended(self, call: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(call, None)
        if task.cancelled():  # before its first step, so that it could not say so itself
            self._done(call, time.perf_counter(), {"status": "cancelled"})

    def _in_thread(self, call: str, function: Function | Source, arguments: dict[str, Any], told: Call) -> None:
        call_running.set(call)
        begun = time.perf_counter()
        bound = False
        try:
            placed, named = function.bind(arguments, told)
            bound = True
            value = function.call(*placed, **named)
            if inspect.isawaitable(value):
                value = asyncio.run_coroutine_threadsafe(_awaited(value), self._loop).result()
            elif inspect.isasyncgen(value):
                value = asyncio.run_coroutine_threadsafe(_gathered(value), self._loop).result()
            elif inspect.isgenerator(value):
                value = list(value)
            said = results.told(value)
        except BaseException as error:  # noqa: BLE001 - whatever a tool raises is its answer
            said = self._failed(error, bound)
        self._done(call, begun, said)

    async def _in_loop(self, call: str, function: Function | Source, arguments: dict[str, Any], told: Call) -> None:
        call_running.set(call)
        begun = time.perf_counter()
        bound = False
        try:
            placed, named = function.bind(arguments, told)
            bound = True
            said = results.told(await function.call(*placed, **named))
        except asyncio.CancelledError:
            said = {"status": "cancelled"}
        except BaseException as error:  # noqa: BLE001 - whatever a tool raises is its answer
            said = self._failed(error, bound)
        self._done(call, begun, said)

    def _failed(self, error: BaseException, bound: bool) -> dict[str, Any]:
        parameter = ""
        if isinstance(error, MisfitError):
            parameter, error = error.parameter, error.cause
        return {
            "status": "error" if bound else "unfit",
            "parameter": parameter,
            "type": type(error).__name__,
            "message": results.short(message_of(error)),
            "traceback": results.short(traceback_from(error, self._path)),
        }

    def _done(self, call: str, begun: float, said: dict[str, Any]) -> None:
        if os.getpid() != self._process:
            sys.stdout.flush()
            os._exit(0)  # a child that the tool forked and that came back from it: the call is its parent's
        seconds = time.perf_counter() - begun
        flag = self._cancelled.pop(call, None)
        self._outbox.flush()
        self._outbox.forget(call)
        self._send(op="done", call=call, seconds=seconds, late=flag is not None and flag.is_set(), **said)


async def _awaited(value: Any) -> Any:
    return await value


async def _gathered(values: Any) -> list[Any]:
    return [each async for each in values]
