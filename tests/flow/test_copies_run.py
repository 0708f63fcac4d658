"""What is copied as curl and as Python really runs, and sends the very bytes that were sent, with the key of the environment."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from shutil import which

import pytest

from studio.present.wire_copies import as_curl, as_python
from studio.session.kept_exchange import KeptExchange
from tests.flow.command_line import PATIENCE, environment

pytestmark = pytest.mark.promise("H5")

KEY = "sk-secret $(id) \"'`\\!-key"
BODIES = {
    "compact": '{"model":"m","stream":true,"n":1.5,"text":"杯子 it\'s $HOME `id` \\"x\\" !"}'.encode(),
    "default": b'{"model": "m", "text": "\\u676f"}',
    "numbers": b'{"a":1.50,"b":1e400,"c":-0.0,"d":12345678901234567890}',
    "doubled": b'{"a":1,"a":2}',
    "nan": b'{"a":NaN}',
    "laid out": b'{\n  "a": [1, 2],\r\n\t"b": "\\ud800"\n}\n',
    "at": b"@/etc/passwd",
    "percent": b'{"a":"%s %d \\\\ \\n"}',
    "no text": b"\xff\xfe\x00\x01'%",
    "empty": b"",
    "long": ('{"a":"' + "很长" * 60_000 + '"}').encode(),
}


class Got:
    """What a server got: bodies and keys."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.keys: list[str | None] = []
        self.empty: list[str | None] = []
        self.url = ""


@pytest.fixture
def got() -> Iterator[Got]:
    """A server on this machine that keeps what it gets, to the byte."""
    found = Got()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found.bodies.append(self.rfile.read(int(self.headers["content-length"] or 0)))
            found.keys.append(self.headers["x-api-key"])
            found.empty.append(self.headers["x-empty"])
            self.send_response(200)
            self.send_header("content-length", "6")
            self.end_headers()
            self.wfile.write(b"Again.")

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    found.url = f"http://127.0.0.1:{server.server_address[1]}/v1/chat?a=b&c='d'"
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


def kept(url: str) -> KeptExchange:
    """An exchange as the session keeps it."""
    headers = (("content-type", "application/json"), ("x-api-key", "[redacted]"), ("x-empty", ""))
    return KeptExchange("POST", url, request_headers=headers)


def ran(words: list[str], **more: object) -> bytes:
    """What a program printed."""
    done = subprocess.run(
        words, env=environment(MY_KEY=KEY), capture_output=True, timeout=PATIENCE, check=False, **more
    )  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr
    return done.stdout  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", BODIES)
def test_a_copied_program_sends_the_very_bytes(got: Got, name: str) -> None:
    program = as_python(kept(got.url), BODIES[name], "MY_KEY")
    assert KEY not in program
    assert b"Again." in ran([sys.executable, "-"], input=program.encode("utf-8"))
    assert (got.bodies, got.keys, got.empty) == ([BODIES[name]], [KEY], [""])


@pytest.mark.skipif(not which("curl"), reason="there is no curl here")
@pytest.mark.parametrize("shell", [shell for shell in ("bash", "dash") if which(shell)])
@pytest.mark.parametrize("name", BODIES)
def test_a_copied_command_sends_the_very_bytes(got: Got, name: str, shell: str) -> None:
    command = as_curl(kept(got.url), BODIES[name], "MY_KEY")
    assert KEY not in command
    assert ran([shell], input=command.encode("utf-8")) == b"Again."
    assert (got.bodies, got.keys, got.empty) == ([BODIES[name]], [KEY], [""])
