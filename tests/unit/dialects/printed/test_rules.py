"""The rules tell a model all it needs for a call, and are taken off a system text again as they were put there."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.dialects.dialect_error import DialectError
from studio.dialects.printed import forms
from studio.dialects.printed.rules import HEADING, Rules, read_rules, write_rules
from studio.messages.assemble import Assembly
from studio.messages.toolspec import ToolSpec

WEATHER = ToolSpec(
    "get_weather",
    "The weather of a city, now.\nIn Celsius.",
    {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)
CLOCK = ToolSpec("clock")
FORMS = st.sampled_from(forms.NAMES)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["\n", f"\n\n{HEADING}\n", "{}"]
)
SCHEMAS = st.dictionaries(WORDS, st.integers() | WORDS | st.lists(WORDS, max_size=2), max_size=2)
TOOLS = st.lists(st.builds(ToolSpec, WORDS, WORDS, SCHEMAS), min_size=1, max_size=3).map(tuple)


@settings(max_examples=80)
@given(FORMS, st.none() | WORDS, TOOLS, st.sampled_from([None, "none", "required", 0]), st.booleans() | st.none())
def test_rules_are_taken_off_as_they_were_put(
    name: str, before: str | None, tools: tuple[ToolSpec, ...], choice: Any, several: bool | None
) -> None:
    form = forms.form(name)
    rules = Rules(before, tools, {"name": tools[0].name} if choice == 0 else choice, several)
    text = write_rules(form, rules)
    read = read_rules(form, text)
    assert read is not None
    assert (read.before, read.tools) == (rules.before, rules.tools)
    assert write_rules(form, read) == text


@pytest.mark.parametrize("name", forms.NAMES)
def test_the_rules_name_each_tool_with_its_words_and_schema(name: str) -> None:
    text = write_rules(forms.form(name), Rules("Be kind.", (WEATHER, CLOCK)))
    assert text.startswith("Be kind.\n\n")
    assert r'"description": "The weather of a city, now.\nIn Celsius."' in text
    assert '"properties": {"city": {"type": "string"}}' in text
    assert '"name": "clock"' in text
    assert "error" in text


@pytest.mark.parametrize("name", forms.NAMES)
def test_the_example_is_a_call_in_the_form_of_a_tool_that_nobody_has(name: str) -> None:
    tools = (WEATHER, ToolSpec("example_tool"))
    text = write_rules(forms.form(name), Rules(None, tools))
    example = ToolSpec("example_tool_2", parameters={"type": "object", "properties": {"text": {"type": "string"}}})
    calls = read(name, text[text.index("# How to call a tool") :], (*tools, example))
    assert calls
    assert {call.name for call in calls} == {"example_tool_2"}


def read(name: str, text: str, tools: tuple[ToolSpec, ...]) -> tuple[Any, ...]:
    reader, assembly = forms.form(name).reader(tools), Assembly()
    for delta in (*reader.feed(text), *reader.end()):
        assembly.feed(delta)
    return assembly.reply().calls


@pytest.mark.parametrize("name", forms.NAMES)
def test_what_the_choice_asks_for_is_said_last(name: str) -> None:
    form = forms.form(name)
    plain = write_rules(form, Rules(None, (WEATHER,)))
    for choice, several in (
        ("none", None),
        ("required", None),
        ({"name": "get_weather"}, None),
        ({"name": "gone"}, None),
        (None, False),
    ):
        asked = write_rules(form, Rules(None, (WEATHER,), choice, several))
        assert asked.startswith(f"{plain}\n")
        assert read_rules(form, asked) == Rules(None, (WEATHER,), choice, several)


@pytest.mark.parametrize("name", forms.NAMES)
def test_a_tool_line_may_be_edited_and_spaced_otherwise(name: str) -> None:
    form = forms.form(name)
    text = write_rules(form, Rules(None, (CLOCK,)))
    line = next(line for line in text.split("\n") if '"clock"' in line)
    edited = text.replace(line, line.replace(": ", ":").replace('"clock"', '"watch"'))
    assert read_rules(form, edited) == Rules(None, (ToolSpec("watch"),))


@pytest.mark.parametrize("name", forms.NAMES)
def test_changed_words_are_refused_and_not_lost(name: str) -> None:
    form = forms.form(name)
    text = write_rules(form, Rules("Be kind.", (WEATHER,)))
    for changed in (text.replace("To call a tool", "For a call"), f"{text}\nAnd be quick.", f"{HEADING}\nNone."):
        with pytest.raises(DialectError, match="made from the tools"):
            read_rules(form, changed)


@pytest.mark.parametrize("text", [None, "", "Be kind.", f"See {HEADING} below."])
def test_a_system_text_without_rules_holds_none(text: str | None) -> None:
    assert read_rules(forms.form(forms.NAMES[0]), text) is None


@pytest.mark.parametrize("own", [HEADING, f"{HEADING}\nmine", f"{HEADING}\n\n{HEADING}\nmine\n"])
def test_a_system_text_that_has_the_heading_itself_stays_the_persons_own(own: str) -> None:
    form = forms.form("react")
    read = read_rules(form, write_rules(form, Rules(own, (WEATHER,))))
    assert read == Rules(own, (WEATHER,))
