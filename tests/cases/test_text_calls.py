"""Adapter for the kind `text_calls`: what models print, whole and in every split, to calls and what is left for the person."""

from collections.abc import Iterable
from typing import Any

import pytest

from studio.dialects.printed.form import TextForm
from studio.dialects.printed.forms import form
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Opaque, Part, Reasoning, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec, no_parameters
from tests.cases import corpus, streamed


@pytest.mark.parametrize("case", corpus.params("text_calls"))
def test_printed_calls_are_read_as_the_case_says(case: dict[str, Any]) -> None:
    given = case["input"]
    text = given.get("text") or "".join(given["text_chunks"])
    tools = [_tool(one) for one in given.get("tools", ())]
    for pieces in (
        given.get("text_chunks") or [text],
        [text],
        list(text),
        [text[at : at + 7] for at in range(0, len(text), 7)],
    ):
        reply = _read(form(given["format"]), tools, pieces)
        corpus.check(case, _made(reply, {tool.name for tool in tools}))
        assert "".join(map(_printed, reply.parts)) == text
        assert all(call.form == "text" and call.extra["in"] == given["format"] for call in reply.calls)


def _read(text_form: TextForm, tools: list[ToolSpec], pieces: Iterable[str]) -> ChatReply:
    reader, assembly = text_form.reader(tools), Assembly()
    for piece in pieces:
        for delta in reader.feed(piece):
            assembly.feed(delta)
    for delta in reader.end():
        assembly.feed(delta)
    return assembly.reply()


def _tool(given: Any) -> ToolSpec:
    if isinstance(given, str):
        return ToolSpec(given)
    return ToolSpec(given["name"], parameters=given.get("parameters") or no_parameters())


def _made(reply: ChatReply, declared: set[str]) -> dict[str, Any]:
    calls = [streamed.call_value(call, sorted(declared) or None) for call in reply.calls]
    return {"calls": calls, "visible_text": reply.text}


def _printed(part: Part) -> str:
    """The text that a part stood as."""
    match part:
        case Text() | Reasoning():
            return str(part.extra.get("printed", part.text))
        case Call():
            return str(part.extra["printed"])
        case Opaque():
            return str(part.value["made_up"])
        case _:
            raise AssertionError(part)
