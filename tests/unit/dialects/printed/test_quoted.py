"""A call in inline code is talk about a call: it stays text, in whatever pieces it comes."""

import pytest

from studio.dialects.printed.forms import form
from studio.messages.assemble import Assembly
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec

CALL = '{"name": "search", "arguments": {"q": "tea"}}'
TOOLS = (ToolSpec("search", parameters={"type": "object", "properties": {"q": {"type": "string"}}}),)


def read(name: str, pieces: list[str]) -> ChatReply:
    reader, assembly = form(name).reader(TOOLS), Assembly()
    for delta in [delta for piece in pieces for delta in reader.feed(piece)] + list(reader.end()):
        assembly.feed(delta)
    return assembly.reply()


@pytest.mark.parametrize("name", ["hermes", "json_block", "qwen_xml", "glm"])
@pytest.mark.parametrize(
    "quoted", [f"`<tool_call>{CALL}</tool_call>`", f"Print `<tool_call>{CALL}</tool_call>` to call."]
)
def test_a_call_in_inline_code_stays_text(name: str, quoted: str) -> None:
    for pieces in ([quoted], list(quoted)):
        reply = read(name, pieces)
        assert (reply.calls, reply.text) == ((), quoted)


def test_a_call_behind_a_fence_or_a_closed_code_counts() -> None:
    for text in (f"```\n<tool_call>{CALL}</tool_call>\n```", f"I use `search` now: <tool_call>{CALL}</tool_call>"):
        for pieces in ([text], list(text)):
            assert [call.name for call in read("hermes", pieces).calls] == ["search"]


@pytest.mark.parametrize("name", ["hermes", "json_block"])
def test_a_call_behind_one_that_is_only_talked_of_counts(name: str) -> None:
    text = f"As in `<tool_call>{CALL}</tool_call>`, I search:\n<tool_call>{CALL}</tool_call>"
    for pieces in ([text], list(text)):
        reply = read(name, pieces)
        assert [call.name for call in reply.calls] == ["search"]
        assert reply.text.startswith("As in `<tool_call>")
