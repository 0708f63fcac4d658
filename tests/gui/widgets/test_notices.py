"""Notices do not cover one another, are told to screen readers, and stay while they have the keyboard."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.widgets.notice import Notice

pytestmark = pytest.mark.promise("G4")


@pytest.fixture
def notice(qtbot: QtBot) -> Iterator[Notice]:
    place = QWidget()
    place.resize(800, 500)
    qtbot.addWidget(place)
    place.show()
    yield Notice(place)
    place.close()


def test_several_lie_above_one_another_the_newest_below(notice: Notice) -> None:
    for text in ("one", "two", "three"):
        notice.show_notice(text)
    assert notice.text() == "three"
    assert [each.text() for each in notice.older] == ["two", "one"]
    tops = [each.geometry() for each in (notice, *notice.older)]
    assert all(upper.bottom() < lower.top() for lower, upper in pairwise(tops))
    notice.show_notice("four")
    assert [each.text() for each in notice.older] == ["three", "two"]


def test_the_same_sentence_again_is_one_notice(notice: Notice) -> None:
    notice.show_notice("one")
    notice.show_notice("one")
    assert notice.older == ()


def test_one_that_goes_lets_those_above_it_down(notice: Notice) -> None:
    notice.show_notice("one")
    notice.show_notice("two")
    (older,) = notice.older
    before = older.geometry().top()
    notice.close_notice()
    assert older.geometry().top() > before
    older.close_notice()
    assert notice.older == ()


def test_esc_closes_the_one_that_has_the_keyboard(notice: Notice, qtbot: QtBot) -> None:
    notice.show_notice("done", "Undo")
    notice._action.setFocus()
    assert notice.is_held()
    assert not notice._timer.isActive()
    QTest.keyClick(notice._action, Qt.Key.Key_Escape)
    assert notice.isHidden()
