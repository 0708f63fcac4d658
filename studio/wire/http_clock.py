"""Takes the times of one HTTP exchange: from what the transport tells of its steps, and from the pieces that come.

Above: `http_client`. Below: `exchange`. Knows the transport only by the names of its steps.
"""

import time
from collections.abc import Mapping
from typing import Any

from studio.wire.exchange import Times

_STEPS = {"connect_tcp": "connect", "connect_unix_socket": "connect", "start_tls": "tls", "send_request_body": "sent"}


class HttpClock:
    """Begins to run when it is made."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._marks: dict[str, float] = {}
        self._last: float | None = None

    async def trace(self, event: str, _info: Mapping[str, Any]) -> None:
        """Take in a step that the transport tells of: `<part>.<step>.<started|complete|failed>`. Of several connections on
        the way (a proxy, an address that did not answer) the last one counts."""
        _, step, state = event.split(".")
        if state == "complete" and step in _STEPS:
            self._marks[_STEPS[step]] = self._now()

    def answered(self) -> None:
        """The head of the answer is there."""
        self._marks["first"] = self._now()

    def took(self) -> int:
        """A piece of the body came: whole milliseconds since the request began."""
        self._last = time.perf_counter()
        return int((self._last - self._began) * 1000)

    def times(self) -> Times:
        """What is known by now. The head alone is the last that came while no body has."""
        last = None if self._last is None else round((self._last - self._began) * 1000, 1)
        return Times(**self._marks, last=self._marks.get("first") if last is None else last)

    def _now(self) -> float:
        return round((time.perf_counter() - self._began) * 1000, 1)
