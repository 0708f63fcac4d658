"""Going to a problem leads to its very value, whatever is typed; no commit and no repair throws the caret out."""

import json
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.checks.history.problem import HistoryProblem
from studio.gui.editors.caret_place import offset_in, place_in
from studio.gui.panes.history_words import place_of
from studio.messages.message import Message
from studio.messages.parts import Call, Result
from studio.present.json_text import pretty
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import asked_session, paused_session

ORPHAN = HistoryProblem(
    code="orphan_result",
    pointer="/messages/4/tool_call_id",
    severity="error",
    message=2,
    call_id="call_9",
    sentence="This result answers call_9, but no such call stands before it, in a sentence too long for the line.",
    repair="drop_result",
    nth=1,
)


def test_a_place_in_a_text_is_found_in_another_by_its_value_else_by_its_line() -> None:
    text = pretty(json.dumps({"a": [1, {"id": "call_5_1"}], "b": "end"}))
    at = text.index("5_1")
    longer = pretty(json.dumps({"tools": [1, 2, 3], "a": [1, {"id": "call_5_1"}], "b": "end"}))
    assert offset_in(longer, place_in(text, at, 0, 0)) == longer.index("5_1")
    gone = pretty(json.dumps({"x": 1, "y": 2, "z": 3, "b": "end"}))
    found = offset_in(gone, place_in(text, at, 0, 0))
    assert gone.count("\n", 0, found) == text.count("\n", 0, at)
    assert offset_in("", place_in(text, at, 0, 0)) == 0
    assert offset_in(text, place_in(text, text.index("]"), 0, 0)) == text.index("]")


def test_a_problem_names_its_message_as_the_chat_view_and_as_servers_do() -> None:
    assert place_of(ORPHAN) == "Message 3 · messages[4]"
    tool = HistoryProblem(code="bad_tool_name", pointer="/tools/0/function/name", severity="error", tool="a b")
    assert place_of(tool) == "Tool a b"


def test_of_results_in_one_message_the_one_with_the_problem_has_the_ring(panes: Panes, qtbot: QtBot) -> None:
    session = asked_session()
    asked = Message("assistant", (Call("look", "{}", "call_1"),))
    session.add_message(asked)
    session.add_message(Message("tool", (Result("call_1", "x", "look"), Result("call_9", "y", "look"))))
    session.wrong = [ORPHAN]
    panes.open(session)
    panes.holder.activateWindow()
    qtbot.waitUntil(panes.holder.isActiveWindow)  # shortcuts are for an active window
    panes.request.show_problem(ORPHAN)
    ringed = [block for block in panes.request.chat.blocks() if block.block is panes.holder.focusWidget()]
    assert [block.entry.call_id for block in ringed] == ["call_9"]
    QTest.keyClick(ringed[0].block, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert ("repair", "orphan_result", ORPHAN.pointer) in session.asked


def test_the_json_view_begins_at_the_newest_message_and_a_commit_keeps_the_caret(
    panes: Panes, typed: Callable[[QWidget, str], None]
) -> None:
    session = asked_session()
    panes.open(session)
    panes.request.show_view("json")
    page = panes.request.json
    assert page.editor.caret_line() == page.editor.line_count() - 1
    session.body_check = lambda _text: (ORPHAN,)
    body = json.loads(page.editor.text())
    typed(page.editor, json.dumps({**body, "temperature": 0.5}, indent=2))
    page.editor.flush()
    assert ORPHAN.sentence in panes.request.wrong.text
    page.editor.go_to_draft(page.editor.shown().index('"role"') + 3)
    line = page.editor.caret_line()
    page.commit()
    panes.bridge.tick()
    assert not page.has_draft
    assert page.editor.caret_line() == line
    assert page.editor.pointer() == "/messages/0/role"


def test_what_is_wrong_at_the_caret_stands_whole_below_the_editor(
    panes: Panes, typed: Callable[[QWidget, str], None]
) -> None:
    session = asked_session()
    panes.open(session)
    panes.request.show_view("json")
    page = panes.request.json
    here = HistoryProblem(code="c", pointer="/messages/0/role", severity="error", sentence=ORPHAN.sentence)
    session.body_check = lambda _text: (here,)
    typed(page.editor, page.editor.shown().replace('"role"', '"role" '))
    page.editor.flush()
    page.editor.go_to(0)
    assert page.note.isHidden()
    panes.request.history_checks.reveal(here)
    assert page.editor.pointer() == "/messages/0/role"
    assert page.note.text() == here.sentence
    assert page.note.wordWrap()


def test_going_to_a_value_of_a_call_puts_the_caret_there_and_its_repair_is_the_one_made(
    panes: Panes, qtbot: QtBot
) -> None:
    panes.open(paused_session()[0])
    panes.holder.activateWindow()
    qtbot.waitUntil(panes.holder.isActiveWindow)  # shortcuts are for an active window
    card = panes.response.calls.cards()[0]
    problems = [one for one in card.arguments.problems() if one.repair is not None]
    assert len(problems) > 1, "the case has to have two"
    last = problems[-1]
    card.arguments.go_to(last.pointer)
    line = card.arguments.editor.caret_line()
    QTest.keyClick(card.arguments.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    left = [one.pointer for one in panes.response.calls.typed_problems()[card.facts.call.key]]
    assert last.pointer not in left
    assert problems[0].pointer in left
    assert card.arguments.editor.caret_line() == line
