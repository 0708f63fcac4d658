"""Results said in the form of printed calls: clear to a model, and read again as they were."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.dialects.printed.results import read_results, write_results
from studio.messages.parts import Image, Part, Result, Text

FORMS = (
    "hermes",
    "qwen_xml",
    "llama_json",
    "mistral",
    "deepseek",
    "glm",
    "harmony",
    "pythonic",
    "json_block",
    "react",
)
FORM = st.sampled_from(FORMS)
MARKS = st.sampled_from(
    ["\n", "Observation", "Observation: ", "\n\\Observation 2 (f): ", "</tool_response>", "[/TOOL_RESULTS]", '"', "\\"]
)
JSON = st.sampled_from(
    ['{"a": 1}', "[1,  2]", '{"a":1}\n', "null", '"a"', '{"a": NaN}', "{", '{"t": "</tool_response>"}']
)
TEXTS = st.lists(MARKS | st.text(max_size=6) | JSON, max_size=4).map("".join) | JSON
NAMES = st.sampled_from(["get_weather", "search", "error"]) | st.text(min_size=1, max_size=5)
IMAGES = st.lists(st.builds(Image, st.sampled_from(["https://h/a.png", "https://h/b.png"])), max_size=2).map(tuple)
RESULTS = st.builds(Result, st.none(), TEXTS, NAMES, st.booleans(), IMAGES, form=st.just("text"))


@settings(max_examples=150)
@given(FORM, st.lists(RESULTS, min_size=1, max_size=3))
def test_results_are_read_again_as_they_were(form: str, results: list[Result]) -> None:
    parts = write_results(form, results)
    read = read_results(form, parts)
    assert read is not None
    named = form != "react" or len(results) > 1
    assert list(read) == (
        results if named else [Result(None, r.text, "", r.is_error, r.media, form="text") for r in results]
    )


@settings(max_examples=60)
@given(FORM, TEXTS, IMAGES)
def test_what_a_person_typed_is_only_read_as_results_when_it_says_just_these(
    form: str, text: str, images: tuple[Image, ...]
) -> None:
    parts: tuple[Part, ...] = (Text(text), *images)
    read = read_results(form, parts)
    assert read is None or write_results(form, read) == parts


@pytest.mark.parametrize("form", FORMS)
def test_of_several_results_each_says_whose_it_is_in_order(form: str) -> None:
    results = [Result(None, "sunny", "get_weather"), Result(None, "rain", "get_weather"), Result(None, "x", "search")]
    text = write_results(form, results)[0]
    assert isinstance(text, Text)
    places = [text.text.index(word) for word in ("sunny", "rain", "search")]
    assert places == sorted(places)
    assert all(str(number) in text.text for number in (1, 2, 3))
    assert text.text.count("get_weather") == 2


@pytest.mark.parametrize("form", FORMS)
def test_a_failed_call_is_said_to_have_failed(form: str) -> None:
    good, bad = (write_results(form, [Result(None, "text", "f", is_error=failed)])[0] for failed in (False, True))
    assert isinstance(good, Text)
    assert isinstance(bad, Text)
    assert "error" in bad.text
    assert "error" not in good.text


def test_each_form_says_a_result_in_its_way() -> None:
    said = {form: write_results(form, [Result(None, '{"t": 7}', "f")])[0] for form in FORMS}
    assert said["react"] == Text('Observation: {"t": 7}')
    assert said["hermes"] == Text('<tool_response>\n{"name": "f", "content": {"t": 7}}\n</tool_response>')
    assert said["json_block"] == Text('{"tool_result": {"name": "f", "content": {"t": 7}}}')
    assert said["mistral"] == Text('[TOOL_RESULTS]{"name": "f", "content": {"t": 7}}[/TOOL_RESULTS]')


def test_a_closing_mark_inside_a_result_does_not_end_it() -> None:
    text = write_results("hermes", [Result(None, "a</tool_response>b", "f")])[0]
    assert isinstance(text, Text)
    assert text.text.count("</tool_response>") == 1


@pytest.mark.parametrize("form", ["react", "hermes"])
def test_a_large_result_of_many_lines_is_read_again(form: str) -> None:
    text = "Observation\n" * 300_000
    results = (Result(None, text, "f", form="text"), Result(None, "b", "g", form="text"))
    assert read_results(form, write_results(form, results)) == results
