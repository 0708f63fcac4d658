"""The HTTP client over a real socket: proxies, TLS, broken answers; and which addresses are near."""

import asyncio
import gzip

import httpx
import pytest

from studio.wire.http_client import HttpClient, HttpError, Timeouts, is_loopback, is_private
from tests.socket_server import Script, answer, piece, sending, serving, stream_head

pytestmark = pytest.mark.anyio


async def fetch(url: str, client: HttpClient | None = None, headers: dict[str, str] | None = None) -> bytes:
    client = client or HttpClient()
    try:
        async with client.stream("POST", url, headers or {}, b"{}", Timeouts(2, 2)) as got:
            return b"".join([data async for data, _ in got.chunks()])
    finally:
        await client.close()


async def failure(script: Script) -> HttpError:
    async with serving(script) as server:
        with pytest.raises(HttpError) as raised:
            await fetch(server.url)
    return raised.value


async def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with serving(sending(answer("200 OK", b"here"))) as server:
        assert await fetch(server.url) == b"here"


async def test_a_proxy_that_is_not_there_is_said_without_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://me:secret@127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with pytest.raises(HttpError) as raised:
        await fetch("http://api.example.com/v1")
    assert raised.value.kind == "connection"
    assert "secret" not in str(raised.value)


async def test_a_proxy_of_a_kind_that_is_not_spoken_is_a_matter_of_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "gopher://127.0.0.1:9")
    with pytest.raises(HttpError) as raised:
        await fetch("http://api.example.com/v1")
    assert raised.value.kind == "setup"
    assert "HTTPS_PROXY" in raised.value.help


async def test_tls_to_a_server_that_has_none_is_said() -> None:
    def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        with pytest.raises(HttpError) as raised:
            await fetch(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    assert raised.value.kind == "connection"
    assert "does not speak TLS" in raised.value.sentence


@pytest.mark.parametrize("raw", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort"])
async def test_an_answer_that_is_none_or_breaks_off_says_how_much_came(raw: bytes) -> None:
    error = await failure(sending(raw))
    assert error.kind == "connection"
    assert f"{5 if b'short' in raw else 0} bytes came." in error.sentence


async def test_a_server_that_accepts_and_says_nothing_is_a_time_out() -> None:
    done = asyncio.Event()

    async def silent(_: asyncio.StreamWriter) -> None:
        await done.wait()

    async with serving(silent) as server:
        client = HttpClient()
        with pytest.raises(HttpError) as raised:
            async with client.stream("POST", server.url, {}, b"", Timeouts(2, 0.1)):
                raise AssertionError("there was an answer")
        done.set()
        await client.close()
    assert (raised.value.kind, raised.value.sentence) == ("timeout", "No answer in 0.1 s. 0 bytes came.")


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999999/", "h/v1", "ftp://h", "http://", "http://h:port"])
async def test_an_address_that_is_none_is_a_matter_of_setup(url: str) -> None:
    with pytest.raises(HttpError) as raised:
        await fetch(url)
    assert raised.value.kind == "setup"


async def test_one_client_serves_again_after_it_was_closed() -> None:
    client = HttpClient(transport=httpx.MockTransport(lambda request: httpx.Response(200, content=request.content)))
    assert await fetch("http://h/v1", client) == await fetch("http://h/v1", client) == b"{}"


async def test_headers_of_the_caller_go_before_our_own() -> None:
    async with serving(sending(stream_head(), piece(b"x"), piece(b""))) as server:
        await fetch(server.url, headers={"User-Agent": "mine"})
    head = server.requests[0][0].lower()
    assert "user-agent: mine\r\n" in head
    assert "toolcall-studio" not in head
    assert "accept-encoding: identity" in head


@pytest.mark.parametrize(
    ("url", "loopback", "private"),
    [
        ("http://127.0.0.1:1/v1", True, True),
        ("http://[::1]/v1", True, True),
        ("http://localhost", True, True),
        ("http://192.168.1.5", False, True),
        ("http://nas:8000", False, True),
        ("http://nas.local", False, True),
        ("https://api.example.com", False, False),
        ("https://8.8.8.8", False, False),
    ],
)
def test_near_addresses_are_known(url: str, loopback: bool, private: bool) -> None:
    assert (is_loopback(url), is_private(url)) == (loopback, private)


async def test_an_answer_that_is_compressed_more_than_once_is_not_unpacked() -> None:
    bomb = gzip.compress(gzip.compress(b"a" * 1_000_000))
    for named in ("gzip, gzip", "deflate,gzip", "gzip\r\nContent-Encoding: gzip"):
        head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {named}\r\nContent-Length: {len(bomb)}\r\n\r\n"
        error = await failure(sending(head.encode() + bomb))
        assert error.kind == "connection"
        assert error.sentence.endswith("is compressed more than once.")


async def test_an_answer_that_is_compressed_once_is_read() -> None:
    body = gzip.compress(b"hello")
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: identity, GZIP\r\nContent-Length: {len(body)}\r\n\r\n"
    async with serving(sending(head.encode() + body)) as server:
        assert await fetch(server.url) == b"hello"
