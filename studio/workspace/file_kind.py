"""What a file that somebody names is: a session, Python tools, MCP servers, a list of tools; else what it was tried as, and why it is none.

Above: the window. Below: `wiring` (the readers), `paths`. Reads at most so much of a file; runs nothing and adds nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec

from studio.paths import file_bytes
from studio.problems import StudioError
from studio.said import said
from studio.session.events import Header
from studio.session.lines import LineError, decode
from studio.store.session_file import SUFFIX
from studio.workspace import wiring

Kind = Literal["session", "python", "servers", "tools", "unknown"]
MOST = 20_000_000
_FIRST = 64_000


class FileKind(msgspec.Struct, frozen=True):
    """`tried` are the kinds that the file is not, each with a sentence that says why; the sentences are those of the readers."""

    kind: Kind
    tried: tuple[tuple[Kind, str], ...] = ()


def file_kind(path: Path) -> FileKind:
    """What a file is. A name says enough for sessions and Python; all else is looked at. Raises StudioError where it cannot be read."""
    if path.suffix == SUFFIX:
        return FileKind("session")
    if path.suffix == ".py":
        return FileKind("python")
    try:
        data = file_bytes(path, MOST)
    except OSError as error:
        why = error.strerror or str(error)
        raise StudioError(
            said("{file} cannot be read: {why}.", file=path, why=why),
            said("Check the name and the rights of the file."),
        ) from error
    if _is_session(data[:_FIRST]):
        return FileKind("session")
    tried: list[tuple[Kind, str]] = [("session", ""), ("python", "")]
    readers: tuple[tuple[Kind, Callable[[bytes, str], object]], ...] = (
        ("servers", wiring.read_servers),
        ("tools", wiring.read_declarations),
    )
    for kind, reader in readers:
        try:
            reader(data, path.name)
        except StudioError as error:
            tried.append((kind, error.sentence))
        else:
            return FileKind(kind)
    return FileKind("unknown", tuple(tried))


def _is_session(start: bytes) -> bool:
    """Whether the first line is that of a session, whatever the file is called."""
    try:
        return isinstance(decode(start.partition(b"\n")[0]), Header)
    except LineError:
        return False
