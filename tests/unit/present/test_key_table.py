"""Keys of actions: what the person changed, what meets, what may be given, and the file they are kept in."""

import json

import pytest

from studio.present.key_table import MOVES, TYPES, KeyFileError, KeyTable, fault, read, written

pytestmark = pytest.mark.promise("H2")
USUAL = {"run": ("F5",), "stop": ("Shift+F5",), "find": ("Ctrl+F", "F3"), "copy": ()}


def test_an_action_has_its_usual_keys_until_others_are_given() -> None:
    table = KeyTable(USUAL, {"run": ["F4"], "stop": []})
    assert [table.keys(id) for id in USUAL] == [("F4",), (), ("Ctrl+F", "F3"), ()]
    assert (table.is_usual("run"), table.is_usual("find")) == (False, True)


def test_usual_keys_given_again_leave_no_entry() -> None:
    table = KeyTable(USUAL, {"run": ["F4"], "gone": ["F9"]})
    assert table.given("run", ["F5"]) == {"gone": ["F9"]}
    assert table.given("copy", ["F4", "F4"]) == {"run": ["F4"], "gone": ["F9"], "copy": ["F4"]}


def test_a_key_that_belongs_to_two_actions_is_told_with_both() -> None:
    assert KeyTable(USUAL, {"run": ["Ctrl+F"]}).met() == {"Ctrl+F": ("run", "find")}


def test_keys_that_meet_as_the_program_comes_are_meant_so() -> None:
    assert KeyTable({"a": ("F1",), "b": ("F1",), "c": ()}, {"c": ["F2"]}).met() == {}


def test_a_key_is_taken_from_who_had_it() -> None:
    table = KeyTable(USUAL, {})
    assert table.moved("run", ["Ctrl+F", "F5"]) == {"find": ["F3"], "run": ["Ctrl+F", "F5"]}
    assert table.holders("Ctrl+F") == ("find",)


def test_a_usual_key_that_was_taken_away_is_free() -> None:
    assert KeyTable(USUAL, {"run": ["F4"], "find": ["Ctrl+F"]}).freed() == {"F5", "F3"}


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("F4", ""),
        ("Ctrl+A", ""),
        ("Alt+Return", ""),
        ("Ctrl++", ""),
        ("Shift+F5", ""),
        ("A", TYPES),
        ("Shift+A", TYPES),
        ("+", TYPES),
        ("Tab", MOVES),
        ("Shift+Return", MOVES),
    ],
)
def test_a_key_that_types_or_moves_cannot_be_given(key: str, said: str) -> None:
    assert fault(key) == said


def _normal(key: str) -> str:
    return key.title() if key.lower() in ("f4", "f6") else ""


def test_changed_keys_are_written_and_read_again() -> None:
    text = written({"run": ["F4"], "stop": []})
    assert json.loads(text)["keys"] == {"run": ["F4"], "stop": []}
    assert read(text, USUAL, _normal) == ({"run": ["F4"], "stop": []}, [])


def test_entries_that_nothing_can_be_made_of_are_named_and_take_nothing_with_them() -> None:
    keys = {"run": ["f4"], "stop": ["no key"], "hologram": ["F6"], "find": 5, "copy": ["A"]}
    text = json.dumps({"format": "toolcall-studio keys", "version": 9, "keys": keys})
    assert read(text, USUAL, _normal) == ({"run": ["F4"]}, ["stop", "hologram", "find", "copy"])


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "x", "keys": {}}', '{"format": "toolcall-studio keys", "keys": 1}']
)
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(KeyFileError, match="This is no file of keys"):
        read(text, USUAL, _normal)
