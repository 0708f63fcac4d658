"""Reads a text in a form, whole and one character at a time, and says in short what came of it."""

from typing import Any

from studio.dialects.printed.forms import form
from studio.messages.arguments import read_arguments
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Opaque, Part, Reasoning
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec

TOOLS = [
    ToolSpec(
        "search", parameters={"type": "object", "properties": {"q": {"type": "string"}, "n": {"type": "integer"}}}
    ),
    ToolSpec("look", parameters={"type": "object", "properties": {"q": {"type": "string"}}}),
    ToolSpec("f"),
    ToolSpec("now"),
]


def read(name: str, pieces: list[str], tools: list[ToolSpec]) -> ChatReply:
    """The reply that the pieces give."""
    reader, assembly = form(name).reader(tools), Assembly()
    for piece in pieces:
        for delta in reader.feed(piece):
            assembly.feed(delta)
    for delta in reader.end():
        assembly.feed(delta)
    return assembly.reply()


def printed(part: Part) -> str:
    """The text that a part stood as."""
    if isinstance(part, Opaque):
        return str(part.value["made_up"])
    extra: dict[str, Any] = getattr(part, "extra", {})
    return str(extra.get("printed", getattr(part, "text", "")))


def told(name: str, text: str) -> list[str]:
    """One line for each part: `text`, `reasoning`, `made up`, or a call with its argument text and problem."""
    reply = read(name, [text], TOOLS)
    assert read(name, list(text), TOOLS) == reply
    assert "".join(map(printed, reply.parts)) == text
    return [_line(part) for part in reply.parts]


def _line(part: Part) -> str:
    if isinstance(part, Call):
        problem = read_arguments(part.arguments).problem
        return f"{part.id or 'call'} {part.name} {part.arguments}" + (f" ({problem})" if problem else "")
    if isinstance(part, Opaque):
        return f"made up: {part.value['made_up']}"
    return f"{'reasoning' if isinstance(part, Reasoning) else 'text'}: {getattr(part, 'text', '')}"
