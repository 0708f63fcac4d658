"""Streams prepared events over HTTP from a process of its own, so that its work is not counted with the reader's.

Run by the benchmarks only: `python stream_server.py FILE [SECONDS]` prints its port and answers every POST with the events in FILE
(JSON: the content type and the events as texts), each as one chunk of the transfer, SECONDS apart. Standard library only; ends with its
input.
"""

import json
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self


class StreamServer:
    """The server as a child process: a context manager whose `url` is the base address."""

    def __init__(self, kind: str, events: list[bytes], folder: Path, pace: float = 0.0) -> None:
        path = folder / f"events-{len(events)}-{id(events)}.json"
        path.write_text(json.dumps([kind, [event.decode() for event in events]]), encoding="utf-8")
        command = [sys.executable, __file__, str(path), str(pace)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)
        if self._process.stdout is not None:
            self._process.stdout.close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    kind = ""
    chunks: tuple[bytes, ...] = ()
    pace = 0.0

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", self.kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        began = time.monotonic()
        for at, chunk in enumerate(self.chunks):
            early = began + at * self.pace - time.monotonic()
            if self.pace and early > 0:
                time.sleep(early)
            self.wfile.write(chunk)
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def main(path: str, pace: float = 0.0) -> int:
    """Serve until the standard input ends."""
    kind, events = json.loads(Path(path).read_text(encoding="utf-8"))
    _Handler.kind, _Handler.pace = kind, pace
    _Handler.chunks = tuple(b"%x\r\n%b\r\n" % (len(data), data) for event in events for data in (event.encode(),))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    server.shutdown()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0.0))
