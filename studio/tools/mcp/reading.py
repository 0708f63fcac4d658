"""In the threads that read from a server: its output becomes messages and noise, its stderr text, both without secrets.

Above: `stdio`. Below: `heard`, `piled`, `incoming`. A flood of log messages is thinned out here, before it costs the loop anything.
"""

import codecs
import threading
import time
from collections.abc import Callable

from mcp_types import JSONRPCMessage, JSONRPCNotification

from studio.said import said
from studio.tools.mcp.heard import Message, Noise, Output
from studio.tools.mcp.incoming import Came, Incoming
from studio.tools.mcp.piled import Piled
from studio.tools.mcp.tapped import Tap
from studio.wire.redact import Redactor

_MOST_AT_ONCE = 200
_MOST_IN_A_SECOND = 200
_LAST_LINES = 20
_LAST_CHARACTERS = 4_000


class Reading:
    """Reads standard output and hands it on to `incoming`; `on_end()` is called, in the thread, when it has ended."""

    def __init__(self, tap: Tap, incoming: Incoming, on_end: Callable[[], None]) -> None:
        self._tap = tap
        self._incoming = incoming
        self._on_end = on_end
        self._output = Output()
        self._noise = Piled()
        self._logs = LogRate()

    def take(self, data: bytes) -> None:
        """The next bytes; b"" when there are no more."""
        at = time.monotonic()
        for item in self._output.feed(data) if data else self._output.end():
            match item:
                case Message(message, text):
                    self._message(message, text, at)
                case Noise(text):
                    self._noise.add(f"{text}\n")
        self._tell_noise(at)
        if not data:
            self._tell_left_out(at)
            self._on_end()

    def _message(self, message: JSONRPCMessage, text: str, at: float) -> None:
        self._tell_noise(at)
        is_log = isinstance(message, JSONRPCNotification) and message.method == "notifications/message"
        if is_log and not self._logs.lets(at):
            return
        self._tell_left_out(at)
        self._incoming.put(Came(message, self._tap.clean(text), at))

    def _tell_noise(self, at: float) -> None:
        if self._noise:
            self._incoming.put(Came(None, self._tap.clean(self._noise.take_all()), at))

    def _tell_left_out(self, at: float) -> None:
        count = self._logs.left_out()
        if count:
            text = said(
                "{count} log messages were left out here: they came faster than they can be shown.", count=f"{count:,}"
            )
            self._incoming.put(Came(None, (text, len(text)), at, "state"))


class LogRate:
    """So many log messages at once, so many in each second, and no more: else a flood would push all other messages out of the log."""

    def __init__(self) -> None:
        self._since = 0.0
        self._room = float(_MOST_AT_ONCE)
        self._left_out = 0

    def lets(self, at: float) -> bool:
        """Whether a log message that came at `at` is taken in."""
        self._room = min(self._room + (at - self._since) * _MOST_IN_A_SECOND, _MOST_AT_ONCE)
        self._since = at
        if self._room < 1:
            self._left_out += 1
            return False
        self._room -= 1
        return True

    def left_out(self) -> int:
        """How many were not, since this was asked last."""
        count, self._left_out = self._left_out, 0
        return count


class Errors:
    """Reads standard error. `on_more()` is called, in the thread, when there is something to `give` again."""

    def __init__(self, redactor: Redactor, on_more: Callable[[], None]) -> None:
        self.last = ""
        self._on_more = on_more
        self._running = redactor.running()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lock = threading.Lock()
        self._pile = Piled()

    def take(self, data: bytes) -> None:
        """The next bytes; b"" when there are no more."""
        clean = self._running.feed(data) if data else self._running.end()
        text = self._decoder.decode(clean, final=not data)
        with self._lock:
            empty = not self._pile
            self._pile.add(text)
            tells = empty and bool(self._pile)
        if tells:
            self._on_more()

    def give(self) -> tuple[str, bool]:
        """On the loop: what came since the last time, and whether a line that was begun is left."""
        with self._lock:
            text = self._pile.take()
            more = bool(self._pile)
        self.last = "\n".join(f"{self.last}\n{text}".strip().splitlines()[-_LAST_LINES:])[-_LAST_CHARACTERS:]
        return text, more
