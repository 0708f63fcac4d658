"""Calls in threads and on the loop, without a process around them."""

import asyncio
import queue
import threading
from collections.abc import Iterator
from typing import Any

import pytest

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


@pytest.fixture
def calls() -> Iterator[tuple[Calls, Done]]:
    """Running calls, and the queue of what they send."""
    sent: Done = queue.SimpleQueue()
    functions = [Function(each.__name__, each) for each in (plain, waits, gives_a_coroutine)]
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
