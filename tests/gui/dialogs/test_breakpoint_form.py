"""The form of a breakpoint alone: what is typed is what is set, and what is wrong is said beside its field."""

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.engine.breakpoint_rules import checked
from studio.engine.stop_document import MEMBERS
from studio.gui.dialogs.breakpoint_form import BreakpointForm
from studio.session.breakpoint_spec import read_spec
from studio.session.breakpoints import BreakpointError


@pytest.fixture(name="form")
def _form(qtbot: QtBot) -> BreakpointForm:
    made = BreakpointForm(checked)
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize(
    "spec",
    [
        "before_call:issue_*#2 if args.amount > `100`",
        "after_result%3 => log {result.text}",
        "before_call => error no",
        'before_call:refund => edit {"amount": 1}',
        "after_result => edit nothing",
        "tokens>20000",
        "cost>0.25",
        "tool_error",
    ],
)
def test_what_is_shown_is_what_is_set(form: BreakpointForm, spec: str) -> None:
    form.show_point(read_spec(spec), ["refund"])
    assert form.point() == read_spec(spec)


def test_a_wrong_condition_is_said_with_its_column_and_mended_by_one_press(form: BreakpointForm) -> None:
    form.show()
    form.show_point(read_spec("before_call"), [])
    form.condition.line.setText("args.amount > 100")
    said = [label.text() for label in form.rows["condition"].findChildren(QLabel)]
    assert any("numbers stand between backticks" in text and "15" in text for text in said)
    assert form.condition.offer.isVisible()
    form.condition.mend.click()
    assert form.point().condition == "args.amount > `100`"
    assert not form.condition.offer.isVisible()


def test_members_that_are_no_object_are_refused_beside_their_field(form: BreakpointForm) -> None:
    form.show_point(read_spec('before_call => edit {"a": 1}'), [])
    form.patch.set_text("[1]")
    with pytest.raises(BreakpointError) as refused:
        form.point()
    assert form.refuse(refused.value)


def said(form: BreakpointForm, row: str) -> str:
    """What stands beside a field that is no hint of it."""
    return " ".join(label.text() for label in form.rows[row].findChildren(QLabel) if not label.isHidden())


def test_what_was_refused_is_said_no_more_once_it_is_mended(form: BreakpointForm) -> None:
    form.show()
    form.show_point(read_spec("after_result => log {result.text}"), [])
    form.text.set_text("{call.name} gave {result.text")
    form.text.edited.emit(form.text.text())
    assert "This brace is not closed" in said(form, "text")
    form.text.set_text("{call.name} gave {result.text}")
    form.text.edited.emit(form.text.text())
    assert "brace is not closed" not in said(form, "text")


def test_a_name_that_there_is_not_is_refused_while_it_is_typed_and_all_names_are_listed(form: BreakpointForm) -> None:
    form.show()
    form.show_point(read_spec("before_call"), [])
    assert all(name in said(form, "condition") for name in MEMBERS)
    form.condition.line.setText("amount > `1`")
    assert "There is no amount here. An argument of the call is args.amount." in said(form, "condition")
