"""A tool that is an HTTP endpoint: one request a call, its answer as the result.

Above: `workspace/wiring`. Below: `http_request`, `http_answer`, `wire/http_client`. A cancelled call gives its connection up at
once; what the environment fills in stands in no error.
"""

import asyncio
import time
from contextlib import aclosing
from typing import Any

from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from studio.session.executors import BODILESS, HttpEndpoint
from studio.tools import strategies
from studio.tools.filled import UnfilledError
from studio.tools.http_answer import MOST_OF_AN_ERROR, Answered, origin, outcome_of, redirected
from studio.tools.http_request import HttpRequest, request_of
from studio.tools.tool import CallContext, Outcome
from studio.tools.variables import Variables
from studio.wire.http_client import HttpAnswer, HttpClient, HttpError, Timeouts

_CALL_SECONDS = 60.0
_CONNECT_SECONDS = 10.0
_MOST_REDIRECTS = 5


class HttpTool:
    """An endpoint as a `Tool`. `variables` give what the environment holds."""

    def __init__(self, spec: ToolSpec, endpoint: HttpEndpoint, client: HttpClient, variables: Variables) -> None:
        self.spec = spec
        self._endpoint = endpoint
        self._client = client
        self._variables = variables

    async def run(self, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Send the request once. Raises nothing but cancellation, and then the connection is closed."""
        began = time.monotonic()
        seconds = context.seconds or _CALL_SECONDS
        try:
            async with asyncio.timeout(seconds):
                outcome = await self._answered(request_of(self._endpoint, arguments, self._variables.value), seconds)
        except UnfilledError as error:
            outcome = Outcome("error", strategies.not_run(self.spec.name, str(error)))
        except HttpError as error:
            outcome = Outcome("error", f"{self.spec.name} failed: {error.sentence}")
        except TimeoutError:
            outcome = Outcome("timeout", strategies.timed_out(self.spec.name, seconds))
        return replace(outcome, seconds=time.monotonic() - began)

    async def _answered(self, request: HttpRequest, seconds: float) -> Outcome:
        """Follows where the same server sends the request, and nowhere else."""
        for _ in range(_MOST_REDIRECTS + 1):
            answered = await self._sent(request, seconds)
            place = redirected(answered, request.url)
            if place is None:
                return outcome_of(answered)
            if origin(place) != origin(request.url):
                return Outcome("error", _elsewhere(answered.status, place))
            request = _next(request, answered.status, place)
        return Outcome("error", f"The server redirected the request more than {_MOST_REDIRECTS} times.")

    async def _sent(self, request: HttpRequest, seconds: float) -> Answered:
        # The time of the whole call is kept by its own clock; the client's is only to be no shorter.
        timeouts = Timeouts(min(_CONNECT_SECONDS, seconds + 1), seconds + 1)
        method, url = request.method, request.url
        async with self._client.stream(method, url, request.headers, request.body, timeouts) as answer:
            good = 200 <= answer.status < 300
            most = self._endpoint.most_bytes if good else min(MOST_OF_AN_ERROR, self._endpoint.most_bytes)
            body, longer = await _read(answer, most)
        kept = self._variables.head(body, most) if longer else body
        return Answered(answer.status, answer.headers, kept, longer)


async def _read(answer: HttpAnswer, most: int) -> tuple[bytes, bool]:
    """The body up to `most` bytes, and whether there was more: no more than that is ever held."""
    body = bytearray()
    async with aclosing(answer.chunks()) as chunks:
        async for data, _ in chunks:
            body += data[: most + 1 - len(body)]
            if len(body) > most:
                return bytes(body[:most]), True
    return bytes(body), False


def _elsewhere(status: int, place: str) -> str:
    server = origin(place)
    return f"HTTP {status}: the server sends the request to another one, {server}. It was not sent there."


def _next(request: HttpRequest, status: int, place: str) -> HttpRequest:
    """The request to the new place: as it was with 307 and 308, else without a body."""
    if status in (307, 308) or request.method in BODILESS:
        return replace(request, url=place)
    headers = {name: value for name, value in request.headers.items() if name != "content-type"}
    return HttpRequest("GET", place, headers)
