"""Pictures of replaying: `python -m tests.screens.replay OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with the demo gone through to its end and replayed.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from studio.gui.app import Program
from studio.gui.dialogs.replay import ReplayDialog
from studio.gui.window import StudioWindow
from studio.session.replay_rules import ReplayRules
from studio.workspace.opened import OpenedSession
from tests.screens import window as screens


async def _recorded(program: Program, window: StudioWindow) -> Path:
    """The demo, gone through to its end and closed."""
    await screens.demo(program, window)
    session = _session(window)
    stop = await session.run_to_end()
    while stop.reason == "approval" and stop.call is not None:
        await session.approve(stop.call)
        stop = await session.run_to_end()
    path = session.path
    window.actions_["close"].trigger()
    await _until(lambda: window.bridge.session is None)
    return path


def _session(window: StudioWindow) -> OpenedSession:
    session = window.bridge.session
    assert session is not None
    return session


async def _until(holds: Callable[[], bool]) -> None:
    for _ in range(300):
        await asyncio.sleep(0 if holds() else 0.02)


async def dialog(program: Program, window: StudioWindow) -> None:
    """With the tools of the file, one of them live, and a path that is none."""
    path = await _recorded(program, window)
    window.actions_["replay"].trigger()
    shown = window.dialogs.current
    assert isinstance(shown, ReplayDialog)
    shown.file.set_path(path)
    item = shown.live.item(0)
    item.setCheckState(item.checkState().Checked)
    shown.places.setPlainText("/messages/*/content/checked_at\ntime")
    await asyncio.sleep(0.2)


async def empty(program: Program, window: StudioWindow) -> None:
    """Without a file."""
    window.actions_["replay"].trigger()
    await asyncio.sleep(0.2)


async def _replayed(program: Program, window: StudioWindow, *live: str) -> OpenedSession:
    path = await _recorded(program, window)
    window.desk.replay(path, model_live=False, tools_live=False, rules=ReplayRules(live=live))
    await _until(lambda: window.bridge.session is not None)
    await asyncio.sleep(0.1)
    return _session(window)


async def differs(program: Program, window: StudioWindow) -> None:
    """A request that differs from the recorded one."""
    session = await _replayed(program, window)
    await session.step()
    session.change_setup(system="Be rude to whoever asks for a refund, and never call a tool twice.")
    await session.run_to_end()
    await session.run_to_end()
    await asyncio.sleep(0.3)


async def result_differs(program: Program, window: StudioWindow) -> None:
    """A result that was edited: the next request differs in a member of it."""
    session = await _replayed(program, window)
    await session.step()
    await session.step()
    assert session.state.open is not None
    session.edit_result(session.state.open.calls[0].key, '{"order_id": "48213", "status": "lost"}')
    await session.run_to_end()
    await session.run_to_end()
    await asyncio.sleep(0.3)
    window.panes.response.none.failure.details.click()
    window.views.go_to("problems")
    await asyncio.sleep(0.1)


async def missed(program: Program, window: StudioWindow) -> None:
    """A call that was not recorded, and the nearest that was."""
    session = await _replayed(program, window)
    await session.step()
    assert session.state.open is not None
    session.edit_call(session.state.open.calls[0].key, arguments='{"order_id": "99999"}')
    await session.run_to_end()
    await asyncio.sleep(0.3)


async def live(program: Program, window: StudioWindow) -> None:
    """Recorded results, and two tools that run all the same."""
    await _replayed(program, window, "get_order", "issue_refund")


async def shown(program: Program, window: StudioWindow) -> None:
    """What the banner's link leads to."""
    await missed(program, window)
    path, node = _session(window).recorded_file, _session(window).miss
    assert path is not None
    assert node is not None
    window.actions_["close"].trigger()
    await _until(lambda: window.bridge.session is None)
    window.desk.show_step(path, node.node)
    await _until(lambda: window.bridge.session is not None)
    await asyncio.sleep(0.3)


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
    "_1600": {},
}
SCENES = {
    "dialog": dialog,
    "empty": empty,
    "differs": differs,
    "result_differs": result_differs,
    "missed": missed,
    "live": live,
    "shown": shown,
}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
