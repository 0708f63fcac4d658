"""The real program in a home of its own: real loop, real workspace, real windows, on the offscreen platform.

A test is a coroutine handed to `live`; it gets the program with its first window open.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from studio.gui.app import Program
from studio.gui.look.theme import apply_theme
from studio.gui.window import StudioWindow
from studio.tasks import spawn
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.loop_watch import BEAT, HELD, LoopWatch

Play = Callable[["Stage"], Awaitable[None]]


class Stage:
    """What a test sees: the program and its first window."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.window: StudioWindow = program.windows[0]
        self.window.resize(1600, 1000)  # the screen off screen is smaller than any person's

    @property
    def session(self) -> OpenedSession:
        """The session of the window."""
        found = self.window.bridge.session
        assert found is not None
        return found

    async def until(self, what: Callable[[], object]) -> None:
        """Wait until something holds; fails when it does not in a long time."""
        for _ in range(1500):
            if what():
                return
            await asyncio.sleep(0.01)
        raise AssertionError("It never came to that.")

    async def frame(self) -> None:
        """Let the bridge tell what happened."""
        await asyncio.sleep(0.08)

    async def stopped(self, reason: str = "") -> None:
        """Wait until the session stands still (for that reason), and is shown so."""
        await self.until(lambda: self._stands(reason))
        await self.frame()

    def _stands(self, reason: str) -> bool:
        session = self.window.bridge.session
        if session is None or session.stop is None or session.activity.kind != "idle":
            return False
        return not reason or session.stop.reason == reason

    async def demo(self) -> None:
        """Open the demo; it stands before its first call then."""
        self.window.desk.demo()
        await self.stopped("breakpoint")

    def trigger(self, id: str) -> None:
        """Use an action as its key or menu entry would."""
        assert self.window.actions_[id].isEnabled(), self.window.actions_.reasons[id]
        self.window.actions_[id].trigger()

    async def go(self, id: str) -> None:
        """Use an action that moves the session, and wait until it stands still elsewhere."""
        before = (len(self.session.tree), self.session.head, self.session.stop)
        self.trigger(id)
        await self.until(lambda: (len(self.session.tree), self.session.head, self.session.stop) != before)
        await self.stopped()


@pytest.fixture
def live(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Callable[[Play], None]]:
    """Runs a coroutine in the running program and closes everything after it."""
    qapp.setStyleSheet("")  # as when the program starts: a window that is made under a sheet is styled again and again
    loop = QEventLoop(qapp)
    asyncio.set_event_loop(loop)

    async def run(play: Play) -> None:
        program = Program(qapp, Workspace())
        living = spawn(program.live(), name="program")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        try:
            with LoopWatch(beat=BEAT) as watch:
                await play(Stage(program))
            HELD[request.node.nodeid] = watch.worst
        finally:
            for window in tuple(program.windows):
                if window.bridge.session is not None and window.bridge.running:
                    await window.bridge.session.cancel()
            program.quit()
            await asyncio.wait([living], timeout=20)
        assert living.done()
        living.result()

    with loop:
        yield lambda play: loop.run_until_complete(run(play))
    asyncio.set_event_loop(None)
    apply_theme(qapp, "light")
