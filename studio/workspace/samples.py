"""The sample sessions that come with the program: recordings of real runs of a scripted model over the demo's harmless tools.

Above: `workspace`. Below: `paths`, `store`. What is bundled is never written to: a sample is opened as a copy in the person's folder.
"""

import json
import os
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from studio import paths
from studio.said import said
from studio.session.events import Header
from studio.session.lines import decode, encode
from studio.store import session_file, shelf
from studio.store.session_error import SessionFileError

RESOURCES = "$resources"
"""Stands in a bundled sample for the folder of bundled files, wherever that is."""
IDS = ("loop", "agent")


def bundled(id: str) -> Path:
    """Where a sample lies."""
    return paths.resources() / "samples" / f"{id}{session_file.SUFFIX}"


def copy(id: str, folder: Path) -> Path:
    """A copy of a sample in `folder`: a new one, unless an earlier one is there in which nothing was done. Raises SessionFileError."""
    head, _, rest = bundled(id).read_bytes().partition(b"\n")
    here = json.dumps(str(paths.resources()), ensure_ascii=False)[1:-1].encode()
    rest = rest.replace(RESOURCES.encode(), here)
    header = decode(head)
    assert isinstance(header, Header)
    path = shelf.new_path(folder, f"sample-{id}")
    part = path.with_name(f".{path.name}")
    try:
        for earlier in sorted(folder.glob(f"*-sample-{id}*{session_file.SUFFIX}")):
            if _is_untouched(earlier, rest):
                return earlier
        folder.mkdir(parents=True, exist_ok=True)
        part.write_bytes(encode(replace(header, id=os.urandom(8).hex())) + b"\n" + rest)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise SessionFileError(
            said("{file} cannot be made: {why}.", file=path, why=error.strerror), said("Choose another folder.")
        ) from error
    return path


def _is_untouched(path: Path, rest: bytes) -> bool:
    """Whether nothing was done in a copy but to look at it: it has no event more than the sample."""
    try:
        _, _, found = path.read_bytes().partition(b"\n")
    except OSError:
        return False
    more = found[len(rest) :].splitlines() if found.startswith(rest) else [b""]
    return all(line.startswith((b'{"kind":"opened"', b'{"kind":"closed"')) for line in more) and not shelf.in_use(path)
