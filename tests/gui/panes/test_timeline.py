"""The timeline as a person uses it: keys, folding, following, filter, branches, menu."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from studio.gui.models.timeline_model import Column, text_of
from studio.gui.panes.timeline import TimelinePane
from studio.gui.panes.timeline_metrics import LANE, px, row_height
from studio.present.row import Badge, Row, Standing
from studio.present.words import Words, words
from studio.session.notes import BranchNamed, Titled
from tests.sample_session import Sample, SampleSource, refund_session

Key = Qt.Key


@pytest.fixture
def source() -> SampleSource:
    sample = refund_session()
    opened = sample.journal.state.open
    assert opened is not None
    paused = Badge(Words("badge.paused"), "paused")
    return SampleSource(sample, Standing(opened.calls[0].key, paused, words("due.send_results", n=2)))


@pytest.fixture
def pane(qtbot: QtBot, source: SampleSource) -> TimelinePane:
    return shown(qtbot, source)


def shown(qtbot: QtBot, source: SampleSource, height: int = 900) -> TimelinePane:
    found = TimelinePane()
    qtbot.addWidget(found)
    found.resize(434, height)
    found.show_source(source)
    found.show()
    qtbot.waitExposed(found)
    source.journal.subscribe(found.take)
    return found


def press(qtbot: QtBot, pane: TimelinePane, *keys: Key) -> None:
    for key in keys:
        QTest.keyClick(pane.view, key)


def current(pane: TimelinePane) -> str:
    row = pane.model.row_at(pane.view.current_row)
    return "" if row is None else text_of(row)


def at(pane: TimelinePane, wanted: Callable[[Row], bool]) -> int:
    return next(n for n in range(pane.model.rowCount()) if wanted(row_at(pane, n)))


def row_at(pane: TimelinePane, n: int) -> Row:
    row = pane.model.row_at(n)
    assert row is not None
    return row


def test_home_and_end_go_to_the_first_and_the_last_row(qtbot: QtBot, pane: TimelinePane) -> None:
    press(qtbot, pane, Key.Key_Home)
    assert pane.view.current_row == 0
    press(qtbot, pane, Key.Key_End)
    assert current(pane).startswith("Round 4")


def test_left_goes_to_the_round_then_folds_it_and_right_opens_it(qtbot: QtBot, pane: TimelinePane) -> None:
    before = pane.model.rowCount()
    pane.view.select(5)
    press(qtbot, pane, Key.Key_Left)
    assert current(pane).startswith("Round 1")
    press(qtbot, pane, Key.Key_Left)
    assert pane.model.rowCount() == before - 4
    assert current(pane).startswith("Round 1")
    press(qtbot, pane, Key.Key_Right)
    assert pane.model.rowCount() == before
    press(qtbot, pane, Key.Key_Right)
    assert current(pane).startswith("Request")


def test_a_click_on_the_fold_mark_folds_and_one_beside_it_does_not(qtbot: QtBot, pane: TimelinePane) -> None:
    before = pane.model.rowCount()
    y = pane.view.rowViewportPosition(2) + row_height() // 2
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(px(LANE) + 40, y))
    assert pane.model.rowCount() == before
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(px(LANE), y))
    assert pane.model.rowCount() == before - 4


def test_selecting_a_row_tells_its_node_and_call_and_moves_nothing(
    qtbot: QtBot, pane: TimelinePane, source: SampleSource
) -> None:
    head = source.journal.head
    call = at(pane, lambda row: row.tool == "issue_refund")
    with qtbot.waitSignal(pane.selected) as told:
        pane.view.select(call)
    assert told.args == [head, source.standing.call]
    assert source.journal.head == head


def test_escape_looks_at_the_head_again(qtbot: QtBot, pane: TimelinePane) -> None:
    pane.view.select(4)
    with qtbot.waitSignal(pane.selected) as told:
        press(qtbot, pane, Key.Key_Escape)
    assert told.args == [None, None]
    assert pane.view.current_row == -1


def test_enter_activates_and_on_a_fork_goes_to_its_branch(
    qtbot: QtBot, pane: TimelinePane, source: SampleSource
) -> None:
    pane.view.select(3)
    with qtbot.waitSignal(pane.activated):
        press(qtbot, pane, Key.Key_Return)
    pane.view.select(at(pane, lambda row: row.kind == "fork"))
    with qtbot.waitSignal(pane.branch_selected) as told:
        press(qtbot, pane, Key.Key_Return)
    assert told.args == [source.journal.tree.branches()[1].start]


def test_taking_the_keyboard_selects_nothing_and_the_first_arrow_goes_to_the_head(
    qtbot: QtBot, pane: TimelinePane
) -> None:
    pane.view.setFocus()
    assert pane.view.current_row == -1
    press(qtbot, pane, Key.Key_Down)
    assert current(pane).startswith("issue_refund")
    press(qtbot, pane, Key.Key_Down)
    assert current(pane).startswith("notify_customer")


def test_without_a_selection_enter_goes_to_the_row_with_the_arrow_and_the_ring_is_there(
    qtbot: QtBot, pane: TimelinePane
) -> None:
    before = pane.view.viewport().grab().toImage()
    pane.view.setFocus()
    assert pane.view.viewport().grab().toImage() != before, "who has the keyboard sees where it is"
    with qtbot.waitSignal(pane.activated, check_params_cb=lambda row: row.tool == "issue_refund"):
        press(qtbot, pane, Key.Key_Return)


def test_the_button_beside_the_tabs_forks_at_the_head(qtbot: QtBot, pane: TimelinePane, source: SampleSource) -> None:
    assert not pane.more.isEnabled(), "nothing comes after the head"
    source.sample.move(source.journal.tree.branches()[0].start)
    source.forkable = True
    pane.refresh()
    with qtbot.waitSignal(pane.fork_requested) as told:
        QTest.mouseClick(pane.more, Qt.MouseButton.LeftButton)
    assert told.args == [source.journal.head]


def test_tab_leaves_the_list(qtbot: QtBot, pane: TimelinePane) -> None:
    pane.view.setFocus()
    pane.view.select(3)
    press(qtbot, pane, Key.Key_Tab)
    assert pane.view.current_row == 3
    assert not pane.view.hasFocus()


def test_the_newest_row_stays_in_sight_while_following(qtbot: QtBot, source: SampleSource) -> None:
    pane = shown(qtbot, source, height=300)
    bar = pane.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    source.sample.rounds(3)
    pane.refresh()
    qtbot.waitUntil(lambda: pane.view.in_sight(pane.model.rowCount() - 1))
    assert bar.value() == bar.maximum()
    assert not pane.jump.isVisible()


def test_scrolling_up_stops_following_until_end(qtbot: QtBot, source: SampleSource) -> None:
    pane = shown(qtbot, source, height=300)
    bar = pane.view.verticalScrollBar()
    bar.setValue(0)
    assert pane.jump.isVisible()
    source.sample.rounds(2)
    pane.view.doItemsLayout()
    assert bar.value() == 0
    press(qtbot, pane, Key.Key_End)
    assert bar.value() == bar.maximum()
    assert not pane.jump.isVisible()
    bar.setValue(0)
    QTest.mouseClick(pane.jump, Qt.MouseButton.LeftButton)
    assert pane.view.following


def test_the_jump_button_stays_within_the_list_and_goes_when_all_is_seen(qtbot: QtBot, source: SampleSource) -> None:
    pane = shown(qtbot, source, height=300)
    pane.view.verticalScrollBar().setValue(0)
    pane.view.resize(pane.view.width(), pane.view.height() - 60)
    assert pane.jump.isVisible()
    assert pane.view.rect().contains(pane.jump.geometry())
    pane.resize(434, 1200)
    qtbot.waitUntil(lambda: pane.view.following)
    assert not pane.jump.isVisible()


def test_going_back_brings_the_head_into_view(qtbot: QtBot, source: SampleSource) -> None:
    pane = shown(qtbot, source, height=300)
    source.standing = Standing()
    pane.refresh()
    source.sample.move(source.journal.tree.path(source.journal.head)[3])
    assert pane.model.rows is not None
    head = pane.model.rows.head_row()
    assert head is not None
    assert row_at(pane, head).is_head
    assert pane.view.in_sight(head)


def test_columns_go_when_it_gets_narrow(qtbot: QtBot, pane: TimelinePane) -> None:
    hidden: list[list[str]] = []
    for width in (434, 379, 329, 289):
        pane.resize(width, 600)
        hidden.append([column.name for column in Column if pane.view.isColumnHidden(column)])
        assert sum(pane.view.columnWidth(column) for column in Column) <= pane.view.viewport().width()
    assert hidden == [[], ["BAR"], ["TOKENS", "BAR"], ["TOKENS", "TIME", "BAR"]]


def test_the_filter_shows_hits_with_their_rounds_and_says_when_there_are_none(qtbot: QtBot, pane: TimelinePane) -> None:
    QTest.keyClick(pane, Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(pane.filter.hasFocus)
    QTest.keyClicks(pane.filter, "kind:call tool:issue_*")
    assert [text_of(row_at(pane, n)).split("  ")[0] for n in range(pane.model.rowCount())] == [
        "Round 3",
        "issue_refund",
    ]
    QTest.keyClicks(pane.filter, "x")
    assert pane.pages.currentWidget() is pane.no_hits
    QTest.mouseClick(pane.no_hits.button, Qt.MouseButton.LeftButton)
    assert pane.pages.currentWidget() is pane.view


def test_the_header_counts_hits_and_esc_clears_the_filter(qtbot: QtBot, pane: TimelinePane) -> None:
    before = pane.summary
    pane.filter.setFocus()
    with qtbot.waitSignal(pane.summary_changed):
        QTest.keyClicks(pane.filter, "is:rejected|mocked")
    assert pane.summary.startswith("1 of ")
    assert pane.summary.endswith(" steps")
    QTest.keyClick(pane.filter, Key.Key_Escape)
    assert pane.filter.text() == ""
    assert pane.summary == before


def test_the_filter_says_which_word_it_does_not_know(qtbot: QtBot, pane: TimelinePane) -> None:
    pane.filter.setText("is:edited")
    assert pane.unknown.isHidden()
    pane.filter.setText("is:broken")
    assert pane.unknown.isVisible()
    assert "is:broken" in pane.unknown.text()
    assert "is:uncertain" in pane.unknown.text()
    pane.filter.clear()
    assert pane.unknown.isHidden()


def test_a_long_session_is_filtered_in_slices(qtbot: QtBot) -> None:
    sample = Sample()
    sample.say("Go on.")
    sample.rounds(300)
    pane = shown(qtbot, SampleSource(sample, Standing()))
    pane.filter.setText('"order_id=\\"7\\""')
    assert pane.model.rows is not None
    assert pane.model.rows.busy
    qtbot.waitUntil(lambda: pane.model.rows is not None and not pane.model.rows.busy)
    assert [text_of(row_at(pane, n)).split("  ")[0] for n in range(pane.model.rowCount())] == ["Round 8", "get_order"]


def test_tabs_show_the_branches_and_tell_which_is_wanted(
    qtbot: QtBot, pane: TimelinePane, source: SampleSource
) -> None:
    assert [pane.tabs.tabText(n) for n in range(pane.tabs.count())] == ["main · 3", "B · 3"]
    assert pane.tabs.accessibleTabName(1) == "B, 3 rounds"
    with qtbot.waitSignal(pane.branch_selected) as told:
        pane.tabs.setCurrentIndex(1)
    second = source.journal.tree.branches()[1]
    assert told.args == [second.start]
    source.sample.move(second.tip)
    pane.refresh()
    assert pane.tabs.currentIndex() == 1
    assert row_at(pane, 3).shared


def test_f2_renames_a_branch_and_escape_does_not(qtbot: QtBot, pane: TimelinePane, source: SampleSource) -> None:
    field = pane.tabs.rename_field
    pane.view.setFocus()
    press(qtbot, pane, Key.Key_F2)
    assert field.isVisible()
    assert field.text() == "main"
    QTest.keyClick(field, Key.Key_Escape)
    assert not field.isVisible()
    QTest.keyClick(pane.tabs, Key.Key_F2)
    field.setText("policy & more")
    with qtbot.waitSignal(pane.branch_renamed) as told:
        QTest.keyClick(field, Key.Key_Return)
    assert told.args == [1, "policy & more"]
    source.journal.note(BranchNamed(start=source.journal.tree.branches()[0].start, name="policy & more"))
    pane.refresh()
    assert pane.tabs.tabText(0) == "policy && more · 3"


def test_an_empty_session_offers_the_first_message(qtbot: QtBot) -> None:
    sample = Sample()
    pane = shown(qtbot, SampleSource(sample, Standing()))
    assert pane.pages.currentWidget() is pane.empty
    with qtbot.waitSignal(pane.message_wanted):
        QTest.mouseClick(pane.empty.button, Qt.MouseButton.LeftButton)
    sample.say("hello")
    pane.refresh()
    assert pane.pages.currentWidget() is pane.view


def test_a_new_title_shows_at_once(qtbot: QtBot, pane: TimelinePane, source: SampleSource) -> None:
    source.journal.note(Titled(title="Another name"))
    assert text_of(row_at(pane, 0)).startswith("Another name")


def test_the_summary_counts_rounds_and_steps(qtbot: QtBot, pane: TimelinePane, source: SampleSource) -> None:
    steps = len(source.journal.tree.path(source.journal.head))
    assert pane.summary == f"3 rounds · {steps} steps"
    with qtbot.waitSignal(pane.summary_changed):
        source.sample.run(0, "refunded")
        pane.refresh()


def test_the_menu_tells_what_is_wanted_and_where(qtbot: QtBot, pane: TimelinePane, source: SampleSource) -> None:
    n = at(pane, lambda row: row.tool == "get_order" and row.kind == "call")
    pane.show_menu(n, QPoint(0, 0))
    menu = pane.findChild(QMenu)
    assert menu is not None
    actions = {action.objectName(): action for action in menu.actions() if action.objectName()}
    moves, mocks = ["run_to", "rewind", "fork", "rerun", "send_again", "edit"], ["mock_tool", "record_rule"]
    stops, copies = ["breakpoint", "stop_before", "stop_after"], ["copy_text", "copy_json", "copy_curl", "copy_python"]
    rest = ["export_test", "compare", "hide_kind", "fold_all", "open_all"]
    assert list(actions) == [*moves, *mocks, *stops, *copies, *rest]
    assert not actions["record_rule"].isEnabled()
    assert not actions["copy_curl"].isEnabled(), "that is a request's"
    with qtbot.waitSignal(pane.breakpoint_form_wanted) as told:
        actions["stop_after"].trigger()
    assert told.args == [("after_result", "get_order")]
    with qtbot.waitSignal(pane.compare_requested) as told:
        actions["compare"].trigger()
    assert source.journal.tree.kind(told.args[0]) == "call_started"
    with qtbot.waitSignal(pane.activated) as told:
        actions["edit"].trigger()
    assert told.args == [row_at(pane, n)]
    with qtbot.waitSignal(pane.mock_requested) as told:
        actions["mock_tool"].trigger()
    assert told.args[0] == "get_order"
    with qtbot.waitSignal(pane.rewind_requested) as told:
        actions["rewind"].trigger()
    assert source.journal.tree.kind(told.args[0]) == "reply", "going back to a call means to stand before it"
    with qtbot.waitSignal(pane.run_to_requested) as told:
        actions["run_to"].trigger()
    assert source.journal.tree.kind(told.args[0]) == "call_started"
    actions["copy_text"].trigger()
    assert QGuiApplication.clipboard().text() == 'get_order({"order_id": "48213"})'
    actions["copy_json"].trigger()
    assert '"kind": "call_started"' in QGuiApplication.clipboard().text()
    actions["fold_all"].trigger()
    assert pane.model.rowCount() == 6
    menu.close()


def test_the_menu_key_opens_the_menu_of_the_selected_row_else_of_the_head(qtbot: QtBot, pane: TimelinePane) -> None:
    for selected, said in ((-1, "issue_refund"), (3, "Request")):
        if selected >= 0:
            pane.view.select(selected)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
        with qtbot.waitSignal(pane.view.menu_wanted) as told:
            pane.view.contextMenuEvent(event)
        assert text_of(row_at(pane, told.args[0])).startswith(said)
        menu = pane.findChild(QMenu)
        assert menu is not None
        menu.close()
        qtbot.waitUntil(lambda: pane.findChild(QMenu) is None)
        pane.clear_selection()


def test_what_is_not_allowed_is_switched_off_in_the_menu(qtbot: QtBot, pane: TimelinePane) -> None:
    pane.show_menu(at(pane, lambda row: row.is_next), QPoint(0, 0))
    menu = pane.findChild(QMenu)
    assert menu is not None
    enabled = {action.objectName() for action in menu.actions() if action.isEnabled() and action.objectName()}
    assert enabled == {"copy_text", "fold_all", "open_all"}, "what comes next is no step yet"
    menu.close()


def test_everything_that_takes_the_keyboard_has_a_name(qtbot: QtBot, pane: TimelinePane) -> None:
    for widget in (pane, pane.view, pane.tabs, pane.filter):
        assert widget.accessibleName()
    assert pane.jump.text()
