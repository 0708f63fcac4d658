"""The hints over the demo: each goes to what it tells of, can be closed, and stays closed in the next run."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.store.settings import SettingsFile
from studio.workspace.workspace import Workspace
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("H2")


def test_the_demo_has_four_hints_of_which_each_can_be_closed_and_all_switched_off(live: Live, home: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        strip = stage.window.side.hints.strip
        assert strip.isVisible()
        assert [hint.button.text().split()[0] for hint in strip.hints.values() if hint.isVisible()] == list("1234")
        QTest.keyClick(strip.hints["change"].button, Qt.Key.Key_Space)
        focus = QApplication.focusWidget()
        assert focus is not None
        assert stage.window.panes.response.isAncestorOf(focus)
        before = stage.session.head
        QTest.keyClick(strip.hints["go_on"].button, Qt.Key.Key_Space)
        await stage.until(lambda: stage.session.head != before)
        QTest.keyClick(strip.hints["call"].close_button, Qt.Key.Key_Space)
        assert not strip.hints["call"].isVisible()
        again = SettingsFile(stage.program.workspace._settings.path.parent).values
        assert again.closed_hints == ["call"]
        QTest.keyClick(strip.none, Qt.Key.Key_Space)
        assert not strip.isVisible()
        assert not Workspace().settings.start.hints

    live(play)


def test_a_session_of_ones_own_has_no_hints_and_those_that_were_closed_stay_closed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.program.workspace.settings.closed_hints = ["execute"]
        stage.window.desk.sample("loop")
        await stage.until(lambda: stage.window.bridge.session)
        await stage.frame()
        assert not stage.window.side.hints.strip.isVisible()
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        await stage.demo()
        strip = stage.window.side.hints.strip
        assert [id for id, hint in strip.hints.items() if not hint.isVisible()] == ["execute"]

    live(play)
