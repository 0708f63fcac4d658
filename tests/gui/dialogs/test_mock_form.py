"""What a rule answers: several answers in turn, pictures of files, a recorded result taken over."""

import base64
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.dialogs.mock_form import MockForm
from studio.messages.parts import Image
from studio.session.mocks import MOST_MEDIA, MockRule
from studio.tools.mock_rules import checked
from studio.workspace.picture_file import PictureError, picture_kind, read_picture_file

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
GIVEN = MockRule("", "get_order", "id == `1`", answer="json", text='{"paid": true}', is_error=True)


@pytest.fixture
def form(qtbot: QtBot) -> MockForm:
    """A new rule for a tool that has given one result."""
    made = MockForm(checked, lambda pattern: (GIVEN,) if pattern == "get_order" else ())
    qtbot.addWidget(made)
    made.show_rule(MockRule("m1", "get_order", text="open"), ["get_order"])
    made.show()
    return made


def test_answers_in_turn_are_added_gone_through_and_removed(form: MockForm) -> None:
    answer = form.answer
    assert answer.turns.before.isHidden()
    answer.turns.add_one.click()
    answer.text.set_text("paid")
    answer.turns.add_one.click()
    answer.text.set_text("lost")
    assert answer.turns.said.text() == "Answer 3 of 3, and from then on"
    assert (form.rule().text, form.rule().then) == ("open", ("paid", "lost"))
    answer.turns.before.click()
    assert answer.text.text() == "paid"
    answer.turns.remove.click()
    assert answer.text.text() == "lost"
    assert (form.rule().text, form.rule().then) == ("open", ("lost",))
    answer.turns.before.click()
    assert not answer.turns.before.isEnabled()
    assert form.is_changed


def test_a_shown_rule_with_several_answers_is_not_changed_by_going_through_them(form: MockForm) -> None:
    form.show_rule(MockRule("m2", "get_order", answer="json", text='{"a":1}', then=('{"b": 2}', "3")), ["get_order"])
    for _ in range(2):
        form.answer.turns.next.click()
    assert not form.answer.turns.next.isEnabled()
    assert not form.is_changed


def test_a_picture_is_taken_from_a_file_and_taken_out(form: MockForm, tmp_path: Path) -> None:
    file, pictures = tmp_path / "cup.jpg", form.answer.pictures
    file.write_bytes(PNG)
    pictures.add_file(file)
    (held,) = form.rule().media
    assert held == Image(f"data:image/png;base64,{base64.b64encode(PNG).decode()}", "image/png")
    assert pictures.outs[0].accessibleName() == "Take picture 1 out"
    file.write_text("no picture")
    pictures.add_file(file)
    assert "cup.jpg is no picture" in form.answer.rows["media"].problem()
    pictures.outs[0].click()
    assert form.rule().media == ()
    assert not form.is_changed


def test_a_recorded_result_is_taken_over_as_the_answer(form: MockForm) -> None:
    menu = form.answer.make_recorded()
    assert [action.text() for action in menu.actions()] == ['get_order  id == `1` → {"paid": true}']
    menu.actions()[0].trigger()
    rule = form.rule()
    assert (rule.answer, rule.text, rule.is_error, rule.when) == ("json", '{"paid": true}', True, "")
    form.calls.tool.setEditText("send_*")
    assert not form.answer.make_recorded().actions()[0].isEnabled()


def test_only_pictures_that_models_take_and_that_have_room_are_read(tmp_path: Path) -> None:
    assert picture_kind(b"RIFF\0\0\0\0WEBPVP8 ") == "image/webp"
    assert picture_kind(b"<svg>") == ""
    file = tmp_path / "large.png"
    file.write_bytes(PNG + bytes(MOST_MEDIA))
    with pytest.raises(PictureError, match="too large"):
        read_picture_file(file, MOST_MEDIA)
    with pytest.raises(PictureError, match="cannot be read"):
        read_picture_file(tmp_path / "none.png", MOST_MEDIA)
