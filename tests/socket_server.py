"""A server on 127.0.0.1 whose answers are written byte by byte by the test: what no well-behaved server would send.

Used by tests of `wire/http_client` and `responders/live`. Knows HTTP just far enough to read one request.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Script = Callable[[asyncio.StreamWriter], Awaitable[None]]


class SocketServer:
    """Answers every request with `script` and closes the connection. `requests` are (head, body) as they came."""

    def __init__(self, script: Script) -> None:
        self.requests: list[tuple[str, bytes]] = []
        self.gone = asyncio.Event()
        self.url = ""
        self._script = script

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = next(
                (int(line[15:]) for line in head.lower().split("\r\n") if line.startswith("content-length:")), 0
            )
            self.requests.append((head, await reader.readexactly(length)))
            await self._script(writer)
        except (ConnectionError, asyncio.IncompleteReadError):  # gone, perhaps before it asked for anything
            pass
        finally:
            self.gone.set()
            writer.close()


@asynccontextmanager
async def serving(script: Script) -> AsyncIterator[SocketServer]:
    """The server while the block runs; `url` ends in /v1."""
    served = SocketServer(script)
    server = await asyncio.start_server(served.handle, "127.0.0.1", 0)
    served.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    async with server:
        yield served


def answer(status: str, body: bytes, *headers: str, kind: str = "application/json") -> bytes:
    """A whole answer with its length."""
    lines = [
        f"HTTP/1.1 {status}",
        f"content-type: {kind}",
        f"content-length: {len(body)}",
        "connection: close",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def stream_head(*headers: str) -> bytes:
    """The head of an event stream in chunked coding."""
    lines = ["HTTP/1.1 200 OK", "content-type: text/event-stream", "transfer-encoding: chunked", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def piece(data: bytes) -> bytes:
    """One piece in chunked coding; the empty piece ends the body."""
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def sending(*pieces: bytes) -> Script:
    """A script that writes these bytes, each on its own."""

    async def script(writer: asyncio.StreamWriter) -> None:
        for data in pieces:
            writer.write(data)
            await writer.drain()

    return script
