"""Values as Python source: read back they are the same, and the usual formatter leaves them as they are."""

import ast
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from studio.interop.python_literal import Group, Quoted, laid, node, quoted, width

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=200),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=40), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(JSON)
def test_a_value_is_read_back_as_it_was(value: Any) -> None:
    assert ast.literal_eval(laid(node(value), 4, 4)) == value


def test_quotes_are_double_unless_that_needs_more_escapes() -> None:
    assert [quoted(text) for text in ("it's", 'say "hi"', '"\'"', "\\", "\x1b\u202e\ud800杯")] == [
        '"it\'s"',
        "'say \"hi\"'",
        "'\"\\'\"'",
        '"\\\\"',
        '"\\x1b\\u202e\\ud800杯"',
    ]


def test_what_is_too_long_for_a_line_has_a_line_for_each_member_and_texts_stand_in_pieces() -> None:
    made = Group("Call(", [("", Quoted("save")), ("", node({"text": "one\ntwo " * 12, "n": 1}))], ")")
    lines = laid(made).splitlines()
    assert lines[:5] == ["Call(", '    "save",', "    {", '        "text": (', '            "one\\n"']
    assert lines[-3:] == ['        "n": 1,', "    },", ")"]
    assert max(map(width, lines)) <= 88
