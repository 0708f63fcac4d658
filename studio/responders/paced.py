"""A recorded answer once more at the pace at which it came: its deltas as they arrived, then the time until its end.

Above: `workspace/wiring`. Below: `reading`, `session/kept_exchange`. Gives no reply: that is the recorded one.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from itertools import pairwise

from studio.dialects.dialect import Dialect
from studio.messages.delta import Delta
from studio.messages.request import ChatRequest
from studio.responders.reading import Reading
from studio.session.kept_exchange import KeptExchange


async def paced(
    dialect: Dialect, request: ChatRequest, exchange: KeptExchange | None, seconds: float
) -> AsyncIterator[Delta]:
    """What a recorded answer to `request` brought, when it brought it; ends after as many `seconds` as it took. Without the times of its
    pieces only the whole time is taken."""
    began = time.monotonic()
    if exchange is not None and exchange.status is not None and 200 <= exchange.status < 300:
        reading = Reading(dialect, exchange.status, exchange.headers, stream=True, request=request)
        for milliseconds, piece in _pieces(exchange):
            await _until(began + milliseconds / 1000)
            for delta in reading.feed(piece):
                yield delta
    await _until(began + seconds)


def _pieces(exchange: KeptExchange) -> list[tuple[int, bytes]]:
    body = exchange.body
    places = (*exchange.arrivals, (len(body), 0))
    return [(milliseconds, body[at:end]) for (at, milliseconds), (end, _) in pairwise(places)]


async def _until(moment: float) -> None:
    """Wait until the clock says so; not at all where it does already."""
    left = moment - time.monotonic()
    if left > 0:
        await asyncio.sleep(left)
