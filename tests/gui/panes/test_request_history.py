"""What is wrong with the next request is told where it is, in every view of the Request pane, and mended from there."""

import json
from collections.abc import Callable

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.checks.history.problem import HistoryProblem
from studio.engine.mended_messages import REPAIRS
from studio.gui.editors.habits import Habits
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.panes.body_marks import body_marks, problems_in
from studio.gui.panes.history_words import _DONE, _REPAIRS, repair_words, repairable
from studio.session.events import RequestSent
from studio.workspace.changes import Activity
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import asked_session

MISSING = HistoryProblem(
    code="missing_result",
    pointer="/messages/1/content",
    severity="error",
    message=0,
    sentence="No result.",
    repair="give_result",
)
ODD = HistoryProblem(
    code="role_order", pointer="/messages/0", severity="warning", sentence="In turn.", repair="join_messages"
)
BAD_ID = HistoryProblem(
    code="bad_call_id", pointer="/messages/0/id", severity="error", sentence="Bad id.", repair="new_id"
)


def test_a_problem_is_underlined_at_its_exact_value_or_at_the_nearest_one_that_is_there() -> None:
    text = json.dumps({"messages": [{"id": "x y", "role": "user"}]})
    mark = body_marks(text, lambda _text: (BAD_ID,))[0]
    assert text[mark.start : mark.end] == '"x y"'
    assert (mark.sentence, mark.severity, mark.fix) == ("Bad id.", "error", "Repair: give it an id of its own")
    gone = HistoryProblem(code="c", pointer="/messages/0/tool_calls/2", severity="error", sentence="s")
    assert text[body_marks(text, lambda _text: (gone,))[0].start] == "{"


def test_a_text_that_is_no_json_yet_is_not_checked_for_its_history() -> None:
    asked: list[str] = []

    def check(text: str) -> tuple[HistoryProblem, ...]:
        asked.append(text)
        return (BAD_ID,)

    marks = body_marks('{"messages": [', check)
    assert marks
    assert not problems_in(marks)
    assert not asked


def test_each_repair_that_the_checks_know_has_words() -> None:
    assert set(REPAIRS) == set(_REPAIRS) == set(_DONE)
    assert repair_words(MISSING) == "Repair: give it a result"


@pytest.mark.promise("F3")
def test_the_chat_view_tells_a_problem_at_its_message_and_mends_it(panes: Panes) -> None:
    session = asked_session()
    session.wrong = [MISSING]
    panes.open(session)
    pane = panes.request
    assert pane.wrong.text == "Cannot be sent like this: 1 problem. No result."
    block = pane.chat.block_of(0)
    assert block is not None
    assert block.problems is not None
    assert [line.sentence for line in block.problems.lines()] == ["No result."]
    block.problems.repair_button(0).click()
    panes.bridge.tick()
    assert ("repair", "missing_result", "/messages/1/content") in session.asked
    assert not block.problems.lines()
    assert pane.wrong.text == ""


def test_a_problem_says_nothing_to_press_while_the_session_runs(panes: Panes) -> None:
    session = asked_session()
    session.wrong, session.activity = [MISSING], Activity("sending")
    panes.open(session)
    block = panes.request.chat.block_of(0)
    assert block is not None
    assert block.problems is not None
    assert block.problems.repair_button(0).isHidden()
    assert panes.request.wrong.repair_button.isHidden()


def test_the_form_signs_the_message_and_tells_the_problem_of_the_current_one(panes: Panes) -> None:
    session = asked_session()
    session.wrong = [MISSING]
    panes.open(session)
    panes.request.show_view("form")
    panes.request.show_problem(None)
    form = panes.request.form.messages
    assert [line.repair for line in form.wrong.lines()] == ["Repair: give it a result"]
    item = form.list.item(0)
    assert item is not None
    assert "No result." in item.data(Qt.ItemDataRole.AccessibleTextRole)
    form.wrong.repair_button(0).click()
    assert ("repair", "missing_result", "/messages/1/content") in session.asked


@pytest.mark.promise("F3")
def test_what_is_typed_as_json_is_checked_while_it_is_typed_and_mended_by_a_key(
    panes: Panes, typed: Callable[[QWidget, str], None]
) -> None:
    session = asked_session()
    session.body_check = lambda text: (BAD_ID,) if "oops" in text else ()
    panes.open(session)
    panes.request.show_view("json")
    editor = panes.request.json.editor
    body = json.loads(editor.text())
    body["messages"][0] = {"role": "user", "content": "hi", "id": "oops"}
    typed(editor, json.dumps(body, indent=2))
    editor.flush()
    assert panes.request.wrong.text.startswith("As typed, it cannot be sent")
    editor.go_to(editor.shown().index('"oops"') + 1)
    session.wrong = [BAD_ID]
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert [each[0] for each in session.asked if each[0] in ("edit_request_json", "repair")] == [
        "edit_request_json",
        "repair",
    ]
    assert not panes.request.json.has_draft


def test_a_request_that_was_sent_anyway_says_so(panes: Panes) -> None:
    session = asked_session()
    session.journal.append(RequestSent(body=(), count=1, invalid=("missing_result",)))
    panes.open(session)
    assert panes.request.wrong.text == "Sent although it was not valid: missing_result."
    assert panes.request.wrong.repair_button.isHidden()


def test_marks_of_a_long_text_that_were_found_elsewhere_stand_at_the_right_place(qtbot: QtBot) -> None:
    editor = JsonEditor("body")
    qtbot.addWidget(editor)
    text = json.dumps({"long": "y" * (Habits().checked + 1), "messages": [{"id": "x y"}]})
    editor.set_text(text)
    assert not editor.marks()
    editor.take_marks(body_marks(editor.draft(), lambda _text: (BAD_ID,)))
    mark = editor.marks()[0]
    assert editor.shown()[mark.start : mark.end] == '"x y"'


def test_all_are_mended_errors_only_and_what_was_done_is_told_with_a_way_back(panes: Panes) -> None:
    session = asked_session()
    session.wrong = [ODD, BAD_ID, MISSING]
    panes.open(session)
    told: list[str] = []
    panes.bridge.undoable.connect(told.append)
    assert panes.request.wrong.repair_button.text() == "Repair all"
    panes.request.wrong.repair_button.click()
    assert session.wrong == [ODD]
    assert told == ["Repaired: gave a call an id of its own (1) · gave a call a result (1)."]


def test_a_call_and_the_result_that_belongs_to_it_are_one_repair() -> None:
    orphan = HistoryProblem(
        code="orphan_result", pointer="/messages/2", severity="error", repair="match_result", mate=(1, 0)
    )
    missing = structs.replace(orphan, code="missing_result", mate=(2, 0))
    assert repairable((missing, orphan)) == (orphan,)
    assert repair_words(orphan) == "Repair: give the result the call's id"
