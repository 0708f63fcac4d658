"""A session file of an older format raised to the newer one, before the first line is written that the older one does not know.

Above: `session_file`. Below: `session/lines`. A new file with another first line takes the old one's place in one step: after a crash
there is one whole file, the old or the new.
"""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    CallEdited,
    EditedTogether,
    Event,
    GroupsChosen,
    SourceAsked,
    ToolsOffered,
    UndoEnded,
    UndoStarted,
)

BOM = b"\xef\xbb\xbf"
Lock = Callable[[Path, BinaryIO], None]


def _begins(kind: type[Event]) -> bytes:
    return b'{"kind":"%s"' % str(kind.__struct_config__.tag).encode()


SINCE_2 = tuple(_begins(kind) for kind in (AttemptFailed, UndoStarted, UndoEnded))
"""How the lines begin that format 1 does not know."""

SINCE_3 = tuple(_begins(kind) for kind in (SourceAsked, GroupsChosen, ToolsOffered, AgentStarted))
"""How the lines begin that format 2 does not know."""

SINCE_4 = (_begins(EditedTogether),)
"""How the lines begin that format 3 does not know."""

_CALL, _TRUTH = _begins(CallEdited), b'"truth":"'
"""An edit that format 3 would take for one that the history says."""

_SETUP, _AGENT = b'{"kind":"setup"', b'"type":"agent"'
"""A way to run a tool that format 2 does not know: it would take the whole line for damaged."""


def needs(line: bytes, format: int) -> bool:
    """Whether a file of that format cannot hold `line`."""
    if format < 4 and (line.startswith(SINCE_4) or (line.startswith(_CALL) and _TRUTH in line)):
        return True
    if format < 3 and (line.startswith(SINCE_3) or (line.startswith(_SETUP) and _AGENT in line)):
        return True
    return format < 2 and line.startswith(SINCE_2)


def raised(header: bytes, format: int) -> bytes:
    """The first line with another format number; whatever else stands in it stays."""
    start = BOM if header.startswith(BOM) else b""
    body = header.removeprefix(BOM).rstrip(b"\r\n")
    end = header[len(start) + len(body) :]
    members = json.loads(body.decode("utf-8", "replace"))
    members["format"] = format
    return start + json.dumps(members, separators=(",", ":")).encode() + end


def raise_format(path: Path, file: BinaryIO, format: int, lock: Lock) -> BinaryIO:
    """Put a file with another format number in the place of the open and locked `file`, and return it, locked and at its end.
    Raises OSError (or what `lock` raises); then the old file stands as it was, and is open."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    made: BinaryIO | None = None
    try:
        made = _copied(part, file, format)
        shutil.copymode(path, part)
        lock(part, made)
        if os.name == "nt":  # an open file keeps its name there, and nothing takes it away
            made.close()
            file.close()
            made = _swapped(part, path, lock)
        else:
            part.replace(path)
            file.close()
    except BaseException:
        if made is not None:
            made.close()
        with suppress(OSError):
            part.unlink(missing_ok=True)
        with suppress(ValueError, OSError):
            file.seek(0, os.SEEK_END)
        raise
    return made


def _copied(part: Path, file: BinaryIO, format: int) -> BinaryIO:
    """A copy of `file` with the other number, on the disk."""
    made = part.open("w+b", buffering=0)
    try:
        file.seek(0)
        header = _first_line(file)
        _write(made, raised(header, format))
        file.seek(len(header))
        shutil.copyfileobj(file, _Whole(made), 1 << 20)
        os.fsync(made.fileno())
    except BaseException:
        made.close()
        raise
    return made


def _swapped(part: Path, path: Path, lock: Lock) -> BinaryIO:
    part.replace(path)
    made = path.open("r+b", buffering=0)
    lock(path, made)
    made.seek(0, os.SEEK_END)
    return made


def _first_line(file: BinaryIO) -> bytes:
    found = b""
    while b"\n" not in found:
        more = file.read(1 << 12)
        if not more:
            return found
        found += more
    return found[: found.index(b"\n") + 1]


class _Whole:
    """A file that takes all of what is written at once: an unbuffered one may take less."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, data: bytes) -> int:
        """All of it."""
        _write(self._file, data)
        return len(data)


def _write(file: BinaryIO, data: bytes) -> None:
    todo = memoryview(data)
    while todo:
        todo = todo[file.write(todo) :]
