"""The settings window: pages and search, keys, what acts at once, *Reset*, both languages."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from studio.gui.look.theme import theme
from studio.gui.settings.controls import ChoiceControl, NumberControl
from tests.gui.settings.conftest import Desk

pytestmark = pytest.mark.promise("H2")


def _rows(desk: Desk) -> list[str]:
    listed = desk.settings.list
    return [listed.item(at).text().strip() for at in range(listed.count())]


def test_words_of_a_hint_are_found_and_enter_goes_to_the_field(desk: Desk) -> None:
    QTest.keyClicks(desk.settings.search, "compact")
    assert _rows(desk) == ["Appearance", "Height of rows"]
    row = desk.settings.page.rows["density"]
    assert row.label.property("hit") is True
    assert desk.settings.page.rows["theme"].label.property("hit") is False
    QTest.keyClick(desk.settings.search, Qt.Key.Key_Return)
    assert desk.settings.focusWidget() is row.control.target()


def test_what_nothing_says_finds_nothing_and_esc_shows_all_pages_again(desk: Desk) -> None:
    QTest.keyClicks(desk.settings.search, "zzz")
    assert _rows(desk) == []
    QTest.keyClick(desk.settings.search, Qt.Key.Key_Escape)
    assert desk.settings.isVisible()
    assert "General" in _rows(desk)


def test_a_choice_acts_at_once_and_is_kept(desk: Desk) -> None:
    desk.settings.show_page("appearance", "text_scale")
    control = desk.settings.page.rows["text_scale"].control
    assert isinstance(control, NumberControl)
    control.box.setValue(150)
    assert theme().text_scale == 1.5
    assert desk.again().settings.text_scale == 150


def test_a_choice_made_elsewhere_is_shown(desk: Desk) -> None:
    desk.settings.show_page("appearance")
    desk.look.use_theme("dark")
    control = desk.settings.page.rows["theme"].control
    assert isinstance(control, ChoiceControl)
    assert control.box.value() == "dark"


def test_reset_is_there_where_something_else_than_usual_is_chosen(desk: Desk) -> None:
    desk.settings.show_page("appearance")
    row = desk.settings.page.rows["density"]
    assert not row.reset.isVisible()
    assert not desk.settings.reset.isEnabled()
    desk.port.chosen.put("appearance.density", "roomy")
    assert row.reset.isVisible()
    row.reset.click()
    assert desk.workspace.settings.appearance.density == "normal"
    assert not row.reset.isVisible()
    assert desk.settings.focusWidget() is row.control.target()


def test_reset_this_page_leaves_other_pages_alone(desk: Desk) -> None:
    desk.port.chosen.put("start.hints", False)
    desk.port.chosen.put("appearance.density", "compact")
    desk.settings.show_page("appearance")
    desk.settings.reset.click()
    assert desk.workspace.settings.appearance.density == "normal"
    assert desk.workspace.settings.start.hints is False


def test_tab_goes_through_search_list_fields_and_buttons(desk: Desk) -> None:
    desk.settings.show_page("appearance")
    desk.settings.search.setFocus()
    seen = []
    for _ in range(40):
        focus = desk.settings.focusWidget()
        if focus in seen:
            break
        seen.append(focus)
        QTest.keyClick(desk.settings.focusWidget(), Qt.Key.Key_Tab)
    named = [widget.accessibleName() for widget in seen]
    assert named[:4] == ["Find a setting", "Pages", "Theme", "Height of rows"]
    assert isinstance(seen[0], QLineEdit)
