"""A server over HTTP: what went is shown as it went, a message is sent again, and what stands in the way is said."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from studio.session.mcp_servers import McpServer, StreamableHttp
from studio.session.server_view import Answer, Question
from studio.tools.mcp.connection import Connection, What
from studio.tools.mcp.server_error import ServerError
from studio.tools.tool import CallContext
from studio.wire.redact import Redactor
from tests.flow.tools_process import until

pytestmark = pytest.mark.anyio
TOKEN = "sk-never-to-be-seen-0123456789"


class Endpoint(BaseHTTPRequestHandler):
    """Answers as JSON at /mcp, as an event stream at /events, and refuses at /closed."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""

    def do_GET(self) -> None:
        """It has no news."""
        self._say(405)

    def do_DELETE(self) -> None:
        """It has no sessions."""
        self._say(405)

    def do_POST(self) -> None:
        """A message came."""
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path == "/closed":
            self._say(401, "text/plain", f"no entry with {self.headers['authorization']}")
        elif self.path == "/moved":
            self._say(307, location="/mcp")
        elif "id" not in asked:
            self._say(202)
        else:
            answer = json.dumps({"jsonrpc": "2.0", "id": asked["id"], **_answer(asked)})
            if self.path == "/events":
                self._say(200, "text/event-stream", f"event: message\ndata: {answer}\n\n")
            else:
                self._say(200, "application/json", answer)

    def _say(self, status: int, kind: str = "text/plain", text: str = "", location: str = "") -> None:
        body = text.encode()
        self.send_response(status)
        if location:
            self.send_header("location", location)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    match asked["method"]:
        case "initialize":
            info = {"name": "h", "version": "1"}
            version = asked["params"]["protocolVersion"]
            return {"result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}}
        case "tools/list":
            return {"result": {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}}
        case "tools/call":
            return {"result": {"content": [{"type": "text", "text": asked["params"]["arguments"]["text"]}]}}
        case _:
            return {"error": {"code": -32601, "message": "Method not found"}}


class Nobody:
    """A host that is asked nothing."""

    def changed(self, what: What) -> None:
        """Something changed."""

    async def asked(self, question: Question) -> Answer:
        """Nobody is asked."""
        raise AssertionError


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where it listens."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def connection_to(url: str) -> Connection:
    """A connection with a token."""
    way = StreamableHttp(url, (("X-Team", "blue"),), key_ring=True)
    return Connection(McpServer("far", way), way, Redactor(), Nobody(), token=TOKEN)


@pytest.mark.parametrize("path", ["/mcp", "/events"])
@pytest.mark.promise("E5")
async def test_messages_over_http_are_shown_with_their_match_and_sent_again(address: str, path: str) -> None:
    connection = connection_to(address + path)
    await connection.start()
    outcome = await connection.call("echo", {"text": TOKEN}, CallContext("call"))
    assert outcome.text == "[redacted]"
    asked = next(each for each in connection.messages if each.method == "tools/call")
    answered = next(each for each in connection.messages if each.answers == asked.number)
    assert (asked.sent, answered.kind) == (True, "answer")
    assert '"text": "[redacted]"' in answered.text
    await connection.send_again('{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}')
    await until(lambda: connection.messages[-1].id == "again-1" and not connection.messages[-1].sent)
    assert connection.messages[-1].answers is not None
    assert (await connection.call("echo", {"text": "on"}, CallContext("call"))).text == "on"
    await connection.close()


@pytest.mark.promise("E1")
async def test_an_endpoint_that_moved_on_the_same_server_is_followed(address: str) -> None:
    connection = connection_to(f"{address}/moved")
    await connection.start()
    assert (await connection.call("echo", {"text": "on"}, CallContext("call"))).text == "on"
    await connection.close()


@pytest.mark.promise("E1")
async def test_a_status_that_is_an_error_is_said_with_its_words_and_no_token(address: str) -> None:
    connection = connection_to(f"{address}/closed")
    with pytest.raises(ServerError, match="HTTP 401") as refused:
        await connection.start()
    assert TOKEN not in str(refused.value)
    assert "no entry with Bearer [redacted]" in str(refused.value)
    assert (connection.phase, TOKEN in connection.why) == ("failed", False)


@pytest.mark.promise("E1")
async def test_an_endpoint_that_is_not_there_is_said_as_such() -> None:
    connection = connection_to("http://127.0.0.1:9/mcp")
    with pytest.raises(ServerError, match=r"far is not reached: Nothing listens at 127\.0\.0\.1:9"):
        await connection.start()
    assert connection.phase == "failed"
    with pytest.raises(ServerError, match="no address that begins with http"):
        await connection_to("ftp://x").start()
