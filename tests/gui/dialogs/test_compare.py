"""Two branches, and another session, are compared in the window; nothing of the session changes by it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.compare import CompareDialog
from studio.present.compare_text import standing
from studio.present.labels import english
from studio.tasks import running
from studio.workspace.opened import OpenedSession
from tests.gui.window.conftest import Play, Stage


def _dialog(stage: Stage) -> CompareDialog:
    stage.trigger("compare")
    found = stage.window.dialogs.current
    assert isinstance(found, CompareDialog)
    return found


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


def test_the_first_decision_that_differs_is_shown_and_a_round_of_it_is_gone_to(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        alone = _dialog(stage)
        assert alone.nothing.isVisible()
        assert not alone.pairs.isVisible()
        alone.reject()
        session = stage.session
        await _fork(session)
        before = session.path.read_bytes()
        dialog = _dialog(stage)
        assert dialog.found is not None
        assert dialog.found.first is not None
        assert dialog.verdict.sentence.text() == "The first decision that differs is in round 2."
        assert dialog.pairs.currentIndex().row() == dialog.found.first.pair
        dialog.go_to_difference(-1)
        row = dialog.pairs.currentIndex().row()
        assert english(standing(dialog.found.pairs[row])) == "other results"
        assert dialog.diff.has_difference()
        assert "other results" in dialog.markdown()
        dialog.left.setCurrentIndex(1 - dialog.left.currentIndex())
        dialog.with_file(session.path)
        assert dialog.left.currentText() == dialog.found.left.branch, "what is shown is what is compared"
        assert dialog.found.left.branch == dialog.found.right.branch
        assert not dialog.after.isEnabled()
        dialog.right.setCurrentIndex(0)
        dialog.right.activated.emit(0)
        dialog.pairs.activated_row.emit(0)
        assert stage.window.dialogs.current is None
        assert stage.window.bridge.selection is not None
        assert session.path.read_bytes() == before

    live(play)


def test_long_sessions_are_compared_beside_the_window_and_it_can_be_cancelled(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await _fork(stage.session)
        at_once = CompareDialog(stage.window, stage.program.workspace, stage.session)
        beside = CompareDialog(stage.window, stage.program.workspace, stage.session, at_once=0)
        beside.open()
        assert beside.found is None
        assert beside.working.isVisible()
        await stage.until(lambda: beside.found is not None)
        assert beside.found == at_once.found
        assert beside.working.isHidden()
        beside._compare()
        QTest.keyClick(beside, Qt.Key.Key_Escape)
        assert beside.isVisible(), "Esc ended the comparing, not the dialog"
        assert beside.trouble.text().startswith("Cancelled.")
        beside.with_file(stage.session.path)
        await stage.until(lambda: beside.found is not None)
        assert beside.found is not None
        assert beside.found.left == beside.found.right
        beside._compare()
        beside.reject()
        await stage.until(lambda: "compare" not in running())
        at_once.deleteLater()
        beside.deleteLater()

    live(play)
