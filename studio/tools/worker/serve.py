"""The worker's side of the connection: JSON objects, one per message, until the other side is gone.

Above: `main`. Below: `load`, `running`, `streams`. Takes `load`, `call`, `ask`, `cancel`, `close`; sends `loaded`, `refused`,
`output`, `progress`, `done`. When the other side goes away the worker ends, with all that it started.
"""

from __future__ import annotations

import faulthandler
import json
import os
import platform
import queue
import signal
import sys
import threading
from multiprocessing.connection import Client, Connection
from typing import Any

from . import find, load  # noqa: TID252 - see the card of this package
from .running import Calls  # noqa: TID252
from .streams import Outbox, catch  # noqa: TID252
from .texts import whole  # noqa: TID252


def serve(address: str, key: bytes) -> None:
    """Connect to `address`, load the file that is named there, run calls until told to close."""
    faulthandler.enable()
    channel = Channel(Client(address, authkey=key))
    outbox = Outbox(
        lambda call, stream, text: channel.send(op="output", call=call, stream=stream, text=whole(text)),
        lambda call, fraction, text: channel.send(op="progress", call=call, fraction=fraction, text=text),
    )
    real = sys.stdout, sys.stderr
    catch(outbox)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lambda: _in_fork(channel, *real))
    asked = channel.first.get()
    calls = _loaded(asked, channel, outbox)
    if calls is not None:
        channel.calls.put(calls)
        calls.serve()


def _loaded(asked: dict[str, Any], channel: Channel, outbox: Outbox) -> Calls | None:
    try:
        sys.path.extend(asked.get("importable", ()))  # at the end: what is installed goes before
        module = load.load(asked["path"], asked["source"].encode("latin-1"))
        functions, skipped = find.functions(module)
    except load.RefusedError as error:
        outbox.flush()
        channel.send(op="refused", **error.told)
        return None
    outbox.flush()
    described = [each.description() for each in functions]
    calls = Calls(asked["path"], functions, outbox, channel.send, module)
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

    def hang_up(self) -> None:
        """Close our end without a word, in a child that was forked: it must not keep the connection open, nor write to it."""
        self._connection.close()

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
                calls.start(*(message[each] for each in ("call", "name", "arguments", "label", "ids")))
            elif message["op"] == "ask":
                calls.ask(*(message[each] for each in ("call", "name", "arguments", "label")))
            elif message["op"] == "cancel":
                calls.cancel(message["call"])
            else:
                calls.stop()

    def _receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._connection.recv_bytes())
        return message


def _in_fork(channel: Channel, stdout: Any, stderr: Any) -> None:
    """What a forked child prints goes where its parent's own writing goes; the calls are its parent's alone."""
    channel.hang_up()
    sys.stdout, sys.stderr = stdout, stderr


def end_at_once() -> None:
    """End this process and, where it leads a group of its own, all that it started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
