"""The sessions that the start page and the menu offer: the recent ones, pinned ones first, and those that a crash left open.

Above: `workspace`. Below: `store/shelf`, the settings. What is known of a file holds as long as the file is the same; of a long one only
its ends are read at once, the rest in a thread.
"""

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from studio.late import Late
from studio.paths import is_folder
from studio.store.settings import SettingsFile
from studio.store.shelved import Shelved
from studio.workspace.kept_in import KeptIn

if TYPE_CHECKING:
    from studio.store import shelf
else:
    shelf = Late("studio.store.shelf")

MOST = 20
"""How many are kept beside the pinned ones."""
_Stamp = tuple[int, int]


def kept(recent: list[str], pinned: Collection[str]) -> list[str]:
    """The newest, and all that are pinned."""
    free = 0
    left: list[str] = []
    for path in recent:
        free += path not in pinned
        if path in pinned or free <= MOST:
            left.append(path)
    return left


class RecentSessions:
    """`folder` is where sessions usually are kept, `shown` gives the paths of those that are open here."""

    def __init__(self, settings: SettingsFile, folder: Path, shown: Callable[[], Collection[str]]) -> None:
        self._settings, self._kept_in, self._shown = settings, KeptIn(settings, folder), shown
        self._known: dict[Path, tuple[_Stamp, Shelved]] = {}

    def now(self) -> list[Shelved]:
        """The recent sessions as far as they are known at once, pinned ones first, then the newest; files that are gone are missing."""
        return self._listed(self._glanced)

    def at_once(self) -> list[Shelved]:
        """The same without reading a file: of those that nobody has read yet the names alone."""
        return self._listed(self._named)

    async def whole(self) -> list[Shelved]:
        """The same with all that their files say, read in a thread."""
        return await asyncio.to_thread(self._listed, self._looked)

    def left_open(self) -> list[Shelved]:
        """Sessions that were open when their program ended without closing them."""
        return self._left_open(self._shown())

    async def left_open_aside(self) -> list[Shelved]:
        """The same, looked for in a thread: there may be thousands of files."""
        return await asyncio.to_thread(self._left_open, self._shown())

    def _left_open(self, shown: Collection[str]) -> list[Shelved]:
        folders = [folder for folder in self._kept_in.all() if is_folder(folder)]
        found = [each for folder in folders for each in shelf.left_open(folder) if str(each.path) not in shown]
        return sorted(found, key=lambda each: -each.when)

    def pin(self, path: Path, on: bool) -> None:
        """Let a session stand first, or no longer. Raises SettingsError."""
        values = self._settings.values
        others = [each for each in values.pinned if each != str(path)]
        values.pinned = [*others, str(path)] if on else others
        if on and str(path) not in values.recent:
            values.recent = [str(path), *values.recent]
        values.recent = kept(values.recent, values.pinned)
        self._settings.save()

    def forget(self, path: Path) -> None:
        """Take a session off the list; the file stays. Raises SettingsError."""
        values = self._settings.values
        values.recent, values.pinned = (
            [each for each in paths if each != str(path)] for paths in (values.recent, values.pinned)
        )
        self._settings.save()

    def _listed(self, read: Callable[[Path], Shelved | None]) -> list[Shelved]:
        pinned = frozenset(self._settings.values.pinned)
        found = [read(Path(path)) for path in kept(self._settings.values.recent, pinned)]
        told = [replace(each, pinned=str(each.path) in pinned) for each in found if each is not None]
        return sorted(told, key=lambda each: not each.pinned)

    def _named(self, path: Path) -> Shelved | None:
        known, stamp = self._known.get(path), _stamp(path)
        if known is not None and known[0] == stamp:
            return known[1]
        when = stamp[0] / 1e9 if stamp is not None else 0
        return Shelved(path, path.stem, None, when, missing=stamp is None, unread=True)

    def _glanced(self, path: Path) -> Shelved | None:
        known = self._known.get(path)
        if known is not None and known[0] == _stamp(path):
            return known[1]
        return shelf.glance(path)

    def _looked(self, path: Path) -> Shelved | None:
        known, stamp = self._known.get(path), _stamp(path)
        if known is not None and known[0] == stamp:
            return known[1]
        found = shelf.look(path)
        if found is not None and stamp is not None:
            self._known[path] = stamp, found
        return found


def _stamp(path: Path) -> _Stamp | None:
    """What changes when a file does; None for one that is gone."""
    try:
        told = path.stat()
    except (OSError, ValueError):
        return None
    return told.st_mtime_ns, told.st_size
