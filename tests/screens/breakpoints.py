"""Pictures of breakpoints and watches, for people: `python tests/screens/breakpoints.py OUT_DIR [NAME …]`.

Each picture is the real window on the demo's session, which is scripted and runs no tool of this machine.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from studio.session.breakpoint_spec import read_spec
from studio.workspace.opened import OpenedSession
from tests.screens import window as screens

SPECS = (
    "before_call:search_*#1 if contains(args.query, 'damaged')",
    "after_result => log {call.name} gave {result.text}",
    "tool_error",
    "before_request%2",
    "tokens>20000",
    'before_call:get_order => edit {"order_id": "48213"}',
)
WATCHES = ("args", "round", "result.value", "length(messages)", "args.total", "sum(args)")


async def _open(program: Program, window: StudioWindow, *specs: str) -> OpenedSession:
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    ids = [session.set_breakpoint(read_spec(spec)) for spec in specs]
    if len(ids) > 3:
        session.switch_breakpoint(ids[3], False)
    return session


async def dock(program: Program, window: StudioWindow) -> None:
    """Breakpoints of every kind, stopped at one of them."""
    session = await _open(program, window, *SPECS)
    window.go_to("breakpoints")
    session.change_setup(stops=type(session.state.setup.stops)(before_call=False))
    await session.run()
    await asyncio.sleep(0.3)
    window.breaks.points.select(session.breakpoints[0].id)


async def none(program: Program, window: StudioWindow) -> None:
    """No breakpoints yet."""
    await _open(program, window)
    window.go_to("breakpoints")


async def watch(program: Program, window: StudioWindow) -> None:
    """Values at a step, one of them open, others changed, one wrong."""
    session = await _open(program, window)
    for expression in WATCHES:
        session.set_watch(expression)
    window.go_to("watch")
    await session.step()
    await asyncio.sleep(0.3)
    rows = window.side.late.watch.rows
    for at in (0, 2):
        item = rows.topLevelItem(at)
        if item is not None:
            item.setExpanded(True)


async def watching(program: Program, window: StudioWindow) -> None:
    """An expression that is typed and wrong, with its right spelling."""
    await watch(program, window)
    window.side.late.watch.field.line.setText("args.amount > 100")


def form(spec: str, typed: str = "") -> screens.Scene:
    """The form of a breakpoint."""

    async def show(program: Program, window: StudioWindow) -> None:
        session = await _open(program, window, spec)
        dialog = window.breaks.edit(session.breakpoints[0])
        if typed and dialog is not None:
            dialog.form.condition.line.setText(typed)
        await asyncio.sleep(0.3)

    return show


LOOKS: dict[str, screens.Look] = {
    "": {},
    "_dark": {"theme": "dark"},
    "_zh": {"language": "zh_CN"},
    "_narrow": {"size": (1280, 800)},
    "_200": {"scale": 200, "size": (1920, 1200)},
}
SCENES: dict[str, screens.Scene] = {
    "dock": dock,
    "none": none,
    "watch": watch,
    "watching": watching,
    "form": form(SPECS[0], "args.amount > 50"),
    "form_log": form(SPECS[1]),
    "form_edit": form(SPECS[5]),
    "form_tokens": form(SPECS[4]),
}

if __name__ == "__main__":
    made = screens.each(SCENES, LOOKS)
    screens.main(made, [name for name in made if name.startswith("form")])
