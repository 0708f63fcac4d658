"""A small OpenAI-compatible chat server on this machine that answers what a test tells it, one answer a request. `whole` in an answer
makes it come in one piece, whatever was asked for, with the `usage` of the answer; `thinks` is thinking that streams before the text.

For the command line's tests, which talk to it from child processes. Standard library only; knows nothing of the program.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Answer = dict[str, Any]


def says(text: str = "", *calls: tuple[str, str]) -> Answer:
    """A reply of text and calls (name, argument text)."""
    return {"text": text, "calls": calls}


def fails(status: int, message: str, **headers: str) -> Answer:
    """An error with a status and headers (`Retry_After="0"`)."""
    return {"status": status, "message": message, "headers": {key.replace("_", "-"): headers[key] for key in headers}}


def breaks_off(text: str) -> Answer:
    """A stream that ends in the middle, its connection cut."""
    return {"text": text, "calls": (), "cut": True}


def hangs(text: str) -> Answer:
    """A stream that begins with `text` and then says nothing more until the server closes."""
    return {"text": text, "calls": (), "hang": True}


class ChatServer:
    """Use as a context manager. `requests` are the bodies it got, `keys` the Authorization headers; `models` are those it lists."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.models: tuple[str, ...] = ()
        self.began = threading.Event()
        self.closing = threading.Event()
        self._server = _Listening(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base address."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    """Answers one request after another as its server was told."""

    server: "_Listening"

    def do_GET(self) -> None:
        self._whole(200, {"data": [{"id": name} for name in self.server.chat.models]}, {})

    def do_POST(self) -> None:
        chat = self.server.chat
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        chat.requests.append(body)
        chat.keys.append(self.headers["Authorization"])
        answer = chat.answers.pop(0) if chat.answers else fails(500, "nothing more to say")
        if "status" in answer:
            self._whole(answer["status"], {"error": {"message": answer["message"]}}, answer["headers"])
        elif body.get("stream") and not answer.get("whole"):
            self._streamed(answer)
        else:
            used = {"usage": answer["usage"]} if "usage" in answer else {}
            self._whole(200, {"model": "tiny", "choices": [_choice(answer)], **used}, {})

    def _whole(self, status: int, value: Any, headers: dict[str, str]) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        for name, text in {"Content-Type": "application/json", "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)

    def _streamed(self, answer: Answer) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for delta in _deltas(answer):
            self._event({"model": "tiny", "choices": [{"index": 0, "delta": delta}]})
        self.server.chat.began.set()
        if answer.get("hang"):
            self.server.chat.closing.wait(30)
        elif not answer.get("cut"):
            finish = "tool_calls" if answer["calls"] else "stop"
            self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
            self.wfile.write(b"data: [DONE]\n\n")

    def _event(self, value: Any) -> None:
        self.wfile.write(b"data: " + json.dumps(value).encode() + b"\n\n")
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class _Listening(ThreadingHTTPServer):
    """The listening socket and the answers."""

    daemon_threads = True

    def __init__(self, chat: ChatServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.chat = chat


def _choice(answer: Answer) -> dict[str, Any]:
    calls = [_call(at, name, text) for at, (name, text) in enumerate(answer["calls"])]
    message = {"role": "assistant", "content": answer["text"], **({"tool_calls": calls} if calls else {})}
    return {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}


def _deltas(answer: Answer) -> list[dict[str, Any]]:
    words = [{"content": word} for word in answer["text"].split(" ") if word]
    spaced = [{"content": f" {word['content']}"} if at else word for at, word in enumerate(words)]
    thought = [{"reasoning_content": answer["thinks"]}] if "thinks" in answer else []
    return [*thought, *spaced, *({"tool_calls": [_call(at, *call)]} for at, call in enumerate(answer["calls"]))]


def _call(at: int, name: str, text: str) -> dict[str, Any]:
    return {"index": at, "id": f"call_{at}", "type": "function", "function": {"name": name, "arguments": text}}
