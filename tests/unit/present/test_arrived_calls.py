"""When the arguments of a call that streams in are complete."""

import pytest

from studio.messages.parts import Call, Part, Text
from studio.messages.reply import ChatReply
from studio.present.arrived_calls import arrived_calls


def _names(*parts: Part, finish: str | None = None) -> list[str]:
    return [call.name for call in arrived_calls(ChatReply(parts, finish))]


@pytest.mark.parametrize("arguments", ["", "{", '{"a": {"b": 1}', '{"a": "}', "[1]", "{}}", "\ud800}"])
def test_a_call_whose_object_is_not_closed_has_not_arrived(arguments: str) -> None:
    assert _names(Call("f", arguments)) == []


@pytest.mark.parametrize("arguments", ["{}", '{"a": {"b": 1}}', '{"a": "}"} \n'])
def test_a_closed_object_cannot_go_on(arguments: str) -> None:
    assert _names(Text("Look."), Call("f", arguments)) == ["f"]


def test_what_another_part_follows_is_complete_whatever_it_says() -> None:
    assert _names(Call("f", "{broken"), Call("g", '{"a"')) == ["f"]


def test_free_text_is_complete_when_the_reply_is() -> None:
    assert _names(Call("f", "{}", form="custom")) == []
    assert _names(Call("f", "{}", form="custom"), finish="stop") == ["f"]


def test_a_call_without_a_name_has_not_arrived() -> None:
    assert _names(Call("", "{}")) == []


def test_arguments_that_are_nested_too_deep_to_be_read_have_not_arrived_before_the_reply_has() -> None:
    deep = '{"a":' * 5_000 + "1" + "}" * 5_000
    assert _names(Call("add", deep)) == []
    assert _names(Call("add", deep), finish="tool_calls") == ["add"]
