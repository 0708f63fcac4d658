"""The sessions on the shelf: where new ones are kept, which were open last, which were left open by a crash.

Above: `workspace`. Below: `session_file`. Reads files as bytes, changes none.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from studio.late import Late
from studio.paths import file_bytes, is_file, is_folder, is_there
from studio.session.events import CallEdited, EditedTogether, Header, ReplyReceived
from studio.session.lines import LineError, decode
from studio.session.nodes import CallKey
from studio.session.notes import Stopped, Titled
from studio.store.shelved import Shelved

if TYPE_CHECKING:
    import portalocker

    from studio.store import session_file
else:
    portalocker, session_file = Late("portalocker"), Late("studio.store.session_file")


_END = 4_000
"""Bytes at the end of a file that are looked at first."""
_START, _LAST = 64_000, 200_000
"""Bytes at both ends of a file that say most of what there is to say of it."""


def new_path(folder: Path, title: str) -> Path:
    """A free name for a new session in `folder`."""
    stem = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in title).strip("-")[:40] or "session"
    base = f"{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M%S}-{stem}"
    names = (f"{base}{f'-{count}' if count else ''}{session_file.SUFFIX}" for count in range(1000))
    return next(folder / name for name in names if not is_there(folder / name))


def look(path: Path) -> Shelved | None:
    """A file in one line; None when it is no session."""
    try:
        data = file_bytes(path)
        when = path.stat().st_mtime
    except (OSError, ValueError):
        return Shelved(path, path.stem, 0, 0, missing=True)
    return _told(path, when, data)


def glance(path: Path) -> Shelved | None:
    """The same from both ends of a long file alone: a title that was given in its middle, and its rounds, are not known then."""
    try:
        size, when = path.stat().st_size, path.stat().st_mtime
        if size <= _START + _LAST:
            return look(path)
        with path.open("rb") as file:
            start = file.read(_START)
            file.seek(size - _LAST)
            end = file.read()
    except (OSError, ValueError):
        return Shelved(path, path.stem, 0, 0, missing=True)
    found = _told(path, when, start[: start.rfind(b"\n") + 1] + end[end.find(b"\n") + 1 :])
    return msgspec.structs.replace(found, rounds=None, open=not _ends_closed(path)) if found is not None else None


def _told(path: Path, when: float, data: bytes) -> Shelved | None:
    header = _line(data[: data.find(b"\n")] if b"\n" in data else data)
    if not isinstance(header, Header):
        return None
    title = _last(data, b"title")
    stopped = _last(data, b"stopped")
    return Shelved(
        path,
        title.title if isinstance(title, Titled) else header.title or path.stem,
        data.count(b'\n{"kind":"reply",'),
        when,
        stopped if isinstance(stopped, Stopped) else None,
        data.rfind(b'\n{"kind":"opened"') > data.rfind(b'\n{"kind":"closed"'),
        tool=_tool(data, stopped.call) if isinstance(stopped, Stopped) and stopped.call is not None else "",
        cut=not data.endswith(b"\n"),
    )


def _tool(data: bytes, key: CallKey) -> str:
    """The name of the tool of a call, as the person last edited it or as the model said it; empty when it cannot be found."""
    edited = _line_with(data, b'"call":[%d,%d],"now":' % key)
    edits = edited.edits if isinstance(edited, EditedTogether) else (edited,)
    names = [edit.now.name for edit in edits if isinstance(edit, CallEdited) and edit.call == key]
    if names:
        return names[-1]
    reply = _line_with(data, b'\n{"kind":"reply","id":%d,' % key[0])
    calls = reply.reply.calls if isinstance(reply, ReplyReceived) else ()
    return calls[key[1]].name if key[1] < len(calls) else ""


def _line_with(data: bytes, part: bytes) -> object:
    """The last line that holds `part`, which may begin with the end of the line before."""
    found = data.rfind(part)
    if found < 0:
        return None
    end = data.find(b"\n", found + 1)
    return _line(data[data.rfind(b"\n", 0, found + 1) + 1 : end if end >= 0 else len(data)])


def _last(data: bytes, kind: bytes) -> object:
    start = data.rfind(b'\n{"kind":"%s"' % kind)
    return _line(data[start + 1 : data.find(b"\n", start + 1)]) if start >= 0 else None


def _line(raw: bytes) -> object:
    try:
        return decode(raw)
    except LineError:
        return None


def in_use(path: Path) -> bool:
    """Whether a program has the file open for writing now."""
    try:
        with path.open("r+b") as file:
            portalocker.lock(file, portalocker.LOCK_EX | portalocker.LOCK_NB)
            portalocker.unlock(file)
    except portalocker.LockException:
        return True
    except OSError:
        return False
    return False


def left_open(folder: Path) -> list[Shelved]:
    """The sessions in `folder` that were open when their program ended without closing them, newest first."""
    if not is_folder(folder):
        return []
    found = [
        shelved
        for path in folder.glob(f"*{session_file.SUFFIX}")
        if not _ends_closed(path) and (shelved := glance(path)) and shelved.open and not in_use(path)
    ]
    return sorted(found, key=lambda shelved: -shelved.when)


def _ends_closed(path: Path) -> bool:
    """Whether its last lines say that it was closed, so that of many long files only the ends are read. What is no file never was open."""
    try:
        if not is_file(path):
            return True
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _END))
            end = file.read()
    except OSError:
        return False
    closed = end.rfind(b'\n{"kind":"closed"')
    return closed >= 0 and closed > end.rfind(b'\n{"kind":"opened"')
