"""A declaration says what kind of tool it is."""

from typing import Any

import pytest

from studio.messages.toolspec import ToolSpec
from studio.present.declared_tools import kind_sentence, kind_word, tool_kind
from studio.present.labels import english


@pytest.mark.parametrize(
    ("extra", "kind"),
    [
        ({}, ""),
        ({"strict": True}, ""),
        ({"defer_loading": False}, ""),
        ({"defer_loading": True}, "deferred"),
        ({"entry": {"type": "tool_search_tool_regex_20251119"}}, "tool_search"),
        ({"entry": {"type": "tool_search", "execution": "server"}}, "tool_search"),
        ({"entry": {"type": "web_search_20250305", "name": "web_search"}}, "hosted"),
        ({"entry": {"type": "mcp_toolset", "default_config": {"defer_loading": True}}}, "deferred"),
        ({"entry": {"type": "custom", "name": "pick"}}, "custom"),
        ({"entry": {"type": "namespace", "name": "crm", "tools": [{"name": "list"}]}}, "group"),
        ({"entry": {"cache_control": {}}}, ""),
        ({"entry": "odd"}, ""),
    ],
)
def test_the_kind_is_told_by_the_members(extra: dict[str, Any], kind: str) -> None:
    tool = ToolSpec("t", extra=extra)
    word, why = kind_word(tool), kind_sentence(tool)
    assert tool_kind(tool) == kind
    assert (word is None, why is None) == (not kind, not kind)
    assert kind == "" or (word is not None and why is not None and english(word) and english(why))


def test_a_group_names_what_is_in_it() -> None:
    tool = ToolSpec("crm", extra={"entry": {"type": "namespace", "tools": [{"name": "list"}, {"name": "get"}]}})
    why = kind_sentence(tool)
    assert why is not None
    assert english(why) == "A group of tools: list, get."
