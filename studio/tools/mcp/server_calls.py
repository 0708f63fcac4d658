"""Calls of tools over the life of one server: their progress, their end, and what is told when there is none.

Above: `connection`. Below: `lifetime`, `lenient`, `returned`, `told_error`, `patience`.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from math import isfinite
from typing import Any, TypeVar

from mcp.client import InputRequiredRoundsExceededError
from mcp.shared.dispatcher import ProgressFnT
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_REQUEST
from msgspec.structs import replace

from studio import tasks
from studio.checks.arguments import check
from studio.said import said
from studio.session.nodes import CallKey
from studio.session.server_view import ListedTool
from studio.tools import strategies
from studio.tools.mcp.failing import what_failed
from studio.tools.mcp.lenient import results_kept
from studio.tools.mcp.lifetime import Lifetime
from studio.tools.mcp.patience import Patience
from studio.tools.mcp.returned import outcome_of
from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.told_error import outcome_of_error
from studio.tools.tool import CallContext, OnProgress, Outcome

T = TypeVar("T")


class SessionOverError(ServerError):
    """The server knows nothing of our session any more, as after it was started anew behind its address; nothing was run."""


_OVER = (INVALID_REQUEST, "Session terminated")
"""How the SDK says that the endpoint answered 404 to a request of a session."""
CALL_SECONDS = 60.0
_STOP_SECONDS = 8.0
"""The SDK takes 5 at most to write that a request is cancelled."""


class ServerCalls:
    """The calls of one server, called `server`; `clean` takes secrets out of whatever JSON it gave."""

    def __init__(self, server: str, clean: Callable[[Any], Any]) -> None:
        self.patience = Patience()
        self._server = server
        self._clean = clean
        self._running: list[CallKey | None] = []

    @property
    def only(self) -> CallKey | None:
        """The call that runs, where it is the only one and known."""
        return self._running[0] if len(self._running) == 1 else None

    async def call(
        self, life: Lifetime, tool: ListedTool | None, name: str, arguments: dict[str, Any], context: CallContext
    ) -> Outcome:
        """Call the tool `name`; `tool` is how it was listed. A cancelled one has told the server. Raises SessionOverError."""
        began, seconds = time.monotonic() - self.patience.stood, context.seconds or CALL_SECONDS
        self._running.append(context.key)
        try:
            outcome = await self.within(self._called(life, name, arguments, context), seconds)
        except TimeoutError:
            outcome = Outcome("timeout", strategies.timed_out(name, seconds))
        finally:
            self._running.remove(context.key)
        if tool is not None and outcome.status == "ok":
            outcome = replace(outcome, detail=misfit(tool, outcome.structured) or outcome.detail)
        return replace(outcome, seconds=time.monotonic() - self.patience.stood - began)

    async def within(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Do `work`, which is cancelled after `seconds` without a question of the server: TimeoutError, unless it came to its end all the
        same. Raises what it raises."""
        task = tasks.spawn(_caught(work), name=f"asking {self._server}")
        try:
            done = await self.patience.wait(task, seconds)
        except asyncio.CancelledError:
            await _stopped(task)
            raise
        if not done:
            await _stopped(task)
        if not task.done() or task.cancelled():
            raise TimeoutError
        made = task.result()
        if isinstance(made, _Raised):
            raise made.error
        return made

    async def _called(self, life: Lifetime, name: str, arguments: dict[str, Any], context: CallContext) -> Outcome:
        with results_kept(context.key) as given:
            try:
                await life.client.call_tool(name, arguments, progress_callback=_progress(context.on_progress))
            except MCPError as error:
                if life.silent or life.stopped:
                    return await self._died(life, name)
                if (error.error.code, error.error.message) == _OVER:
                    raise SessionOverError(said("{server} ended the session.", server=self._server)) from error
                told = self._clean({"message": error.error.message, "data": error.error.data})
                made = outcome_of_error(error.error.code, told["message"], told["data"])
                return made if made.detail or life.reached.pid else replace(made, detail=life.reached.last_words)
            except InputRequiredRoundsExceededError as error:
                return Outcome("error", f"{name} gave no result: {self._server} asked again and again.", str(error))
            except Exception as error:  # noqa: BLE001 - transports and the SDK raise of all kinds
                return Outcome("error", self._clean(f"{name} gave no result: {self._server} {what_failed(error)}."))
        result = given.results.get("tools/call")
        return outcome_of(self._clean(result)) if result is not None else Outcome("error", f"{name} gave no result.")

    async def _died(self, life: Lifetime, name: str) -> Outcome:
        if life.stopped:
            why = f"{self._server} was stopped."
        else:
            await life.over()
            why = life.reached.why or f"{self._server} closed the connection."
        text = f"{name} gave no result: {why} Whether it had its effect is unknown."
        return Outcome("died", self._clean(text), life.reached.last_words)


class _Raised:
    """What was raised, as a value: an error that somebody waits for is none of the background."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def misfit(tool: ListedTool, structured: Any) -> str:
    """How the structured content does not fit what the tool promised; empty when it does, or it promised nothing."""
    schema = tool.value.get("outputSchema")
    if not isinstance(schema, dict):
        return ""
    if structured is None:
        return "The tool promised structured content (it has an output schema) and gave none."
    problems = check(schema, structured)
    lines = "\n".join(f"- {strategies.problem_line(each)}" for each in problems[: strategies.MOST_PROBLEMS])
    return f"The structured content does not fit the output schema of the tool:\n{lines}" if problems else ""


async def _caught(work: Coroutine[Any, Any, T]) -> "T | _Raised":
    try:
        return await work
    except Exception as error:  # noqa: BLE001 - raised again by who waits
        return _Raised(error)


async def _stopped(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.wait((task,), timeout=_STOP_SECONDS)


def _progress(told: OnProgress | None) -> ProgressFnT | None:
    if told is None:
        return None

    async def progressed(progress: float, total: float | None, message: str | None) -> None:
        told(*progress_of(progress, total, message))

    return progressed


def progress_of(progress: float, total: float | None, message: str | None) -> tuple[float | None, str]:
    """How far it is, from 0 to 1, None where the server gives no total; and the words for it."""
    known = total is not None and 0 < total < float("inf") and isfinite(progress)
    fraction = min(max(progress / total, 0.0), 1.0) if known and total is not None else None
    return fraction, message or (f"{progress:g} / {total:g}" if known else f"{progress:g}")
