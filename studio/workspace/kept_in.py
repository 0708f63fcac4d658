"""Where sessions are kept: the folder of the settings, else the usual one; sessions that were kept elsewhere before are still looked for.

Above: `workspace`, `world`. Below: the settings. Makes no folder: whoever writes into one does.
"""

import os
from pathlib import Path

from studio.store.settings import SettingsFile


class KeptIn:
    """`usual` is the folder where nobody chose one."""

    def __init__(self, settings: SettingsFile, usual: Path) -> None:
        self._settings, self.usual = settings, usual

    @property
    def now(self) -> Path:
        """Where a new session is kept; a folder that a damaged file does not tell whole, or that none can be, is not taken."""
        return _folder(self._settings.values.start.sessions_folder) or self.usual

    def all(self) -> tuple[Path, ...]:
        """All folders of the program's own sessions."""
        return tuple(dict.fromkeys((self.now, self.usual)))

    def holds(self, path: Path) -> bool:
        """Whether a file lies where the program keeps its sessions: then it is the program's to move."""
        return path.parent in self.all()


def _folder(chosen: str) -> Path | None:
    try:
        os.fsencode(chosen)
        path = Path(chosen).expanduser()
    except (ValueError, RuntimeError):  # no text that a name can be of, a person who has no home here
        return None
    return path if path.is_absolute() and "\0" not in chosen else None
