"""What a call gave: for the model, and for the person."""

import json
from typing import Any

import pytest

from studio.tools.mcp.returned import FAILED, NOTHING, outcome_of

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def _given(*blocks: Any, **more: Any) -> Any:
    return outcome_of({"content": list(blocks), **more})


def test_texts_are_joined_by_lines_and_need_no_parts() -> None:
    outcome = _given({"type": "text", "text": "one"}, {"type": "text", "text": "two"})
    assert (outcome.status, outcome.text, outcome.parts) == ("ok", "one\ntwo", ())


def test_a_picture_goes_to_the_model_and_is_kept_once() -> None:
    picture = {"type": "image", "data": PIXEL, "mimeType": "image/png", "annotations": {"audience": ["user"]}}
    outcome = _given({"type": "text", "text": "look"}, picture)
    assert [image.url for image in outcome.media] == [f"data:image/png;base64,{PIXEL}"]
    marker = {"type": "image", "media": 0, "annotations": {"audience": ["user"]}}
    assert outcome.parts == ({"type": "text", "text": "look"}, marker)
    assert PIXEL not in json.dumps(outcome.parts)
    assert outcome.text == "look"


def test_a_picture_alone_is_said_in_words() -> None:
    picture = {"type": "image", "data": PIXEL, "mimeType": "image/png"}
    assert _given(picture).text == "A picture (image/png)."
    assert _given(picture, picture).text == "2 pictures (image/png, image/png)."


@pytest.mark.parametrize(
    "picture",
    [
        {"type": "image", "data": "not base64!", "mimeType": "image/png"},
        {"type": "image", "data": "", "mimeType": "image/png"},
        {"type": "image", "data": PIXEL, "mimeType": "image/svg+xml"},
        {"type": "image", "data": PIXEL},
        {"type": "image"},
    ],
)
def test_a_picture_that_no_model_takes_is_told_and_kept(picture: dict[str, Any]) -> None:
    outcome = _given(picture)
    assert outcome.media == ()
    assert "cannot be shown" in outcome.text
    assert outcome.parts == (picture,)


def test_base64_in_lines_is_one_picture() -> None:
    broken = "\n".join((PIXEL[:40], PIXEL[40:]))
    assert _given({"type": "image", "data": broken, "mimeType": "image/png"}).media[0].url.endswith(PIXEL)


def test_each_other_kind_is_told_in_a_line() -> None:
    sound = {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}
    note = {"type": "resource", "resource": {"uri": "note://1", "text": "a note"}}
    file = {"type": "resource", "resource": {"uri": "file:///a.zip", "blob": "AAA=", "mimeType": "application/zip"}}
    link = {"type": "resource_link", "uri": "note://2", "name": "second", "description": "Another"}
    odd = {"type": "hologram", "data": "x"}
    outcome = _given(sound, note, file, link, odd)
    assert outcome.text.splitlines() == [
        "[Sound (audio/wav, 3 bytes)]",
        "[Resource note://1]",
        "a note",
        "[Resource file:///a.zip (application/zip, 2 bytes)]",
        "[A link to a resource: second, note://2, Another]",
        "[Content of the type hologram, which is not read here]",
    ]
    assert outcome.parts == (sound, note, file, link, odd)


def test_an_error_without_words_says_so_and_nothing_at_all_is_a_success() -> None:
    assert (_given(isError=True).status, _given(isError=True).text) == ("error", FAILED)
    assert (_given().status, _given().text) == ("ok", NOTHING)


@pytest.mark.parametrize("structured", [{"a": 1}, [1, 2], 0, False, "text"])
def test_structured_content_is_kept_and_read_where_there_is_no_text(structured: Any) -> None:
    alone = _given(structuredContent=structured)
    assert json.loads(alone.text) == structured
    with_text = _given({"type": "text", "text": "said"}, structuredContent=structured)
    assert (with_text.text, with_text.structured) == ("said", structured)


@pytest.mark.parametrize(
    ("content", "text"),
    [("said", "said"), ({"type": "text", "text": "one"}, "one"), ([5, "two"], "5\ntwo"), (None, NOTHING)],
)
def test_content_that_breaks_the_rules_is_understood(content: Any, text: str) -> None:
    assert outcome_of({"content": content}).text == text


@pytest.mark.parametrize(
    "block", [{"type": "text"}, {"type": "text", "text": 5}, {"type": "resource"}, {}, {"type": 5}]
)
def test_a_broken_block_is_told_and_kept(block: dict[str, Any]) -> None:
    outcome = _given(block)
    assert "not read here" in outcome.text
    assert outcome.parts == (block,)
