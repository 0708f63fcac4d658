"""Pictures of every dock with something in it: `python -m tests.screens.docks OUT [NAME…]`.

Above: `__main__`. Below: the scenes of the other files here.
"""

import asyncio

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from tests.screens import branches, breakpoints, compare, mcp_dock, sample, spent, states, tools
from tests.screens import window as screens

SMALL = (1280, 800)
LOOKS: dict[str, screens.Look] = {
    "": {},
    "dark": {"theme": "dark"},
    "contrast": {"theme": "high_contrast"},
    "zh": {"language": "zh_CN", "size": SMALL},
    "1280": {"size": SMALL},
    "200": {"size": SMALL, "scale": 200},
}


def none(part: str) -> screens.Scene:
    """A part of a new session, which has nothing to show yet."""

    async def scene(program: Program, window: StudioWindow) -> None:
        await screens.by_hand(program, window)
        window.go_to(part)
        await asyncio.sleep(0.2)

    return scene


SCENES: dict[str, screens.Scene] = {
    "tools": tools.dock,
    "breakpoints": breakpoints.dock,
    "watch": breakpoints.watching,
    "context": spent.context_sent,
    "problems": states.problems,
    "console": compare.console,
    "http": screens.http_view("timing"),
    "events": screens.events_usual,
    "mcp": mcp_dock.page("tools"),
    "branches": branches.five,
    "find": states.found,
    "compare": compare.compare,
    "sample": sample.done,
    "cost": spent.cost,
}
EMPTY: dict[str, screens.Scene] = {f"none_{part}": none(part) for part in SCENES}
PICTURES: dict[str, screens.Taken] = {
    "_".join(filter(None, (f"dock_{name}", look))): (scene, options)
    for name, scene in (SCENES | EMPTY).items()
    for look, options in LOOKS.items()
}

if __name__ == "__main__":
    screens.main(PICTURES)
