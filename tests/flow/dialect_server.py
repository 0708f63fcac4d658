"""A server on this machine that answers in any wire format, streamed or whole, by the path it is asked at.

For flows that go through a real socket. The answers are neutral replies, written by the dialects; the program's own code speaks on
both sides here, and the official SDKs check that code elsewhere (`test_sdk_*`).
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from studio.dialects import roster
from studio.messages.reply import ChatReply

Refusal = tuple[int, dict[str, Any]] | tuple[int, dict[str, Any], dict[str, str]]
"""A status, the body of the error, and headers that go along."""


class DialectServer:
    """A context manager. `requests` are (dialect, body, headers) as they came, `raw` the bytes of the bodies; `models` are listed."""

    def __init__(self, *answers: ChatReply | Refusal, models: tuple[str, ...] = ()) -> None:
        self.answers, self.models = list(answers), models
        self.raw: list[bytes] = []
        self.requests: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self._server = _Listening(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base address of every dialect."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/base"

    def bodies(self) -> list[dict[str, Any]]:
        """The bodies that came."""
        return [body for _, body, _ in self.requests]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: "_Listening"

    def do_POST(self) -> None:
        told = self.server.told
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        told.raw.append(raw)
        body = json.loads(raw)
        path = self.path.removeprefix("/base")
        name = next(name for name in roster.NAMES if roster.make(name).path == path)
        told.requests.append((name, body, {key.lower(): value for key, value in self.headers.items()}))
        answer = told.answers.pop(0)
        if isinstance(answer, tuple):
            self._send(answer[0], "application/json", json.dumps(answer[1]).encode(), *answer[2:])
        elif body.get("stream", name == "ollama_chat"):
            kind = "text/event-stream" if roster.make(name).framing == "sse" else "application/x-ndjson"
            self._send(200, kind, b"".join(roster.make(name).write_stream(answer)))
        else:
            self._send(200, "application/json", roster.make(name).write_reply(answer))

    def do_GET(self) -> None:
        models = {"data": [{"id": name} for name in self.server.told.models]}
        self._send(200, "application/json", json.dumps(models).encode())

    def _send(self, status: int, kind: str, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _Listening(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, told: DialectServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.told = told
