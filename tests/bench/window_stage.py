"""What the benchmarks of the window share: the real program on a real loop in a home of its own, figures, memory.

Used by `window` and its parts. Processor time, for other work on the machine must not count. No test; nothing fails on a figure.
"""

import asyncio
import gc
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from studio.gui.app import Program, application
from studio.gui.loop import Loop
from studio.gui.window import StudioWindow
from studio.workspace.workspace import Workspace
from tests.loop_watch import LoopWatch

SIZE = (1600, 1000)


class Figure(NamedTuple):
    """One line of the table: what was measured beside the least that it can cost (or what people would use instead)."""

    words: str
    value: float
    unit: str
    beside: float | None = None
    beside_words: str = ""
    budget: float | None = None
    note: str = ""


def told(figure: Figure) -> str:
    """The figure as a line of the table."""
    beside = "" if figure.beside is None else f"{figure.beside:10.2f} {figure.value / max(figure.beside, 1e-9):8.1f}x"
    over = "" if figure.budget is None else "OVER" if figure.value > figure.budget else "ok"
    budget = "" if figure.budget is None else f"{figure.budget:g}"
    words = f"{figure.words:<58}{figure.value:10.2f} {figure.unit:<5}{beside:<21}{budget:>7} {over:<5}"
    return f"{words}{figure.beside_words}{'; ' if figure.beside_words and figure.note else ''}{figure.note}".rstrip()


HEAD = f"{'':<58}{'figure':>10} {'unit':<5}{'beside':>10} {'ratio':>9}{'budget':>8}       beside: what it is"


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time of this thread."""
    before = time.thread_time()
    work()
    return (time.thread_time() - before) * 1000


def percentile(found: list[float], part: float) -> float:
    """The figure that so many of the figures stay below."""
    return sorted(found)[min(int(len(found) * part), len(found) - 1)]


def memory() -> float:
    """MB that the process holds now; 0 where the system does not tell."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def paint(app: QApplication) -> None:
    """Do what is due in the window: layouts and paints."""
    app.sendPostedEvents()
    app.processEvents()


def painted(app: QApplication, work: Callable[[], object]) -> float:
    """Milliseconds of processor time until something is done and to be seen."""
    before = time.thread_time()
    work()
    paint(app)
    return (time.thread_time() - before) * 1000


class Stage:
    """What a benchmark gets: the program, its window, and a watch on the loop."""

    def __init__(self, program: Program, watch: LoopWatch) -> None:
        self.program, self.watch = program, watch
        self.window: StudioWindow = program.windows[0]
        self.window.resize(*SIZE)

    async def until(self, what: Callable[[], object], *, seconds: float = 120.0) -> None:
        """Wait until something holds."""
        end = time.monotonic() + seconds
        while not what():
            if time.monotonic() > end:
                raise TimeoutError("It never came to that.")
            await asyncio.sleep(0.005)

    async def quiet(self) -> None:
        """Wait until the window has done all that is due."""
        await asyncio.sleep(0.3)


def play(work: Callable[[Stage], Awaitable[None]], *, places: bool = True) -> None:
    """Run `work` in the running program and close everything after it."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["TOOLCALL_STUDIO_HOME"] = home
        app = application()
        loop = Loop(app)
        asyncio.set_event_loop(loop)

        async def run() -> None:
            program = Program(app, Workspace())
            living = asyncio.get_running_loop().create_task(program.live())
            await asyncio.sleep(0.05)  # its window is there with its first turn
            try:
                with LoopWatch(places=places) as watch:
                    await work(Stage(program, watch))
            finally:
                program.end_now()
                await asyncio.wait([living], timeout=30)

        with loop:
            loop.run_until_complete(run())
