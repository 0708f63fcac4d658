"""Pictures of exports and of the menu Help: `python -m tests.screens.exports OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with the demo stopped before its sensitive call.
"""

import asyncio

from studio.gui.app import Program
from studio.gui.dialogs.export_transcript import TranscriptDialog
from studio.gui.dialogs.expressions import ExpressionsDialog
from studio.gui.window import StudioWindow
from tests.screens import window as screens


async def _shown(program: Program, window: StudioWindow, id: str) -> None:
    await screens.approval(program, window)
    window.actions_[id].trigger()
    await asyncio.sleep(0.6)


async def transcript(program: Program, window: StudioWindow) -> None:
    """As it opens."""
    await _shown(program, window, "export_transcript")


async def page(program: Program, window: StudioWindow) -> None:
    """As an HTML page, of the last rounds."""
    await _shown(program, window, "export_transcript")
    shown = window.dialogs.current
    assert isinstance(shown, TranscriptDialog)
    shown.form.choose("html")
    shown.choice.first.setValue(2)
    shown.choice.parts["tools"].setChecked(True)
    await asyncio.sleep(0.6)


async def first_steps(_program: Program, window: StudioWindow) -> None:
    """On the start page."""
    window.actions_["first_steps"].trigger()
    await asyncio.sleep(0.3)


async def expressions(program: Program, window: StudioWindow) -> None:
    """One that is tried."""
    await _shown(program, window, "expressions")
    shown = window.dialogs.current
    assert isinstance(shown, ExpressionsDialog)
    shown.take("call")
    await asyncio.sleep(0.2)


async def refused(program: Program, window: StudioWindow) -> None:
    """One that cannot be read."""
    await _shown(program, window, "expressions")
    shown = window.dialogs.current
    assert isinstance(shown, ExpressionsDialog)
    shown.take("args.amount > 100")
    await asyncio.sleep(0.2)


async def report(program: Program, window: StudioWindow) -> None:
    """What can be copied."""
    await _shown(program, window, "report")


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    "transcript": transcript,
    "page": page,
    "first_steps": first_steps,
    "expressions": expressions,
    "refused": refused,
    "report": report,
}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
