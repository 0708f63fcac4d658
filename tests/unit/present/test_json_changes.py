"""Changes of values written into a text."""

import json

from studio.checks.change import Change
from studio.present.json_changes import with_changes


def test_each_change_is_made_in_its_place_and_the_rest_keeps_its_bytes() -> None:
    text = '{ "a" : "1",\n  "b/c": ["x", "2"],  "é": null, "d":1.50 }'
    changes = (Change("/a", '"1"', "1"), Change("/b~1c/1", '"2"', "2"), Change("/é", "null", ""))
    assert with_changes(text, changes) == '{ "a" : 1,\n  "b/c": ["x", 2],  "d":1.50 }'


def test_all_members_may_be_left_out() -> None:
    made = with_changes('{"a": null, "b": null}', (Change("/a", "null", ""), Change("/b", "null", "")))
    assert json.loads(made) == {}


def test_a_text_with_a_member_twice_is_written_anew_with_what_counts() -> None:
    assert with_changes('{"a":"1","a":"2"}', (Change("/a", '"2"', "2"),)) == '{"a": 2}'


def test_a_text_that_is_no_object_stays() -> None:
    assert with_changes("{", (Change("/a", "1", "2"),)) == "{"
