"""The recent sessions: a missing one only goes, keys and the menu pin and remove, the keyboard stays where it was."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.panes.recent_list import RecentList
from studio.store.shelved import Shelved

pytestmark = pytest.mark.promise("H2")
ONE = Shelved(Path("/s/one.tcsession"), "one", 3, 1_000_000.0, pinned=True)
TWO = Shelved(Path("/s/two.tcsession"), "two", None, 1_000_000.0)
GONE = Shelved(Path("/s/gone.tcsession"), "gone", 0, 0, missing=True)


def test_keys_and_menu_open_pin_and_remove(qapp: QApplication) -> None:
    shown = RecentList()
    told: list[object] = []
    shown.chosen.connect(told.append)
    shown.forget.connect(lambda path: told.append(("forget", path)))
    shown.pin.connect(lambda path, on: told.append((on, path)))
    shown.folder_wanted.connect(lambda path: told.append(("folder", path)))
    shown.show_sessions([ONE, TWO, GONE])
    one, two, gone = shown.rows
    assert "pinned" in one.accessibleName()
    QTest.keyClick(one, Qt.Key.Key_P)
    QTest.keyClick(two, Qt.Key.Key_P)
    QTest.keyClick(two, Qt.Key.Key_Return)
    QTest.keyClick(two, Qt.Key.Key_Delete)
    assert told == [(False, ONE.path), (True, TWO.path), TWO.path, ("forget", TWO.path)]
    told.clear()
    for action in two.make_menu().actions():
        action.trigger()
    assert told == [TWO.path, (True, TWO.path), ("folder", TWO.path), ("forget", TWO.path)]
    told.clear()
    assert [action.text().split("\t")[0] for action in gone.make_menu().actions()] == ["Remove from the list"]
    QTest.keyClick(gone.remove, Qt.Key.Key_Space)
    assert told == [("forget", GONE.path)]
    shown.deleteLater()


def test_the_keyboard_stays_on_its_session_when_the_list_is_told_anew(qapp: QApplication) -> None:
    shown = RecentList()
    shown.show_sessions([ONE, TWO])
    shown.show()
    shown.rows[1].take_keyboard()
    shown.show_sessions([TWO, ONE])
    assert shown.rows[0].session is TWO
    assert shown.window().focusWidget() is shown.rows[0]
    shown.close()
    shown.deleteLater()
