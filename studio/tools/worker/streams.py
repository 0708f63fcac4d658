"""What calls print and how far they say they are: `sys.stdout` and `sys.stderr` that know by whom they are written to.

Above: `serve`, `running`. The call is found by a context variable: text of a thread that a tool started itself belongs to
no call. What is written past Python (C code, child processes) does not come by here.
"""

from __future__ import annotations

import contextvars
import io
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Optional, cast

from .texts import whole  # noqa: TID252 - see the card of this package

call_running: contextvars.ContextVar[str | None] = contextvars.ContextVar("call_running", default=None)

MOST = 1_000_000
MOST_PROGRESS = 1_000
_PAUSE = 0.03
Send = Callable[[Optional[str], str, str], None]  # noqa: UP045 - evaluated by Python 3.9
SendProgress = Callable[[str, Optional[float], str], None]  # noqa: UP045


class Outbox:
    """Gathers what is printed and sends it every 30 ms, in order; at most a million characters of a call and stream. Of what a
    call says of its progress the last in that time is sent."""

    def __init__(self, send: Send, send_progress: SendProgress | None = None) -> None:
        self._send = send
        self._send_progress = send_progress
        self._progress: dict[str, tuple[float | None, str]] = {}
        self._lock = threading.Lock()
        self._waiting: list[tuple[str | None, str, str]] = []
        self._sent: dict[tuple[str | None, str], int] = {}
        self._wake = threading.Event()
        threading.Thread(target=self._deliver, name="printed", daemon=True).start()

    def put(self, call: str | None, stream: str, text: str) -> None:
        """Take `text` that `call` (None: nobody) wrote to `stream`."""
        with self._lock:
            sent = self._sent.get((call, stream), 0)
            if not text or sent >= MOST:
                return
            self._sent[call, stream] = sent + len(text)
            cut = "" if sent + len(text) < MOST else f"\n[cut after {MOST} characters]\n"
            self._waiting.append((call, stream, text[: MOST - sent] + cut))
        self._wake.set()

    def put_progress(self, call: str, fraction: float | None, text: str) -> None:
        """Take how far `call` says it is: from 0 to 1, None when it does not know."""
        if fraction is not None:
            fraction = min(1.0, max(0.0, float(fraction)))  # what is no number of its own becomes 0
        with self._lock:
            self._progress[call] = (fraction, whole(str(text)[:MOST_PROGRESS]))
        self._wake.set()

    def flush(self) -> None:
        """Send all that waits, now."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            progress, self._progress = self._progress, {}
            for running, (fraction, words) in progress.items():
                if self._send_progress is not None:
                    self._send_progress(running, fraction, words)
            for stream in ("stdout", "stderr"):
                self._sent.pop((None, stream), None)
            for call, stream, text in _joined(waiting):
                self._send(call, stream, text)

    def forget(self, call: str) -> None:
        """The call has ended: what it counted is dropped."""
        with self._lock:
            for stream in ("stdout", "stderr"):
                self._sent.pop((call, stream), None)

    def _deliver(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            self.flush()
            time.sleep(_PAUSE)


def _joined(waiting: list[tuple[str | None, str, str]]) -> list[tuple[str | None, str, str]]:
    joined: list[tuple[str | None, str, list[str]]] = []
    for call, stream, text in waiting:
        if joined and joined[-1][:2] == (call, stream):
            joined[-1][2].append(text)
        else:
            joined.append((call, stream, [text]))
    return [(call, stream, "".join(texts)) for call, stream, texts in joined]


class CaughtBytes(io.RawIOBase):
    """`sys.stdout.buffer`: bytes are taken for UTF-8."""

    def __init__(self, text: CaughtStream) -> None:
        self._text = text

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._text.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


class CaughtStream(io.TextIOBase):
    """A text stream that hands what it is given to the outbox, with the call that runs in this context."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self, name: str, outbox: Outbox, descriptor: int) -> None:
        self._name = name
        self._outbox = outbox
        self._descriptor = descriptor
        self.buffer = CaughtBytes(self)

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._outbox.put(call_running.get(), self._name, text)
        return len(text)

    def fileno(self) -> int:
        return self._descriptor


def catch(outbox: Outbox) -> None:
    """Put caught streams in the place of `sys.stdout` and `sys.stderr`."""
    sys.stdout = cast("Any", CaughtStream("stdout", outbox, 1))
    sys.stderr = cast("Any", CaughtStream("stderr", outbox, 2))
