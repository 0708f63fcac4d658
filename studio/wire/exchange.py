"""One HTTP exchange as it went: what was sent, what came back, and when each piece came.

Above: `responders/live`, `session` (by value), `present`. Knows no provider. Header values are redacted before they get here.
"""

import msgspec


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """When what happened, in milliseconds since the request began; None for what did not happen or could not be seen.

    `connect`: the connection stood, the look-up of the name included; None when one was used again. `tls`: it was secured.
    `sent`: the request was written. `first`: the head of the answer was there. `last`: the last bytes that came.
    """

    connect: float | None = None
    tls: float | None = None
    sent: float | None = None
    first: float | None = None
    last: float | None = None


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One exchange. `body` is the raw reply body; `chunks` are (offset in `body`, milliseconds since the request began).

    `status` is None when no answer came. `seconds` is the whole time. The request body itself is kept with the session's
    request event, not here. `times` is None when no answer came.
    """

    method: str
    url: str
    request_headers: tuple[tuple[str, str], ...] = ()
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    chunks: tuple[tuple[int, int], ...] = ()
    seconds: float = 0.0
    times: Times | None = None
