"""A column of many rows: few widgets, and what the person looks at stays where it is."""

from collections.abc import Callable, Hashable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.widgets.virtual_column import ALWAYS, VirtualColumn


class Rows:
    """Rows of 50 that were thought to be 30 high."""

    def __init__(self, qtbot: QtBot, count: int) -> None:
        self.column = VirtualColumn("Rows")
        self.column.make, self.column.free = self._make, self._free
        self.column.estimate = lambda _key, _width: 30
        self.made = 0
        self.stays: set[Hashable] = set()
        qtbot.addWidget(self.column)
        self.column.resize(300, 200)
        self.column.show()
        self.show(0, count)

    def show(self, first: int, last: int) -> None:
        self.column.set_rows(range(first, last))

    def top_of(self, key: int) -> int:
        widget = self.column.widget(key)
        assert widget is not None
        return widget.y()

    def scroll(self, value: int) -> None:
        self.column.verticalScrollBar().setValue(value)

    def _make(self, _key: Hashable) -> QWidget:
        self.made += 1
        made = QWidget()  # no style sheet of another test gives it another height
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setFixedHeight(50)
        return made

    def _free(self, key: Hashable, _widget: QWidget) -> bool:
        return key not in self.stays


def test_of_ten_thousand_rows_only_a_screen_is_there(qtbot: QtBot) -> None:
    rows = Rows(qtbot, 10_000)
    assert len(rows.column.realized()) < 20
    for value in range(0, 3_000, 40):
        rows.scroll(value)
    assert len(rows.column.realized()) < 20


def test_few_rows_are_all_there(qtbot: QtBot) -> None:
    rows = Rows(qtbot, ALWAYS)
    assert len(rows.column.realized()) == ALWAYS


def test_the_end_is_shown_first_and_followed(qtbot: QtBot) -> None:
    rows = Rows(qtbot, 100)
    assert rows.top_of(99) == 150
    rows.show(0, 101)
    assert rows.top_of(100) == 150
    assert rows.column.follows


@pytest.mark.parametrize("value", [0, 777, 2_000])
def test_rows_that_come_at_the_end_or_before_do_not_move_what_is_looked_at(qtbot: QtBot, value: int) -> None:
    rows = Rows(qtbot, 100)
    rows.scroll(value)
    first = next(key for key in range(100) if (widget := rows.column.widget(key)) is not None and widget.y() >= 0)
    top = rows.top_of(first)
    rows.show(0, 150)
    assert rows.top_of(first) == top
    rows.show(-40, 150)
    assert rows.top_of(first) == top
    assert not rows.column.follows


def test_a_row_far_away_is_brought_into_view_whole(qtbot: QtBot) -> None:
    rows = Rows(qtbot, 1_000)
    for key in (3, 500, 998):
        rows.column.reveal(key)
        assert 0 <= rows.top_of(key) <= 150


def test_a_row_that_is_needed_keeps_its_widget_out_of_view(qtbot: QtBot) -> None:
    rows = Rows(qtbot, 1_000)
    widget = rows.column.widget(999)
    rows.stays.add(999)
    rows.scroll(0)
    assert rows.column.widget(999) is widget
    assert rows.column.widget(998) is None


def test_a_row_that_grows_moves_only_what_is_below_it(qtbot: QtBot) -> None:
    rows = Rows(qtbot, 100)
    rows.column.reveal(50)
    top, widget = rows.top_of(50), rows.column.widget(50)
    assert widget is not None
    widget.setFixedHeight(120)
    qtbot.waitUntil(lambda: rows.top_of(51) == top + 120)
    assert rows.top_of(50) == top


def test_tab_brings_what_it_reaches_into_view(qtbot: QtBot) -> None:
    rows = Rows(qtbot, ALWAYS)
    rows.column.reveal(0)
    first = rows.column.widget(0)
    assert first is not None
    with qtbot.waitActive(rows.column):
        rows.column.activateWindow()
    first.setFocus()
    for _ in range(8):
        QTest.keyClick(rows.column.window().focusWidget(), Qt.Key.Key_Tab)
    assert rows.column.widget(8) is rows.column.window().focusWidget()
    assert 0 <= rows.top_of(8) <= 150


def test_at_the_first_row_more_is_asked_for(qtbot: QtBot) -> None:
    rows = Rows(qtbot, 100)
    with qtbot.waitSignal(rows.column.at_top):
        rows.scroll(0)


class _Hears(QLineEdit):
    """Tells that it is hidden, as the keyboard that leaves it does."""

    def __init__(self, told: Callable[[], object]) -> None:
        super().__init__()
        self._told = told

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._told()


def test_who_sets_other_rows_while_some_are_taken_away_has_his_way(qtbot: QtBot) -> None:
    rows = Rows(qtbot, 0)
    rows.column.make = lambda _key: _Hears(lambda: rows.show(5, 6))
    rows.show(0, 4)
    rows.show(4, 5)
    qtbot.waitUntil(lambda: rows.column.widget(5) is not None)
    assert [key for key in range(6) if rows.column.widget(key) is not None] == [5]
