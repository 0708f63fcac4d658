"""A server's process under its guard, and its three streams: threads read and write, the event loop only gets callbacks.

Above: `stdio`. Below: `guard` (a process), `process_group`. Works on any asyncio loop, a Qt one too; knows not what is said. The guard
holds a socket to here: when it ends, because it was closed or because this program is gone, all that the server started is ended.
"""

import asyncio
import json
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import anyio

from studio.tools.mcp.paced import tell
from studio.tools.process_group import kill_group, own_group

GUARD = Path(__file__).with_name("guard.py")
_PIECE = 65_536
_DRAIN = 1.0
_LONGEST_END = 10.0
"""Seconds for a guard to end everything; it takes twice its grace and what the system needs."""

OnBytes = Callable[[bytes], None]


class ServerProcess:
    """`words` run in `folder` (empty: where this program runs) with `environment` and nothing else.

    `on_output` and `on_errors` get what it writes, in the thread that reads it, and b"" when no more comes; `on_deaf()` is called, in the
    thread that writes, when it closed its input. `ended` becomes its exit code (None: not known, because the guard was killed).
    """

    def __init__(
        self,
        words: Sequence[str],
        folder: str,
        environment: Mapping[str, str],
        *,
        on_output: OnBytes,
        on_errors: OnBytes,
        on_deaf: Callable[[], None],
    ) -> None:
        self._told = {"words": list(words), "folder": folder, "environment": dict(environment)}
        self._on_output, self._on_errors, self._on_deaf = on_output, on_errors, on_deaf
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._unread = self._unread_bytes = 0
        self._unwanted = False
        self.deaf = False
        """Nothing can be written any more: it closed its input, or is gone."""
        self.pid = 0

    async def start(self) -> None:
        """Start it. OSError or ValueError when it cannot be started; a cancelled start leaves no process."""
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int | None] = self._loop.create_future()
        starting = self._loop.run_in_executor(None, self._launch)
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            self._unwanted = True
            with anyio.CancelScope(shield=True):
                await asyncio.wait({starting})
                if starting.exception() is None:
                    await self.stop()
            raise

    @property
    def unread(self) -> tuple[int, int]:
        """How many messages wait for the server to read them, and of how many bytes."""
        return self._unread, self._unread_bytes

    def write(self, data: bytes) -> None:
        """Send bytes, in order; returns at once, also when the server does not read."""
        with self._lock:
            self._unread += 1
            self._unread_bytes += len(data)
        self._outgoing.put(data)

    def hang_up(self) -> None:
        """End its input and let the guard see to its end; returns at once, `ended` follows."""
        self._outgoing.put(None)
        try:
            self._line.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the guard is gone

    def kill(self) -> None:
        """End it at once; the guard then ends what it started, `ended` follows."""
        self.hang_up()
        if not self.ended.done():
            kill_group(self.pid)

    async def stop(self) -> None:
        """Hang up and return when it is gone. Cancelled, also more than once, it still returns only then."""
        self.hang_up()
        cancelled = await self._gone()
        if not self.ended.done():
            self.kill()
            kill_group(self._guard.pid)
            cancelled = await self._gone() or cancelled
        if cancelled is not None:
            raise cancelled

    async def _gone(self) -> asyncio.CancelledError | None:
        """Wait until it is gone, or long enough; what cancelled that meanwhile."""
        cancelled, over = None, self._loop.time() + _LONGEST_END
        while not self.ended.done() and self._loop.time() < over:
            try:
                await asyncio.wait({self.ended}, timeout=over - self._loop.time())
            except asyncio.CancelledError as error:
                cancelled = error
        return cancelled

    def _launch(self) -> None:
        self._line, theirs = socket.socketpair()
        with theirs:
            self._guard = self._popen(theirs)
        talk = self._line.makefile("r", encoding="utf-8")
        try:
            self._line.sendall(json.dumps(self._told).encode("ascii") + b"\n")
            said = json.loads(talk.readline() or '{"error": "its guard ended", "errno": 0}')
        except OSError as error:
            said = {"error": str(error), "errno": error.errno}
        if "pid" not in said:
            talk.close()
            self._never_mind()
            raise OSError(said["errno"], said["error"]) if said["errno"] is not None else ValueError(said["error"])
        self.pid = said["pid"]
        readers = [
            self._thread(self._read, self._guard.stdout, self._on_output),
            self._thread(self._read, self._guard.stderr, self._on_errors),
        ]
        self._thread(self._write)
        self._thread(self._watch, talk, readers)
        if self._unwanted:
            self.kill()

    def _popen(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I", "-S", str(GUARD)]
        more: dict[str, Any] = own_group()
        if sys.platform != "win32":
            command.append(str(theirs.fileno()))
            more |= {"pass_fds": (theirs.fileno(),)}
        guard = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, **more
        )
        if sys.platform == "win32":
            assert guard.stdin is not None
            guard.stdin.write(theirs.share(guard.pid).hex().encode("ascii") + b"\n")
        return guard

    def _never_mind(self) -> None:
        self._line.close()
        for stream in (self._guard.stdin, self._guard.stdout, self._guard.stderr):
            assert stream is not None
            stream.close()
        self._guard.wait()

    def _thread(self, target: Callable[..., None], *args: object) -> threading.Thread:
        thread = threading.Thread(target=target, args=args, name=f"server {target.__name__}", daemon=True)
        thread.start()
        return thread

    def _read(self, pipe: IO[bytes] | None, heard: OnBytes) -> None:
        assert pipe is not None
        with pipe:
            while data := os.read(pipe.fileno(), _PIECE):
                heard(data)
        heard(b"")

    def _write(self) -> None:
        assert self._guard.stdin is not None
        descriptor = self._guard.stdin.fileno()
        try:
            with self._guard.stdin:
                while (data := self._outgoing.get()) is not None:
                    _write_all(descriptor, data)
                    with self._lock:
                        self._unread -= 1
                        self._unread_bytes -= len(data)
        except OSError:
            self._on_deaf()
        self.deaf = True

    def _watch(self, talk: IO[str], readers: list[threading.Thread]) -> None:
        code = None
        with talk, self._line:
            try:
                said = talk.readline()
                code = json.loads(said)["ended"] if said else None
            except OSError:
                pass  # the guard was killed
        if code is None:
            kill_group(self.pid)
        self._guard.wait()
        self._outgoing.put(None)
        for reader in readers:
            reader.join(_DRAIN)
        tell(self._loop, self._end, code)

    def _end(self, code: int | None) -> None:
        if not self.ended.done():
            self.ended.set_result(code)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
