"""Argument texts: what is read, what is refused and how that is said."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.messages.arguments import LONGEST_NUMBER, read_arguments
from studio.messages.depth import DEEPEST

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(), VALUES, min_size=1, max_size=3)


@given(OBJECTS, st.booleans(), st.sampled_from([None, 1]))
def test_every_object_is_read_as_it_was_written(value: dict[str, object], ascii: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii, indent=indent)
    assert read_arguments(f" \n{text}\t").value == value


@given(OBJECTS, st.data())
def test_every_proper_beginning_of_an_object_is_truncated(value: dict[str, object], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    assert read_arguments(cut).problem == "truncated"


@given(st.text())
def test_no_text_raises_and_a_value_comes_without_a_problem(text: str) -> None:
    read = read_arguments(text)
    assert (read.value is None) == (read.problem is not None)
    assert bool(read.sentence) == bool(read.problem or read.warning)


@pytest.mark.parametrize("text", ["", " \r\n\t", "null", " null ", "{}"])
def test_nothing_means_no_arguments(text: str) -> None:
    read = read_arguments(text)
    assert (read.value, read.problem, read.warning) == ({}, None, None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"a": tru', "truncated"),
        ('{"a": -', "truncated"),
        ('{"a": 1.', "truncated"),
        ('{"a": 1e-', "truncated"),
        ('{"a": "\\u12', "truncated"),
        ('{"a": "\\ud83d\\u', "truncated"),
        ('{"a": "\\uZZ"} "\\u1', "invalid_json"),
        ('{"a": "\\q"}', "invalid_json"),
        ('{"a": 1}}', "invalid_json"),
        ('{"a": 1} and so on', "invalid_json"),
        ('{"a": 01}', "invalid_json"),
        ('{"a": 1} {"b"', "multiple_values"),
        ('{"a": 1}\n[2]', "multiple_values"),
        ("[1]", "not_an_object"),
        ("true", "not_an_object"),
        ("12", "not_an_object"),
        ('"{}"', "double_encoded"),
        ('"  {\\"a\\": 1}"', "double_encoded"),
        ('"{not json"', "not_an_object"),
        ('""', "not_an_object"),
        ('{"a": NaN}', "non_finite_number"),
        ('{"a": 1e999}', "non_finite_number"),
        ('{"a": "\\udc00"}', "lone_surrogate"),
        ('{"\\ud800": 1}', "lone_surrogate"),
        ('{"a": "\ud800"}', "lone_surrogate"),
    ],
)
def test_what_is_wrong_has_its_own_name(text: str, problem: str) -> None:
    read = read_arguments(text)
    assert (read.value, read.problem) == (None, problem)


def test_long_numbers_are_exact_until_they_are_too_long() -> None:
    digits = "9" * LONGEST_NUMBER
    assert read_arguments(f'{{"n": {digits}}}').value == {"n": int(digits)}
    assert read_arguments(f'{{"n": {digits}9}}').problem == "number_too_long"


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_is_read_until_it_is_too_deep(opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    inner = DEEPEST - 1
    assert read_arguments('{"a":' + opening * inner + "1" + closing * inner + "}").problem is None
    assert read_arguments('{"a":' + opening * DEEPEST + "1" + closing * DEEPEST + "}").problem == "too_deep"
    assert read_arguments(opening * 100_000).problem == "too_deep"


def test_many_shallow_objects_are_not_deep() -> None:
    assert read_arguments(json.dumps({"rows": [{} for _ in range(1000)]})).problem is None


def test_a_member_named_twice_is_a_warning_that_names_it() -> None:
    read = read_arguments('{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}')
    assert read.value == {"a": 3, "b": {"c": 2}}
    assert (read.problem, read.warning) == (None, "duplicate_keys")
    assert "c, a" in read.sentence


def test_a_sentence_says_where() -> None:
    assert read_arguments('{"a": b}').sentence == "The arguments are not JSON: Expecting value (line 1, column 7)."
    assert read_arguments('{"a": 1} ```').sentence == 'After the arguments\' JSON value comes "```".'
