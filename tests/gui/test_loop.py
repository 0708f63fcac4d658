"""The loop waits for any time that a file may name, and takes no one down with it."""

import asyncio

import pytest
from PySide6.QtWidgets import QApplication

from studio.gui.loop import Loop
from studio.tasks import spawn


@pytest.mark.parametrize("seconds", [0.0, 3e6, 1e9, 1e308, float("inf")])
def test_a_time_of_any_length_can_be_waited_for(qapp: QApplication, seconds: float) -> None:
    loop = Loop(qapp)

    async def wait() -> bool:
        async with asyncio.timeout(seconds + 10):
            waiting = spawn(asyncio.sleep(seconds), name="waiting")
            await asyncio.sleep(0.01)
            ended = waiting.done()
            waiting.cancel()
            return ended

    with loop:
        assert loop.run_until_complete(wait()) is (seconds == 0)
