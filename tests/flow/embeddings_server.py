"""A small OpenAI-compatible endpoint for embeddings on this machine: it knows the vectors of texts by a word that they begin with or hold.

For `test_tool_search`. Standard library only; knows nothing of the program.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


class EmbeddingsServer:
    """Use as a context manager. `vectors` are by a part of the text; `inputs` are the texts of each request, `models` what was asked."""

    def __init__(self, vectors: dict[str, list[float]]) -> None:
        self.vectors = vectors
        self.inputs: list[list[str]] = []
        self.models: set[str] = set()
        self._server = _Listening(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._running = False

    @property
    def url(self) -> str:
        """The base address."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        self._running = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """Answer no more."""
        if self._running:
            self._running = False
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()

    def answer(self, value: dict[str, Any]) -> tuple[int, Any]:
        """The status and the body."""
        self.inputs.append(value["input"])
        self.models.add(value["model"])
        found = [next((self.vectors[part] for part in self.vectors if part in text), None) for text in value["input"]]
        if None in found:
            return 500, {"error": {"message": "no vector for that"}}
        data = [{"object": "embedding", "index": at, "embedding": vector} for at, vector in enumerate(found)]
        return 200, {"object": "list", "data": data[::-1], "model": "tiny"}


class _Handler(BaseHTTPRequestHandler):
    """Answers `POST /v1/embeddings`."""

    server: "_Listening"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, value = self.server.owner.answer(body) if self.path == "/v1/embeddings" else (404, {})
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class _Listening(ThreadingHTTPServer):
    """The listening socket."""

    daemon_threads = True

    def __init__(self, owner: EmbeddingsServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner
