"""Pictures of the docks Context and Cost: `python -m tests.screens.spent OUT_DIR [NAME …]`. Nothing is asked: the sessions are made."""

import asyncio

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from tests.gui.panes.spent_session import long, spent
from tests.screens import window as screens


async def _open(program: Program, window: StudioWindow, source: str = "live") -> None:
    window.bridge.show(spent(program.workspace, source))
    await asyncio.sleep(0.2)  # until the docks have their usual sizes


async def cost(program: Program, window: StudioWindow) -> None:
    """By round: two models, one without a known price, an agent, a failed request."""
    await _open(program, window)
    window.actions_["focus_cost"].trigger()
    window.actions_["focus_context"].trigger()


async def cost_models(program: Program, window: StudioWindow) -> None:
    """By model, with the price that each is counted by."""
    await cost(program, window)
    window.side.late.cost.by.choose("models")


async def cost_tools(program: Program, window: StudioWindow) -> None:
    """By tool: estimates, and what an agent spent."""
    await cost(program, window)
    window.side.late.cost.by.choose("tools")


async def cost_replayed(program: Program, window: StudioWindow) -> None:
    """Nothing was paid: the figures stand in brackets."""
    await _open(program, window, "recorded")
    window.actions_["focus_cost"].trigger()


async def cost_long(program: Program, window: StudioWindow) -> None:
    """Ten thousand rounds would look the same; these are three hundred."""
    window.bridge.show(long(program.workspace, 300))
    await asyncio.sleep(0.2)
    window.actions_["focus_cost"].trigger()
    window.side.late.cost.list.choose(299)


async def context_sent(program: Program, window: StudioWindow) -> None:
    """A request that was sent, against a small window."""
    await _open(program, window)
    program.workspace.settings.windows = {"mini": 2_300}
    session = window.bridge.session
    assert session is not None
    asked = [node for node in session.tree.path(session.head) if session.tree.kind(node) == "request"]
    window.bridge.select(asked[-1])
    window.actions_["focus_context"].trigger()


async def context_unknown(program: Program, window: StudioWindow) -> None:
    """Nobody knows how much the model reads."""
    await _open(program, window)
    program.workspace.settings.windows = {}
    window.actions_["focus_context"].trigger()


SCENES: dict[str, screens.Scene] = {
    "cost": cost,
    "cost_models": cost_models,
    "cost_tools": cost_tools,
    "cost_replayed": cost_replayed,
    "cost_long": cost_long,
    "context_sent": context_sent,
    "context_unknown": context_unknown,
}
LOOKS: dict[str, screens.Look] = {
    "": {},
    "_dark": {"theme": "dark"},
    "_1280": {"size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
    "_zh": {"language": "zh_CN"},
}

if __name__ == "__main__":
    screens.main(screens.each(SCENES, LOOKS))
