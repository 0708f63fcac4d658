"""A date of a form: typed, or picked in a calendar with the keyboard or the mouse."""

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCalendarWidget, QPlainTextEdit
from pytestqt.qtbot import QtBot

from studio.gui.editors.date_value import DateValue


@pytest.fixture
def field(qtbot: QtBot) -> DateValue:
    made = DateValue("day")
    qtbot.addWidget(made)
    made.set_raw('"2026-03-30"')
    made.show()
    qtbot.waitExposed(made)
    return made


def calendar(field: DateValue, qtbot: QtBot) -> QCalendarWidget:
    qtbot.waitUntil(lambda: bool(field.findChildren(QCalendarWidget)))
    return field.findChildren(QCalendarWidget)[0]


def test_a_day_is_chosen_with_the_keyboard_alone(field: DateValue, qtbot: QtBot) -> None:
    told: list[str] = []
    field.changed.connect(told.append)
    text = field.findChildren(QPlainTextEdit)[0]
    QTest.keyClick(text, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    shown = calendar(field, qtbot)
    assert shown.selectedDate() == QDate(2026, 3, 30)
    keys = QApplication.focusWidget()
    assert keys is not None
    assert shown.isAncestorOf(keys)
    QTest.keyClick(keys, Qt.Key.Key_Right)
    QTest.keyClick(keys, Qt.Key.Key_Return)
    assert told == ['"2026-03-31"']
    assert text.toPlainText() == "2026-03-31"
    assert text.hasFocus()


def test_a_text_that_is_no_day_stays_and_the_calendar_opens_today(field: DateValue, qtbot: QtBot) -> None:
    told: list[str] = []
    field.set_raw('"next week"')
    field.changed.connect(told.append)
    QTest.mouseClick(field.pick, Qt.MouseButton.LeftButton)
    shown = calendar(field, qtbot)
    assert shown.selectedDate() == QDate.currentDate()
    keys = QApplication.focusWidget()
    assert keys is not None
    QTest.keyClick(keys, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shown.isVisible())
    assert told == []
    assert field.findChildren(QPlainTextEdit)[0].toPlainText() == "next week"
