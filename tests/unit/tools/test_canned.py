"""Tests of which rule answers a call."""

from collections.abc import Iterator
from typing import Any

import pytest

from studio.messages.parts import Call, Image
from studio.messages.reply import ChatReply
from studio.session.events import AttemptFailed, CallEdited, Event, ReplyEdited, ReplyReceived, ResultRecorded
from studio.session.mocks import MockRule
from studio.session.nodes import CallKey, NodeId
from studio.session.state import CallState
from studio.tools.canned import Canned, Look, answer, looks


def test_the_first_fitting_rule_answers() -> None:
    rules = (MockRule("a", "get_*", text="general"), MockRule("b", "get_order", text="special"))
    assert answer(rules, _call(), {}, ()) == Canned("a", "general")
    assert answer(rules[::-1], _call(), {}, ()) == Canned("b", "special")
    assert answer(rules, _call("send_mail"), {}, ()) is None


def test_the_case_of_a_name_counts() -> None:
    assert answer((MockRule("a", "GET_*"),), _call(), {}, ()) is None


def test_a_condition_is_asked_of_the_arguments() -> None:
    rules = (MockRule("paris", "*", "city == 'Paris'", text="rain"), MockRule("else", "*", text="sun"))
    assert _rule(rules, {"city": "Paris"}) == "paris"
    assert _rule(rules, {"city": "Rome"}) == "else"
    assert _rule(rules, {}) == "else"


def test_a_condition_that_cannot_be_worked_out_does_not_fit_and_says_why() -> None:
    look = next(looks((MockRule("a", "*", "length(n) > `2`"),), _call(), {"n": 5}, ()))
    assert look.miss == "condition"
    assert "length()" in look.detail


def test_calls_of_a_tool_are_counted_in_the_order_in_which_the_model_asked() -> None:
    path = [_reply(1, "get_order", "send_mail", "get_order"), _reply(5, "get_order")]
    second = (MockRule("a", "get_order", nth=2),)
    assert [answer(second, _call(key=key), {}, path) is not None for key in ((1, 0), (1, 2), (5, 0))] == [
        False,
        True,
        False,
    ]


def test_a_run_that_is_made_again_is_the_same_call() -> None:
    key: CallKey = (NodeId(1), 0)
    path = [_reply(1, "get_order"), AttemptFailed(id=NodeId(2), call=key), AttemptFailed(id=NodeId(3), call=key)]
    assert answer((MockRule("a", "get_order", nth=1),), _call(), {}, path) is not None


def test_edited_calls_count_under_the_name_that_they_have_now() -> None:
    path: list[Event] = [
        _reply(1, "get_ordr", "get_order"),
        CallEdited(id=NodeId(2), call=(NodeId(1), 0), now=Call("get_order")),
    ]
    assert _place(path, (1, 1)) == 2
    path.append(ReplyEdited(id=NodeId(3), parts=(Call("get_order"), Call("get_order")), positions=(7, 1)))
    assert _place(path, (1, 1)) == 2
    path.append(ReplyEdited(id=NodeId(4), parts=(Call("get_order"),), positions=(1,)))
    assert _place(path, (1, 1)) == 1


def test_a_rule_answers_no_more_than_its_times() -> None:
    rules = (MockRule("a", "*", times=2, text="first"), MockRule("b", "*", text="later"))
    path: list[Event] = [_reply(1, "get_order"), _answered(2, "a"), _answered(3, "b")]
    assert _rule(rules, {}, path) == "a"
    path.append(_answered(4, "a"))
    assert _rule(rules, {}, path) == "b"


def test_the_path_is_walked_only_for_a_rule_that_counts() -> None:
    def path() -> Iterator[Event]:
        pytest.fail("walked")
        yield

    rules = (MockRule("off", "*", nth=1, on=False), MockRule("other", "send_*", times=1), MockRule("a", "*"))
    assert answer(rules, _call(), {}, path()) is not None


def test_a_template_is_filled_and_a_json_answer_stands_as_it_was_written() -> None:
    template = MockRule("a", "*", answer="template", text="Order {order_id} is {state}.")
    assert answer((template,), _call(), {"order_id": 7}, ()) == Canned("a", "Order 7 is {state}.")
    plain = MockRule("a", "*", answer="json", text='{"id": "{order_id}"}', is_error=True)
    assert answer((plain,), _call(), {"order_id": 7}, ()) == Canned("a", '{"id": "{order_id}"}', "error")


def test_the_tool_answers_itself_after_the_delay() -> None:
    assert answer((MockRule("a", "*", answer="real", delay=2),), _call(), {}, ()) == Canned("a", delay=2, real=True)
    slow = answer((MockRule("a", "*", answer="real", fault="slow"),), _call(), {}, ())
    assert slow == Canned("a", delay=10, fault="slow", real=True)


def test_a_fault_goes_before_the_answer_also_where_the_tool_would_have_run() -> None:
    made = answer((MockRule("a", "*", answer="real", fault="timeout"),), _call(), {}, (), seconds=7)
    assert made is not None
    assert (made.real, made.status, made.fault) == (False, "timeout", "timeout")
    assert "within 7 seconds" in made.text


def test_each_rule_says_why_it_does_not_fit() -> None:
    rules = (
        MockRule("off", "*", on=False),
        MockRule("name", "send_*"),
        MockRule("condition", "*", "city"),
        MockRule("count", "*", nth=3),
        MockRule("used", "*", times=1),
        MockRule("fits", "*"),
    )
    path = [_reply(1, "get_order"), _answered(2, "used")]
    assert list(looks(rules, _call(), {}, path)) == [
        Look("off", "off"),
        Look("name", "name"),
        Look("condition", "condition"),
        Look("count", "count", 1),
        Look("used", "used", 1),
        Look("fits"),
    ]


def _call(name: str = "get_order", key: tuple[int, int] = (1, 0)) -> CallState:
    return CallState((NodeId(key[0]), key[1]), Call(name), Call(name))


def _reply(id: int, *names: str) -> Event:
    return ReplyReceived(id=NodeId(id), reply=ChatReply(tuple(Call(name) for name in names)))


def _answered(id: int, rule: str) -> Event:
    return ResultRecorded(id=NodeId(id), call=(NodeId(1), 0), source="mock", rule=rule)


def _rule(rules: tuple[MockRule, ...], arguments: dict[str, Any], path: list[Event] | None = None) -> str:
    found = answer(rules, _call(), arguments, path or ())
    return found.rule if found else ""


def _place(path: list[Event], key: tuple[int, int]) -> int:
    return next(at for at in range(1, 9) if answer((MockRule("a", "*", nth=at),), _call(key=key), {}, path))


def test_answers_are_given_in_turn_and_the_last_one_from_then_on() -> None:
    rules = (MockRule("a", "*", text="first", then=("second", "third {n}"), answer="template"),)
    given, path = [], list[Event]()
    for _ in range(4):
        found = answer(rules, _call(), {"n": 3}, path)
        assert found is not None
        given.append(found.text)
        path.append(ResultRecorded(call=(NodeId(1), 0), rule="a"))
    assert given == ["first", "second", "third 3", "third 3"]


def test_a_rule_that_is_not_saved_yet_has_answered_nothing() -> None:
    path = [ResultRecorded(call=(NodeId(1), 0), text="ran")]
    assert answer((MockRule("", "*", text="one", then=("two",), times=1),), _call(), {}, path) == Canned("", "one")


def test_pictures_go_along_but_not_with_what_goes_wrong() -> None:
    picture = Image("data:image/png;base64,AA==", "image/png")
    found = answer((MockRule("a", "*", media=(picture,)),), _call(), {}, ())
    assert found is not None
    assert found.media == (picture,)
    found = answer((MockRule("a", "*", media=(picture,), fault="timeout"),), _call(), {}, ())
    assert found is not None
    assert found.media == ()
