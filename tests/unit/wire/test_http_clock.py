"""When what happened in an exchange, over a real socket: a new connection, one used again, a body, none."""

import asyncio

import pytest

from studio.wire.exchange import Times
from studio.wire.http_client import HttpClient, Timeouts
from studio.wire.http_clock import HttpClock
from tests.socket_server import Script, answer, piece, sending, serving, stream_head

pytestmark = pytest.mark.anyio


async def times(client: HttpClient, url: str) -> Times:
    async with client.stream("POST", url, {}, b"{}", Timeouts(2, 2)) as got:
        async for _ in got.chunks():
            pass
        return got.times


async def of(script: Script) -> Times:
    client = HttpClient()
    try:
        async with serving(script) as server:
            return await times(client, server.url)
    finally:
        await client.close()


async def test_a_new_connection_has_its_steps_in_order() -> None:
    found = await of(sending(answer("200 OK", b"{}")))
    assert found.tls is None
    assert found.connect is not None
    assert found.sent is not None
    assert found.first is not None
    assert found.last is not None
    assert 0 < found.connect <= found.sent <= found.first <= found.last


async def test_a_stream_ends_after_it_began() -> None:
    async def slowly(writer: asyncio.StreamWriter) -> None:
        writer.write(stream_head() + piece(b"data: 1\n\n"))
        await writer.drain()
        await asyncio.sleep(0.03)
        writer.write(piece(b"data: 2\n\n") + piece(b""))

    found = await of(slowly)
    assert found.first is not None
    assert found.last is not None
    assert found.last > found.first


async def test_an_answer_without_a_body_ends_with_its_head() -> None:
    found = await of(sending(answer("204 No Content", b"")))
    assert found.last == found.first


async def test_a_connection_that_is_used_again_was_not_connected_anew() -> None:
    async def twice(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(2):
            await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(2)
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
            await writer.drain()
        writer.close()

    client = HttpClient()
    async with await asyncio.start_server(twice, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        first, second = await times(client, url), await times(client, url)
        await client.close()
    assert first.connect is not None
    assert second.connect is None
    assert second.sent is not None


async def test_a_secured_connection_tells_when_it_was() -> None:
    clock = HttpClock()
    for event in ("connection.connect_tcp.complete", "connection.start_tls.started", "connection.start_tls.complete"):
        await clock.trace(event, {})
    found = clock.times()
    assert found.connect is not None
    assert found.tls is not None
    assert (found.sent, found.first, found.last) == (None, None, None)


async def test_a_step_that_failed_did_not_happen() -> None:
    clock = HttpClock()
    await clock.trace("connection.connect_tcp.failed", {})
    assert clock.times() == Times()
