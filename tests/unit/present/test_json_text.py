"""The lossless view of JSON text, checked against the standard parser and by what people break."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.present import json_text
from studio.present.json_text import JsonPlaceError

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)
layouts = st.sampled_from([None, 1, 2, 4, "\t"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """JSON texts in several layouts, with escapes or without."""
    return json.dumps(draw(values), indent=draw(layouts), ensure_ascii=draw(st.booleans()))


def value_at(value: Any, pointer: str) -> Any:
    for part in json_text.split_pointer(pointer):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def rules(text: str) -> list[str]:
    return [problem.rule for problem in json_text.scan(text).problems]


@settings(max_examples=40, deadline=None)
@given(texts())
def test_every_span_parses_to_the_value_at_its_pointer(text: str) -> None:
    map_ = json_text.scan(text)
    assert map_.problems == []
    for pointer in map_.pointers():
        assert json.loads(map_.value_text(pointer) or "") == value_at(json.loads(text), pointer)


@settings(max_examples=40, deadline=None)
@given(texts())
def test_every_value_is_found_again_at_its_start(text: str) -> None:
    map_ = json_text.scan(text)
    for pointer in map_.pointers():
        span = map_.span(pointer)
        assert span is not None
        assert map_.pointer_at(span[0]) == pointer


@settings(max_examples=40, deadline=None)
@given(texts())
def test_pretty_and_minify_change_only_white_space(text: str) -> None:
    for other in (json_text.pretty(text), json_text.minify(text)):
        assert json_text.tokens(other) == json_text.tokens(text)
        assert json.loads(other) == json.loads(text)


@settings(max_examples=40, deadline=None)
@given(values)
def test_pretty_lays_out_like_the_standard_library(value: Any) -> None:
    assert json_text.pretty(json.dumps(value)) == json.dumps(value, indent=2)


@settings(max_examples=40, deadline=None)
@given(texts(), values, st.data())
def test_replacing_a_value_changes_only_that_value(text: str, new: Any, data: st.DataObject) -> None:
    map_ = json_text.scan(text)
    pointer = data.draw(st.sampled_from(map_.pointers()))
    span = map_.span(pointer)
    assert span is not None
    changed = json_text.replace_member(text, pointer, json.dumps(new))
    assert changed.startswith(text[: span[0]])
    assert changed.endswith(text[span[1] :])
    assert value_at(json.loads(changed), pointer) == new


@settings(max_examples=40, deadline=None)
@given(texts(), st.data())
def test_removing_a_member_leaves_the_others(text: str, data: st.DataObject) -> None:
    pointers = json_text.scan(text).pointers()[1:]
    if not pointers:
        return
    pointer = data.draw(st.sampled_from(pointers))
    expected = json.loads(text)
    parent, _, _ = pointer.rpartition("/")
    key = json_text.split_pointer(pointer)[-1]
    holder = value_at(expected, parent)
    del holder[int(key) if isinstance(holder, list) else key]
    assert json.loads(json_text.remove_member(text, pointer)) == expected


@settings(max_examples=40, deadline=None)
@given(texts(), st.text(), values)
def test_adding_a_member_leaves_the_others(text: str, key: str, new: Any) -> None:
    expected = json.loads(text)
    if not isinstance(expected, dict) or key in expected:
        return
    assert json.loads(json_text.add_member(text, "", key, json.dumps(new))) == expected | {key: new}


@settings(max_examples=40, deadline=None)
@given(texts(), values)
def test_merge_gives_the_edited_value(text: str, new: Any) -> None:
    assert json.loads(json_text.merge(text, json.dumps(new, indent=2))) == new


@settings(max_examples=40, deadline=None)
@given(texts())
def test_merge_of_another_layout_gives_the_original_bytes(text: str) -> None:
    assert json_text.merge(text, json_text.pretty(text)) == text


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="{}[]\",:\\ \n1e-.tfnN'ua"))
def test_any_text_is_scanned_and_judged_as_the_standard_parser_does(text: str) -> None:
    try:
        json.loads(text, parse_constant=refuse)
        good = True
    except ValueError:
        good = False
    map_ = json_text.scan(text)
    assert map_.is_valid == good
    for problem in map_.problems:
        assert 0 <= problem.start < problem.end <= max(len(text), 1)


def refuse(word: str) -> None:
    raise ValueError(word)


def test_spelling_survives_pretty_printing() -> None:
    text = '{"a":1.50,"b":1e400,"a":123456789012345678901234567890,"c":"\\u00e9\\/"}'
    laid_out = json_text.pretty(text)
    assert laid_out.splitlines()[1:3] == ['  "a": 1.50,', '  "b": 1e400,']
    assert json_text.minify(laid_out) == text


def test_doubled_keys_are_both_there_and_warned_of() -> None:
    map_ = json_text.scan('{"a": 1, "a": 2}')
    assert map_.pointers() == ["", "/a", "/a"]
    assert map_.value_text("/a") == "2"
    assert [problem.rule for problem in map_.duplicate_keys()] == ["json.duplicate_key"]
    assert map_.is_valid


def test_not_a_number_is_flagged_and_kept() -> None:
    map_ = json_text.scan('{"x": NaN, "y": -Infinity}')
    assert [problem.rule for problem in map_.problems] == ["json.number_word"] * 2
    assert map_.value_text("/x") == "NaN"
    assert json_text.pretty('{"x":NaN}') == '{\n  "x": NaN\n}'


def test_a_key_and_its_value_have_one_pointer() -> None:
    text = '{"a/b": {"~c": [10, 20]}}'
    map_ = json_text.scan(text)
    assert map_.pointer_at(text.index("20")) == "/a~1b/~0c/1"
    assert map_.pointer_at(text.index("~c")) == "/a~1b/~0c"
    assert map_.key_span("/a~1b") == (1, 6)
    assert map_.key_span("") is None


@pytest.mark.parametrize(
    ("text", "rule", "marked"),
    [
        ('{"a": 1 "b": 2}', "json.comma_missing", "1"),
        ('{"a": 1,}', "json.comma_extra", ","),
        ("[1, 2,]", "json.comma_extra", ","),
        ("[1,, 2]", "json.comma_extra", ","),
        ('{"a" 1}', "json.colon_missing", '"a"'),
        ('{"a": }', "json.value_missing", "}"),
        ("{a: 1}", "json.key_quotes", "a"),
        ("{'a': 1}", "json.key_quotes", "'a'"),
        ("['a']", "json.single_quotes", "'a'"),
        ('{"a": EUR}', "json.bare_word", "EUR"),
        ("[01]", "json.number_form", "01"),
        ("[.5]", "json.number_form", ".5"),
        ('{"a": "x,\n "b": 1}', "json.quote_missing", '"x'),
        ('["a\tb"]', "json.control", "\t"),
        (r'["\x"]', "json.escape", r"\x"),
        ('{"a": 1', "json.object_open", "{"),
        ("[1", "json.array_open", "["),
        ("[1}", "json.wrong_bracket", "}"),
        ("[1] 2", "json.extra", "2"),
        ("{: 1}", "json.sign", ":"),
    ],
)
def test_a_slip_is_named_and_marked(text: str, rule: str, marked: str) -> None:
    first = json_text.scan(text).problems[0]
    assert (first.rule, text[first.start : first.end]) == (rule, marked)
    assert first.sentence == json_text.SENTENCES[rule]


def test_two_slips_are_both_found() -> None:
    assert rules('{"a": 1\n"b": tru,\n"c": [1,]}') == ["json.comma_missing", "json.bare_word", "json.comma_extra"]


def test_values_after_a_slip_still_have_their_place() -> None:
    map_ = json_text.scan('{"a": 1 "b": {"c": 2}}')
    assert map_.value_text("/b/c") == "2"


def test_an_added_member_takes_over_the_spacing() -> None:
    assert json_text.add_member('{"a":1,"b":2}', "", "c", "3") == '{"a":1,"b":2,"c":3}'
    assert json_text.add_member('{\n  "a": 1\n}', "", "b", "2") == '{\n  "a": 1,\n  "b": 2\n}'
    assert json_text.add_member('{\n  "a": []\n}', "/a", None, "1") == '{\n  "a": [\n    1\n  ]\n}'
    assert json_text.add_member('{"a": 1}', "", "b", "2") == '{"a": 1, "b": 2}'


def test_a_removed_member_takes_its_comma_and_line() -> None:
    text = '{\n  "a": 1,\n  "b": 2\n}'
    assert json_text.remove_member(text, "/a") == '{\n  "b": 2\n}'
    assert json_text.remove_member(text, "/b") == '{\n  "a": 1\n}'
    assert json_text.remove_member('[{"a": 1}]', "/0/a") == "[{}]"


def test_an_edit_of_the_pretty_text_changes_only_that_member_of_the_original() -> None:
    original = '{"a":1.50,  "b":{"c":[1,2]},"d":"\\u00e9"}'
    edited = json_text.pretty(original).replace("2\n", "3\n")
    assert json_text.merge(original, edited) == '{"a":1.50,  "b":{"c":[1,3]},"d":"\\u00e9"}'
    gone = json_text.remove_member(json_text.pretty(original), "/a")
    assert json_text.merge(original, gone) == '{"b":{"c":[1,2]},"d":"\\u00e9"}'


def test_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(JsonPlaceError):
        json_text.replace_member("{}", "/a", "1")
    with pytest.raises(JsonPlaceError):
        json_text.remove_member("{}", "")
    with pytest.raises(JsonPlaceError):
        json_text.add_member("[]", "", "a", "1")


def test_deep_nesting_does_not_end_the_scan() -> None:
    depth = 20_000
    assert json_text.scan("[" * depth + "]" * depth).is_valid
