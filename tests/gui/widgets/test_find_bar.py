"""The find bar over a text edit, as a person uses it by keyboard; nothing here knows what the text is."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from studio.gui.look.theme import apply_theme, theme
from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_place import FindPlace, bar_near
from studio.gui.widgets.find_target import is_hit
from studio.gui.widgets.find_text import MOST_HITS, TooSlowError, Wanted, hits

TEXT = "One order 😀 and another Order.\nThe border of order_id stays.\nordering"
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Place:
    """An edit in a window with its bar, and short ways to use them."""

    def __init__(self, qtbot: QtBot, text: str) -> None:
        self.qtbot, self.edit = qtbot, QPlainTextEdit(text)
        qtbot.addWidget(self.edit)
        self.edit.resize(620, 300)
        self.edit.show()
        qtbot.waitExposed(self.edit)
        self.edit.setFocus()
        self.place = FindPlace(self.edit)

    @property
    def bar(self) -> FindBar:
        return self.place.bar

    @property
    def count(self) -> str:
        return self.bar.rows.count.text()

    def open_for(self, words: str, *, replace: bool = False) -> None:
        QTest.keyClick(self.edit, Qt.Key.Key_H if replace else Qt.Key.Key_F, CTRL)
        self.bar.rows.field.selectAll()
        self.type(words)

    def type(self, words: str) -> None:
        QTest.keyClicks(self.bar.rows.field, words)

    def chosen(self) -> tuple[int, str]:
        """The hit with the ground of the current one: where it begins, and its words."""
        accent, drawn = theme().color("accent"), self.edit.extraSelections()
        for one in drawn:
            if one.format.background().color() == accent:
                cursor = one.cursor
                return cursor.selectionStart(), cursor.selectedText()
        return -1, ""


@pytest.fixture
def place(qtbot: QtBot, qapp: QApplication) -> Place:
    apply_theme(qapp, "light")
    return Place(qtbot, TEXT)


def grounds(edit: QPlainTextEdit) -> int:
    return sum(1 for one in edit.extraSelections() if is_hit(one))


def found(text: str, wanted: Wanted) -> list[tuple[int, int]]:
    return [hit for hit in hits(text, wanted) if hit is not None]


def test_typing_words_goes_to_the_first_hit_and_counts_them_all(place: Place) -> None:
    place.open_for("order")
    assert place.count == "1 of 5"
    assert place.chosen() == (4, "order")
    assert grounds(place.edit) == 5


def test_f3_goes_on_and_shift_f3_back_round_the_ends_also_behind_a_sign_of_two_units(place: Place) -> None:
    place.open_for("order")
    QTest.keyClick(place.bar.rows.field, Qt.Key.Key_F3)
    assert (place.count, place.chosen()[1]) == ("2 of 5", "Order")
    QTest.keyClick(place.edit, Qt.Key.Key_F3, SHIFT)
    QTest.keyClick(place.edit, Qt.Key.Key_F3, SHIFT)
    assert (place.count, place.chosen()[1]) == ("5 of 5", "order")


def test_case_and_whole_words_leave_hits_out(place: Place) -> None:
    place.open_for("order")
    QTest.keyClick(place.bar.rows.whole, Qt.Key.Key_Space)
    assert place.count == "1 of 2"
    QTest.keyClick(place.bar.rows.case, Qt.Key.Key_Space)
    assert place.count == "1 of 1"


def test_a_pattern_that_is_none_is_explained_and_one_that_is_too_slow_gives_up(place: Place) -> None:
    place.open_for("(order")
    assert place.count == "Not found"
    QTest.keyClick(place.bar.rows.pattern, Qt.Key.Key_Space)
    assert place.count.startswith("No pattern: ")
    place.edit.setPlainText("a" * 60 + "b")
    place.open_for("(a+)+$")
    assert place.count == "This pattern takes too many steps."
    with pytest.raises(TooSlowError):
        list(hits("a" * 60 + "b", Wanted("(a+)+$", pattern=True)))


def test_one_hit_is_replaced_and_the_next_is_chosen(place: Place) -> None:
    place.open_for("order", replace=True)
    place.bar.rows.by.setText("case")
    place.bar.rows.by.setFocus()
    QTest.keyClick(place.bar.rows.by, Qt.Key.Key_Return)
    assert place.edit.toPlainText().startswith("One case 😀")
    assert (place.count, place.chosen()[1]) == ("1 of 4", "Order")


def test_all_hits_are_replaced_as_one_step_that_can_be_undone(place: Place) -> None:
    place.open_for(r"(\w*)order(\w*)", replace=True)
    QTest.keyClick(place.bar.rows.pattern, Qt.Key.Key_Space)
    place.bar.rows.by.setText(r"<\1|$2>")
    QTest.keyClick(place.bar.rows.all, Qt.Key.Key_Space)
    assert place.edit.toPlainText() == "One <|> 😀 and another <|>.\nThe <b|> of <|_id> stays.\n<|ing>"
    assert place.count == "Not found"
    place.edit.undo()
    assert place.edit.toPlainText() == TEXT


def test_a_text_for_reading_only_offers_no_replacing(place: Place) -> None:
    place.edit.setReadOnly(True)
    QTest.keyClick(place.edit, Qt.Key.Key_H, CTRL)
    place.open_for("order")
    assert not place.bar.rows.replaces
    assert place.bar.rows.more.isHidden()


def test_the_bar_takes_room_above_the_text_and_esc_gives_it_back_with_the_keyboard(place: Place) -> None:
    top = place.edit.viewport().y()
    place.open_for("border")
    assert place.edit.viewport().y() >= top + place.bar.height()
    QTest.keyClick(place.bar.rows.field, Qt.Key.Key_Escape)
    assert place.bar.isHidden()
    assert place.edit.viewport().y() == top
    assert place.edit.hasFocus()
    assert (place.edit.textCursor().selectedText(), grounds(place.edit)) == ("border", 0)


def test_what_is_selected_is_what_is_looked_for(place: Place) -> None:
    cursor = place.edit.textCursor()
    cursor.setPosition(4)
    cursor.movePosition(cursor.MoveOperation.EndOfWord, cursor.MoveMode.KeepAnchor)
    place.edit.setTextCursor(cursor)
    QTest.keyClick(place.edit, Qt.Key.Key_F, CTRL)
    assert place.bar.rows.field.text() == "order"
    assert place.count == "1 of 5"


def test_another_text_is_counted_anew_while_the_bar_is_open(place: Place) -> None:
    place.open_for("order")
    place.edit.setPlainText("order")
    place.qtbot.waitUntil(lambda: place.count == "1 of 1" or place.count == "1 found")


def test_a_long_text_is_looked_through_in_parts_and_every_hit_is_found_once(place: Place) -> None:
    place.edit.setPlainText("an order 😀\n" * 9_000)
    with place.qtbot.waitSignal(place.bar.settled):
        place.open_for("order")
    place.qtbot.waitUntil(lambda: place.count == "1 of 9,000")
    text = "an order 😀\n" * (MOST_HITS + 50)
    all_found = found(text, Wanted("order"))
    assert len(all_found) == MOST_HITS + 1
    assert all_found[:3] == [(3, 8), (15, 20), (27, 32)]


def test_a_folded_place_is_one_hit_where_what_it_stands_for_has_one() -> None:
    text = 'a "long… 3 kB" b long'
    covers = [(2, 14, '"long long tale"')]
    assert [hit for hit in hits(text, Wanted("long"), covers) if hit] == [(2, 14), (17, 21)]
    assert [hit for hit in hits(text, Wanted("kB"), covers) if hit] == []


def test_in_a_narrow_place_the_buttons_stand_below_the_field(place: Place) -> None:
    place.open_for("order")
    place.edit.resize(300, 300)
    rows = place.bar.rows
    place.qtbot.waitUntil(
        lambda: rows.count.mapTo(rows, rows.count.rect().topLeft()).y() > rows.field.geometry().bottom()
    )
    assert rows.field.width() > 200


def test_the_bar_of_a_view_is_found_from_any_part_of_it(qtbot: QtBot, place: Place) -> None:
    assert bar_near(place.edit) is None
    place.edit.find_bar = place.bar  # type: ignore[attr-defined]
    assert bar_near(place.bar.rows.field) is place.bar
