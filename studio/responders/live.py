"""Asks a real endpoint over HTTP and tells the answer as it comes.

Above: `engine`, `workspace/wiring`. Below: `wire/http_client`, `reading`, `profiles`. Decides nothing: no retry, no repair.
"""

import os
import re
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass
from secrets import token_hex
from typing import TypeVar

import msgspec

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.messages.assemble import with_ids
from studio.messages.delta import Delta
from studio.messages.reply import ChatReply, ProviderError
from studio.problems import StudioError
from studio.responders import failures
from studio.responders.blanking import BlankedDeltas
from studio.responders.profiles import Profile
from studio.responders.reading import Reading
from studio.responders.responder import Asked, Closed, Failed, Opened
from studio.wire.exchange import Exchange
from studio.wire.http_client import HttpAnswer, HttpClient, HttpError, Timeouts, is_loopback, is_private
from studio.wire.redact import BLANK, SECRET_HEADERS, Redactor

Sink = Callable[[bytes], None]
T = TypeVar("T", bound=msgspec.Struct)
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class _SetupError(StudioError):
    def __init__(self, error: ProviderError) -> None:
        super().__init__(error.message)


@dataclass(frozen=True, slots=True)
class _Line:
    """What every request to one endpoint shares."""

    client: HttpClient
    dialect: Dialect
    url: str
    timeouts: Timeouts
    redactor: Redactor
    sink: Sink | None


class LiveResponder:
    """An endpoint in a profile's words.

    `key` gives the key when it is needed, None when there is none. `on_chunk` gets the bytes of the running reply, redacted,
    before anything is read from them. `environ` is where `${NAME}` in headers is looked up; what is found is registered
    with `redactor`, as is the key.
    """

    def __init__(
        self,
        profile: Profile,
        client: HttpClient,
        key: Callable[[], str | None],
        redactor: Redactor,
        *,
        on_chunk: Sink | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._profile = profile
        self._key = key
        self._environ = environ
        dialect = roster.make(profile.dialect)
        timeouts = Timeouts(profile.timeout.connect, profile.timeout.read)
        self._line = _Line(client, dialect, profile.address(dialect.path), timeouts, redactor, on_chunk)

    def answer(self, asked: Asked) -> AsyncGenerator[Opened | Delta | Failed | Closed, None]:
        """Send the request and tell the answer; see `Responder.answer`. Close the generator to give up early."""
        return _Asking(self._line, asked, self._headers).tell()

    def _headers(self, stream: bool) -> dict[str, str]:
        headers = {"content-type": "application/json", "accept": "text/event-stream" if stream else "application/json"}
        key = self._key()
        if key is not None and not self._profile.says_openly(key):
            self._line.redactor.register(key)
        own = {name.lower(): self._filled(name, value) for name, value in self._profile.headers.items()}
        if key:
            headers["authorization"] = f"Bearer {key}"
        elif self._needs_key() and not SECRET_HEADERS & own.keys():
            raise _SetupError(failures.no_key(self._profile))
        return headers | own

    def _needs_key(self) -> bool:
        if is_loopback(self._line.url):
            return False
        return self._profile.names_a_key or not is_private(self._line.url)

    def _filled(self, name: str, value: str) -> str:
        """A header value with its `${NAME}`s replaced by what the environment holds."""

        def found(match: re.Match[str]) -> str:
            held = self._environ.get(match[1])
            if held is None:
                raise _SetupError(failures.no_variable(self._profile, name, match[1]))
            self._line.redactor.register(held)
            return held

        return _VARIABLE.sub(found, value)


class _Asking:
    """One request on its way: what was sent, what has come, and when."""

    def __init__(self, line: _Line, asked: Asked, headers: Callable[[bool], dict[str, str]]) -> None:
        self._line = line
        self._asked = asked
        self._headers = headers
        self._sent: tuple[tuple[str, str], ...] = ()
        self._running = line.redactor.running()
        self._deltas = BlankedDeltas(line.redactor)
        self._holds_secret = False
        self._answer: HttpAnswer | None = None
        self._reading: Reading | None = None
        self._pieces: list[bytes] = []
        self._length = 0
        self._chunks: list[tuple[int, int]] = []
        self._began = time.perf_counter()

    async def tell(self) -> AsyncGenerator[Opened | Delta | Failed | Closed, None]:
        """The answer, ending with `Closed` or `Failed`."""
        try:
            async with self._stream() as answer, aclosing(answer.chunks()) as chunks:
                yield self._opened(answer)
                async for data, milliseconds in chunks:
                    for delta in self._took(data, milliseconds):
                        yield delta
            for delta in self._rest():
                yield delta
        except HttpError as error:
            yield self._broken(error)
        except StudioError as error:
            yield Failed(ProviderError("setup", str(error)))
        else:
            yield self._finished()

    def _stream(self) -> AbstractAsyncContextManager[HttpAnswer]:
        line = self._line
        headers = self._headers(self._asked.stream)
        self._sent = tuple(headers.items())
        return line.client.stream("POST", line.url, headers, self._asked.body(), line.timeouts)

    def _opened(self, answer: HttpAnswer) -> Opened:
        self._answer = answer
        self._sent = answer.request_headers
        if 200 <= answer.status < 300:
            headers = answer.headers
            self._reading = Reading(self._line.dialect, answer.status, headers, stream=self._asked.stream)
        return Opened(answer.status, self._line.redactor.headers(answer.headers))

    def _took(self, data: bytes, milliseconds: int) -> list[Delta]:
        self._chunks.append((self._length, milliseconds))
        return self._take(self._running.feed(data))

    def _rest(self) -> list[Delta]:
        deltas = self._take(self._running.end())
        rest = self._reading.end() if self._reading is not None else ()
        return [*deltas, *self._blanked(rest), *self._deltas.end()]

    def _take(self, data: bytes) -> list[Delta]:
        """Keep bytes that hold no secret any more, and read them."""
        if not data:
            return []
        self._pieces.append(data)
        self._length += len(data)
        if self._line.sink is not None:
            self._line.sink(data)
        return self._blanked(self._reading.feed(data)) if self._reading is not None else []

    def _blanked(self, deltas: Iterable[Delta]) -> list[Delta]:
        return [clean for delta in deltas for clean in self._deltas.feed(delta)]

    def _clean(self, value: T) -> T:
        """What is told at the end. A secret that is found only now stands in the raw body in pieces or escapes."""
        clean = self._line.redactor.value(value)
        self._holds_secret = self._holds_secret or clean != value
        return clean

    def _finished(self) -> Closed | Failed:
        answer, reading = self._answer, self._reading
        assert answer is not None
        if reading is None:
            error = self._line.dialect.read_error(answer.status, b"".join(self._pieces))
            seconds = failures.read_retry_after(answer.headers, time.time())
            clean = self._clean(msgspec.structs.replace(error, retry_after=seconds))
            return Failed(clean, self._exchange())
        return self._ended(reading.result())

    def _broken(self, error: HttpError) -> Closed | Failed:
        """No answer, or one that broke off; a reply that was whole before is a reply."""
        answer, reading = self._answer, self._reading
        if answer is None:
            return Failed(ProviderError(error.kind, str(error)), self._exchange())
        self._take(self._running.end())
        if reading is None or not self._length:
            return Failed(ProviderError(error.kind, error.sentence, answer.status), self._exchange())
        result = reading.result()
        if isinstance(result, ChatReply) or result.kind == "provider":
            return self._ended(result)
        if error.kind == "connection":
            return self._ended(failures.broke_off(answer.received, answer.status))
        return self._ended(ProviderError(error.kind, error.sentence, answer.status))

    def _ended(self, result: ChatReply | ProviderError) -> Closed | Failed:
        if isinstance(result, ChatReply):
            # Calls are answered by their ids; a server that gives none gets ids unlike those of its other replies.
            reply = self._clean(with_ids(result, token_hex(4)))
            return Closed(reply, self._exchange())
        error, partial = self._clean(result), self._reading.partial() if self._reading else None
        partial = self._clean(partial) if partial is not None else None
        return Failed(error, self._exchange(), partial)

    def _exchange(self) -> Exchange:
        answer = self._answer
        return Exchange(
            method="POST",
            url=self._line.redactor.url(self._line.url),
            request_headers=self._line.redactor.headers(self._sent),
            status=answer.status if answer else None,
            headers=self._line.redactor.headers(answer.headers) if answer else (),
            body=BLANK.encode() if self._holds_secret else b"".join(self._pieces),
            chunks=() if self._holds_secret else tuple(self._chunks),
            seconds=time.perf_counter() - self._began,
            times=answer.times if answer else None,
        )
