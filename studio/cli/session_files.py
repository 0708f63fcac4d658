"""The session files that a command is told of, by name or by folder.

Above: `check`, `replay_check`. Below: `store/session_file`. Reads no file.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from studio.cli.command import BAD_FILE, CommandError
from studio.paths import is_file, is_folder
from studio.store.session_file import SUFFIX


def session_files(named: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and those below folders in the order of their names. Raises CommandError for a folder without any."""
    for path in named:
        if not is_folder(path):
            yield path
            continue
        found = sorted(each for each in path.rglob(f"*{SUFFIX}") if is_file(each))
        if not found:
            raise CommandError(
                f"There is no session file below {path}.", f"Its name ends with {SUFFIX}.", code=BAD_FILE
            )
        yield from found
