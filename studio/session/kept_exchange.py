"""An HTTP exchange as the session file keeps it.

Above: `events`. Below: `wire/exchange`. Text where the body is UTF-8, and the chunk table as differences.
"""

from itertools import accumulate

import msgspec

from studio.wire.exchange import Exchange, Times

NO_TIME = 0.0
"""The default of `seconds`; it is left out of the line when it is this very object."""


class KeptExchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """An `Exchange` as the file keeps it: text where the body is UTF-8, and the chunk table as differences."""

    method: str
    url: str
    status: int | None = None
    request_headers: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    text: str = ""
    binary: bytes = b""
    chunks: tuple[int, ...] = ()
    seconds: float = NO_TIME
    times: Times | None = None

    @property
    def body(self) -> bytes:
        """The raw reply body."""
        return self.binary or self.text.encode("utf-8", "surrogatepass")

    @property
    def arrivals(self) -> tuple[tuple[int, int], ...]:
        """The chunk table as in an `Exchange`: (offset in the body, milliseconds since the request began)."""
        flat = self.chunks
        return tuple(zip(accumulate(flat[::2]), accumulate(flat[1::2]), strict=True)) if len(flat) % 2 == 0 else ()


def kept(exchange: Exchange | None) -> KeptExchange | None:
    """The form of an exchange that is written to the file."""
    if exchange is None:
        return None
    try:
        text, binary = exchange.body.decode(), b""
    except UnicodeDecodeError:
        text, binary = "", exchange.body
    flat: list[int] = []
    offset = time = 0
    for at, ms in exchange.chunks:
        flat += (at - offset, ms - time)
        offset, time = at, ms
    return KeptExchange(
        exchange.method,
        exchange.url,
        exchange.status,
        exchange.request_headers,
        exchange.headers,
        text,
        binary,
        tuple(flat),
        round(exchange.seconds, 4),
        exchange.times,
    )
