"""Calls in threads and on the loop, without a process around them."""

import asyncio
import queue
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import toolcall

from studio.tools.worker.describe import Function
from studio.tools.worker.running import Calls
from studio.tools.worker.streams import Outbox

Done = queue.SimpleQueue[dict[str, Any]]


def plain(x: int) -> list[int]:
    """Answers at once."""
    return [x]


async def waits() -> None:
    """Never answers."""
    await asyncio.Event().wait()


def gives_a_coroutine() -> object:
    """A plain function whose result has to be awaited."""
    return asyncio.sleep(0, "awaited")


def counts() -> object:
    """A generator."""
    yield from (1, 2)


async def counts_later() -> object:
    """An asynchronous generator."""
    yield 1
    yield 2


def stops_itself(context: toolcall.ToolContext) -> str:
    """Waits for the flag."""
    assert context.cancelled.wait(10)
    return f"stopped {context.call_id}"


TOOLS: list[Any] = [plain, waits, gives_a_coroutine, counts, counts_later, stops_itself]


@pytest.fixture
def calls() -> Iterator[tuple[Calls, Done]]:
    """Running calls, and the queue of what they send."""
    sent: Done = queue.SimpleQueue()
    functions = [Function(each.__name__, each) for each in TOOLS]
    made = Calls(__file__, functions, Outbox(lambda *_: None), lambda **told: sent.put(told))
    serving = threading.Thread(target=made.serve)
    serving.start()
    yield made, sent
    made.stop()
    serving.join(10)
    assert not serving.is_alive()


def test_a_result_is_sent_as_text(calls: tuple[Calls, Done]) -> None:
    calls[0].start("1", "plain", {"x": 3.0}, "plain c1")
    told = calls[1].get(timeout=10)
    assert (told["op"], told["call"], told["status"], told["text"]) == ("done", "1", "ok", "[3]")


def test_a_coroutine_that_a_plain_function_gives_is_awaited(calls: tuple[Calls, Done]) -> None:
    calls[0].start("1", "gives_a_coroutine", {}, "c1")
    assert calls[1].get(timeout=10)["text"] == "awaited"


def test_a_coroutine_cancelled_before_its_first_step_says_so(calls: tuple[Calls, Done]) -> None:
    calls[0].start("1", "waits", {}, "c1")
    calls[0].cancel("1")
    assert calls[1].get(timeout=10)["status"] == "cancelled"


def test_a_missing_argument_is_an_error_of_the_call(calls: tuple[Calls, Done]) -> None:
    calls[0].start("1", "plain", {}, "c1")
    told = calls[1].get(timeout=10)
    assert (told["status"], told["type"]) == ("error", "TypeError")
    assert "'x'" in told["message"]


@pytest.mark.parametrize("name", ["counts", "counts_later"])
def test_what_a_generator_gives_is_gathered(calls: tuple[Calls, Done], name: str) -> None:
    calls[0].start("1", name, {}, "c1")
    assert calls[1].get(timeout=10)["text"] == "[1, 2]"


def test_a_function_that_looks_at_its_flag_ends_itself(calls: tuple[Calls, Done]) -> None:
    ids = {"session_id": "", "call_id": "c1", "memory_id": "", "idempotency_key": ""}
    calls[0].start("1", "stops_itself", {}, "c1", ids)
    calls[0].cancel("1")
    told = calls[1].get(timeout=10)
    assert (told["status"], told["text"], told["late"]) == ("ok", "stopped c1", True)


def test_a_result_that_was_not_told_to_stop_is_not_late(calls: tuple[Calls, Done]) -> None:
    calls[0].start("1", "plain", {"x": 3}, "c1")
    assert calls[1].get(timeout=10)["late"] is False
