"""What the person has chosen in the settings, by the path of the member: read, changed, put back; kept at once, and told to all windows.

Above: `look_choice`, `settings`. Below: the settings of the workspace. Does not know what a choice does.
"""

from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from studio.gui.words import sentence
from studio.problems import StudioError
from studio.workspace.workspace import Workspace

_OF_THE_CORE = ("rules", "blanking", "prices", "windows")
"""Members by which open sessions go."""


class Chosen(QObject):
    """One for the program. A path is a name (`theme`), or two for a member of a part of the settings (`editing.indent`)."""

    changed = Signal(str)
    """The path of what is another value than before."""
    failed = Signal(str, str)
    """The choice holds for this run, and could not be kept: sentence and help."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._usual = type(workspace.settings)()

    def value(self, path: str) -> Any:
        """What is chosen. Raises AttributeError for a path that leads nowhere."""
        return _at(self._workspace.settings, path)

    def usual(self, path: str) -> Any:
        """What holds where nobody chose."""
        return _at(self._usual, path)

    def is_usual(self, path: str) -> bool:
        """Whether nothing else than usual is chosen."""
        return bool(self.value(path) == self.usual(path))

    def put(self, path: str, value: Any) -> None:
        """Choose a value: it acts at once, and is kept."""
        if self.value(path) != value:
            _put(self._workspace.settings, path, value)
            if path in _OF_THE_CORE:
                self._workspace.preferences.take(path)
            self.changed.emit(path)
            self.keep()

    def reset(self, *paths: str) -> None:
        """Back to what is usual."""
        for path in paths:
            self.put(path, self.usual(path))

    def keep(self) -> None:
        """Write the settings."""
        try:
            self._workspace.save_settings()
        except StudioError as error:
            self.failed.emit(sentence(error.said), sentence(error.advice))


def _at(settings: Any, path: str) -> Any:
    for name in path.split("."):
        settings = getattr(settings, name)
    return settings


def _put(settings: Any, path: str, value: Any) -> None:
    part, _, name = path.rpartition(".")
    if part:
        value = msgspec.structs.replace(getattr(settings, part), **{name: value})
    setattr(settings, part or name, value)
