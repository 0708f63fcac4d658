"""Request parameters under neutral names: what is put is read again, nothing else is lost, and dialects translate."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.dialects import parameters
from studio.dialects.dialect_error import DialectError
from studio.dialects.parameters import NAMES, UnsupportedError, get, put, translate
from studio.messages.remark import Remark

CHAT, RESPONSES, ANTHROPIC, OLLAMA = "openai_chat", "openai_responses", "anthropic_messages", "ollama_chat"
DIALECTS = (CHAT, RESPONSES, ANTHROPIC, OLLAMA)

WORDS = st.text(min_size=1, max_size=6)
SCHEMAS = st.dictionaries(WORDS, st.integers() | WORDS, max_size=2)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "temperature": st.floats(0, 2) | st.integers(0, 2),
    "top_p": st.floats(0, 1),
    "max_tokens": st.integers(1, 10**6),
    "stop": st.lists(WORDS, min_size=1, max_size=3),
    "seed": st.integers(-5, 10**12),
    "tool_choice": st.sampled_from(["auto", "none", "required"]) | st.fixed_dictionaries({"name": WORDS}),
    "parallel_calls": st.booleans(),
    "effort": st.sampled_from(["none", "on", "minimal", "low", "medium", "high", "xhigh", "max"]),
    "output": st.sampled_from(["text", "json"])
    | st.fixed_dictionaries({"schema": SCHEMAS}, optional={"name": WORDS, "strict": st.booleans()}),
}
SETTINGS = st.fixed_dictionaries({}, optional=VALUES)
OWN = st.dictionaries(st.sampled_from(["x_one", "x_two"]), st.integers() | SCHEMAS, max_size=2)
REFUSING = {
    ("stop", RESPONSES),
    ("seed", RESPONSES),
    ("seed", ANTHROPIC),
    ("tool_choice", OLLAMA),
    ("parallel_calls", OLLAMA),
    ("parallel_calls", ANTHROPIC),  # beside the choice none
    ("output", ANTHROPIC),
    *(("effort", dialect) for dialect in DIALECTS),
}
PAIRS = st.sampled_from([(name, dialect) for name in NAMES for dialect in DIALECTS])


def plain(name: str, value: Any) -> Any:
    """A value without what only labels it, and plain text as the default that it is."""
    if name == "output" and isinstance(value, dict):
        return value["schema"]
    return None if (name, value) in (("output", "text"), ("tool_choice", "auto")) else value


def filled(dialect: str, given: dict[str, Any], params: dict[str, Any]) -> dict[str, Any]:
    """`params` with all of `given` that the dialect can say."""
    for name in NAMES:
        try:
            params = put(dialect, params, name, given.get(name))
        except UnsupportedError:
            continue
    return params


@settings(max_examples=40)
@given(PAIRS, SETTINGS, OWN, st.data())
def test_what_is_put_is_read_again_and_other_members_stay(
    pair: tuple[str, str], given: dict[str, Any], own: dict[str, Any], data: st.DataObject
) -> None:
    name, dialect = pair
    before = filled(dialect, given, own)
    value = data.draw(VALUES[name])
    try:
        after = put(dialect, before, name, value)
    except UnsupportedError:
        assert (name, dialect) in REFUSING
        return
    assert plain(name, get(dialect, after, name)) == plain(name, value)
    for other in set(NAMES) - {name} - ({"parallel_calls"} if value == "none" else set()):
        assert plain(other, get(dialect, after, other)) == plain(other, get(dialect, before, other)), other
    assert {key: after[key] for key in own} == own


@settings(max_examples=40)
@given(PAIRS, SETTINGS, OWN)
def test_none_removes_a_parameter(pair: tuple[str, str], given: dict[str, Any], own: dict[str, Any]) -> None:
    name, dialect = pair
    before = filled(dialect, given, own)
    after = put(dialect, before, name, None)
    assert plain(name, get(dialect, after, name)) is None
    for other in set(NAMES) - {name}:
        assert plain(other, get(dialect, after, other)) == plain(other, get(dialect, before, other))
    emptied = after
    for other in NAMES:
        emptied = put(dialect, emptied, other, None)
    assert emptied == own


@given(st.sampled_from(DIALECTS), st.sampled_from(DIALECTS), SETTINGS)
@settings(max_examples=60)
def test_there_and_back_keeps_what_both_dialects_know(source: str, target: str, given: dict[str, Any]) -> None:
    params = filled(source, given, {})
    there, remarks = translate(params, source, target)
    back, _ = translate(there, target, source)
    left_out = {remark.subject for remark in remarks}
    for name in NAMES:
        value = plain(name, get(source, params, name))
        assert plain(name, get(source, back, name)) == (None if name in left_out else value)


@settings(max_examples=30)
@given(st.sampled_from(DIALECTS), st.sampled_from(DIALECTS), OWN)
def test_members_of_the_source_alone_are_left_out_with_a_remark(source: str, target: str, own: dict[str, Any]) -> None:
    made, remarks = translate(own, source, target)
    if source == target:
        assert (made, remarks) == (own, ())
    else:
        assert made == {}
        assert remarks == tuple(Remark("member_left_out", key) for key in own)


@settings(max_examples=40)
@given(PAIRS, st.recursive(st.none() | st.integers() | st.text(max_size=3), lambda x: st.dictionaries(WORDS, x)))
def test_a_body_that_holds_something_odd_is_read_and_put_without_a_fall(pair: tuple[str, str], odd: Any) -> None:
    name, dialect = pair
    tops = ("options", "tool_choice", "text", "reasoning", "output_config", "thinking", "response_format", "format")
    params = dict.fromkeys((*tops, *NAMES), odd)
    get(dialect, params, name)
    put(dialect, params, name, None)
    translate(params, dialect, next(other for other in DIALECTS if other != dialect))


@pytest.mark.parametrize(
    ("dialect", "name", "value", "expected"),
    [
        (CHAT, "max_tokens", 5, {"max_tokens": 5}),
        (CHAT, "tool_choice", {"name": "f"}, {"tool_choice": {"type": "function", "function": {"name": "f"}}}),
        (CHAT, "parallel_calls", False, {"parallel_tool_calls": False}),
        (CHAT, "effort", "low", {"reasoning_effort": "low"}),
        (CHAT, "output", "json", {"response_format": {"type": "json_object"}}),
        (
            CHAT,
            "output",
            {"name": "n", "schema": {"a": 1}, "strict": True},
            {
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "n", "schema": {"a": 1}, "strict": True},
                }
            },
        ),
        (RESPONSES, "max_tokens", 5, {"max_output_tokens": 5}),
        (RESPONSES, "tool_choice", {"name": "f"}, {"tool_choice": {"type": "function", "name": "f"}}),
        (RESPONSES, "effort", "low", {"reasoning": {"effort": "low"}}),
        (
            RESPONSES,
            "output",
            {"schema": {"a": 1}},
            {"text": {"format": {"type": "json_schema", "name": "reply", "schema": {"a": 1}}}},
        ),
        (ANTHROPIC, "stop", ["x"], {"stop_sequences": ["x"]}),
        (ANTHROPIC, "tool_choice", "required", {"tool_choice": {"type": "any"}}),
        (ANTHROPIC, "tool_choice", {"name": "f"}, {"tool_choice": {"type": "tool", "name": "f"}}),
        (ANTHROPIC, "parallel_calls", False, {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}}),
        (ANTHROPIC, "effort", "max", {"output_config": {"effort": "max"}}),
        (ANTHROPIC, "effort", "none", {"thinking": {"type": "disabled"}}),
        (
            ANTHROPIC,
            "output",
            {"schema": {"a": 1}},
            {"output_config": {"format": {"type": "json_schema", "schema": {"a": 1}}}},
        ),
        (OLLAMA, "max_tokens", 5, {"options": {"num_predict": 5}}),
        (OLLAMA, "stop", ["x"], {"options": {"stop": ["x"]}}),
        (OLLAMA, "effort", "none", {"think": False}),
        (OLLAMA, "effort", "high", {"think": "high"}),
        (OLLAMA, "output", {"schema": {"a": 1}}, {"format": {"a": 1}}),
    ],
)
def test_each_parameter_stands_where_the_provider_wants_it(
    dialect: str, name: str, value: Any, expected: dict[str, Any]
) -> None:
    assert put(dialect, {}, name, value) == expected


@pytest.mark.parametrize(
    ("dialect", "params", "name", "value"),
    [
        (CHAT, {"max_completion_tokens": 7}, "max_tokens", 7),
        (CHAT, {"stop": "x"}, "stop", ["x"]),
        (CHAT, {"tool_choice": "any"}, "tool_choice", "required"),
        (CHAT, {"reasoning": {"effort": "high"}}, "effort", "high"),
        (
            CHAT,
            {"response_format": {"type": "json_object", "schema": {"type": "object"}}},
            "output",
            {"schema": {"type": "object"}},
        ),
        (CHAT, {"tool_choice": {"type": "allowed_tools"}}, "tool_choice", None),
        (RESPONSES, {"text": {"verbosity": "low"}}, "output", None),
        (ANTHROPIC, {"output_format": {"type": "json_schema", "schema": {}}}, "output", {"schema": {}}),
        (OLLAMA, {"think": True}, "effort", "on"),
    ],
)
def test_every_known_place_is_read(dialect: str, params: dict[str, Any], name: str, value: Any) -> None:
    assert get(dialect, params, name) == value


def test_a_value_is_put_where_one_stands() -> None:
    assert put(CHAT, {"max_completion_tokens": 7}, "max_tokens", 9) == {"max_completion_tokens": 9}
    assert put(CHAT, {"reasoning": {"effort": "low", "x": 1}}, "effort", "high") == {
        "reasoning": {"effort": "high", "x": 1}
    }
    assert put(RESPONSES, {"text": {"verbosity": "low"}}, "output", "json") == {
        "text": {"verbosity": "low", "format": {"type": "json_object"}}
    }


def test_the_params_that_were_handed_in_are_not_changed() -> None:
    params = {"options": {"seed": 1}, "tool_choice": {"type": "auto"}}
    put(OLLAMA, params, "seed", 2)
    put(ANTHROPIC, params, "parallel_calls", False)
    assert params == {"options": {"seed": 1}, "tool_choice": {"type": "auto"}}


@pytest.mark.parametrize(
    ("dialect", "name", "value", "words"),
    [
        (ANTHROPIC, "seed", 1, "temperature"),
        (OLLAMA, "tool_choice", "required", "system text"),
        (OLLAMA, "parallel_calls", False, "system text"),
        (ANTHROPIC, "output", "json", "schema"),
        (RESPONSES, "stop", ["x"], "Chat Completions"),
        (ANTHROPIC, "effort", "minimal", "low"),
        (OLLAMA, "effort", "xhigh", "max"),
        (CHAT, "effort", "on", "level"),
    ],
)
def test_what_has_no_place_is_refused_with_what_to_do_instead(dialect: str, name: str, value: Any, words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        put(dialect, {}, name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [("temperature", "hot"), ("max_tokens", 0), ("stop", "x"), ("tool_choice", {"a": 1}), ("output", {"name": "n"})],
)
def test_a_value_of_another_kind_is_refused(name: str, value: Any) -> None:
    with pytest.raises(DialectError, match=name):
        put(CHAT, {}, name, value)


def test_unknown_names_are_refused_with_those_that_are_known() -> None:
    with pytest.raises(DialectError, match="temperature"):
        get(CHAT, {}, "heat")
    with pytest.raises(DialectError, match="grpc"):
        parameters.get("grpc", {}, "seed")


def test_a_session_that_goes_from_chat_to_anthropic_says_what_stays_behind() -> None:
    params = {"temperature": 1, "seed": 3, "logprobs": True, "parallel_tool_calls": False, "tool_choice": "required"}
    made, remarks = translate(params, CHAT, ANTHROPIC)
    assert made == {"temperature": 1, "tool_choice": {"type": "any", "disable_parallel_tool_use": True}}
    assert remarks == (Remark("parameter_left_out", "seed"), Remark("member_left_out", "logprobs"))


def test_a_member_inside_the_options_is_named_with_them() -> None:
    made, remarks = translate({"options": {"seed": 3, "mirostat": 1}, "keep_alive": "5m"}, OLLAMA, CHAT)
    assert made == {"seed": 3}
    assert remarks == (Remark("member_left_out", "options.mirostat"), Remark("member_left_out", "keep_alive"))
