"""The end of a JSON text is known from its brackets, however it is cut."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.dialects.json_braces import Braces

VALUES = st.dictionaries(st.text(), st.recursive(st.text() | st.integers(), st.lists, max_leaves=5))


def closed(*pieces: str) -> bool:
    braces = Braces()
    for piece in pieces:
        braces.feed(piece)
    return braces.closed


@given(VALUES, st.booleans(), st.integers(1, 5))
def test_an_object_is_closed_at_its_end_and_not_before(value: dict[str, object], ascii_only: bool, size: int) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert closed(*pieces)
    assert not closed(*pieces[:-1])


@pytest.mark.parametrize(
    "pieces",
    [('{"a":"}',), ('{"a":"\\', '"}'), ('{"a":"\\\\\\', '"}'), ("{", "\\", "}", "{"), ("1",), (" ",), ('"', "x", '"')],
)
def test_what_is_open_is_not_closed(pieces: tuple[str, ...]) -> None:
    assert not closed(*pieces)


def test_an_escape_at_the_end_of_a_piece_counts_for_the_next() -> None:
    assert closed('{"a":"\\', '\\"}')
    assert closed('{"a":"\\\\', '"}')
    assert closed('{"a":"\\', "\\", "\\", '\\"}')
