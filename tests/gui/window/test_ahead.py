"""What shows a session is made while the start page waits, in pieces; a session that is opened meanwhile is shown all the same."""

import subprocess
import sys
from collections.abc import Callable

from PySide6.QtWidgets import QDockWidget, QToolBar

from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def test_all_is_there_before_a_session_is_opened(live: Live) -> None:
    async def play(stage: Stage) -> None:
        window, flashed = stage.window, set[str]()

        def is_made() -> bool:
            parts = (*window.findChildren(QDockWidget), *window.findChildren(QToolBar))
            flashed.update(part.objectName() for part in parts if part.isVisible())
            return window._made is not None

        await stage.until(is_made)
        assert flashed == set(), "nothing of it is seen beside the start page"
        assert window.start.isVisible()
        assert window.bridge.session is None
        await stage.demo()
        assert window.timeline.model.rowCount() > 0
        assert window.docks["timeline"].isVisible()

    live(play)


def test_a_session_that_comes_when_half_is_made_is_shown_whole(live: Live) -> None:
    async def play(stage: Stage) -> None:
        pieces = stage.window.make_side()
        next(pieces)
        next(pieces)
        await stage.demo()
        assert stage.window.timeline.model.rowCount() > 0
        assert list(pieces) == [], "nothing is made twice"
        assert stage.window.docks["tools"].isVisible()

    live(play)


_ONE_BY_ONE = """
import sys
from importlib import import_module
from studio.gui.ahead import leaves_first
found = list(leaves_first("studio.workspace.opened"))
for name in found:
    before = set(sys.modules)
    import_module(name)
    early = {each for each in set(sys.modules) - before if each in found and each != name}
    assert not early, (name, early)
print(len(found), found[-1])
"""


def test_modules_come_one_by_one_after_those_that_they_need() -> None:
    said = subprocess.run([sys.executable, "-c", _ONE_BY_ONE], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    count, last = said.stdout.split()
    assert int(count) > 50
    assert last == "studio.workspace.opened"
