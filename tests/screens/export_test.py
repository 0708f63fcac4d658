"""Pictures of exporting a session as a test: `python -m tests.screens.export_test OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with the demo gone through to its end.
"""

import asyncio

from studio.gui.app import Program
from studio.gui.dialogs.export_test import ExportTestDialog
from studio.gui.window import StudioWindow
from studio.interop.planned_test import Loose, made_loose
from tests.screens import window as screens


async def _opened(program: Program, window: StudioWindow) -> ExportTestDialog:
    await _finished(program, window)
    window.actions_["export_test"].trigger()
    dialog = window.dialogs.current
    assert isinstance(dialog, ExportTestDialog)
    dialog.path.setText("~/refunds/tests/test_refund.py")
    await asyncio.sleep(0.3)
    return dialog


async def _finished(program: Program, window: StudioWindow) -> None:
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    stop = await session.run_to_end()
    while stop.reason == "approval" and stop.call is not None:
        await session.approve(stop.call)
        stop = await session.run_to_end()
    await asyncio.sleep(0.3)


async def finished(program: Program, window: StudioWindow) -> None:
    """The banner at the end offers it."""
    await _finished(program, window)


async def dialog(program: Program, window: StudioWindow) -> None:
    """As it opens."""
    await _opened(program, window)


async def loose(program: Program, window: StudioWindow) -> None:
    """Some arguments loose, one with a pattern."""
    shown = await _opened(program, window)
    plan = made_loose(shown.plan, 2, Loose("/amount", "type"))
    shown._plan = made_loose(plan, 3, Loose("/reason", "any"))
    top = shown.calls.topLevelItem(4)
    assert top is not None
    reason = top.child(3)
    assert reason is not None
    shown.calls.setCurrentItem(reason)
    shown.how.how.setCurrentIndex(3)
    shown.how.text.setText("(damaged")
    await asyncio.sleep(0.3)


async def ran(program: Program, window: StudioWindow) -> None:
    """After a run."""
    shown = await _opened(program, window)
    shown.path.setText("/tmp/test_refund.py")
    shown.run.click()
    for _ in range(200):
        await asyncio.sleep(0.1 if shown.is_running else 0)


async def wrong(program: Program, window: StudioWindow) -> None:
    """A name that pytest would not find."""
    shown = await _opened(program, window)
    shown.path.setText("~/refunds/refund.py")
    await asyncio.sleep(0.4)


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
    "_1600": {},
}
SCENES = {"finished": finished, "dialog": dialog, "loose": loose, "ran": ran, "wrong": wrong}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
