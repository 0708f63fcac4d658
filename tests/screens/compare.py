"""Pictures of comparisons: `python tests/screens/compare.py OUT_DIR [NAME …]`.

The real window on the real workspace; the two branches come from the demo.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from studio.workspace.opened import OpenedSession
from tests.gui.panes.compared import sampled
from tests.screens import window as screens


async def _to_the_end(session: OpenedSession) -> None:
    stop = await session.run_to_end()
    for _ in range(9):
        if stop.reason == "approval" and stop.call is not None:
            session.edit_call(stop.call, arguments='{"order_id": "48213", "amount": 89.9, "currency": "EUR"}')
            await session.approve(stop.call, all_of_tool=True)
            stop = await session.run_to_end()


async def compare(program: Program, window: StudioWindow) -> None:
    """The demo as it went, and with another result of its first call."""
    session = await program.workspace.demo()
    stop = await session.run()
    await _to_the_end(session)
    assert stop.call is not None
    session.fork(stop.at, name="other order")
    session.mock(stop.call, '{"status": "not delivered", "total": 20, "currency": "EUR"}')
    await session.run_to_end()
    window.bridge.show(session)
    window.actions_["compare"].trigger()


async def larger(program: Program, window: StudioWindow) -> None:
    """The same in the room of the panes."""
    await compare(program, window)
    window.side.late.compare.larger.click()


async def steps(program: Program, window: StudioWindow) -> None:
    """A call with its result beside the same call on another branch's way."""
    await compare(program, window)
    session = window.bridge.session
    assert session is not None
    last = [node for node in session.tree.path(session.head) if session.tree.kind(node) == "request"][-1]
    window.side.late.compare.compare_step(last)


async def answers(program: Program, window: StudioWindow) -> None:
    """What came of a sample, answer by answer."""
    session = await program.workspace.demo()
    sampled(session)
    window.bridge.show(session)
    window.actions_["focus_sample"].trigger()
    window.side.late.sample.switch.choose("answers")


async def console(program: Program, window: StudioWindow) -> None:
    """The console of the demo at its end, with an expression."""
    session = await program.workspace.demo()
    window.bridge.show(session)
    await session.run()
    await _to_the_end(session)
    window.side.console.add("error", "The server did not answer in time.")
    window.actions_["focus_console"].trigger()
    line = window.side.console.expression
    for text in ("messages[0].role", "call.name", "args.amount > 100"):
        line.field.line.setText(text)
        line.work_out()


async def alone(program: Program, window: StudioWindow) -> None:
    """A session with one branch."""
    session = await program.workspace.demo()
    window.bridge.show(session)
    window.actions_["compare"].trigger()


SCENES = {"compare": compare, "larger": larger, "steps": steps, "answers": answers, "console": console, "alone": alone}
LOOKS: dict[str, screens.Look] = {
    "": {"size": (1600, 1000)},
    "_dark": {"theme": "dark", "size": (1600, 1000)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_small": {"size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures)
