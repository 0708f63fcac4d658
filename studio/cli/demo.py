"""`demo`: the bundled refund agent. The window shows it by default; `--headless` steps through it in the terminal.

Above: `__main__`. Below: `workspace`, `follow`. Each stop is printed with its reason, each decision with what it was.
"""

import asyncio
import shutil
from pathlib import Path

from studio.cli.command import STOPPED, WRONG_USE, conclude, failing, parser
from studio.cli.follow import Follower
from studio.cli.moving import conclusion, exit_code, stopped_by_ctrl_c, why_not_finished, written_down
from studio.cli.picture import draw
from studio.cli.spare_folder import spare_folder
from studio.cli.terminal import Terminal
from studio.problems import StudioError
from studio.session.notes import Stopped
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

MOST_STEPS = 100
DECISION = "approved: nothing outside this program is touched by the demo's tools"


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser(
        "demo", "A small refund agent, scripted: needs no key and no network. Without options: its window."
    )
    options.add_argument("--headless", action="store_true", help="step through it here (so do --save and --screenshot)")
    options.add_argument("--save", type=Path, metavar="FILE", help="where to leave the session file")
    options.add_argument("--screenshot", type=Path, metavar="OUT.png", help="where to leave a picture of the window")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: demo(terminal, given.save, given.screenshot))


async def demo(terminal: Terminal, save: Path | None, picture: Path | None) -> int:
    """Step through the demo to its end; leave the session file and, if asked for, a picture of the window at its first approval."""
    workspace = Workspace()
    with spare_folder() as folder:
        try:
            with failing(WRONG_USE):
                session = await workspace.demo(save)
            copy = folder / session.path.name
            stop = await _step_through(terminal, session, copy)
            why = why_not_finished(session, stop)
        finally:
            await workspace.close()
        terminal.line()
        terminal.line(f"Session: {session.path}", "quiet")
        undrawn = await asyncio.to_thread(_undrawn, (copy, session.path), picture) if picture is not None else None
    shown = str(picture) if picture is not None and undrawn is None else None
    if shown is not None:
        terminal.line(f"Picture: {shown}", "quiet")
    code = exit_code(stop) if undrawn is None else STOPPED
    return conclusion(terminal, {"file": str(session.path), "picture": shown}, code, why or undrawn)


async def _step_through(terminal: Terminal, session: OpenedSession, copy: Path) -> Stopped:
    """Do one due thing after the other, deciding where a person would. The session at its first approval goes to `copy`."""
    follower = Follower(terminal, session, stops=True)
    follower.catch_up(session.head)
    with written_down(session), stopped_by_ctrl_c(session):
        stop = await session.step()
        for _ in range(MOST_STEPS):
            if stop.reason == "approval" and stop.call is not None:
                _keep(session.path, copy)
                follower.decided(DECISION)
                stop = await session.approve(stop.call)
            elif stop.reason == "step":
                stop = await session.step()
            else:
                break
    follower.end()
    return stop


def _keep(session: Path, copy: Path) -> None:
    if not copy.exists():
        shutil.copyfile(session, copy)


def _undrawn(sessions: tuple[Path, Path], picture: Path) -> StudioError | None:
    """Draw the first session that is there. Why the picture could not be made; None when it was."""
    copy, whole = sessions
    why = draw(copy if copy.exists() else whole, picture, copy.parent / "home")
    return StudioError(f"The picture could not be made. {why}") if why else None
