"""One process from its start to its end, in a group of its own: what it prints is read by threads and never held beyond a limit.

Above: `command_line`. Below: `process_group`. Works on any asyncio loop, a Qt one too; knows not what the process is for.
"""

import asyncio
import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from studio.tools.process_group import kill_group, own_group

_PIECE = 64_000
_MOST_ERRORS = 64_000
_DRAIN = 1.0


class ChildProcess:
    """`words` run in `folder` (None: ours) with `environment`. `given` is what it reads, None for nothing.

    `printed` holds the first `most` bytes of stdout; when there is more it is `flooded` and ends at once. `errors` holds the last
    part of stderr; `on_errors(bytes)` is told of the first `most` bytes of it, on the loop. `ended` becomes the exit code.
    """

    def __init__(
        self,
        words: Sequence[str],
        folder: Path | None,
        environment: Mapping[str, str],
        given: bytes | None,
        most: int,
        on_errors: Callable[[bytes], None],
    ) -> None:
        self._words, self._folder, self._environment = list(words), folder, dict(environment)
        self._given = given
        self._most = most
        self._on_errors = on_errors
        self._gone = threading.Event()
        self._printed = bytearray()
        self._errors = bytearray()
        self._told = 0
        self._over = False
        self.flooded = False

    async def start(self) -> None:
        """Start it. OSError or ValueError when it cannot be started; a cancelled start leaves no process."""
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int] = self._loop.create_future()
        starting = self._loop.run_in_executor(None, self._launch)
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await asyncio.wait({starting})
            if starting.exception() is None:
                await self.stop()
            raise

    @property
    def printed(self) -> bytes:
        """What it wrote to stdout, at most the limit."""
        return bytes(self._printed[: self._most])

    @property
    def errors(self) -> bytes:
        """The last part of what it wrote to stderr; it begins with a whole word, for half of one may be half of a secret."""
        kept = bytes(self._errors)
        return _whole_words(kept[-_MOST_ERRORS:]) if len(kept) > _MOST_ERRORS else kept

    def kill(self) -> None:
        """End the process and all in its group at once; `ended` follows."""
        if not self._gone.is_set():
            kill_group(self._process.pid)

    async def stop(self) -> None:
        """End it and return when it is gone."""
        self.kill()
        await asyncio.wait({self.ended})

    def _launch(self) -> None:
        self._process = subprocess.Popen(
            self._words,
            stdin=subprocess.DEVNULL if self._given is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._folder,
            env=self._environment,
            **own_group(),
        )
        self._readers = [self._thread(self._read_printed), self._thread(self._read_errors)]
        if self._given is not None:
            self._thread(self._write)
        self._thread(self._wait)

    def _thread(self, target: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=target, name=f"command {target.__name__}", daemon=True)
        thread.start()
        return thread

    def _read_printed(self) -> None:
        for data in _pieces(self._process.stdout):
            if self.flooded:
                continue
            self._printed += data[: self._most + 1 - len(self._printed)]
            if len(self._printed) > self._most:
                self.flooded = True
                self.kill()

    def _read_errors(self) -> None:
        for data in _pieces(self._process.stderr):
            self._errors += data
            if len(self._errors) > 2 * _MOST_ERRORS:
                del self._errors[: -_MOST_ERRORS - 1]
            told = data[: max(0, self._most - self._told)]
            self._told += len(told)
            if told and not self._over:
                self._tell(self._on_errors, told)

    def _write(self) -> None:
        assert self._process.stdin is not None
        try:
            with self._process.stdin as line:
                line.write(self._given or b"")
        except OSError:
            pass  # it does not read, or is gone

    def _wait(self) -> None:
        code = self._process.wait()
        self._gone.set()
        # Whoever of its group lives on would keep the pipes open; one that left the group is waited for no longer than this.
        kill_group(self._process.pid)
        for reader in self._readers:
            reader.join(_DRAIN)
        self._over = True
        self._tell(self._end, code)

    def _end(self, code: int) -> None:
        if not self.ended.done():
            self.ended.set_result(code)

    def _tell(self, callback: Callable[..., None], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(callback, *args)
        except RuntimeError:
            pass  # the loop is closed: nobody is left to be told


def _pieces(pipe: IO[bytes] | None) -> Iterator[bytes]:
    assert pipe is not None
    with pipe:
        while data := os.read(pipe.fileno(), _PIECE):
            yield data


def _whole_words(data: bytes) -> bytes:
    """Without the word that a cut may have gone through."""
    return re.sub(rb"\A\S*\s", b"", data)
