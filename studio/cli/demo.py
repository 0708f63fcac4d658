"""`demo`: the bundled refund agent. The window shows it by default; `--headless` steps through it in the terminal.

Above: `__main__`. Below: `workspace`, `follow`. Each stop is printed with its reason, each decision with what it was.
"""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from studio.cli.command import STOPPED, WRONG_USE, conclude, failing, parser
from studio.cli.follow import Follower
from studio.cli.moving import exit_code, stopped_by_ctrl_c
from studio.cli.terminal import Terminal
from studio.session.events import Stopped
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

MOST_STEPS = 100
PICTURE_SECONDS = 120


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
    """Step through the demo to its end; leave the session file and, if asked for, a picture of the window showing it."""
    workspace = Workspace()
    try:
        with failing(WRONG_USE):
            session = await workspace.demo(save)
        stop = await _step_through(terminal, session)
        path = session.path
    finally:
        await workspace.close()
    terminal.line()
    terminal.line(f"Session: {path}", "quiet")
    drawn = picture is None or await asyncio.to_thread(_draw, path, picture, terminal)
    code = exit_code(stop) if drawn else STOPPED
    terminal.value(
        {"entry": "end", "file": str(path), "picture": str(picture) if picture and drawn else None, "exit": code}
    )
    return code


async def _step_through(terminal: Terminal, session: OpenedSession) -> Stopped:
    follower = Follower(terminal, session, stops=True)
    follower.catch_up(session.head)
    try:
        with stopped_by_ctrl_c(session):
            stop = await session.step()
            for _ in range(MOST_STEPS):
                if stop.reason == "approval" and stop.call is not None:
                    follower.decided("approved: nothing outside this program is touched by the demo's tools")
                    stop = await session.approve(stop.call)
                elif stop.reason == "step":
                    stop = await session.step()
                else:
                    break
            return stop
    finally:
        follower.end()


def _draw(session: Path, picture: Path, terminal: Terminal) -> bool:
    """A picture of the real window on the session, drawn without a display by a process of its own. Whether it is there."""
    package = Path(__file__).resolve().parents[2]
    paths = [str(package), *filter(None, [os.environ.get("PYTHONPATH")])]
    variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "studio", str(session), "--screenshot", str(picture)]
    try:
        done = subprocess.run(
            command, env=variables, capture_output=True, text=True, timeout=PICTURE_SECONDS, check=False
        )
        said = done.stderr.strip()
    except subprocess.TimeoutExpired:
        said = f"The window was not drawn within {PICTURE_SECONDS} seconds."
    if picture.is_file() and picture.stat().st_size > 0:
        terminal.line(f"Picture: {picture}", "quiet")
        return True
    print(f"The picture could not be made. {said}", file=sys.stderr)
    return False
