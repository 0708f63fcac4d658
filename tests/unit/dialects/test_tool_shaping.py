"""The tools of a request: each shaped once for its provider, and what became of it said in one remark."""

from typing import Any

import pytest

from studio.dialects.tool_shaping import ToolShaping, target_for
from studio.dialects.traits import traits_of
from studio.messages.remark import Remark
from studio.messages.toolspec import ToolSpec

PLAIN = ToolSpec("plain", parameters={"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})
EMPTY = ToolSpec("empty", parameters={})
LOST = ToolSpec("lost", parameters={"type": "object", "properties": {"a": {"$ref": "#/$defs/Gone"}}})
OPEN = ToolSpec("open", parameters={"type": "object", "properties": {"a": {"type": "object"}}})
HOSTED = ToolSpec("web_search", extra={"entry": {"type": "web_search"}}, origin="openai_responses")


@pytest.mark.parametrize(
    ("dialect", "url", "model", "target"),
    [
        ("openai_chat", "https://api.openai.com/v1", "gpt-5", "openai"),
        ("openai_chat", "https://generativelanguage.googleapis.com/v1beta/openai", "x", "gemini_compat"),
        ("openai_chat", "https://openrouter.ai/api/v1", "google/gemini-2.5-pro", "gemini_compat"),
        ("openai_responses", "https://openrouter.ai/api/v1", "google/gemini-2.5-pro", "openai"),
        ("openai_responses", "https://api.openai.com/v1", "gpt-5", "openai"),
        ("anthropic_messages", "https://api.anthropic.com", "claude", "anthropic"),
        ("ollama_chat", "http://127.0.0.1:11434", "qwen", "ollama"),
    ],
)
def test_the_target_follows_from_dialect_and_model(dialect: str, url: str, model: str, target: str) -> None:
    assert target_for(dialect, traits_of(dialect, url, model)) == target


def test_tools_that_need_nothing_are_the_same_ones_and_say_nothing() -> None:
    made, remarks = ToolShaping("openai").tools((PLAIN, HOSTED), strict=False)
    assert made[0] is PLAIN
    assert made[1] is HOSTED
    assert remarks == ()


def test_a_changed_tool_and_one_that_cannot_be_declared_are_named() -> None:
    made, remarks = ToolShaping("openai").tools((EMPTY, PLAIN, LOST), strict=False)
    assert [tool.name for tool in made] == ["empty", "plain"]
    assert remarks == (
        Remark("schema_shaped", "empty: type added, properties added"),
        Remark("schema_not_sent", "lost: unresolved ref #/$defs/Gone (/properties/a)"),
    )


def test_each_tool_is_shaped_once_however_often_it_is_sent() -> None:
    shaping = ToolShaping("openai")
    first, _ = shaping.tools((EMPTY,), strict=False)
    again, _ = shaping.tools((PLAIN, EMPTY), strict=False)
    assert again[1] is first[0]


@pytest.mark.parametrize("target", ["openai", "anthropic"])
def test_strict_tools_say_so_and_what_cannot_be_strict_is_sent_all_the_same(target: Any) -> None:
    made, remarks = ToolShaping(target).tools((PLAIN, OPEN), strict=True)
    assert [(tool.name, tool.extra) for tool in made] == [("plain", {"strict": True}), ("open", {})]
    assert made[0].parameters["additionalProperties"] is False
    assert made[1] is OPEN
    assert remarks == (
        Remark("schema_shaped", "plain: closed"),
        Remark("not_strict", "open: additionalProperties (/properties/a)"),
    )


@pytest.mark.parametrize("target", ["gemini_compat", "ollama"])
def test_where_there_is_no_strict_mode_that_is_said_once(target: Any) -> None:
    made, remarks = ToolShaping(target).tools((PLAIN,), strict=True)
    assert made == (PLAIN,)
    assert remarks == (Remark("strict_not_known"),)


def test_what_a_declaration_says_of_itself_goes_before_the_sessions_choice() -> None:
    loose = ToolSpec("loose", parameters=PLAIN.parameters, extra={"strict": False})
    tight = ToolSpec("tight", parameters=OPEN.parameters, extra={"strict": True})
    made, _ = ToolShaping("openai").tools((loose,), strict=True)
    assert made == (loose,)
    made, remarks = ToolShaping("openai").tools((tight,), strict=False)
    assert made[0].extra == {"strict": False}
    assert [remark.code for remark in remarks] == ["not_strict"]
