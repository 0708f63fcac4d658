"""The worker's side of the connection: JSON objects, one per message, until the other side is gone.

Above: `main`. Below: `load`, `running`, `streams`. Takes `load`, `call`, `cancel`, `close`; sends `loaded`, `refused`,
`output`, `done`. When the other side goes away the worker ends, with all that it started.
"""

from __future__ import annotations

import faulthandler
import json
import os
import platform
import queue
import signal
import threading
from multiprocessing.connection import Client, Connection
from typing import Any

from . import load  # noqa: TID252 - see the card of this package
from .running import Calls  # noqa: TID252
from .streams import Outbox, catch  # noqa: TID252
from .texts import whole  # noqa: TID252


def serve(address: str, key: bytes) -> None:
    """Connect to `address`, load the file that is named there, run calls until told to close."""
    faulthandler.enable()
    channel = Channel(Client(address, authkey=key))
    outbox = Outbox(lambda call, stream, text: channel.send(op="output", call=call, stream=stream, text=whole(text)))
    catch(outbox)
    asked = channel.first.get()
    calls = _loaded(asked, channel, outbox)
    if calls is not None:
        channel.calls.put(calls)
        calls.serve()


def _loaded(asked: dict[str, Any], channel: Channel, outbox: Outbox) -> Calls | None:
    try:
        functions, skipped = load.functions(load.load(asked["path"], asked["source"].encode("latin-1")))
    except load.RefusedError as error:
        outbox.flush()
        channel.send(op="refused", **error.told)
        return None
    outbox.flush()
    described = [each.description() for each in functions]
    calls = Calls(asked["path"], functions, outbox, channel.send)
    channel.send(op="loaded", functions=described, skipped=skipped, python=platform.python_version())
    return calls


class Channel:
    """The connection: a thread reads it from the first moment on, so that its end is noticed whatever the file does."""

    def __init__(self, connection: Connection) -> None:
        self.first: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.calls: queue.SimpleQueue[Calls] = queue.SimpleQueue()
        self._connection = connection
        self._lock = threading.Lock()
        threading.Thread(target=self._read, name="connection", daemon=True).start()

    def send(self, **message: Any) -> None:
        """Send one message; from any thread. The process ends when nobody is there to read it."""
        data = json.dumps(message).encode("ascii")
        try:
            with self._lock:
                self._connection.send_bytes(data)
        except OSError:
            end_at_once()

    def _read(self) -> None:
        try:
            self.first.put(self._receive())
            self._take(None)
        except (EOFError, OSError):
            end_at_once()

    def _take(self, calls: Calls | None) -> None:
        while True:
            message = self._receive()
            if calls is None:
                calls = self.calls.get()
            if message["op"] == "call":
                calls.start(message["call"], message["name"], message["arguments"], message["label"])
            elif message["op"] == "cancel":
                calls.cancel(message["call"])
            else:
                calls.stop()

    def _receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._connection.recv_bytes())
        return message


def end_at_once() -> None:
    """End this process and, where it leads a group of its own, all that it started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
