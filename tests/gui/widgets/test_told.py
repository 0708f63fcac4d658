"""What a screen reader is told of widgets that Qt alone would leave silent or call by another name."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.widgets.elided_combo import ElidedCombo
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.named_combo import NamedCombo
from studio.gui.words import plain, together
from tests.gui.widgets.conftest import put

TEXT = QAccessible.Text


def _told(widget: QWidget, what: QAccessible.Text) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(what)


@pytest.mark.parametrize("kind", [NamedCombo, ElidedCombo])
def test_a_box_with_choices_tells_its_name_also_when_more_is_said_of_it(place: QWidget, kind: type[NamedCombo]) -> None:
    box = kind()
    box.addItem("stop")
    box.setAccessibleName("A tool that fails")
    box.setAccessibleDescription("")
    put(place, box)
    assert _told(box, TEXT.Description) == "A tool that fails"
    box.setAccessibleDescription("What is done then.")
    box.setAccessibleName("Tool error")
    assert _told(box, TEXT.Description) == "Tool error\nWhat is done then."


def test_an_empty_page_without_a_button_takes_the_keyboard_and_is_read(place: QWidget) -> None:
    page = EmptyState("No problems")
    put(place, page)
    page.setFocus()
    assert page.hasFocus()
    assert _told(page, TEXT.Name) == "No problems"
    page.set("No tools yet.", "Add a tool…")
    assert not page.hasFocus()
    assert page.isAncestorOf(page.window().focusWidget()), "the button has it now"


def test_no_limit_is_told_in_words(place: QWidget) -> None:
    number = LimitNumber("Tokens", place, none="no limit", suffix=" tokens")
    put(place, number)
    assert _told(number, TEXT.Value) == "no limit" == number.text()
    number.setValue(5000)
    assert _told(number, TEXT.Value) == "5,000"
    number.setValue(0)
    assert number.number() == 0


def test_a_menu_is_named_without_the_letter_of_its_key() -> None:
    assert [plain(each) for each in ("&File", "文件(&F)", "Save as…", "f(x)")] == ["File", "文件", "Save as…", "f(x)"]


def test_sentences_stand_behind_one_another_as_their_language_has_it() -> None:
    assert together("It ended.", "", "One was open.") == "It ended. One was open."
    assert together("意外结束。", "当时处于打开状态。") == "意外结束。当时处于打开状态。"
    assert together("No such file.", "请另选一个。") == "No such file. 请另选一个。"
    assert together("", "") == ""
