"""A search that never holds the window: it looks for some milliseconds at a time and goes on when the window has been heard.

Above: the find bar. Below: `find_text`. Knows no widget.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from studio.gui.widgets.find_text import MOST_HITS, Cover, Hit, TooSlowError, Wanted, hits, wrong_words

_AT_ONCE = 0.012
Trouble = Literal["", "wrong", "slow"]


class FindRun(QObject):
    """One search at a time. `found` grows while it runs; `went_on` tells of that, `done` that it is all."""

    went_on = Signal()
    done = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: list[Hit] = []
        self.trouble: Trouble = ""
        self.why = ""
        """What is wrong with the pattern, in the words of the expressions."""
        self._hits: Iterator[Hit | None] | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_running(self) -> bool:
        """Whether there may be more hits than those found."""
        return self._hits is not None

    @property
    def has_more(self) -> bool:
        """Whether there are more hits than are counted."""
        return len(self.found) > MOST_HITS

    def begin(self, text: str, covers: Sequence[Cover], wanted: Wanted) -> None:
        """Look for something else; a short text is done when this returns."""
        self.found, self.trouble, self.why = [], "", wrong_words(wanted)
        self._hits = None if self.why else hits(text, wanted, covers)
        self.trouble = "wrong" if self.why else ""
        self._go_on()

    def stop(self) -> None:
        """Leave it at what was found."""
        self._hits = None
        self._timer.stop()

    def _go_on(self) -> None:
        until = time.perf_counter() + _AT_ONCE
        while self._hits is not None:
            self._take_one(self._hits)
            if time.perf_counter() > until:
                break
        if self._hits is None:
            self._timer.stop()
            self.done.emit()
        else:
            self._timer.start()
            self.went_on.emit()

    def _take_one(self, left: Iterator[Hit | None]) -> None:
        try:
            hit = next(left)
        except StopIteration:
            self._hits = None
        except TooSlowError:
            self._hits, self.trouble = None, "slow"
        else:
            if hit is not None:
                self.found.append(hit)
