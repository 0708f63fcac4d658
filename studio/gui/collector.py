"""Python's cyclic collector, run in the window's thread only.

Above: `app`. Below: the standard library, one Qt timer. A window or dialog that is part of a cycle must not be freed by a worker
thread that happens to allocate: its timers would be left behind and the next one to fire would bring the program down.
"""

import gc

from PySide6.QtCore import QTimer

_LOOKS_EVERY = 1000
"""Milliseconds; a generation is collected when it is as full as Python's own thresholds say."""


class Collector:
    """Switches the automatic collection off while it lives and does it by a timer."""

    def __init__(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()
        self._timer = QTimer()
        self._timer.setInterval(_LOOKS_EVERY)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect the oldest generation that is full, and with it the younger ones."""
        full = [count > limit > 0 for count, limit in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(full):
            gc.collect(max(at for at, over in enumerate(full) if over))

    def close(self) -> None:
        """Collect once more in this thread and leave the rest to Python again."""
        self._timer.stop()
        gc.collect()
        if self._was_on:
            gc.enable()
