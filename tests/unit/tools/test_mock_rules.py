"""Tests of mock rules as they are saved and read from a file."""

import json
from typing import Any

import pytest

from studio.messages.parts import Image
from studio.session.mocks import MOST_MEDIA, MockRule, RuleError
from studio.tools.mock_rules import checked, read_rules, write_rules


@pytest.mark.parametrize(
    ("rule", "member", "said"),
    [
        (MockRule("", " "), "tool", "needs the name of a tool"),
        (MockRule("", "a", "paid == true"), "when", "Write `true`"),
        (MockRule("", "a", 'city == "Paris"'), "when", "Write 'Paris'"),
        (MockRule("", "a", nth=-1), "nth", "less than 0"),
        (MockRule("", "a", times=-1), "times", "less than 0"),
        (MockRule("", "a", delay=-0.5), "delay", "seconds"),
        (MockRule("", "a", delay=float("nan")), "delay", "seconds"),
        (MockRule("", "a", answer="json", text='{"paid": }'), "text", "line 1, column 10"),
        (MockRule("", "a", answer="json", text="NaN"), "text", "NaN is no JSON"),
        (MockRule("", "a", answer="json", text=""), "text", "not JSON"),
        (MockRule("", "a", answer="json", text="1", then=("2", "{")), "text", "not JSON"),
        (MockRule("", "a", media=(Image("data:image/png;base64," + "A" * MOST_MEDIA),)), "media", "too large"),
    ],
)
def test_a_rule_that_cannot_answer_is_refused_at_its_member(rule: MockRule, member: str, said: str) -> None:
    with pytest.raises(RuleError) as refused:
        checked(rule)
    assert refused.value.member == member
    assert said in str(refused.value)


def test_blanks_around_a_name_and_a_condition_do_not_count() -> None:
    assert checked(MockRule("m1", " get_order ", " city ", text=" stays ")) == MockRule(
        "m1", "get_order", "city", text=" stays "
    )


def test_a_file_gives_back_the_rules_that_were_written() -> None:
    rules = (
        MockRule("m1", "get_*", "city == 'Zürich'", 2, 3, "template", "{city}", True, 0.5, "slow", False),
        MockRule("m2", "send"),
        MockRule("m3", "draw", then=("again",), media=(Image("data:image/png;base64,AA==", "image/png"),)),
    )
    assert read_rules(write_rules(rules)) == rules


def test_a_file_may_leave_ids_out_and_hold_an_answer_as_the_value_it_is() -> None:
    found = read_rules(json.dumps({"mocks": [{"tool": "get", "text": {"paid": True}}, {"tool": "send", "text": "ok"}]}))
    assert found == (
        MockRule("", "get", answer="json", text='{"paid": true}'),
        MockRule("", "send", text="ok"),
    )


def test_answers_in_turn_may_be_the_values_that_they_are() -> None:
    given = {"tool": "get", "text": {"state": "open"}, "then": [{"state": "paid"}, "lost", "[1]"]}
    assert read_rules(json.dumps([given])) == (
        MockRule("", "get", answer="json", text='{"state": "open"}', then=('{"state": "paid"}', '"lost"', "[1]")),
    )


def test_a_rule_that_lets_the_tool_answer_keeps_no_answers_of_its_own() -> None:
    assert checked(MockRule("", "a", answer="real", then=("x",))) == MockRule("", "a", answer="real")


def test_a_list_alone_is_a_file_of_rules_too() -> None:
    assert read_rules('[{"tool": "get"}]') == (MockRule("", "get"),)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({}, "no rules"),
        ({"mocks": {}}, "no rules"),
        ({"mocks": [{"tool": "a"}, 3]}, "mocks[1]: a rule is an object"),
        ({"mocks": [{"text": "a"}]}, "mocks[0]: it does not say which tool"),
        ({"mocks": [{"tool": "a", "wehn": "b"}]}, "Did you mean when?"),
        ({"mocks": [{"tool": "a", "nth": "2"}]}, "mocks[0].nth: this must be a whole number, and is a text"),
        ({"mocks": [{"tool": "a", "fault": "late"}]}, "It may be timeout, error"),
        ({"mocks": [{"tool": "a", "answer": "xml"}]}, "It may be text, json"),
        ({"mocks": [{"tool": "a", "when": "x == 3"}]}, "mocks[0].when: 3 is no value here"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(value: Any, said: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_rules(json.dumps(value))
    assert said in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", b"\xff\xfe\xfd", "[" * 100_000])
def test_a_file_that_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(RuleError, match="not JSON"):
        read_rules(text)


@pytest.mark.parametrize(
    ("when", "repair"),
    [
        ("paid == true", "paid == `true`"),
        ('city == "Paris" and count > 3', "city == 'Paris' && count > `3`"),
        ("city ==", ""),
    ],
)
def test_a_refused_condition_is_offered_as_it_was_probably_meant(when: str, repair: str) -> None:
    with pytest.raises(RuleError) as refused:
        checked(MockRule("", "a", when))
    assert refused.value.repair == repair


def test_two_rules_of_one_id_are_refused_because_answers_are_counted_by_it() -> None:
    rules = [{"id": "a", "tool": "x"}, {"tool": "y"}, {"tool": "y"}, {"id": "a", "tool": "z"}]
    with pytest.raises(RuleError, match=r"mocks\[3\]\.id: a is the id of mocks\[0\]"):
        read_rules(json.dumps({"mocks": rules}))
    assert len(read_rules(json.dumps({"mocks": rules[:3]}))) == 3
