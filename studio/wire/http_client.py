"""Sends one HTTP request and hands over the answer piece by piece; the only import of httpx.

Above: `responders/live`. Below: httpx. Knows no provider. Errors are told as sentences that hold no secret: of an address only
host and port are named, of a header nothing.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

import httpx
import msgspec

from studio.problems import StudioError
from studio.said import said
from studio.wire.exchange import Times
from studio.wire.http_clock import HttpClock
from studio.wire.http_errors import connection_sentence

_LAST_PORT = 65_535
ErrorKind = Literal["connection", "timeout", "setup"]


class Timeouts(msgspec.Struct, frozen=True):
    """Seconds to wait for a connection, and for the next bytes of an answer."""

    connect: float = 10.0
    read: float = 60.0


class HttpError(StudioError):
    """No answer came, or it broke off. `kind` says why in one word; `setup` means that sending again cannot help."""

    def __init__(self, kind: ErrorKind, sentence: str, help: str = "") -> None:
        super().__init__(sentence, help)
        self.kind: ErrorKind = kind


class HttpAnswer:
    """An answer whose head is there and whose body is coming. `request_headers` are those that were sent, secrets included."""

    def __init__(self, response: httpx.Response, clock: HttpClock, timeouts: Timeouts) -> None:
        self.status = response.status_code
        self.headers = _pairs(response.headers)
        self.request_headers = _pairs(response.request.headers)
        self.received = 0
        self._response = response
        self._clock = clock
        self._timeouts = timeouts

    @property
    def times(self) -> Times:
        """When what happened, as far as it has."""
        return self._clock.times()

    async def chunks(self) -> AsyncGenerator[tuple[bytes, int], None]:
        """The body in the pieces in which it comes, content encoding undone, each with the milliseconds since the request
        began. HttpError when it breaks off."""
        response, stream = self._response, self._response.stream
        plain = "content-encoding" not in response.headers
        if _times_compressed(response.headers) > 1:
            # A piece of a few bytes could become more than memory holds.
            place = _place(str(response.request.url))
            raise HttpError("connection", said("The answer of {place} is compressed more than once.", place=place))
        pieces = aiter(stream) if plain and isinstance(stream, httpx.AsyncByteStream) else response.aiter_bytes()
        with _Told(response.request.url, self._timeouts, answer=self):
            async for data in pieces:
                self.received += len(data)
                yield data, self._clock.took()


class HttpClient:
    """Connections that are kept and used again: one client per profile. `transport` takes the network's place in tests."""

    def __init__(self, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._transport = transport
        self._clients: dict[tuple[bool, bool, str | None], httpx.AsyncClient] = {}

    @asynccontextmanager
    async def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes,
        timeouts: Timeouts,
        *,
        proxy: str | None = None,
    ) -> AsyncIterator[HttpAnswer]:
        """Send the request, through `proxy` (an HTTP address) when there is one; the answer is open inside the context and its
        connection is given up at once when the context is left early or cancelled. HttpError when there is no answer."""
        clock = HttpClock()
        with _Told(url, timeouts, proxy=proxy):
            request = self._request(method, url, headers, body, timeouts)
            request.extensions["trace"] = clock.trace
            client = self._client(url, proxy)
            response = await client.send(request, stream=True)
        clock.answered()
        try:
            yield HttpAnswer(response, clock, timeouts)
        finally:
            await response.aclose()

    async def close(self) -> None:
        """Close all connections."""
        clients, self._clients = list(self._clients.values()), {}
        for client in clients:
            await client.aclose()

    def _request(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes, timeouts: Timeouts
    ) -> httpx.Request:
        timeout = httpx.Timeout(timeouts.read, connect=timeouts.connect)
        # Compressed pieces would hide when each byte came.
        sent = httpx.Headers({"accept-encoding": "identity", "user-agent": "toolcall-studio"})
        sent.update(headers)
        request = httpx.Request(method, url, headers=sent, content=body, extensions={"timeout": timeout.as_dict()})
        if not request.url.host:
            raise httpx.UnsupportedProtocol("the name of the server is missing", request=request)
        if (request.url.port or 0) > _LAST_PORT:
            raise httpx.InvalidURL("there is no such port")
        return request

    def _client(self, url: str, proxy: str | None) -> httpx.AsyncClient:
        """Proxies of the environment are for the outside, never for this machine; one that was named is for everything."""
        here, secure = is_loopback(url), url.lower().startswith("https:")
        client = self._clients.get((here, secure, proxy))
        if client is None:
            # Loading the certificates takes longer than a local answer, and plain HTTP to this machine has no use for them.
            checked = secure or not here or proxy is not None
            client = httpx.AsyncClient(trust_env=not here, verify=checked, proxy=proxy, transport=self._transport)
            self._clients[here, secure, proxy] = client
        return client


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_private(url: str) -> bool:
    """Whether an address is on this machine or in the person's own network, where servers often ask for no key."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost", ".lan", ".home.arpa"))


def _times_compressed(headers: httpx.Headers) -> int:
    named = headers.get("content-encoding", "").split(",")
    return sum(each.strip().lower() not in ("", "identity") for each in named)


def _pairs(headers: httpx.Headers) -> tuple[tuple[str, str], ...]:
    return tuple(headers.multi_items())


class _Told:
    """Turns httpx's errors into HttpError."""

    def __init__(
        self, url: object, timeouts: Timeouts, *, answer: HttpAnswer | None = None, proxy: str | None = None
    ) -> None:
        self._url = str(url)
        self._timeouts = timeouts
        self._answer = answer
        self._proxy = proxy

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        told = self._translate(error)
        if told is not None:
            raise told from error

    def _translate(self, error: BaseException | None) -> HttpError | None:
        place, proxy = _place(self._url), _place(self._proxy) if self._proxy else ""
        received = self._answer.received if self._answer else 0
        match error:
            case httpx.ConnectTimeout():
                seconds = f"{self._timeouts.connect:g}"
                told = said("No connection to {proxy} in {seconds} s.", proxy=proxy or place, seconds=seconds)
                return HttpError("timeout", told)
            case httpx.TimeoutException():
                seconds = f"{self._timeouts.read:g}"
                told = said("No answer in {seconds} s. {received} bytes came.", seconds=seconds, received=received)
                return HttpError("timeout", told)
            case httpx.InvalidURL() | httpx.UnsupportedProtocol() | httpx.LocalProtocolError() | UnicodeError():
                return _not_sendable(error)
            case httpx.ConnectError():
                return HttpError("connection", connection_sentence(error, place, proxy))
            case httpx.ProxyError():
                return HttpError("connection", connection_sentence(error, place, proxy or said("on the way")))
            case httpx.DecodingError():
                return HttpError(
                    "connection", said("The answer of {place} is not compressed as its headers say.", place=place)
                )
            case httpx.HTTPError():
                return HttpError(
                    "connection",
                    said("The connection to {place} broke off. {received} bytes came.", place=place, received=received),
                )
            case ImportError() | ValueError() | OSError():
                help = said("Check the variables for proxies and certificates (ALL_PROXY, HTTPS_PROXY, SSL_CERT_FILE).")
                return HttpError("setup", said("The way to {place} could not be set up.", place=place), help)
            case _:
                return None


def _place(url: str) -> str:
    try:
        parts = urlsplit(url)
        return f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"
    except ValueError:
        return "the server"


def _not_sendable(error: BaseException) -> HttpError:
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol):
        return HttpError(
            "setup", said("The address is not a web address."), said("It has to begin with http:// or https://.")
        )
    # The error's own text would quote the header, which may be the key.
    return HttpError(
        "setup", said("A header holds a character that cannot be sent."), said("Check the key and headers.")
    )
