"""A server that is reached over streamable HTTP, as a transport for the SDK: its own one, with our headers, tapped.

Above: `connection`. Below: the SDK's `streamable_http_client`, `overheard`, `tapped`.
"""

from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from ipaddress import ip_address
from types import TracebackType
from urllib.parse import urlsplit

import httpx2
from mcp.client.streamable_http import streamable_http_client

from studio.said import said
from studio.session.mcp_servers import StreamableHttp
from studio.tools.mcp.lines import MOST_LINE
from studio.tools.mcp.overheard import Overhearing
from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.stamped import StampedWrite, TappedRead
from studio.tools.mcp.tapped import Tap
from studio.tools.mcp.wire_log import WireLog
from studio.wire.http_errors import connection_sentence
from studio.wire.redact import Redactor

_CONNECT_SECONDS = 10.0


def http_transport(
    name: str,
    way: StreamableHttp,
    token: str | None,
    log: WireLog,
    redactor: Redactor,
    on_end: Callable[[str], None] = lambda _: None,
) -> "HttpTransport":
    """The transport to the server called `name`, to be entered once; `way` has its `${NAME}`s filled in, `token` goes along as bearer.

    Nothing is sent before the SDK speaks. ServerError when the address is none. When the endpoint is not reached (any more) the block is
    cancelled, `on_end(why)` is told why in a sentence that names the server, and leaving raises ServerError.
    """
    return HttpTransport(name, way, token, log, redactor, on_end)


class HttpTransport:
    """See `http_transport`. `why` is what `on_end` was told, empty before; there is no process, so `pid` is 0."""

    pid = 0

    def __init__(
        self,
        name: str,
        way: StreamableHttp,
        token: str | None,
        log: WireLog,
        redactor: Redactor,
        on_end: Callable[[str], None],
    ) -> None:
        self.why = ""
        redactor.register(token)
        self._name, self._way, self._token = name, way, token
        self._log = log
        self._tap = Tap(log, redactor)
        self._redactor = redactor
        self._on_end = on_end
        self._overhearing = Overhearing(self._tap)
        self._stack = AsyncExitStack()

    @property
    def last_words(self) -> str:
        """What it answered last, where that was a status that is an error."""
        return self._overhearing.trouble

    async def again(self, text: str) -> None:
        """Send a message that the person typed; its answer comes into the log alone. Raises ServerError."""
        message, _ = self._tap.again(text)
        await self._write.again(message)

    async def __aenter__(self) -> tuple[TappedRead, StampedWrite]:
        self._log.begin()
        if not _place(self._way.url):
            raise ServerError(
                said("The server {name} has no address that begins with http:// or https://.", name=self._name)
            )
        client = await self._stack.enter_async_context(self._client())
        transport = streamable_http_client(self._way.url, http_client=client, max_sse_event_size=MOST_LINE)
        read, write = await self._stack.enter_async_context(transport)
        self._tap.told("state", said("Begins to speak to {url}", url=self._redactor.url(self._way.url)))
        self._write = StampedWrite(write)
        return TappedRead(read, self._tap), self._write

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        try:
            return await self._stack.__aexit__(kind, error, trace)
        except Exception as group:
            error = next((each for each in _leaves(group) if isinstance(each, httpx2.HTTPError)), None)
            if error is None:
                raise
            self.why = self._why(error)
            self._tap.told("state", self.why)
            self._on_end(self.why)
            raise ServerError(self.why, said("Look at its address, and whether it runs.")) from None

    def _client(self) -> httpx2.AsyncClient:
        headers = [("accept-encoding", "identity"), ("user-agent", "toolcall-studio"), *self._way.headers]
        if self._token:
            headers.append(("authorization", f"Bearer {self._token}"))
        return httpx2.AsyncClient(
            headers=[(name.encode("ascii", "replace"), value.encode("utf-8")) for name, value in headers],
            # How long an answer may take is said by the call; a stream for news may be silent for days.
            timeout=httpx2.Timeout(None, connect=_CONNECT_SECONDS),
            trust_env=not _is_here(self._way.url),
            event_hooks={"request": [self._overhearing.request], "response": [self._overhearing.response]},
        )

    def _why(self, error: httpx2.HTTPError) -> str:
        place = _place(self._way.url)
        why: str
        match error:
            case httpx2.ConnectTimeout():
                why = said(
                    "No connection to {place} in {seconds} s.",
                    place=place,
                    seconds=f"{_CONNECT_SECONDS:g}",
                )
            case httpx2.ConnectError():
                why = connection_sentence(error, place)
            case _:
                why = said("The connection to {place} broke off.", place=place)
        return said("The server {name} is not reached: {why}", name=self._name, why=why)


def _place(url: str) -> str:
    """Host and port; empty when it is no address for HTTP."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return ""
    return f"{parts.hostname}:{port}" if parts.hostname and parts.scheme in ("http", "https") else ""


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    else:
        yield error


def _is_here(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
