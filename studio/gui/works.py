"""What takes its time in a window: what it is, how far it came, how it is cut short, and what is kept then.

Above: `bridge`, whoever begins something long. Below: Qt's signals. Knows no widget; when it is shown is decided by the one who shows it.
"""

from collections.abc import Callable
from threading import Lock

from PySide6.QtCore import QObject, Signal


class Work:
    """One thing under way. `said` names it; `kept` is said when it is cut short by `cancel`; `fraction` is None where the size is not
    known. `told` may be called in any thread."""

    def __init__(self, said: str, kept: str) -> None:
        self.said, self.kept = said, kept
        self.cancel: Callable[[], object] = lambda: None
        self._lock = Lock()
        self._fraction: float | None = None

    @property
    def fraction(self) -> float | None:
        """How far it is, from 0 to 1."""
        with self._lock:
            return self._fraction

    def told(self, fraction: float | None) -> None:
        """It is so far now."""
        with self._lock:
            self._fraction = fraction


class Works(QObject):
    """All that is under way, the newest last. `changed`: something else is under way now; `cut`: what is kept of the one that was cut
    short."""

    changed = Signal()
    cut = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Work] = []

    @property
    def current(self) -> Work | None:
        """The one to be shown: the newest."""
        return self._all[-1] if self._all else None

    def begin(self, work: Work) -> Work:
        """Something is under way from now on."""
        self._all.append(work)
        self.changed.emit()
        return work

    def end(self, work: Work) -> None:
        """It is over, or was cut short before."""
        if work in self._all:
            self._all.remove(work)
            self.changed.emit()

    def cancel(self) -> None:
        """Cut the newest short. That is said at once, also where its thread goes on for a while with nobody waiting."""
        work = self.current
        if work is not None:
            self.end(work)
            work.cancel()
            self.cut.emit(work.kept)
