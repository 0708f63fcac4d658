"""Breakpoints and watches in the real window: by key, in the gutter, in their docks, and where the session stops for them."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.breakpoint import BreakpointDialog
from studio.gui.panes.timeline_metrics import GUTTER, px
from tests.gui.window.conftest import Play, Stage

pytestmark = pytest.mark.promise("F4")


def test_a_breakpoint_is_set_by_key_edited_beside_the_window_stopped_at_and_switched_off(
    live: Callable[[Play], None],
) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        session, points = stage.session, stage.window.breaks.points
        stage.trigger("toggle_breakpoint")
        await stage.frame()
        assert [(point.place, point.tool) for point in session.breakpoints] == [("before_call", "get_order")]
        points.select(session.breakpoints[0].id)
        points.edit_selected()
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, BreakpointDialog)
        points.edit_selected()
        assert stage.window.dialogs.current is dialog
        dialog.form.where.choose("after_result")
        dialog.form.tool.setEditText("search_*")
        dialog.form.condition.line.setText("contains(result.text, 'damaged')")
        dialog.save.click()
        await stage.frame()
        await stage.go("run_to_breakpoint")
        assert session.stop is not None
        assert (session.stop.place, session.stop.breakpoint) == ("after_result", session.breakpoints[0].id)
        assert "after search_*" in stage.window.console.text.toPlainText()
        item = points.list.topLevelItem(0)
        assert item is not None
        assert item.text(1) == "1"
        item.setCheckState(0, Qt.CheckState.Unchecked)
        await stage.frame()
        assert not session.breakpoints[0].on
        stage.trigger("switch_breakpoints")
        assert session.breakpoints[0].on

    live(play)


def test_a_press_on_the_gutter_sets_and_removes_and_the_row_shows_it(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        view, model = stage.window.timeline.view, stage.window.timeline.model
        rows = {row.kind: at for at in range(model.rowCount()) if (row := model.row_at(at)) is not None}
        spot = QPoint(px(GUTTER), view.rowViewportPosition(rows["request"]) + px(10))
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        await stage.frame()
        shown = model.row_at(rows["request"])
        assert shown is not None
        assert (shown.stop, [point.place for point in stage.session.breakpoints]) == ("stop", ["before_request"])
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert stage.session.breakpoints == ()

    live(play)


def test_a_watch_is_typed_shows_its_value_and_marks_where_it_changed(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        pane = stage.window.side.late.watch
        stage.trigger("add_watch")
        pane.field.line.setText("args.")
        assert not pane.add.isEnabled()
        pane.field.line.setText("args")
        QTest.keyClick(pane.field.line, Qt.Key.Key_Return)
        await stage.frame()
        item = pane.rows.topLevelItem(0)
        assert item is not None
        assert '"order_id"' in item.text(1)
        item.setExpanded(True)
        await stage.go("step")
        item = pane.rows.topLevelItem(0)
        assert item is not None
        assert (item.isExpanded(), item.icon(1).isNull(), item.childCount()) == (True, False, 1)
        pane._edit(stage.session.watches[0].id)
        pane.field.line.setText("round")
        stage.window.bridge.session_changed.emit()  # as when another session is shown: its first watch has the same id
        pane.add.click()
        assert [watch.expression for watch in stage.session.watches] == ["args", "round"]
        for watch in stage.session.watches:
            pane._remove(watch.id)
        assert stage.session.watches == ()

    live(play)


def test_the_stop_places_are_switched_in_the_dock_and_an_off_breakpoint_says_that_one_still_stops(
    live: Callable[[Play], None],
) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.window.go_to("breakpoints")
        session, points = stage.session, stage.window.breaks.points
        stage.trigger("toggle_breakpoint")
        session.switch_breakpoint(session.breakpoints[0].id, on=False)
        await stage.frame()
        item = points.list.topLevelItem(0)
        assert item is not None
        assert item.text(0) == "Before get_order · off\nthe stop place still stops here"
        places = points.places.switches
        assert [place for place, switch in places.items() if switch.isChecked()] == ["before_call"]
        places["before_call"].setFocus()
        places["before_call"].click()
        await stage.frame()
        assert not session.state.setup.stops.before_call
        assert places["before_call"].hasFocus()
        item = points.list.topLevelItem(0)
        assert item is not None
        assert item.text(0) == "Before get_order · off"

    live(play)
