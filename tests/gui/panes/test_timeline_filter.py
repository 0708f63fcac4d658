"""Filter, kinds of rows and growing bars of the timeline, as a person uses them."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QToolTip
from pytestqt.qtbot import QtBot

from studio.gui.models.timeline_model import Column, text_of
from studio.gui.panes.timeline import TimelinePane
from studio.gui.panes.timeline_metrics import GUTTER, px, row_height
from studio.gui.panes.timeline_tips import gutter_tip
from studio.present.row import Badge, Live, Row, Standing
from studio.present.row_kinds import HIDDEN_AT_FIRST
from studio.present.words import Words
from tests.sample_session import Sample, SampleSource, refund_session

Key = Qt.Key
PAUSED = Badge(Words("badge.paused"), "paused")


@pytest.fixture
def pane(qtbot: QtBot) -> TimelinePane:
    return shown(qtbot, SampleSource(refund_session(), Standing()))


def shown(qtbot: QtBot, source: SampleSource) -> TimelinePane:
    found = TimelinePane()
    qtbot.addWidget(found)
    found.resize(434, 900)
    found.show_source(source)
    found.show()
    qtbot.waitExposed(found)
    source.journal.subscribe(found.take)
    return found


def rows(pane: TimelinePane) -> list[Row]:
    return [row for n in range(pane.model.rowCount()) if (row := pane.model.row_at(n)) is not None]


def at(pane: TimelinePane, wanted: Callable[[Row], bool]) -> int:
    return next(n for n, row in enumerate(rows(pane)) if wanted(row))


def choose(pane: TimelinePane, id: str, n: int) -> None:
    pane.show_menu(n, QPoint(0, 0))
    menu = pane.findChild(QMenu)
    assert menu is not None
    next(action for action in menu.actions() if action.objectName() == id).trigger()
    menu.close()


def test_a_half_typed_word_is_offered_and_taken_by_the_keyboard(qtbot: QtBot, pane: TimelinePane) -> None:
    pane.filter.setFocus()
    QTest.keyClicks(pane.filter, "gold")
    assert pane.completer.offered == [], "plain words are let alone"
    pane.filter.clear()
    QTest.keyClicks(pane.filter, "kind:ca")
    assert pane.completer.offered == ["kind:call"]
    pane.completer.list.activated.emit("kind:call")
    assert pane.filter.text() == "kind:call "
    QTest.keyClicks(pane.filter, "tool:iss")
    assert pane.completer.offered == ["tool:issue_refund"]
    pane.completer.take("tool:issue_refund")
    assert [text_of(row).split()[0] for row in rows(pane) if not row.parent_only] == ["issue_refund"]


def test_down_and_alt_slash_offer_all_names(qtbot: QtBot, pane: TimelinePane) -> None:
    pane.filter.setFocus()
    QTest.keyClick(pane.filter, Key.Key_Down)
    assert pane.completer.offered[:3] == ["kind:", "tool:", "is:"]
    popup = pane.completer.list.popup()
    assert popup is not None
    assert popup.isVisible()
    pane.completer.take("is:")
    assert "is:paused" in pane.completer.offered, "a name goes on to its values"
    pane.completer.close()
    pane.filter.clear()
    QTest.keyClick(pane.filter, Key.Key_Slash, Qt.KeyboardModifier.AltModifier)
    assert popup.isVisible()
    pane.completer.close()


def test_a_number_that_cannot_be_read_is_said_with_the_right_spelling(pane: TimelinePane) -> None:
    pane.filter.setText("tokens:many")
    assert "tokens:many" in pane.unknown.text()
    assert "tokens:>500" in pane.unknown.text()
    pane.filter.setText("tokens:>1500")
    assert pane.unknown.isHidden()
    assert [row.kind for row in rows(pane) if not row.parent_only] == ["request"]


def test_the_filter_follows_where_the_session_is_paused(pane: TimelinePane) -> None:
    source = pane.source
    assert isinstance(source, SampleSource)
    pane.filter.setText("is:paused")
    assert pane.pages.currentWidget() is pane.no_hits
    opened = source.journal.state.open
    assert opened is not None
    source.standing = Standing(opened.calls[1].key, PAUSED)
    pane.refresh()
    assert [row.tool for row in rows(pane) if not row.parent_only] == ["notify_customer"]


def test_a_kind_is_hidden_from_the_menu_and_shown_again_beside_the_filter(qtbot: QtBot, pane: TimelinePane) -> None:
    before = [row.kind for row in rows(pane)]
    with qtbot.waitSignal(pane.kinds_changed) as told:
        choose(pane, "hide_kind", at(pane, lambda row: row.kind == "result"))
    assert told.args == [HIDDEN_AT_FIRST | {"result"}]
    assert {"result", "error"}.isdisjoint(row.kind for row in rows(pane))
    assert "1" in pane.kinds.accessibleName()
    menu = pane.kinds.open()
    boxes = {action.objectName(): action for action in menu.actions()}
    assert not boxes["rows_result"].isChecked()
    assert boxes["rows_call"].isChecked()
    boxes["rows_result"].trigger()
    menu.close()
    assert [row.kind for row in rows(pane)] == before


def test_edits_become_rows_by_a_switch_and_the_filter_asks_for_them_in_any_case(pane: TimelinePane) -> None:
    assert not any(row.kind == "edit" for row in rows(pane))
    pane.filter.setText("kind:edit")
    assert [row.kind for row in rows(pane) if not row.parent_only] == ["edit"] * 3
    pane.filter.clear()
    assert not any(row.kind == "edit" for row in rows(pane))
    pane.hide_kinds(frozenset())
    assert sum(row.kind == "edit" for row in rows(pane)) == 3


def test_a_filter_without_hits_says_that_kinds_are_hidden(pane: TimelinePane) -> None:
    pane.hide_kinds(HIDDEN_AT_FIRST | {"call", "result"})
    pane.filter.setText("lookup_stock")
    assert pane.pages.currentWidget() is pane.no_hits
    assert "2" in pane.no_hits.sentence()


def test_a_running_step_grows_while_it_is_looked_at(qtbot: QtBot) -> None:
    sample = Sample()
    sample.say("Go.")
    sample.ask()
    source = SampleSource(sample, Standing(asking=True))
    source.live = Live(500)
    pane = shown(qtbot, source)
    assert [bar.hollow for bar in rows(pane)[-1].bars] == [True]
    source.live = Live(2000, 500)
    pane.tick()
    assert [bar.hollow for bar in rows(pane)[-1].bars] == [True, False]
    assert pane.model.index(pane.model.rowCount() - 1, Column.TIME).data() == "2.00 s"
    sample.reply(text="Done.", ms=2100)
    source.standing, source.live = Standing(), None
    pane.refresh()
    assert [row.bars == () for row in rows(pane) if row.kind in ("request", "response")] == [True, False]


def test_the_gutter_tells_that_a_recorded_step_stands_for_its_place(qtbot: QtBot, pane: TimelinePane) -> None:
    n = at(pane, lambda row: row.tool == "get_order" and row.kind == "call")
    where = QPoint(px(GUTTER), pane.view.rowViewportPosition(n) + row_height() // 2)
    pane.view.viewportEvent(QHelpEvent(QHelpEvent.Type.ToolTip, where, pane.view.viewport().mapToGlobal(where)))
    assert "before get_order" in QToolTip.text()
    row = rows(pane)[n]
    assert "takes it away" not in gutter_tip(row)
    for sign in ("stop", "condition", "log", "off"):
        assert "before get_order" in gutter_tip(with_sign(row, sign))
    assert gutter_tip(rows(pane)[0]) == ""


def with_sign(row: Row, sign: str) -> Row:
    return replace(row, stop=sign)
