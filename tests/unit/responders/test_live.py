"""The live responder against a real socket on this machine: every way in which an endpoint answers, or does not."""

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest

from studio.dialects.openai_chat import OpenAIChat
from studio.messages.message import user
from studio.messages.request import ChatRequest
from studio.responders.live import LiveResponder
from studio.responders.profiles import Profile, WaitSeconds
from studio.responders.responder import Asked, Closed, Failed, Opened
from studio.wire.http_client import HttpClient
from studio.wire.redact import Redactor
from tests.socket_server import answer, piece, sending, serving, stream_head

pytestmark = pytest.mark.anyio
RECORDINGS = Path(__file__).parents[2] / "recordings"
KEY = "sk-test-0123456789"


def asked(*, stream: bool = True) -> Asked:
    request = ChatRequest("m", (user("hello"),))
    return Asked(request, lambda: OpenAIChat().write_request(request, stream=stream), stream)


async def ask(url: str, *, stream: bool = True, key: str | None = KEY, **members: Any) -> list[Any]:
    sink: Callable[[bytes], None] | None = members.pop("on_chunk", None)
    client = HttpClient()
    profile = Profile(name="Test", base_url=url, **members)
    environ = {"TEAM": "team-secret-42"}
    responder = LiveResponder(profile, client, lambda: key, Redactor(), on_chunk=sink, environ=environ)
    try:
        return [told async for told in responder.answer(asked(stream=stream))]
    finally:
        await client.close()


def event(value: Any) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def delta(text: str) -> bytes:
    return event({"id": "r1", "model": "m", "choices": [{"index": 0, "delta": {"content": text}}]})


FINISH = event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
WHOLE = json.dumps({"choices": [{"message": {"role": "assistant", "content": "hi"}, "finish_reason": "stop"}]}).encode()


async def test_a_recorded_stream_comes_back_as_its_one_call() -> None:
    raw = (RECORDINGS / "llama_cpp_weather_stream.sse").read_bytes()
    pieces = [piece(raw[n : n + 777]) for n in range(0, len(raw), 777)]
    async with serving(sending(stream_head(), *pieces, piece(b""))) as server:
        told = await ask(server.url)
    opened, closed = told[0], told[-1]
    assert isinstance(opened, Opened)
    assert isinstance(closed, Closed)
    (call,) = closed.reply.calls
    assert (call.name, call.form, closed.reply.finish) == ("get_weather", "function", "tool_calls")
    assert "".join(one[4] for one in told[1:-1] if one[0] == "call") == call.arguments
    assert closed.exchange is not None
    assert closed.exchange.body == raw
    assert closed.exchange.status == 200


async def test_a_whole_reply_is_read_with_arguments_and_usage_as_they_came() -> None:
    raw = (RECORDINGS / "llama_cpp_calculate_whole.json").read_bytes()
    async with serving(sending(answer("200 OK", raw))) as server:
        told = await ask(server.url, stream=False)
    closed = told[-1]
    assert isinstance(closed, Closed)
    assert closed.reply.calls[0].arguments == '{ "a":15, "op": "add", "b":27}'
    assert closed.reply.usage is not None
    assert (closed.reply.usage.input, closed.reply.usage.output) == (24, 23)


async def test_the_request_goes_out_as_composed_and_the_key_is_kept_out_of_the_exchange() -> None:
    headers = {"X-Team": "${TEAM}"}
    async with serving(sending(answer("200 OK", WHOLE, f"x-echo: {KEY}"))) as server:
        told = await ask(server.url, stream=False, headers=headers)
    head, body = server.requests[0]
    assert f"Bearer {KEY}" in head
    assert "team-secret-42" in head
    assert body == asked(stream=False).body()
    assert KEY not in repr(told)
    assert "team-secret-42" not in repr(told)
    assert ("authorization", "[redacted]") in told[-1].exchange.request_headers


async def test_a_key_that_the_server_sends_back_in_two_pieces_reaches_neither_sink_nor_body() -> None:
    echoed = delta(f"your key is {KEY}!")
    cut = echoed.index(KEY.encode()) + 7
    sunk: list[bytes] = []
    pieces = (piece(echoed[:cut]), piece(echoed[cut:]), piece(FINISH), piece(b""))
    async with serving(sending(stream_head(), *pieces)) as server:
        told = await ask(server.url, on_chunk=sunk.append)
    closed = told[-1]
    assert isinstance(closed, Closed)
    assert closed.reply.text == "your key is [redacted]!"
    assert closed.exchange is not None
    assert b"".join(sunk) == closed.exchange.body
    assert KEY.encode() not in closed.exchange.body


async def test_each_piece_is_kept_with_its_place_and_time() -> None:
    first, second = delta("one "), delta("two")
    async with serving(sending(stream_head(), piece(first), piece(second), piece(FINISH), piece(b""))) as server:
        told = await ask(server.url)
    exchange = told[-1].exchange
    assert exchange.body == first + second + FINISH
    offsets = [offset for offset, _ in exchange.chunks]
    times = [milliseconds for _, milliseconds in exchange.chunks]
    assert offsets[0] == 0
    assert offsets == sorted(offsets)
    assert times == sorted(times)


async def test_a_refused_key_is_told_with_status_and_the_servers_words() -> None:
    body = b'{"error":{"message":"Incorrect API key","type":"invalid_request_error","code":"invalid_api_key"}}'
    async with serving(sending(answer("401 Unauthorized", body))) as server:
        told = await ask(server.url)
    failed = told[-1]
    assert isinstance(failed, Failed)
    assert (failed.error.kind, failed.error.status, failed.error.message) == ("http", 401, "Incorrect API key")
    assert failed.exchange is not None
    assert failed.exchange.body == body


async def test_too_many_requests_says_how_long_to_wait() -> None:
    reply = answer("429 Too Many Requests", b'{"detail":"slow down"}', "retry-after: 20")
    async with serving(sending(reply)) as server:
        told = await ask(server.url)
    assert told[-1].error.retry_after == 20
    assert told[-1].error.message == "slow down"


async def test_an_html_error_page_is_told_by_its_title() -> None:
    page = b"<html><head><title>502 Bad &amp; sad</title></head><body><h1>nginx</h1></body></html>"
    async with serving(sending(answer("500 Internal Server Error", page, kind="text/html"))) as server:
        told = await ask(server.url)
    assert (told[-1].error.status, told[-1].error.message) == (500, "502 Bad & sad")
    assert told[-1].error.body == page.decode()


@pytest.mark.parametrize("stream", [True, False])
async def test_a_page_instead_of_a_reply_is_told_with_its_first_characters(stream: bool) -> None:
    page = answer("200 OK", b"<!DOCTYPE html><p>Welcome to the router", kind="text/html")
    async with serving(sending(page)) as server:
        told = await ask(server.url, stream=stream)
    assert told[-1].error.kind == "not_json"
    assert "<!DOCTYPE html><p>Welcome" in told[-1].error.message
    assert told[-1].partial is None


async def test_an_error_inside_a_good_answer_is_the_providers() -> None:
    async with serving(sending(answer("200 OK", b'{"error":{"message":"overloaded"}}'))) as server:
        told = await ask(server.url)
    assert (told[-1].error.kind, told[-1].error.message) == ("provider", "overloaded")


async def test_a_server_that_ignores_stream_is_read_as_whole() -> None:
    async with serving(sending(answer("200 OK", WHOLE, kind="text/event-stream"))) as server:
        told = await ask(server.url, stream=True)
    assert told[-1].reply.text == "hi"


async def test_a_server_that_streams_unasked_is_read_as_a_stream() -> None:
    async with serving(sending(stream_head(), piece(delta("hi") + FINISH), piece(b""))) as server:
        told = await ask(server.url, stream=False)
    assert told[-1].reply.text == "hi"


async def test_a_line_dropped_in_mid_reply_keeps_what_came() -> None:
    async with serving(sending(stream_head(), piece(delta("half a ")), b"40\r\ndata: {")) as server:
        told = await ask(server.url)
    failed = told[-1]
    assert isinstance(failed, Failed)
    assert failed.error.kind == "incomplete"
    assert "broke off" in failed.error.message
    assert failed.partial is not None
    assert failed.partial.text == "half a "


async def test_a_stream_that_ends_in_order_but_too_early_is_incomplete() -> None:
    async with serving(sending(stream_head(), piece(delta("half")), piece(b""))) as server:
        told = await ask(server.url)
    assert told[-1].error.kind == "incomplete"
    assert told[-1].partial.text == "half"


async def test_a_line_dropped_after_the_end_marker_is_a_whole_reply() -> None:
    async with serving(sending(stream_head(), piece(delta("all") + FINISH + b"data: [DONE]\n\n"))) as server:
        told = await ask(server.url)
    assert told[-1].reply.text == "all"


async def test_a_silent_server_is_a_time_out_that_says_what_came() -> None:
    done = asyncio.Event()

    async def silent(writer: asyncio.StreamWriter) -> None:
        writer.write(stream_head() + piece(delta("then nothing")))
        await writer.drain()
        await done.wait()

    async with serving(silent) as server:
        told = await ask(server.url, timeout=WaitSeconds(read=0.2))
        done.set()
    assert told[-1].error.kind == "timeout"
    assert "No answer in 0.2 s." in told[-1].error.message
    assert told[-1].partial.text == "then nothing"


@pytest.mark.parametrize("how", ["cancelled", "closed"])
async def test_giving_up_on_a_slow_reply_closes_the_line_at_once(how: str) -> None:
    async def slow(writer: asyncio.StreamWriter) -> None:
        writer.write(stream_head())
        for _ in range(2000):
            writer.write(piece(delta("x")))
            await writer.drain()
            await asyncio.sleep(0.01)

    client = HttpClient()
    async with serving(slow) as server:
        responder = LiveResponder(Profile(name="Test", base_url=server.url), client, lambda: KEY, Redactor())
        begun = asyncio.Event()

        async def listen() -> None:
            async with aclosing(responder.answer(asked())) as told:
                async for one in told:
                    if isinstance(one, tuple):
                        begun.set()
                        if how == "closed":
                            return

        task = asyncio.get_running_loop().create_task(listen())
        await asyncio.wait_for(begun.wait(), 5)
        if how == "cancelled":
            task.cancel()
        await asyncio.wait([task], timeout=5)
        assert task.cancelled() is (how == "cancelled")
        await asyncio.wait_for(server.gone.wait(), 5)
    await client.close()


async def test_nobody_listening_is_said_with_the_place() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    told = await ask(f"http://127.0.0.1:{port}/v1")
    assert [type(one) for one in told] == [Failed]
    assert told[0].error.kind == "connection"
    assert told[0].error.message == f"Nothing listens at 127.0.0.1:{port}. Is the local server started?"
    assert told[0].exchange.status is None


@pytest.mark.parametrize(
    ("url", "members"),
    [("https://api.example.com/v1", {}), ("http://10.0.0.7:8000/v1", {"key_env": "OFFICE_KEY"})],
)
async def test_a_missing_key_is_said_before_anything_is_sent(url: str, members: dict[str, Any]) -> None:
    told = await ask(url, key=None, **members)
    assert [type(one) for one in told] == [Failed]
    assert told[0].error.kind == "setup"
    assert told[0].error.message.startswith("No key for Test.")


async def test_a_key_in_a_header_of_the_profile_is_a_key() -> None:
    sent: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, content=WHOLE)

    client = HttpClient(transport=httpx.MockTransport(reply))
    profile = Profile(name="Test", base_url="https://api.example.com/v1?api-version=1", headers={"Api-Key": "${TEAM}"})
    responder = LiveResponder(profile, client, lambda: None, Redactor(), environ={"TEAM": "team-secret-42"})
    told = [one async for one in responder.answer(asked())]
    await client.close()
    assert isinstance(told[-1], Closed)
    assert sent[0].headers["api-key"] == "team-secret-42"
    assert str(sent[0].url) == "https://api.example.com/v1/chat/completions?api-version=1"


async def test_a_local_server_needs_no_key() -> None:
    async with serving(sending(answer("200 OK", WHOLE))) as server:
        told = await ask(server.url, key=None)
    assert told[-1].reply.text == "hi"
    assert "authorization" not in server.requests[0][0].lower()


async def test_a_header_with_an_unset_variable_names_it() -> None:
    told = await ask("http://127.0.0.1:9/v1", headers={"X-Team": "${ABSENT}"})
    assert told[0].error.kind == "setup"
    assert "ABSENT" in told[0].error.message


async def test_a_key_that_cannot_be_a_header_is_not_quoted() -> None:
    told = await ask("http://127.0.0.1:9/v1", key="sk-with-ü-and\nnewline")
    assert told[0].error.kind == "setup"
    assert "sk-with" not in repr(told)


def split(*pieces: str, **more: Any) -> bytes:
    """The stream of one call `note`, its arguments in these pieces, after what `more` says first."""
    calls = [{"index": 0, "id": "c", "function": {"name": "note", "arguments": ""}}]
    calls += [{"index": 0, "function": {"arguments": text}} for text in pieces]
    deltas = [{"tool_calls": [call]} for call in calls]
    said = [event({"choices": [{"index": 0, "delta": one}]}) for one in ([more] if more else []) + deltas]
    return b"".join(said) + FINISH


@pytest.mark.parametrize(
    "raw",
    [
        delta(f"it is {KEY[:7]}") + delta(KEY[7:]) + delta("!") + FINISH,
        event({"choices": [{"index": 0, "delta": {"reasoning_content": KEY[:5]}}]})
        + event({"choices": [{"index": 0, "delta": {"reasoning_content": KEY[5:]}}]})
        + delta("x")
        + FINISH,
        split('{"text": "', KEY[:9], KEY[9:], '"}'),
        event({"choices": [{"index": 0, "delta": {"content": "KEY"}}]}).replace(
            b"KEY", "".join(f"\\u{ord(sign):04x}" for sign in KEY).encode()
        )
        + FINISH,
    ],
    ids=["text", "thinking", "arguments", "escapes"],
)
async def test_a_key_that_comes_back_in_two_deltas_or_in_escapes_is_blanked_everywhere(raw: bytes) -> None:
    async with serving(sending(stream_head(), piece(raw), piece(b""))) as server:
        told = await ask(server.url)
    closed = told[-1]
    assert isinstance(closed, Closed)
    assert closed.exchange is not None
    assert "[redacted]" in repr(closed.reply)
    assert KEY not in repr(told)
    assert KEY not in "".join(str(one[4] if one[0] == "call" else one[1]) for one in told[1:-1])
    assert closed.exchange.body == b"[redacted]"


async def test_text_that_only_begins_like_a_key_is_told_whole() -> None:
    raw = delta("sk-") + split(KEY[:4], "b", content="and sk")
    async with serving(sending(stream_head(), piece(raw), piece(b""))) as server:
        told = await ask(server.url)
    said = [one for one in told[1:-1] if one[0] in ("text", "call")]
    assert "".join(one[1] for one in said if one[0] == "text") == "sk-and sk"
    assert "".join(one[4] for one in said if one[0] == "call") == f"{KEY[:4]}b"
