"""Which round the panes show, and what is known of its messages; without any widget."""

from studio.gui.panes.message_entries import SYSTEM, call_line, entries, with_text
from studio.gui.panes.round_shown import shown_at, shown_at_head
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result, Text
from studio.present.history_marks import HistoryMarks
from studio.present.text_diff import diff_lines
from studio.session.state import settled
from tests.gui.panes.refund import asked_session, keys, new_session, paused_session, run


def test_a_new_session_shows_the_request_to_be_sent() -> None:
    shown = shown_at_head(new_session().state)
    assert shown.request is None
    assert shown.live


def test_with_calls_to_do_the_request_shown_is_the_one_that_was_sent() -> None:
    session, _, _ = paused_session()
    shown = shown_at_head(session.state)
    assert shown.request == session.state.last_request


def test_when_all_calls_have_results_the_next_request_is_shown() -> None:
    session, first, second = paused_session()
    session.mock(first, "done")
    session.mock(second, "done")
    assert shown_at_head(session.state).request is None


def test_the_request_that_was_sent_is_looked_at_by_its_row_when_the_next_one_is_due_already() -> None:
    session, first, second = paused_session()
    sent = session.state.last_request
    assert sent is not None
    session.mock(first, "done")
    session.mock(second, "done")
    for node in (sent, first[0]):
        shown = shown_at(session.tree, node, session.head)
        assert (shown.request, shown.end, shown.live) == (sent, session.head, True)
    result = session.tree.parent(session.head)
    assert shown_at(session.tree, result, session.head).request is None


def test_a_request_under_way_is_shown() -> None:
    session = asked_session()
    node = session.request()
    assert shown_at_head(session.state).request == node


def test_an_earlier_step_shows_its_round_up_to_its_last_result() -> None:
    session, _, _ = paused_session()
    requests = [node for node in session.tree.path(session.head) if session.tree.kind(node) == "request"]
    shown = shown_at(session.tree, requests[0], session.head)
    assert shown.request == requests[0]
    assert session.tree.parent(requests[1]) == shown.end
    assert not shown.live


def test_a_message_belongs_to_the_request_that_carried_it() -> None:
    session, _, _ = paused_session()
    path = session.tree.path(session.head)
    message = next(node for node in path if session.tree.kind(node) == "message")
    request = next(node for node in path if session.tree.kind(node) == "request")
    assert shown_at(session.tree, message, session.head).request == request


def test_a_step_of_another_branch_is_shown_to_the_end_of_its_branch() -> None:
    session = asked_session()
    session.request()
    reply = session.answer()
    run(session.send_again())
    shown = shown_at(session.tree, reply, session.head)
    assert shown.end == reply
    assert not shown.live


def test_marks_tell_edits_and_where_results_came_from() -> None:
    session, _, _ = paused_session()
    marks = list(HistoryMarks(session.tree).sent(session.state.last_request or session.head))
    assert [mark.sources for mark in marks] == [(), (), ("ran",), (), ("ran", "mock")]
    assert marks[-1].edits == (True, False)


def test_marks_grow_with_the_session_and_stay_in_step_with_its_history() -> None:
    session = asked_session()
    marks = HistoryMarks(session.tree)
    for _ in range(2):
        session.request()
        session.answer()
        for key in keys(session):
            run(session.run_call(key))
        assert len(marks.at(session.head)) == len(settled(session.state))
    session.edit_message(0, user("another"))
    assert [mark.edited for mark in marks.at(session.head)] == [True, False, False, False, False]


def test_each_result_is_an_entry_and_the_system_text_stands_first() -> None:
    message = Message("tool", (Result("a", "1", "one"), Result("b", "2", "two", True)))
    made = entries([message], [], 0, "Be kind.")
    assert [(entry.index, entry.part, entry.text) for entry in made] == [
        (SYSTEM, None, "Be kind."),
        (0, 0, "1"),
        (0, 1, "2"),
    ]
    assert made[2].is_error


def test_an_edit_of_a_text_leaves_calls_alone() -> None:
    message = Message("assistant", (Text("a"), Call("f", "{}", "1"), Text("b")))
    assert with_text(message, None, "new").parts == (Text("new"), Call("f", "{}", "1"))


def test_an_edit_of_one_result_leaves_the_others_alone() -> None:
    message = Message("tool", (Result("a", "1"), Result("b", "2")))
    assert [result.text for result in with_text(message, 1, "new").results] == ["1", "new"]


def test_a_call_is_shown_with_its_arguments_by_name() -> None:
    assert call_line(Call("f", '{"a": 1, "b": "x"}')) == ("f", 'a=1, b="x"')


def test_arguments_that_are_no_object_are_shown_as_they_are() -> None:
    assert call_line(Call("f", '{"a": ')) == ("f", '{"a": ')


def test_a_difference_leaves_out_what_is_far_from_it() -> None:
    before = "\n".join(str(at) for at in range(20))
    lines = diff_lines(before, before.replace("10", "ten"))
    assert [(line.kind, line.left_out) for line in lines if line.kind == "gap"] == [("gap", 7), ("gap", 6)]
    assert [line.text for line in lines if line.kind in ("removed", "added")] == ["10", "ten"]


def test_equal_texts_have_no_difference() -> None:
    assert diff_lines("a\nb", "a\nb") == []


def test_a_call_whose_arguments_are_nested_too_deep_is_shown_as_it_is_written() -> None:
    deep = '{"a":' * 5_000 + "1" + "}" * 5_000
    assert call_line(Call("add", deep)) == ("add", deep)
