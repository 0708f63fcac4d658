"""Tools that are HTTP endpoints, over real connections to a server on this machine."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from studio.engine.edits import EditRefusedError
from studio.session.executors import HttpEndpoint
from studio.workspace.services import NotReadyError
from studio.workspace.workspace import Workspace
from tests.flow.equipped import equipped, everything_in, ran, run
from tests.socket_server import Script, SocketServer, answer, sending, serving

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C3")]

SECRET = "sk-the-very-secret-key/1"
ORDER = answer("200 OK", b'{"order": 1}')


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[Workspace]:
    """A run of the program in which the key is known."""
    made = Workspace(tmp_path / "data", tmp_path / "config", {"SHOP_KEY": SECRET})
    yield made
    await made.close()


async def test_an_endpoint_is_called_with_the_arguments_and_its_answer_is_the_result(
    workspace: Workspace, tmp_path: Path
) -> None:
    async with serving(sending(ORDER)) as server:
        endpoint = HttpEndpoint(server.url + "/orders/{id}")
        session = equipped(workspace, tmp_path, endpoint, {"id": "a/b", "lines": [1, 2]})
        stop, result = await ran(session)
    ((head, body),) = server.requests
    assert head.startswith("POST /v1/orders/a%2Fb HTTP/1.1")
    assert json.loads(body) == {"lines": [1, 2]}
    assert (stop.reason, result.source, result.text, result.is_error) == ("finished", "ran", '{"order": 1}', False)
    assert session.state.open is not None
    assert session.state.open.reply.text == 'It said: {"order": 1}'


async def test_a_picture_of_an_endpoint_reaches_the_history_as_one(workspace: Workspace, tmp_path: Path) -> None:
    async with serving(sending(answer("200 OK", b"\x89PNG", kind="image/png"))) as server:
        _, result = await ran(equipped(workspace, tmp_path, HttpEndpoint(server.url, "GET"), {}))
    assert [image.url for image in result.media] == ["data:image/png;base64,iVBORw=="]


async def test_nothing_is_sent_before_it_is_trusted_and_after_a_change_it_is_asked_again(
    workspace: Workspace, tmp_path: Path
) -> None:
    async with serving(sending(ORDER)) as server:
        session = equipped(workspace, tmp_path, HttpEndpoint(server.url + "/a", "GET"), {})
        assert session.untrusted_executors() == ("look",)
        stop = await session.run_to_end()
        assert (stop.reason, server.requests) == ("exception", [])
        assert "look is not trusted yet" in stop.text
        with pytest.raises(NotReadyError, match="look is not trusted yet"):
            await session.run_to_end()
        session.trust_executor("look")
        assert session.untrusted_executors() == ()
        session.set_executor("look", HttpEndpoint(server.url + "/b", "GET"))
        assert session.untrusted_executors() == ("look",)
        with pytest.raises(NotReadyError, match="or what it runs changed since"):
            await session.run_to_end()
        assert server.requests == []
        session.set_executor("look", HttpEndpoint(server.url + "/a", "GET"))
        assert (await session.run_to_end()).reason == "finished"
    assert [head.split()[1] for head, _ in server.requests] == ["/v1/a"]


async def test_an_opened_file_trusts_nothing_and_sends_nothing(workspace: Workspace, tmp_path: Path) -> None:
    async with serving(sending(ORDER)) as server:
        path = tmp_path / "foreign.tcsession"
        session = equipped(workspace, tmp_path, HttpEndpoint(server.url, "GET"), {}, path)
        session.trust_executor("look", for_good=False)
        await workspace.close_session(session)
        other = Workspace(tmp_path / "data2", tmp_path / "config2", {})
        opened = other.open(path)
        assert opened.untrusted_executors() == ("look",)
        assert (await opened.run_to_end()).reason == "exception"
        await other.close()
    assert server.requests == []


async def test_trust_for_good_holds_in_the_next_run_of_the_program(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "mine.tcsession"
    endpoint = HttpEndpoint("https://example.org/x")
    session = equipped(workspace, tmp_path, endpoint, {}, path)
    session.trust_executor("look")
    await workspace.close_session(session)
    again = Workspace(tmp_path / "data", tmp_path / "config", {})
    assert again.open(path).untrusted_executors() == ()
    await again.close()


async def test_what_is_shown_before_trusting_is_exact_and_holds_no_secret(workspace: Workspace, tmp_path: Path) -> None:
    endpoint = HttpEndpoint("https://h/{id}?key=${SHOP_KEY}", "get", (("X-Key", "${SHOP_KEY}"), ("X-No", "${NOT_SET}")))
    session = equipped(workspace, tmp_path, endpoint, {})
    shown = session.executor_trust("look")
    assert shown is not None
    assert (shown.kind, shown.method, shown.url) == ("http", "GET", "https://h/{id}?key=${SHOP_KEY}")
    assert (shown.headers, shown.variables, shown.unset) == (("X-Key", "X-No"), ("SHOP_KEY", "NOT_SET"), "NOT_SET")
    assert (shown.trusted, shown.problem) == (False, "")
    session.trust_executor("look")
    stop = await session.run_to_end()
    assert "needs the environment variable NOT_SET, which is not set" in stop.text
    session.set_executor("look", None)
    assert session.executor_trust("look") is None


def echoing(server: list[SocketServer]) -> Script:
    """Answers with the request as it came: a server that tells every secret."""

    async def script(writer: asyncio.StreamWriter) -> None:
        writer.write(answer("200 OK", server[0].requests[-1][0].encode(), kind="text/plain"))
        await writer.drain()

    return script


async def test_a_secret_is_sent_and_stands_nowhere_else(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "kept.tcsession"
    servers: list[SocketServer] = []
    async with serving(echoing(servers)) as server:
        servers.append(server)
        headers = (("X-Key", "${SHOP_KEY}"), ("Authorization", "Bearer ${SHOP_KEY}"))
        session = equipped(
            workspace, tmp_path, HttpEndpoint(f"{server.url}/?k=${{SHOP_KEY}}", "GET", headers), {}, path
        )
        _, result = await ran(session)
    ((head, _),) = server.requests
    assert head.count(SECRET) == 2
    assert head.split()[1] == "/v1/?k=sk-the-very-secret-key%2F1"
    assert result.text.count("[redacted]") == 3
    kept = everything_in(tmp_path)
    assert b"X-Key" in kept
    assert b"sk-the-very" not in kept
    assert "${SHOP_KEY}" in path.read_text(encoding="utf-8")


async def test_a_secret_that_a_cut_goes_through_is_blanked_too() -> None:
    body = b"x" * 50 + SECRET.encode()
    async with serving(sending(answer("200 OK", body, kind="text/plain"))) as server:
        endpoint = HttpEndpoint(server.url, "GET", (("X-Key", "${SHOP_KEY}"),), most_bytes=60)
        outcome = await run(endpoint, environ={"SHOP_KEY": SECRET})
    assert outcome.text == "x" * 50 + "\n[cut here: only the first 50 bytes were read]"


async def test_too_long_an_answer_is_cut_while_it_is_read() -> None:
    gone = asyncio.Event()

    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 10000000000\r\n\r\n")
        try:
            while True:
                writer.write(b"x" * 65_536)
                await writer.drain()
        finally:
            gone.set()

    async with serving(endless) as server:
        outcome = await run(HttpEndpoint(server.url, "GET", most_bytes=1000))
        await asyncio.wait_for(gone.wait(), 20)
    assert (outcome.status, outcome.text) == ("ok", "x" * 1000 + "\n[cut here: only the first 1,000 bytes were read]")


def trickling(begun: asyncio.Event) -> Script:
    """Begins an answer and never ends it: it goes on until the other side has hung up."""

    async def script(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 1000000\r\n\r\n")
        while True:
            writer.write(b".")
            await writer.drain()
            begun.set()
            await asyncio.sleep(0.01)

    return script


async def test_an_answer_that_does_not_end_is_given_up_and_its_connection_closed() -> None:
    async with serving(trickling(asyncio.Event())) as server:
        outcome = await run(HttpEndpoint(server.url, "GET"), seconds=0.2)
        await asyncio.wait_for(server.gone.wait(), 20)
    assert (outcome.status, outcome.text) == (
        "timeout",
        "look was stopped: it gave no result within 0.2 seconds. It may have had part of its effect.",
    )
    assert outcome.seconds >= 0.2


async def test_cancelling_closes_the_connection_and_leaves_the_call_uncertain(
    workspace: Workspace, tmp_path: Path
) -> None:
    begun = asyncio.Event()
    async with serving(trickling(begun)) as server:
        session = equipped(workspace, tmp_path, HttpEndpoint(server.url, "GET"), {})
        session.trust_executor("look", for_good=False)
        async with asyncio.TaskGroup() as group:
            going = group.create_task(session.run_to_end())
            await asyncio.wait_for(begun.wait(), 20)
            await session.cancel()
        await asyncio.wait_for(server.gone.wait(), 20)
    assert going.result().what == "stopped"
    assert session.state.open is not None
    assert session.state.open.calls[0].status == "started"


async def test_another_server_is_not_followed_and_the_same_one_is() -> None:
    async with serving(sending(ORDER)) as other:
        moved = answer("302 Found", b"", f"location: {other.url}/secret?k=1")
        async with serving(sending(moved)) as server:
            outcome = await run(HttpEndpoint(server.url))
        assert outcome.status == "error"
        place = other.url.removesuffix("/v1")
        assert outcome.text == f"HTTP 302: the server sends the request to another one, {place}. It was not sent there."
    assert other.requests == []
    answers = [
        answer("307 Temporary Redirect", b"", "location: /v1/b"),
        answer("303 See Other", b"", "location: c"),
        ORDER,
    ]

    async def script(writer: asyncio.StreamWriter) -> None:
        writer.write(answers.pop(0))
        await writer.drain()

    async with serving(script) as server:
        outcome = await run(HttpEndpoint(server.url), a=1)
    assert (outcome.status, outcome.text) == ("ok", '{"order": 1}')
    assert [(head.split()[:2], body) for head, body in server.requests] == [
        (["POST", "/v1"], b'{"a": 1}'),
        (["POST", "/v1/b"], b'{"a": 1}'),
        (["GET", "/v1/c"], b""),
    ]


async def test_a_server_that_redirects_for_ever_is_left() -> None:
    async with serving(sending(answer("302 Found", b"", "location: /again"))) as server:
        outcome = await run(HttpEndpoint(server.url, "GET"))
    assert (outcome.status, outcome.text) == ("error", "The server redirected the request more than 5 times.")
    assert len(server.requests) == 6


async def test_errors_are_results_that_a_model_can_read(workspace: Workspace, tmp_path: Path) -> None:
    async with serving(sending(answer("422 Unprocessable Entity", b'{"detail": "no order 7"}'))) as server:
        session = equipped(workspace, tmp_path, HttpEndpoint(server.url, "GET"), {})
        stop, result = await ran(session)
        url = server.url
    assert stop.reason == "finished"
    assert result.is_error
    assert result.text.startswith("HTTP 422 Unprocessable ")
    assert result.text.endswith(': {"detail": "no order 7"}')
    closed = await run(HttpEndpoint(url, "GET"))
    assert closed.status == "error"
    assert closed.text.startswith("look failed: Nothing listens at 127.0.0.1:")


async def test_what_breaks_off_or_cannot_be_sent_is_told_without_a_secret() -> None:
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nhalf"
    async with serving(sending(head)) as server:
        broken = await run(HttpEndpoint(f"{server.url}?k=${{SHOP_KEY}}", "GET"), environ={"SHOP_KEY": SECRET})
        bad = HttpEndpoint(server.url, "GET", (("X-Key", "${SHOP_KEY}"),))
        unsent = await run(bad, environ={"SHOP_KEY": SECRET + "\r\nX-More: 1"})
        unset = await run(bad)
    assert broken.text.startswith("look failed: The connection to 127.0.0.1:")
    assert broken.text.endswith(" broke off. 4 bytes came.")
    assert unsent.text == "look failed: A header holds a character that cannot be sent."
    assert unset.text == "look was not run: The environment variable SHOP_KEY is not set."
    assert len(server.requests) == 1


async def test_a_call_whose_address_cannot_be_filled_is_not_sent(workspace: Workspace, tmp_path: Path) -> None:
    async with serving(sending(ORDER)) as server:
        session = equipped(workspace, tmp_path, HttpEndpoint(server.url + "/{id}", "GET"), {"id": "../admin"})
        _, result = await ran(session)
        assert result.text.startswith("look was not run: id stands in the address and must not lead to another path")
    assert server.requests == []


async def test_a_plain_secret_is_not_taken_into_the_session(workspace: Workspace, tmp_path: Path) -> None:
    session = equipped(workspace, tmp_path, HttpEndpoint("https://h"), {})
    with pytest.raises(EditRefusedError, match="The value of X-Api-Key is a secret"):
        session.set_executor("look", HttpEndpoint("https://h", headers=(("X-Api-Key", "sk-plain"),)))
    with pytest.raises(EditRefusedError, match="There is no tool named other"):
        session.set_executor("other", HttpEndpoint("https://h"))
    assert session.state.setup.executors == {"look": HttpEndpoint("https://h")}
