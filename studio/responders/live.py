"""Asks a real endpoint over HTTP and tells the answer as it comes.

Above: `engine`, `workspace/wiring`. Below: `wire/http_client`, `reading`, `access`. Decides nothing: no retry, no repair.
"""

import os
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
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
from studio.responders.access import Access, AccessError
from studio.responders.blanking import BlankedDeltas
from studio.responders.profiles import Profile
from studio.responders.reading import Reading
from studio.responders.responder import Asked, Closed, Failed, Opened
from studio.wire.exchange import Exchange
from studio.wire.gathered import gathered
from studio.wire.http_client import HttpAnswer, HttpClient, HttpError
from studio.wire.redact import BLANK, Redactor

Sink = Callable[[bytes], None]
T = TypeVar("T", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class _Line:
    """What every request to one endpoint shares."""

    client: HttpClient
    dialect: Dialect
    url: str
    access: Access
    redactor: Redactor
    sink: Sink | None


class LiveResponder:
    """An endpoint in a profile's words.

    `key` gives the key when it is needed, None when there is none. `on_chunk` gets the bytes of the running reply, redacted,
    before anything is read from them. `environ` is where `${NAME}` in headers and the proxy is looked up; what is found is
    registered with `redactor`, as is the key. `text_form` is the form in which calls are printed, empty for native ones.
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
        text_form: str = "",
    ) -> None:
        dialect = roster.make(profile.dialect, text_form)
        access = Access(profile, dialect, key, redactor, environ)
        self._line = _Line(client, dialect, access.url(dialect.path), access, redactor, on_chunk)

    def answer(self, asked: Asked) -> AsyncGenerator[Opened | Delta | Failed | Closed, None]:
        """Send the request and tell the answer; see `Responder.answer`. Close the generator to give up early."""
        return _Asking(self._line, asked).tell()


class _Asking:
    """One request on its way: what was sent, what has come, and when."""

    def __init__(self, line: _Line, asked: Asked) -> None:
        self._line = line
        self._asked = asked
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
            async with self._stream() as answer, aclosing(gathered(answer.chunks())) as batches:
                yield self._opened(answer)
                async for pieces in batches:
                    for delta in self._took(pieces):
                        yield delta
            for delta in self._rest():
                yield delta
        except HttpError as error:
            yield self._broken(error)
        except AccessError as error:
            yield Failed(error.error)
        except StudioError as error:
            yield Failed(ProviderError("setup", str(error)))
        else:
            yield self._finished()

    def _stream(self) -> AbstractAsyncContextManager[HttpAnswer]:
        line, access = self._line, self._line.access
        headers = {"content-type": "application/json", **access.headers(stream=self._asked.stream)}
        self._sent = tuple(headers.items())
        body, proxy = self._asked.body(), access.proxy()
        return line.client.stream("POST", line.url, headers, body, access.timeouts, proxy=proxy)

    def _opened(self, answer: HttpAnswer) -> Opened:
        self._answer = answer
        self._sent = answer.request_headers
        if 200 <= answer.status < 300:
            head, asked = (answer.status, answer.headers), self._asked
            self._reading = Reading(self._line.dialect, *head, stream=asked.stream, request=asked.request)
        return Opened(answer.status, self._line.redactor.headers(answer.headers))

    def _took(self, pieces: list[tuple[bytes, int]]) -> Sequence[Delta]:
        """Note where each piece begins and when it came, and read them together."""
        clean: list[bytes] = []
        length = self._length
        for data, milliseconds in pieces:
            self._chunks.append((length, milliseconds))
            clean.append(self._running.feed(data))
            length += len(clean[-1])
        return self._take(b"".join(clean))

    def _rest(self) -> list[Delta]:
        deltas = self._take(self._running.end())
        rest = self._reading.end() if self._reading is not None else ()
        return [*deltas, *self._deltas.feed(rest), *self._deltas.end()]

    def _take(self, data: bytes) -> Sequence[Delta]:
        """Keep bytes that hold no secret any more, and read them."""
        if not data:
            return ()
        self._pieces.append(data)
        self._length += len(data)
        if self._line.sink is not None:
            self._line.sink(data)
        return self._deltas.feed(self._reading.feed(data)) if self._reading is not None else ()

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
            request_headers=self._line.access.blanked(self._sent),
            status=answer.status if answer else None,
            headers=self._line.redactor.headers(answer.headers) if answer else (),
            body=BLANK.encode() if self._holds_secret else b"".join(self._pieces),
            chunks=() if self._holds_secret else tuple(self._chunks),
            seconds=time.perf_counter() - self._began,
            times=answer.times if answer else None,
        )
