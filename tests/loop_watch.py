"""Says how long the window's thread was held, and where: a heartbeat in the loop, and a thread that looks when the beat stays away.

Above: tests of the window and benchmarks, which ask it; nothing fails by itself. Below: Qt, the standard library. A hold is the processor
time of the window's thread between two beats, so that other work on the machine does not count; `waited` is the time on the clock.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import NamedTuple, Self

from PySide6.QtCore import Qt, QTimer

LIMIT = 0.05
"""Seconds that nothing may hold the window's thread for."""
_BEAT = 2
BEAT = 10
"""Milliseconds between two beats where many tests are watched."""
_LOOKS = 0.01


class Hold(NamedTuple):
    """One stretch without a beat: its processor time, its time on the clock, and where it was seen, as (innermost first) functions."""

    seconds: float
    waited: float
    seen: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        times = f"{self.seconds * 1000:.0f} ms (on the clock {self.waited * 1000:.0f} ms)"
        return "\n      ".join((times, *self.places()))

    def places(self, share: float = 0.3) -> list[str]:
        """The functions in which so much of the hold was spent, those that called them included, outermost first."""
        counted = Counter(function for stack in self.seen for function in set(stack))
        depth = {function: len(stack) - at for stack in self.seen for at, function in enumerate(stack)}
        often = [function for function, count in counted.items() if count >= share * len(self.seen)]
        return [f"{counted[one] / len(self.seen):4.0%} {one}" for one in sorted(often, key=lambda one: depth[one])]


HELD: dict[str, Hold] = {}
"""The longest hold of each test of the whole window, by its name; the end of a run tells the longest."""


def tell(write: Callable[[str], object], most: int = 3) -> None:
    """Say where the window's thread was held longer than it may be; nothing fails by it."""
    over = sorted((hold for hold in HELD.values() if hold.seconds > LIMIT), reverse=True)
    if over:
        write(
            f"{len(over)} of {len(HELD)} tests held the window's thread for more than {LIMIT * 1000:.0f} ms of processor time:"
        )
    for hold in over[:most]:
        name = next(name for name, one in HELD.items() if one is hold)
        write(f"  {name}: {hold}")


class LoopWatch:
    """A context manager; entered in the window's thread while its loop runs or is about to run."""

    def __init__(self, limit: float = LIMIT, *, places: bool = True, beat: int = _BEAT) -> None:
        self.holds: list[Hold] = []
        self.worst = Hold(0.0, 0.0)
        self._limit, self._places = limit, places
        self._owner = threading.get_ident()
        self._beat = self._busy = 0.0
        self._seen: list[tuple[str, ...]] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="loop watch", daemon=True)
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(beat)
        self._timer.timeout.connect(self._tick)

    def __enter__(self) -> Self:
        self.again()
        self._timer.start()
        if self._places:
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._tick()
        self._timer.stop()
        self._over.set()
        if self._places:
            self._thread.join()

    def again(self) -> None:
        """Forget what was seen: what comes from now on counts."""
        self.holds.clear()
        self.worst = Hold(0.0, 0.0)
        self._seen.clear()
        self._beat, self._busy = time.perf_counter(), time.thread_time()

    def ask(self) -> Hold:
        """The longest hold until now, that which has not ended included."""
        self._tick()
        return self.worst

    def _tick(self) -> None:
        now, busy = time.perf_counter(), time.thread_time()
        held = Hold(busy - self._busy, now - self._beat, tuple(self._seen))
        self._seen.clear()
        self._beat, self._busy = now, busy
        if held.seconds > self.worst.seconds:
            self.worst = held
        if held.seconds > self._limit:
            self.holds.append(held)

    def _look(self) -> None:
        while not self._over.wait(_LOOKS):
            if time.perf_counter() - self._beat > self._limit / 2:
                # No name for the frame: it would keep what the function holds, an open painter among it.
                self._seen.append(_stack(sys._current_frames().get(self._owner)))


def _stack(frame: FrameType | None) -> tuple[str, ...]:
    """Where a thread is, by the functions of the program, innermost first."""
    found: list[str] = []
    while frame is not None:
        code = frame.f_code
        room = code.co_filename.replace("\\", "/").rpartition("/studio/")[2]
        if room != code.co_filename.replace("\\", "/"):
            found.append(f"{room} {code.co_qualname}")
        frame = frame.f_back
    return tuple(found) or ("outside the program",)
