"""The timeline in the real window, fed by the real demo: it always says where the session stands."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from studio.gui.dialogs.breakpoint import BreakpointDialog
from studio.gui.models.timeline_model import text_of
from studio.present.row import Row
from studio.session.tree import Branch
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _rows(stage: Stage) -> list[Row]:
    rows = stage.window.timeline.model.rows
    assert rows is not None
    return list(rows)


def _head(stage: Stage) -> Row:
    found = [row for row in _rows(stage) if row.is_head]
    assert len(found) == 1, "one arrow"
    return found[0]


def _branch(stage: Stage) -> Branch:
    found = stage.session.branch
    assert found is not None
    return found


def _badges(row: Row) -> list[str]:
    return [badge.words.key for badge in row.badges]


async def _on(stage: Stage) -> None:
    """One step, with the approval of a call that asks for one; where its arguments do not fit, the approval comes to a stop of its own."""
    stop = stage.session.stop
    if stop is None or stop.reason != "approval" or stop.call is None:
        await stage.go("step")
        return
    key, count = stop.call, len(stage.session.tree)
    stage.window.bridge.start("approve", lambda session: session.approve(key))
    await stage.until(lambda: len(stage.session.tree) > count or stage.session.stop not in (None, stop))
    await stage.stopped()


def test_the_arrow_stands_at_the_call_that_is_due_and_goes_on_with_each_step(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        head = _head(stage)
        assert head.kind == "call"
        assert stage.session.stop is not None
        assert head.call == stage.session.stop.call
        assert "badge.paused" in _badges(head)
        assert _rows(stage)[-1].kind == "next"
        for _ in range(40):
            if not stage.window.actions_["step"].isEnabled():
                break
            await _on(stage)
            _head(stage)
        last = _rows(stage)[-1]
        assert last.is_next
        assert text_of(last) == "Next  write a message"
        assert _head(stage).kind == "response"
        assert "badge.paused" not in _badges(_head(stage)), "finished is no pause"

    live(play)


def test_the_mark_of_a_message_goes_when_another_step_is_selected(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        chat, view = stage.window.panes.request.chat, stage.window.timeline.view
        kinds = [row.kind for row in _rows(stage)]
        unmarked = chat.blocks()[-1].block.grab().toImage()
        view.select(kinds.index("message"))
        await stage.frame()
        assert chat.blocks()[-1].block.grab().toImage() != unmarked
        view.select(kinds.index("call"))
        await stage.frame()
        assert chat.blocks()[-1].block.grab().toImage() == unmarked

    live(play)


def test_going_back_and_editing_shows_the_branch_that_begins_there(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        for _ in range(3):
            await stage.go("step")
        pane, main = stage.window.timeline, _branch(stage).start
        call = next(at for at, row in enumerate(_rows(stage)) if row.kind == "call")
        key = _rows(stage)[call].call
        assert key is not None
        pane.choose("rewind", _rows(stage)[call])
        await stage.frame()
        assert _head(stage).call == key, "the arrow stands before the call again"
        assert not any(row.kind == "next" for row in _rows(stage)), "what comes next is there already"
        assert stage.window.bridge.do(lambda session: session.mock(key, '{"status": "lost"}'))
        await stage.frame()
        assert pane.tabs.count() == 2
        assert [row.kind for row in _rows(stage)].count("fork") == 1
        assert any(row.mocked for row in _rows(stage))
        fork = next(at for at, row in enumerate(_rows(stage)) if row.kind == "fork")
        pane.view.select(fork)
        pane.view.setFocus()
        QTest.keyClick(pane.view, Qt.Key.Key_Return)
        await stage.frame()
        assert _branch(stage).start == main
        assert text_of(_rows(stage)[fork]).startswith("Fork: B")

    live(play)


def test_a_branch_gets_the_name_that_is_typed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        tabs = stage.window.timeline.tabs
        tabs.rename(0)
        tabs.rename_field.setText("as asked")
        QTest.keyClick(tabs.rename_field, Qt.Key.Key_Return)
        await stage.frame()
        assert tabs.tabText(0).startswith("as asked · ")
        assert _branch(stage).name == "as asked"

    live(play)


def test_a_change_of_language_also_words_the_time_at_which_the_session_began(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        first = stage.window.timeline.model.index(0, 0)
        assert "today" in first.data()
        stage.trigger("language_zh_CN")
        await stage.frame()
        assert "today" not in first.data()
        assert "今天" in first.data()

    live(play)


@pytest.mark.parametrize("stands_there", [True, False])
def test_after_a_fork_no_other_row_is_selected(live: Live, stands_there: bool) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        for _ in range(3):
            await stage.go("step")
        pane, row = stage.window.timeline, next(row for row in _rows(stage) if row.kind == "call")
        if stands_there:
            pane.choose("rewind", row)
            await stage.frame()
        pane.view.select(len(_rows(stage)) - 2)
        pane.choose("fork", row)
        await stage.frame()
        assert pane.tabs.count() == 2
        assert pane.view.current_row == -1
        assert not pane.view.selectionModel().selectedRows()
        assert stage.window.bridge.selection is None

    live(play)


def test_a_selected_row_that_goes_away_leaves_none_selected(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        view = stage.window.timeline.view
        request = next(at for at, row in enumerate(_rows(stage)) if row.kind == "request")
        view.select(request)
        assert stage.window.bridge.selection is not None
        stage.window.timeline.fold_all(True)
        assert view.current_row == -1
        assert stage.window.bridge.selection is None

    live(play)


@pytest.mark.promise("G1")
def test_kinds_forms_and_actions_are_chosen_for_a_row_and_what_is_hidden_is_remembered(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("step")
        timeline, actions = stage.window.timeline, stage.window.actions_
        result = next(at for at, row in enumerate(_rows(stage)) if row.kind == "result")
        timeline.view.select(result)
        timeline.choose("hide_kind", _rows(stage)[result])
        assert not any(row.kind == "result" for row in _rows(stage))
        assert "result" in stage.program.workspace.settings.hidden_rows
        assert not actions["rows_result"].isChecked()
        stage.trigger("rows_all")
        assert actions["rows_result"].isChecked()
        assert not actions["rows_edit"].isChecked()
        stage.trigger("rows_edit")
        assert stage.program.workspace.settings.hidden_rows == []
        QTest.keyClick(timeline, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        timeline.filter.setText("is:paused")
        assert [row.is_head for row in _rows(stage) if not row.parent_only] == [True]
        timeline.filter.clear()
        call = next(row for row in _rows(stage) if row.kind == "call")
        assert call.call is not None
        timeline.view.select(_rows(stage).index(call))
        card = stage.window.panes.response.calls.card(call.call)
        assert card is not None
        assert not card.visibleRegion().isEmpty(), "selecting brings the card into view"
        QTest.keyClick(timeline.view, Qt.Key.Key_Return)
        assert card.hasFocus() or _holds_keyboard(card)
        await _activate(stage, call)

    live(play)


def _holds_keyboard(part: QWidget) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and part.isAncestorOf(focus)


async def _activate(stage: Stage, call: Row) -> None:
    """A response is gone to, and what the menu of a call opens is opened."""
    timeline = stage.window.timeline
    timeline.activated.emit(next(row for row in _rows(stage) if row.kind == "response"))
    assert _holds_keyboard(stage.window.panes.response)
    timeline.choose("stop_after", call)
    await stage.until(partial(stage.window.findChild, BreakpointDialog))
    dialog = stage.window.findChild(BreakpointDialog)
    assert isinstance(dialog, QDialog)
    dialog.reject()
    timeline.choose("compare", call)
    await stage.until(stage.window.side.late.compare.isVisible)
