"""The bytes of a reply that is running, in a file beside the session: a kill in mid-stream loses nothing that had come.

Above: `workspace`. Knows no dialect and no session.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from studio.paths import file_bytes


def beside(session: Path) -> Path:
    """Where the running reply of a session is kept."""
    return session.with_name(session.name + ".part")


class HalfReply:
    """Opened with the first bytes of a reply, gone when the reply has its event. Bytes are redacted before they get here."""

    def __init__(self, session: Callable[[], Path]) -> None:
        """`session` says where the session's file is now: it may have been saved elsewhere since."""
        self._session = session
        self._path = Path()
        self._file: BinaryIO | None = None

    def add(self, data: bytes) -> None:
        """Keep more bytes. A disk that is full must not end the reply: then there is no side file."""
        with suppress(OSError):
            if self._file is None:
                self._path = beside(self._session())
                self._file = self._path.open("wb", buffering=0)
            self._file.write(data)

    def drop(self) -> None:
        """The reply has its event, or never came."""
        if self._file is not None:
            self._file.close()
            self._file = None
            self._path.unlink(missing_ok=True)


def last_written(session: Path) -> float:
    """When the last of them came, in seconds since 1970; 0.0 when there are none."""
    try:
        return beside(session).stat().st_mtime
    except OSError:
        return 0.0


def size(session: Path) -> int:
    """How many bytes lie there; 0 when there are none."""
    try:
        return beside(session).stat().st_size
    except OSError:
        return 0


def take(session: Path) -> bytes:
    """The bytes that a killed program left, and the file is gone; empty when there are none."""
    path = beside(session)
    try:
        data = file_bytes(path)
        path.unlink()
    except OSError:
        return b""
    return data
