"""The real program in a process of its own, driven to a place and left there to be killed; or started again after that.

Run as `python -m tests.gui.window.killed_window PLACE URL`; it is no test. It says on its output where it stands; `again` tells what is
offered, goes on with each session, and tells how many events it found.
"""

import asyncio
import json
import sys
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from studio import paths
from studio.gui.app import Program, application
from studio.gui.window import StudioWindow
from studio.session.setup import Setup, Stops, ToolFile
from studio.tasks import spawn
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from studio.workspace.workspace import Workspace

WAITS = '''import time

def wait() -> str:
    """Wait for a long time."""
    print("waiting", flush=True)
    time.sleep(600)
    return "waited"
'''


async def _until(what: object) -> None:
    assert callable(what)
    for _ in range(3000):
        if what():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("It never came to that.")


def _session(window: StudioWindow) -> OpenedSession:
    session = window.bridge.session
    assert session is not None
    return session


async def _demo(window: StudioWindow) -> None:
    window.desk.demo()
    await _until(lambda: window.bridge.session is not None and window.bridge.session.standing is not None)
    await _until(lambda: not window.bridge.running)


async def between(_program: Program, window: StudioWindow, _url: str) -> None:
    """After two steps, before the third."""
    await _demo(window)
    for _ in range(2):
        before = _session(window).head
        await _until(window.actions_["step"].isEnabled)
        window.actions_["step"].trigger()
        await _until(lambda before=before: _session(window).head != before and not window.bridge.running)


async def typing(_program: Program, window: StudioWindow, _url: str) -> None:
    """While arguments are half typed."""
    await _demo(window)
    await _until(window.panes.response.calls.cards)
    editor = window.panes.response.calls.cards()[0].arguments.editor
    editor.setFocus()
    QTest.keyClicks(editor, '{"order_id": "4')


async def streaming(program: Program, window: StudioWindow, url: str) -> None:
    """While a reply streams."""
    _ask(program, window, url, ())
    await _until(lambda: window.bridge.session is not None and window.bridge.session.partial is not None)


async def in_tool(program: Program, window: StudioWindow, url: str) -> None:
    """While a tool runs."""
    file = Path(paths.data_folder()) / "waits.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(WAITS)
    _ask(program, window, url, (file,))
    await _until(lambda: window.bridge.session is not None and window.bridge.session.activity.kind == "tools")


def _ask(program: Program, window: StudioWindow, url: str, files: tuple[Path, ...]) -> None:
    profile = read_profile({"name": "local", "base_url": url, "model": "tiny"})
    program.workspace.save_profile(profile)
    tools = tuple(ToolFile(str(file)) for file in files)
    world = program.workspace.world
    for file in tools:
        shown = program.workspace.new()
        world.trust(shown.fingerprint(Path(file.path)), for_good=False)
        spawn(program.workspace.close_session(shown), name="close")
    choice = program.workspace.choice(profile)
    window.desk.new(Setup(responder=choice, files=tools, stops=Stops(before_call=False)), "hello")


async def again(program: Program, window: StudioWindow, _url: str) -> None:
    """Started again: each session that is offered is gone on with, and closed."""
    bar = window.start.recovery
    while True:
        await asyncio.sleep(0.3)
        if not bar.isVisible():
            _say(offered=None)
            return
        words = bar.words()
        bar.press(go_on=True)
        await _until(lambda: window.bridge.session is not None)
        session = _session(window)
        _say(
            offered=words,
            path=str(session.path),
            events=len(session.tree),
            running=window.bridge.running,
            damage=[str(each) for each in session.damage],
        )
        window.close_session()
        await _until(lambda: window.bridge.session is None)
        await program.workspace.let_go(session.path)


def _say(**told: object) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


async def _main(place: str, url: str, app: QApplication) -> None:
    program = Program(app, Workspace())
    living = spawn(program.live(), name="program")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    window = program.windows[0]
    await globals()[place](program, window, url)
    if place == "again":
        program.quit()
        await asyncio.wait([living], timeout=20)
        return
    session = _session(window)
    _say(stands=place, path=str(session.path), events=len(session.tree))
    await asyncio.Event().wait()


if __name__ == "__main__":
    made = application()
    loop = QEventLoop(made)
    asyncio.set_event_loop(loop)
    with loop:
        loop.run_until_complete(_main(sys.argv[1], sys.argv[2], made))
