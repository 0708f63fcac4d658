"""The page of keys: found by words or by a key, changed by pressing another, conflicts by choice, a file of them."""

import json

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest

from studio.gui.settings.keys_control import KeysControl
from tests.gui.settings.conftest import Desk

pytestmark = pytest.mark.promise("H2")


@pytest.fixture
def page(desk: Desk) -> KeysControl:
    """The page, shown."""
    desk.settings.show_page("keyboard")
    control = desk.settings.page.rows["keys"].control
    assert isinstance(control, KeysControl)
    return control


def _shown(page: KeysControl) -> list[str]:
    items = (page.rows.topLevelItem(at) for at in range(page.rows.topLevelItemCount()))
    return [item.text(0) for item in items if item is not None and not item.isHidden()]


def _keys(page: KeysControl, id: str) -> str:
    page.rows.choose(id)
    item = page.rows.currentItem()
    assert item is not None
    return item.text(1)


def test_an_action_is_found_by_words_of_either_language_and_by_its_key(page: KeysControl) -> None:
    page.words.setText("全屏")
    assert _shown(page) == ["Full screen"]
    page.words.clear()
    QTest.keyClick(page.key, Qt.Key.Key_F7)
    assert _shown(page) == ["Step back"]
    page.forget.click()
    assert len(_shown(page)) > 100


def test_a_key_is_changed_by_pressing_another_and_enter(desk: Desk, page: KeysControl) -> None:
    page.rows.choose("step_back")
    page.rows.setFocus()
    QTest.keyClick(page.rows, Qt.Key.Key_Return)
    assert desk.settings.focusWidget() is page.giver.field
    QTest.keyClick(page.giver.field, Qt.Key.Key_F4)
    QTest.keyClick(page.giver.field, Qt.Key.Key_Return)
    assert desk.workspace.settings.keys == {"step_back": ["F4"]}
    assert _keys(page, "step_back") == "F4"
    assert desk.settings.focusWidget() is page.rows
    assert desk.again().settings.keys == {"step_back": ["F4"]}


def test_a_key_of_another_action_is_taken_only_when_the_person_says_so(desk: Desk, page: KeysControl) -> None:
    page.rows.choose("step_back")
    QTest.keyClick(page.giver.field, Qt.Key.Key_F5)
    assert "F5 belongs to Run" in page.giver.said.text()
    assert not page.giver.use.isVisible()
    QTest.keyClick(page.giver.field, Qt.Key.Key_Return)
    assert desk.workspace.settings.keys == {}
    assert desk.settings.focusWidget() is page.giver.take
    page.giver.take.click()
    assert (_keys(page, "step_back"), _keys(page, "run")) == ("F5", "")


def test_a_letter_alone_is_refused_with_the_reason(desk: Desk, page: KeysControl) -> None:
    page.rows.choose("step_back")
    QTest.keyClick(page.giver.field, Qt.Key.Key_X)
    assert page.giver.said.text().startswith("This key types a letter.")
    QTest.keyClick(page.giver.field, Qt.Key.Key_Return)
    assert desk.workspace.settings.keys == {}


def test_further_keys_no_key_and_the_usual_ones(desk: Desk, page: KeysControl) -> None:
    page.rows.choose("step_back")
    QTest.keyClick(page.giver.field, Qt.Key.Key_F4)
    page.giver.add.click()
    assert _keys(page, "step_back") == "F7, F4"
    page.giver.none.click()
    assert _keys(page, "step_back") == ""
    page.changed.setChecked(True)
    assert _shown(page) == ["Step back"]
    page.giver.reset.click()
    assert desk.workspace.settings.keys == {}


def test_keys_go_into_a_file_and_come_back(desk: Desk, page: KeysControl) -> None:
    desk.port.chosen.put("keys", {"step_back": ["F4"]})
    file = desk.folder / "keys.json"
    page.export_to(file)
    desk.port.chosen.reset("keys")
    page.import_from(file)
    assert desk.workspace.settings.keys == {"step_back": ["F4"]}


def test_a_file_with_odd_entries_takes_what_fits_and_tells_keys_that_meet(desk: Desk, page: KeysControl) -> None:
    file = desk.folder / "keys.json"
    keys = {"step_back": ["f5"], "hologram": ["F2"]}
    file.write_text(json.dumps({"format": "toolcall-studio keys", "version": 1, "keys": keys}))
    page.import_from(file)
    assert desk.workspace.settings.keys == {"step_back": ["F5"]}
    assert page.say.text() == "Left out: hologram. F5 belongs to 2 actions, so it does nothing."


def test_another_file_is_refused_and_nothing_is_changed(desk: Desk, page: KeysControl) -> None:
    file = desk.folder / "other.json"
    file.write_text("[]")
    page.import_from(file)
    assert page.say.text() == "This is no file of keys."
    assert desk.workspace.settings.keys == {}


def test_actions_and_keys_are_said_in_the_other_language(desk: Desk, page: KeysControl) -> None:
    desk.look.use_language("zh_CN")
    QCoreApplication.sendPostedEvents()
    page.words.setText("full screen")
    assert _shown(page) == ["全屏"]
