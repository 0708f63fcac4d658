"""One line of a session file as it stands there, to be looked at where it is damaged.

Above: `workspace`. Below: the file. Changes nothing.
"""

from itertools import islice
from pathlib import Path

from studio.said import said
from studio.store.session_error import SessionFileError

LONGEST = 20_000
"""Characters of a line that are shown."""


def damaged_line(path: Path, number: int) -> str:
    """The line of that number, from 1, what is not UTF-8 replaced, a long one cut. One that was cut while it was written and set aside is
    read there. Raises SessionFileError."""
    aside = path.with_name(f"{path.name}.cut")
    try:
        with path.open("rb") as file:
            found = next(islice(file, number - 1, None), b"")
        if not found and aside.exists():
            found = aside.read_bytes().rstrip(b"\n").rsplit(b"\n")[-1]
    except OSError as error:
        raise SessionFileError(said("{file} cannot be read: {why}.", file=path, why=error.strerror)) from error
    text = found.decode("utf-8", "replace").rstrip("\r\n")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
