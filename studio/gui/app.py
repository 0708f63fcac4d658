"""The running program: QApplication, the one loop, the windows, and the end of it all.

Above: `__main__`. Below: `window`, `workspace`. Alone makes the loop; knows nothing of what a window shows.
"""

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from studio.gui.accessible_roles import tell_roles
from studio.gui.ahead import Ahead
from studio.gui.collector import Collector
from studio.gui.desk import Desk
from studio.gui.interrupt import Interrupt
from studio.gui.last_resort import LastResort
from studio.gui.look_choice import LookChoice
from studio.gui.loop import Loop
from studio.gui.plain_import import plain_imports
from studio.gui.window import StudioWindow
from studio.gui.words import sentence
from studio.paths import is_file
from studio.tasks import spawn
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.workspace.opened import OpenedSession

_LIMIT = 15.0
_PICTURE_SIZE = (1600, 1000)
_PICTURE_WAIT = 20.0
_FEW = 40


def main(*, path: str = "", demo: bool = False, screenshot: str = "") -> int:
    """Run the window until it is closed; the exit code. `path`: a session to open; `screenshot`: only make a picture there."""
    app = application()
    loop = Loop(app)
    asyncio.set_event_loop(loop)
    with loop:
        program = Program(app, Workspace())
        code: int = loop.run_until_complete(program.live(path, demo=demo, screenshot=screenshot))
        return code


def application() -> QApplication:
    """The one QApplication, made when there is none."""
    plain_imports()
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = QApplication(["toolcall-studio"])
    app.setApplicationName("Toolcall Studio")
    app.setDesktopFileName("toolcall-studio")
    app.setQuitOnLastWindowClosed(False)
    tell_roles()
    return app


class Program:
    """All windows of one run. It ends when the last one has closed."""

    def __init__(self, app: QApplication, workspace: Workspace) -> None:
        self.workspace = workspace
        workspace.stops = True  # a person is there to decide
        self.look = LookChoice(app, workspace)
        self.windows: list[StudioWindow] = []
        self._over = asyncio.Event()
        self._last_resort = LastResort(self.quit)

    async def live(self, path: str = "", *, demo: bool = False, screenshot: str = "") -> int:
        """Show a window and wait until all are closed."""
        asyncio.get_running_loop().set_exception_handler(self._last_resort.loop_failed)
        self._last_resort.install()
        interrupt, collector = Interrupt(self.end_now), Collector()
        try:
            self.look.apply(sheet=False)
            self._begin(path, demo=demo, screenshot=screenshot)
            await self._over.wait()
            return 0
        finally:
            interrupt.close()
            await self._end()
            self.look.end()
            await asyncio.sleep(0.01)  # windows that were told to go are deleted before the loop ends
            collector.close()
            self._last_resort.remove()

    def open_window(self, session: "OpenedSession | None" = None) -> StudioWindow:
        """Another window, on a session or on the start page."""
        window = StudioWindow(self.workspace, self.look, self._elsewhere, self.quit)
        window.closed.connect(lambda: self._closed(window))
        self.windows.append(window)
        window.bridge.show(session)
        self.look.apply_sheet()
        window.show()
        Ahead(window)
        return window

    def _elsewhere(self, session: "OpenedSession", open_one: bool) -> Desk | None:
        """The desk of the window that shows a session, brought to the front; `open_one`: a new window when there is none."""
        shown = next((window for window in self.windows if window.bridge.session is session), None)
        if shown is not None:
            shown.raise_()
            shown.activateWindow()
        elif open_one:
            shown = self.open_window(session)
        return shown.desk if shown is not None else None

    def quit(self) -> None:
        """Close all windows; each asks when something runs."""
        for window in tuple(self.windows):
            window.close()

    def end_now(self) -> None:
        """Close all windows without asking: the terminal wants it."""
        for window in tuple(self.windows):
            window.close_now()

    def _begin(self, path: str, *, demo: bool, screenshot: str) -> None:
        window = self.open_window()
        if screenshot:
            window.resize(*_PICTURE_SIZE)
        if self.workspace.settings_problem:
            window.bridge.failed.emit(sentence(self.workspace.settings_problem), "")
        if path:
            window.desk.open(Path(path))
        elif demo or screenshot:
            window.desk.demo()
        elif last := self._last_session():
            window.desk.open(last)
        if screenshot:
            spawn(self._picture_and_quit(window, Path(screenshot)), name="picture")

    def _last_session(self) -> Path | None:
        """The session to begin with; none where the person wants the start page, or a crash left something to be decided there."""
        if self.workspace.settings.start.shows != "last_session" or self.workspace.left_open():
            return None
        return next((Path(path) for path in self.workspace.settings.recent if is_file(Path(path))), None)

    async def _picture_and_quit(self, window: StudioWindow, path: Path) -> None:
        await settled(window)
        picture(window, path)
        self.quit()

    def _closed(self, window: StudioWindow) -> None:
        if window in self.windows:
            self.windows.remove(window)
            window.deleteLater()
        if not self.windows:
            self._over.set()

    async def _end(self) -> None:
        """Close what is left of the workspace, with a time limit: a task whose wake-up was lost cannot be cancelled."""
        ending = spawn(self.workspace.close(), name="close workspace")
        _, late = await asyncio.wait([ending], timeout=_LIMIT)
        if late:
            logging.getLogger(__name__).error("The workspace did not close in %s s.", _LIMIT)


async def settled(window: StudioWindow) -> None:
    """Wait until the window shows a session that stands still, for a while at most."""
    for at in range(int(_PICTURE_WAIT / 0.05)):
        session = window.bridge.session
        if session is not None and session.activity.kind == "idle" and (session.stop is not None or at > _FEW):
            break
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.3)


def picture(window: QWidget, path: Path, ratio: float = 1.0) -> None:
    """Draw a window as it is now into a PNG file. OSError when the file cannot be written."""
    image = QImage(window.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    window.render(painter, QPoint())
    painter.end()
    path.parent.mkdir(parents=True, exist_ok=True)
    if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
        raise OSError(f"{path} cannot be written.")
