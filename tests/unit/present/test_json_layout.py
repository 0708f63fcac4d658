"""Layouts of JSON that a long text needs: part by part as a whole, and sorted; paths as people and expressions write them."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from studio.present.json_path import expression_of, steps_of
from studio.present.json_sort import sort_keys
from studio.present.json_text import pretty, pretty_parts

_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=60, deadline=None)
@given(value=_values, size=st.integers(1, 30))
def test_parts_of_any_size_make_the_whole_layout(value: object, size: int) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert "".join(pretty_parts(text, size=size)) == pretty(text) == json.dumps(value, ensure_ascii=False, indent=2)


def test_a_text_of_many_lines_comes_as_it_is_and_a_broken_one_loses_no_sign() -> None:
    lines = "\n".join(['{"a" : 1}'] * 50)
    assert "".join(pretty_parts(lines, size=7)) == lines
    broken = '{"a": [1, "open'
    assert "".join("".join(pretty_parts(broken)).split()) == "".join(broken.split())


@settings(max_examples=60, deadline=None)
@given(value=_values)
def test_sorting_keys_changes_no_value_and_sorts_every_object(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert sort_keys(text) == json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True)


def test_sorted_members_keep_their_spelling_and_what_is_no_json_stays() -> None:
    assert sort_keys('{"b":1.50,"a":"\\u00e9"}') == '{\n  "a": "\\u00e9",\n  "b": 1.50\n}'
    assert sort_keys('{"b":') == '{"b":'


def test_paths_are_written_as_expressions_and_as_steps() -> None:
    assert expression_of("/messages/3/tool calls/x~1y") == 'messages[3]."tool calls"."x/y"'
    assert expression_of("/amount", "args") == "args.amount"
    assert (expression_of(""), expression_of("", "args")) == ("@", "args")
    assert steps_of("/a~1b/0") == [("a/b", "/a~1b"), ("0", "/a~1b/0")]


def test_a_small_text_of_many_levels_does_not_become_one_of_many_megabytes() -> None:
    deep = "[" * 5_000 + "1" + "]" * 5_000
    laid_out = pretty(deep)
    assert len(laid_out) < 1_500_000
    assert "".join(laid_out.split()) == deep
    assert "".join(pretty_parts(deep, size=100)) == laid_out
    assert pretty('{"a": [1]}') == '{\n  "a": [\n    1\n  ]\n}'
