"""What holds for every form: any text is read without error in any split, nothing of it is lost, and what is written is read again."""

import itertools
import json
import keyword
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.dialects.dialect_error import DialectError
from studio.dialects.printed.forms import NAMES, form
from studio.messages.arguments import read_arguments
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec
from tests.unit.dialects.printed.reading import printed, read

FUZZ = int(os.environ.get("STUDIO_FUZZ", "20"))
SCRAPS = (
    "<tool_call>", "</tool_call>", "<function=f>", "<function", "</function>", "<parameter=k>", "</parameter>", "\n<parameter", "=",
    "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "[TOOL_CALLS]", "[ARGS]", "[CALL_ID]", "<|python_tag|>", "f.call(",
    "<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>", "function",
    "<｜DSML｜function_calls>", '<｜DSML｜invoke name="f">', '<｜DSML｜parameter name="k" string="true">', "</｜DSML｜parameter>",
    "</｜DSML｜invoke>", "<|start|>", "assistant", "<|channel|>", "analysis", "commentary to=functions.f", "final", "<|message|>",
    "<|end|>", "<|call|>", "<|constrain|>json", "<|tool_call_start|>", "[f(", "a=1", ")]", "<|tool_call_end|>", "f(", "'", '"', "'''",
    "```json\n", "```", "```python\n", "Action:", "**Action:**", " f\n", "Action Input:", "**Action Input:** ", "Observation:",
    "Final Answer:", "Thought:", "<think>", "</think>", "{", "}", "[", "]", "(", ")", '"name"', ":", '"f"', ",", '"arguments"', "{}",
    '{"name": "f", "arguments": {"a": 1}}', '{"name": "f", "parameters": {"a": "', '{"tool": "f", "args": {}}', "\\", "\n", " ", "x",
    ";", "</s>", "<|im_end|>", "é", "\ud800", "null", "true", "1", "<", "*", "#", "`",
)  # fmt: skip
TOOLS = [
    ToolSpec("f", parameters={"type": "object", "properties": {"k": {"type": "string"}, "a": {"type": "integer"}}}),
    ToolSpec("g", parameters={"type": "object", "properties": {"q": {"type": "string"}}}),
]
texts = st.lists(st.sampled_from(SCRAPS) | st.text(max_size=4), max_size=25).map("".join)
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.\-]{0,20}", fullmatch=True).filter(
    lambda name: name.lower() not in ("none", "null", "final_answer") and not keyword.iskeyword(name)
)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words
values = st.recursive(
    scalars | st.sampled_from([one for one in SCRAPS if one != "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
arguments = st.dictionaries(words | st.sampled_from(SCRAPS[:-9]), values, max_size=4)


@pytest.mark.parametrize("name", NAMES)
@given(text=texts, cuts=st.lists(st.integers(0, 200), max_size=5))
@settings(max_examples=FUZZ, deadline=None)
def test_any_text_in_any_split_gives_the_same_and_loses_nothing(name: str, text: str, cuts: list[int]) -> None:
    whole = read(name, [text], TOOLS)
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    pieces = [text[start:end] for start, end in itertools.pairwise(places)]
    assert read(name, list(text), TOOLS) == whole
    assert read(name, pieces, TOOLS) == whole
    assert "".join(map(printed, whole.parts)) == text


@pytest.mark.parametrize("name", NAMES)
@given(asked=st.lists(st.tuples(names, arguments), min_size=1, max_size=3))
@settings(max_examples=FUZZ, deadline=None)
def test_what_is_written_is_read_again(name: str, asked: list[tuple[str, dict[str, Any]]]) -> None:
    calls = [Call(tool, json.dumps(value, ensure_ascii=False)) for tool, value in asked]
    tools = [ToolSpec(tool, parameters=_schema(value)) for tool, value in asked]
    text = form(name).write_calls(calls)
    reply = read(name, [text], tools) if len({tool for tool, _ in asked}) == len(asked) else None
    if reply is not None:
        assert [call.name for call in reply.calls] == [tool for tool, _ in asked]
        assert [read_arguments(call.arguments).value for call in reply.calls] == [value for _, value in asked]
        assert reply.text.strip() == ""


def _schema(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {key: {"type": _type(one)} for key, one in value.items()}}


def _type(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


@pytest.mark.parametrize("name", NAMES)
def test_arguments_without_a_value_are_wrapped_when_written(name: str) -> None:
    text = form(name).write_calls([Call("f", '{"a": ')])
    [call] = read(name, [text], TOOLS).calls
    assert read_arguments(call.arguments).value == {"raw_arguments": '{"a": '}


@pytest.mark.parametrize("name", NAMES)
def test_no_calls_are_no_text(name: str) -> None:
    assert form(name).write_calls([]) == ""


@pytest.mark.parametrize("name", NAMES)
def test_reasoning_that_speaks_of_a_call_stays_reasoning(name: str) -> None:
    call = form(name).write_calls([Call("f", '{"a":1}')])
    if name == "harmony":
        pytest.skip("has a channel for reasoning")
    reply = read(name, [f"<think>I might print\n{call}\n</think>\n\n{call}"], TOOLS)
    assert len(reply.calls) == 1
    assert reply.text == ""


def test_an_unknown_form_is_an_error_that_names_the_known() -> None:
    with pytest.raises(DialectError, match="hermes"):
        form("morse")
