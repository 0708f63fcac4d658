"""What the first session will need, loaded and made in small pieces while the start page waits.

Above: `app`. Below: `late`, `window`. Opening a session meanwhile does the rest at once.
"""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from studio.gui.window import StudioWindow

NEEDED = ("studio.workspace.opened", "studio.workspace.opening", "studio.workspace.demo", "studio.gui.session_side")
_PAUSE = 120
"""Milliseconds before it begins: the first paint, and what the person does at once, go first."""
_IMPORT = re.compile(r"^from (studio[\w.]*) import ([^\n]+)|^import (studio[\w.]*)", re.MULTILINE)


class Ahead(QObject):
    """Lives as long as the window. One piece each time that the loop has nothing else to do."""

    def __init__(self, window: StudioWindow) -> None:
        super().__init__(window)
        self._window = window
        self._pieces = self._work()
        self._next = QTimer(self, singleShot=True, interval=_PAUSE)
        self._next.timeout.connect(self._do_one)
        self._next.start()

    def _work(self) -> Iterator[object]:
        for name in NEEDED:
            for module in leaves_first(name):
                yield import_module(module)
        yield from self._window.make_side()

    def _do_one(self) -> None:
        for _ in self._pieces:
            self._next.start(0)
            return


def leaves_first(name: str, seen: set[str] | None = None) -> Iterator[str]:
    """A module of the program and those it needs that are not loaded, each after what it needs itself."""
    seen = set() if seen is None else seen
    if name in seen or name in sys.modules:
        return
    seen.add(name)
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return
    for needed in _needs(Path(spec.origin)):
        yield from leaves_first(needed, seen)
    yield name


def _needs(file: Path) -> Iterator[str]:
    """The modules that a file names at its top; of `from room import part` the part where that is a module."""
    for room, parts, plain in _IMPORT.findall(file.read_text(encoding="utf-8")):
        if plain:
            yield plain
        elif (file_of := find_spec(room)) is not None and file_of.submodule_search_locations:
            yield from (f"{room}.{part.split()[0]}" for part in parts.split(",") if part.strip("( "))
        else:
            yield room
