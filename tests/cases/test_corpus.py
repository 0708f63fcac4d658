"""The loader itself: its rules for comparing, and which kinds of the corpus nobody reads yet."""

import pytest

from tests.cases import corpus


def test_members_that_are_not_named_are_not_compared() -> None:
    assert corpus.difference({"a": 1}, {"a": 1, "b": 2}) == ""
    assert corpus.difference({"a": 1}, {"a": 2}) == "/a: 2 is not 1"
    assert corpus.difference({"a": None}, {}) == "/a: missing"


def test_lists_are_compared_whole_and_in_order() -> None:
    assert corpus.difference([1, 2], [1, 2]) == ""
    assert corpus.difference([1, 2], [2, 1])
    assert corpus.difference([1], [1, 2])


def test_numbers_are_compared_with_their_type() -> None:
    assert corpus.difference(27, 27.0)
    assert corpus.difference(1, True)


@pytest.mark.parametrize(
    ("matcher", "fits", "fails"),
    [
        ({"$match": "nonempty"}, "x", ""),
        ({"$match": "in", "values": ["a", {"$match": "json_equals", "value": {}}]}, "{ }", "b"),
        ({"$match": "json_equals", "value": {"a": 1}}, '{"a": 1}', "{'a': 1}"),
    ],
)
def test_matchers_stand_in_place_of_values(matcher: dict[str, object], fits: str, fails: str) -> None:
    assert corpus.difference(matcher, fits) == ""
    assert corpus.difference(matcher, fails)


def test_pieces_of_bytes_come_in_three_forms() -> None:
    assert corpus.to_bytes(["é", {"b64": "/w=="}, {"repeat": "ab", "times": 2}]) == [b"\xc3\xa9", b"\xff", b"abab"]


def test_kinds_without_an_adapter_are_told() -> None:
    assert corpus.kinds(), f"no cases in {corpus.folder()}"
    missing = sorted(set(corpus.kinds()) - corpus.adapted())
    if missing:
        pytest.skip(f"kinds of the corpus that nothing reads yet: {', '.join(missing)}")
