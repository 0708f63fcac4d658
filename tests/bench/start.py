"""How long the program takes to say its version, and to paint its first window. Run: python tests/bench/start.py

Floors from the same run: a bare interpreter, and a bare main window painted by the same Qt. In a home of its own, without recent sessions
and with some.
"""

import os
import resource
import subprocess
import sys
import tempfile

BARE_WINDOW = """
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
app = QApplication([])
window = QMainWindow()
window.setCentralWidget(QLabel("x"))
window.resize(1600, 1000)
window.show()
window.grab()
import os
os._exit(0)
"""
RECENT = """
import asyncio
from studio.workspace.workspace import Workspace
async def make():
    workspace = Workspace()
    for at in range(5):
        await workspace.close_session(await workspace.demo())
asyncio.run(make())
"""
"""Leaves five sessions that the start page lists."""
FULL_WINDOW = """
import asyncio, os
from qasync import QEventLoop
from studio.gui.app import Program, application
from studio.workspace.workspace import Workspace
app = application()
asyncio.set_event_loop(QEventLoop(app))
program = Program(app, Workspace())
program.look.apply(sheet=False)
async def paint():
    program.open_window().grab()
    os._exit(0)
asyncio.get_event_loop_policy().get_event_loop().run_until_complete(paint())
"""


def spent(*arguments: str, home: str, runs: int = 5) -> float:
    """The median seconds of processor time of the command."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TOOLCALL_STUDIO_HOME": home}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return sorted(times)[runs // 2]


def show(words: str, value: float, floor: float, budget: str) -> None:
    print(
        f"{words:24} {value * 1000:7.0f} ms   floor {floor * 1000:6.0f} ms   ratio {value / floor:5.2f}   budget {budget}"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        show("--version", spent("-m", "studio", "--version", home=home), spent("-c", "", home=home), "60 ms")
        floor = spent("-c", BARE_WINDOW, home=home)
        show("first paint", spent("-c", FULL_WINDOW, home=home), floor, "260 ms (floor 188)")
        spent("-c", RECENT, home=home, runs=1)
        show("with 5 recent sessions", spent("-c", FULL_WINDOW, home=home), floor, "260 ms (floor 188)")


if __name__ == "__main__":
    main()
