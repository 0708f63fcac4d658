"""A reply whose text prints calls although they were to be asked natively: seen, and read as calls when the person wants it. Pure.

Above: `workspace`. Below: `dialects/printed`, `messages`. Nothing is read unasked: a call never runs from a guess.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from studio.dialects.printed.detect import printed_in
from studio.dialects.printed.forms import form
from studio.messages.assemble import Assembly, with_ids
from studio.messages.parts import Part, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session.state import SessionState


def printed_form(state: SessionState) -> str:
    """The text form in which the open reply prints calls of sent tools; empty when it asks for calls, or prints none."""
    opened = state.open
    if opened is None or opened.calls or not opened.reply.text:
        return ""
    return printed_in(opened.reply.text, state.setup.sent_tools)


def as_calls(reply: ChatReply, name: str, tools: Sequence[ToolSpec], prefix: str) -> ChatReply:
    """The reply with the calls that its texts print in the form `name`; the rest of each text stays text. Calls without an id get
    one that begins with `prefix`."""
    parts: list[Part] = []
    for part in reply.parts:
        parts += _read(part, name, tools) if isinstance(part, Text) else (part,)
    return with_ids(replace(reply, parts=tuple(parts)), prefix)


def _read(part: Text, name: str, tools: Sequence[ToolSpec]) -> tuple[Part, ...]:
    reader, assembly = form(name).reader(tools), Assembly()
    for delta in (*reader.feed(part.text), *reader.end()):
        assembly.feed(delta)
    return assembly.reply().parts
