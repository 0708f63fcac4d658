"""The loop of the window: asyncio over Qt, with times of any length.

Above: `app`. Below: qasync. Qt's timers end at 24 days; a longer time comes from a session's file or a tool's declaration.
"""

from collections.abc import Callable
from typing import Any

from qasync import QEventLoop

_LONGEST = 2_000_000.0
"""Seconds; what is to happen later than in some three weeks happens then."""


class Loop(QEventLoop):  # type: ignore[misc]
    """The one loop of the program."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any, context: Any = None) -> Any:
        """As in asyncio, after three weeks at the latest."""
        return super().call_later(min(delay, _LONGEST), callback, *args, context=context)
