"""Parameters as the fronts set them: what a dialect takes is asked, and the rest is kept apart without loss."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.dialects import roster
from studio.present.parameter_words import ABOUT, REASONS, way_template
from studio.workspace.parameters import CALLS, NAMES, efforts, names_schema, put, refusal, rest, unsaid, with_rest

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
MEMBERS = ("temperature", "tool_choice", "options", "output_config", "thinking", "text", "reasoning", "stop", "x")
PARAMS = st.dictionaries(
    st.sampled_from(MEMBERS),
    VALUES | st.dictionaries(st.sampled_from(("effort", "format", "seed", "type")), VALUES),
    max_size=4,
)


@given(params=PARAMS, dialect=st.sampled_from(roster.NAMES))
def test_the_rest_put_back_gives_the_same_params(params: dict[str, Any], dialect: str) -> None:
    assert with_rest(dialect, params, rest(dialect, params)) == params


@pytest.mark.parametrize("dialect", roster.NAMES)
def test_what_a_dialect_refuses_has_words_in_the_windows_catalogue(dialect: str) -> None:
    refused = {unsaid(dialect, name) for name in NAMES} - {""}
    refused |= {refusal(dialect, {}, "output", "json"), refusal(dialect, {}, "effort", "on")} - {""}
    none = put(dialect, {}, "tool_choice", "none") if not unsaid(dialect, "tool_choice") else {}
    refused |= {refusal(dialect, none, "parallel_calls", False)} - {""}
    said_by_the_window = {sentence for sentence in refused if sentence.startswith("There is no effort")}
    assert refused - said_by_the_window <= set(REASONS)


def test_every_way_to_tell_tools_has_a_name_and_one_sentence() -> None:
    assert set(ABOUT) == set(CALLS)
    assert all(said.endswith(".") for said in ABOUT.values())
    said = [way_template(calls) for calls in ("native", "auto", "hermes")]
    assert [template.format(**places) for template, places in said] == [
        "natively",
        "automatically",
        "as text: Hermes",
    ]


def test_the_efforts_of_a_dialect_are_those_it_takes() -> None:
    assert efforts("ollama_chat") == ("none", "on", "low", "medium", "high", "max")
    assert "on" not in efforts("openai_chat")


def test_a_schema_has_a_name_in_the_formats_of_openai_alone() -> None:
    named = {dialect for dialect in roster.NAMES if names_schema(dialect)}
    assert named == {"openai_chat", "openai_responses"}


def test_members_beside_a_known_one_in_the_same_object_are_the_rest() -> None:
    params = {"options": {"temperature": 0.1, "num_ctx": 8}, "top_k": 3}
    assert rest("ollama_chat", params) == {"options": {"num_ctx": 8}, "top_k": 3}
    assert with_rest("ollama_chat", params, {}) == {"options": {"temperature": 0.1}}
