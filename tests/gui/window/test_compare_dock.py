"""Compare and Sample in the real window: brought into view, made larger and put back, long work cancelled, a report saved."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.sample import SampleDialog
from studio.gui.panes.compare_pane import ComparePane
from studio.present.labels import english
from studio.tasks import running
from studio.workspace.opened import OpenedSession
from tests.gui.panes.compared import sampled
from tests.gui.window.conftest import Play, Stage

pytestmark = pytest.mark.promise("H1")


async def _fork(session: OpenedSession) -> None:
    """A branch with another result of the first call, and an edited call after it."""
    stop = session.stop
    assert stop is not None
    assert stop.call is not None
    await session.run_to_end()
    session.fork(stop.at)
    session.mock(stop.call, "nothing")
    stop = await session.run_to_end()
    assert stop.call is not None
    session.edit_call(stop.call, arguments="{}")


async def _pane(stage: Stage) -> ComparePane:
    stage.trigger("compare")
    await stage.frame()
    pane: ComparePane = stage.window.side.late.compare
    assert pane.isVisible()
    return pane


def test_it_comes_into_view_takes_the_room_of_the_panes_and_leads_to_a_round(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await _fork(stage.session)
        before = stage.session.path.read_bytes()
        pane = await _pane(stage)
        assert pane.verdict.sentence.text() == "The first decision that differs is in round 2."
        assert pane.rows.hasFocus()
        low, centre = pane.height(), stage.window.centre
        pane.larger.click()
        await stage.until(lambda: pane.height() > low + 200)
        assert not centre.splitter.isVisible()
        assert centre.banner.isVisible(), "what is due stays in view"
        pane.larger.click()
        await stage.until(lambda: pane.height() < low + 100)
        assert centre.splitter.isVisible()
        pane.larger.click()
        QTest.keyClick(pane.rows, Qt.Key.Key_Return)
        assert stage.window.bridge.selection is not None
        assert centre.splitter.isVisible(), "what was gone to is seen"
        assert not pane.larger.isChecked()
        stage.trigger("row_compare")
        assert pane.sides.mode.current() == "steps"
        assert stage.session.path.read_bytes() == before

    live(play)


def test_long_sessions_are_compared_beside_the_window_and_it_can_be_cancelled(
    live: Callable[[Play], None], tmp_path: Path
) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await _fork(stage.session)
        pane = await _pane(stage)
        at_once = pane.text()
        stage.session.long_from = 0
        pane.begin()
        assert pane.laid is None
        assert pane.working.isVisible()
        await stage.until(lambda: pane.laid is not None)
        assert pane.text() == at_once
        assert pane.working.isHidden()
        pane.begin()
        QTest.keyClick(pane.rows, Qt.Key.Key_Escape)
        assert pane.said.text().startswith("Cancelled.")
        await stage.until(lambda: "compare" not in running())
        pane.begin()
        await stage.until(lambda: pane.laid is not None)
        laid = pane.laid
        assert laid is not None
        pane.saver.save(tmp_path / "report.html", lambda: laid.parts(english), "report")
        await stage.until((tmp_path / "report.html").exists)

    live(play)


def test_the_samples_of_a_session_are_there_when_it_is_opened_again_and_their_answers_are_compared(
    live: Callable[[Play], None],
) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        sampled(stage.session)
        stage.trigger("focus_sample")
        await stage.frame()
        pane = stage.window.side.late.sample
        assert pane.said.text() == "All 3 requests came to their end."
        pane.switch.choose("answers")
        pane.compare.click()
        await stage.until(lambda: stage.window.side.late.compare.sides.mode.current() == "answers")
        pane.again.click()
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, SampleDialog)
        assert dialog.form.plan().times == 3

    live(play)
