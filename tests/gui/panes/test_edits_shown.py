"""Whatever was edited is shown as a difference: messages and settings of the request, calls and results of the reply."""

import pytest

from studio.gui.panes.reply_diff import is_changed, reply_texts
from studio.gui.panes.request_diff import is_set_otherwise, request_texts
from studio.gui.panes.round_shown import shown_at, shown_at_head
from studio.gui.words import say
from studio.present.history_marks import EditedMessages, HistoryMarks, Mark
from studio.present.text_diff import diff_lines
from studio.session.chain import Chain
from studio.session.state import settled
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import paused_session, run

pytestmark = pytest.mark.promise("F1")
MINE = '{"order_id": "1"}'


def _request(session: MemorySession) -> list[str]:
    """The changed lines of the next request's difference."""
    shown, marks = shown_at_head(session.state), HistoryMarks(session.tree)
    was, now = request_texts(session.tree, shown, marks, settled(session.state))
    lines = [f"{line.kind[0]} {line.text}" for line in diff_lines(was, now) if line.kind in ("removed", "added")]
    edited = EditedMessages().any_in(marks.at(session.head)) or is_set_otherwise(session.tree, shown)
    assert edited == bool(lines)
    return lines


def _reply(session: MemorySession) -> list[str]:
    opened = session.state.open
    assert opened is not None
    lines = diff_lines(*reply_texts(session.tree, opened, say))
    found = [f"{line.kind[0]} {line.text}" for line in lines if line.kind in ("removed", "added")]
    assert is_changed(opened) == bool(found)
    return found


def _done() -> MemorySession:
    session, refund, notify = paused_session()
    for key in (refund, notify):
        run(session.run_call(key))
    return session


def test_settings_that_were_changed_since_the_request_before_stand_in_the_difference() -> None:
    session = _done()
    before = _request(session)
    setup = session.state.setup
    session.change_setup(system="Be brief.", params={**setup.params, "max_tokens": 5}, off=(setup.tools[0].name,))
    new = [line for line in _request(session) if line not in before]
    assert "a Be brief." in new
    assert "a [max_tokens] 5" in new
    assert f"r [tool] {setup.tools[0].name}" in new


def test_a_kept_call_is_shown_with_what_the_history_keeps_and_its_message_is_not_edited() -> None:
    session, refund, _ = paused_session()
    session.edit_call(refund, arguments=MINE)
    marked = HistoryMarks(session.tree).at(session.head)
    assert [mark.edited for mark in marked][-1]
    session.set_truth(refund, "keep")
    assert not [mark.edited for mark in HistoryMarks(session.tree).at(session.head)][-1]
    assert "a   (the history keeps the model's call)" in _reply(session)


def test_an_edited_result_and_a_notice_stand_in_the_difference() -> None:
    session, refund, notify = paused_session()
    session.edit_call(refund, arguments=MINE)
    for key in (refund, notify):
        run(session.run_call(key))
    assert not any("changed before it ran" in line for line in _request(session))
    session.set_truth(refund, "notify")
    assert any("a [The call was changed before it ran" in line for line in _request(session))
    session.edit_result(notify, "Nobody was told.")
    assert "a Nobody was told." in _request(session)
    assert "a Nobody was told." in _reply(session)


def test_the_difference_of_a_sent_request_is_that_to_the_one_before_it() -> None:
    session = _done()
    requests = [node for node in session.tree.path(session.head) if session.tree.kind(node) == "request"]
    for node in requests:
        shown, marks = shown_at(session.tree, node, session.head), HistoryMarks(session.tree)
        was, now = request_texts(session.tree, shown, marks, session.tree.state(node).messages)
        assert "[system]" not in was + now


def test_an_edit_is_found_in_what_is_new_and_remembered_when_more_comes() -> None:
    edited, plain = EditedMessages(), Chain[Mark]().extend([Mark()] * 3)
    assert not edited.any_in(plain)
    changed = plain.append(Mark(edits=(False, True)))
    assert edited.any_in(changed)
    assert edited.any_in(changed.append(Mark()))
    assert not edited.any_in(plain.append(Mark())), "another branch, without the edit"
    assert edited.any_in(Chain[Mark]().append(Mark(edited=True)))
