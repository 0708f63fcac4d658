"""One worker process and the connection to it: threads read, write and wait; the event loop only gets callbacks.

Above: `python_file`. Below: `process_group`, `multiprocessing.connection` (JSON bytes, never pickles: what comes back is
foreign). Knows the wire, not what the messages mean. Works on any asyncio loop, a Qt one too.
"""

import asyncio
import json
import os
import queue
import secrets
import subprocess
import threading
from collections.abc import Callable
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any

from studio.tools.process_group import kill_group, own_group

MAIN = Path(__file__).parent / "worker" / "main.py"
_MOST_STRAY = 64_000
_MOST_MESSAGE = 512_000_000
_DRAIN = 1.0


class WorkerProcess:
    """A process running `worker/main.py` under `interpreter`, in `folder`.

    On the loop that called `start`: `on_message(dict)` for each message, `on_stray(text)` for what it wrote past Python.
    `ended` then becomes its exit code, after the last message.
    """

    def __init__(
        self,
        interpreter: str,
        folder: Path,
        on_message: Callable[[dict[str, Any]], None],
        on_stray: Callable[[str], None],
    ) -> None:
        self._interpreter = interpreter
        self._folder = folder
        self._on_message = on_message
        self._on_stray = on_stray
        self._key = secrets.token_bytes(32)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._gone = threading.Event()
        self._stray = b""
        self._stray_lock = threading.Lock()
        self.connected = False

    async def start(self) -> None:
        """Start the process. OSError when the interpreter cannot be started."""
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int] = self._loop.create_future()
        starting = self._loop.run_in_executor(None, self._launch)
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await asyncio.wait({starting})
            if starting.exception() is None:
                self.kill()
            raise

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def send(self, message: dict[str, Any]) -> None:
        """Send a message, in order; returns at once, also when the worker does not read."""
        self._outgoing.put(json.dumps(message).encode("ascii"))

    def kill(self) -> None:
        """End the process and its group at once; `ended` follows."""
        if not self._gone.is_set():
            kill_group(self._process.pid)

    async def close(self, patience: float) -> None:
        """Ask the worker to end, wait `patience` seconds at most, then kill it. Returns when it is gone."""
        if patience > 0:
            self.send({"op": "close"})
            await asyncio.wait({self.ended}, timeout=patience)
        self.kill()
        await asyncio.wait({self.ended})

    def _launch(self) -> None:
        listener = Listener(authkey=self._key)
        try:
            self._process = self._popen(str(listener.address))
        except OSError:
            listener.close()
            raise
        self._reader = self._thread(self._read, listener)
        self._pump = self._thread(self._pump_stray)
        self._thread(self._wait, listener.address)
        self._hand_over_the_key()

    def _popen(self, address: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8"}
        environment.pop("__PYVENV_LAUNCHER__", None)
        return subprocess.Popen(
            [self._interpreter, str(MAIN), address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self._folder,
            env=environment,
            **own_group(),
        )

    def _hand_over_the_key(self) -> None:
        assert self._process.stdin is not None
        try:
            with self._process.stdin as line:
                line.write(self._key.hex().encode() + b"\n")
        except OSError:
            pass  # it is gone already; the waiting thread says so

    def _thread(self, target: Callable[..., None], *args: Any) -> threading.Thread:
        thread = threading.Thread(target=target, args=args, name=f"tools worker {target.__name__}", daemon=True)
        thread.start()
        return thread

    def _tell(self, callback: Callable[..., None], *args: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(callback, *args)
        except RuntimeError:
            pass  # the loop is closed: nobody is left to be told

    def _read(self, listener: Listener) -> None:
        connection = _accept(listener)
        if connection is None:
            return
        self.connected = not self._gone.is_set()
        self._thread(self._write, connection)
        try:
            while True:
                self._tell(self._on_message, json.loads(connection.recv_bytes(_MOST_MESSAGE)))
        except (EOFError, OSError, ValueError):
            self._outgoing.put(None)
        if not self._gone.wait(_DRAIN):
            self.kill()  # it hung up and lives on: nobody could reach it any more

    def _write(self, connection: Connection) -> None:
        try:
            while (data := self._outgoing.get()) is not None:
                connection.send_bytes(data)
        except (OSError, ValueError):
            pass  # it is gone; the reading thread noticed
        connection.close()

    def _pump_stray(self) -> None:
        assert self._process.stdout is not None
        while text := os.read(self._process.stdout.fileno(), _MOST_STRAY):
            with self._stray_lock:
                waits = bool(self._stray)
                self._stray = (self._stray + text)[-_MOST_STRAY:]
            if not waits:
                self._tell(self._give_stray)
        self._process.stdout.close()

    def _give_stray(self) -> None:
        """Of a flood only the end is told: the loop hears of it once, however fast it came."""
        with self._stray_lock:
            text, self._stray = self._stray, b""
        self._on_stray(text.decode("utf-8", "replace"))

    def _wait(self, address: Any) -> None:
        code = self._process.wait()
        self._gone.set()
        kill_group(self._process.pid)
        try:
            Client(address, authkey=self._key).close()  # wakes a reader that still waits for the worker to connect
        except (OSError, EOFError, AuthenticationError):
            pass
        self._reader.join(_DRAIN)
        self._pump.join(_DRAIN)
        self._tell(self.ended.set_result, code)


def _accept(listener: Listener) -> Connection | None:
    with listener:
        while True:
            try:
                return listener.accept()
            except AuthenticationError:
                continue
            except (OSError, EOFError):
                return None
