"""A folder for what is thrown away again.

Above: `demo`, `replay`. Below: `command`.
"""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from studio.cli.command import STOPPED, CommandError


@contextlib.contextmanager
def spare_folder() -> Iterator[Path]:
    """A new folder that is gone afterwards. CommandError 5 when none can be made."""
    try:
        made = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    except OSError as error:
        told = f"No temporary folder can be made: {error.strerror}."
        raise CommandError(told, "Make room, or name another folder in TMPDIR.", code=STOPPED) from error
    with made as folder:
        yield Path(folder)
