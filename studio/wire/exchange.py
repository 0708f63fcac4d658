"""One HTTP exchange as it went: what was sent, what came back, and when each piece came.

Above: `responders/live`, `session` (by value), `present`. Knows no provider. Header values are redacted before they get here.
"""

import msgspec


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One exchange. `body` is the raw reply body; `chunks` are (offset in `body`, milliseconds since the request began).

    `status` is None when no answer came. `seconds` is the whole time. The request body itself is kept with the session's
    request event, not here.
    """

    method: str
    url: str
    request_headers: tuple[tuple[str, str], ...] = ()
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    chunks: tuple[tuple[int, int], ...] = ()
    seconds: float = 0.0
