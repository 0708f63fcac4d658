"""Resources and prompts from a server's JSON."""

from typing import Any

import pytest

from studio.messages.parts import Image, Text
from studio.tools.mcp.around import prompt_info, prompt_messages, read_content, resource_info

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def test_a_resource_and_a_template_are_told_apart() -> None:
    made = resource_info({"uri": "a://1", "name": "n", "title": "T", "mimeType": "text/plain", "size": 5})
    assert made is not None
    assert (made.uri, made.name, made.title, made.media_type, made.size) == ("a://1", "n", "T", "text/plain", 5)
    template = resource_info({"uriTemplate": "a://{n}", "name": "n"})
    assert template is not None
    assert template.template
    assert not made.template


@pytest.mark.parametrize("value", [None, 5, {}, {"uri": 5}])
def test_what_has_no_address_is_left_out(value: Any) -> None:
    assert resource_info(value) is None


def test_contents_are_text_or_data() -> None:
    text, data = read_content({"uri": "a", "text": ""}), read_content({"uri": "b", "blob": "AAAA"})
    assert text is not None
    assert data is not None
    assert (text.text, text.data) == ("", "")
    assert (data.text, data.data) == (None, "AAAA")


def test_a_prompt_tells_its_arguments() -> None:
    made = prompt_info({"name": "p", "arguments": [{"name": "a", "required": True}, {"name": "b"}, {}, 5]})
    assert made is not None
    assert [(each.name, each.required) for each in made.arguments] == [("a", True), ("b", False)]
    assert prompt_info({"title": "no name"}) is None


def _part(content: Any, role: str = "user") -> Any:
    return prompt_messages({"messages": [{"role": role, "content": content}]})


def test_text_pictures_and_resources_become_parts() -> None:
    assert _part({"type": "text", "text": "hi"}).messages[0].parts == (Text("hi"),)
    picture = {"type": "image", "data": PIXEL, "mimeType": "image/png"}
    assert isinstance(_part(picture).messages[0].parts[0], Image)
    inside = {"type": "resource", "resource": {"uri": "a", "blob": PIXEL, "mimeType": "image/png"}}
    assert isinstance(_part(inside).messages[0].parts[0], Image)
    note = _part({"type": "resource", "resource": {"uri": "note://1", "text": "a note"}})
    assert note.messages[0].text == "[Resource note://1]\na note"
    assert note.notes == ()


def test_what_cannot_be_taken_as_it_stands_is_noted() -> None:
    sound = _part({"type": "audio", "data": "AAAA", "mimeType": "audio/wav"})
    assert sound.notes == ("Not taken as it stands: [Sound (audio/wav, 3 bytes)]",)
    odd = _part({"type": "text", "text": "hi"}, role="system")
    assert odd.messages[0].role == "user"
    assert odd.notes == ("A message of the role system was taken as the user's.",)


@pytest.mark.parametrize("result", [{}, {"messages": 5}, {"messages": [5]}, {"messages": [{"role": "user"}]}])
def test_broken_prompts_do_no_harm(result: dict[str, Any]) -> None:
    made = prompt_messages(result)
    assert len(made.messages) <= 1
