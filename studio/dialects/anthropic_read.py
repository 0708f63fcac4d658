"""Reads the messages of Anthropic Messages bodies into neutral values, block by block.

Above: `anthropic_messages`, `anthropic_blocks`. Below: `messages`. What no part stands for is kept: unknown members of a block in its
part's `extra`, those of a message in the message's, blocks of another kind whole as `Opaque`. Tools and usage: `anthropic_read_tools`.
"""

import json
import re
from itertools import groupby
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.messages.arguments import read_arguments
from studio.messages.message import Message, Role
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Result, Text
from studio.said import said

NAME = "anthropic_messages"
REPLY = "reply"
"""The member of a reply's `extra` that holds what belongs to the reply and not to its message: it is never sent back."""

LAYOUT = "layout"
"""The member of a result's `extra` that holds the order of its content: blocks as they came, a number for each of its pictures."""

RAW = "raw_arguments"
"""The member that holds an argument text where an object is wanted and the text is none."""

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)


def read_messages(items: list[Any]) -> list[Message]:
    """The messages of a request. One with results and other content is several, in the order given: the provider takes
    adjoining messages of a role for one. DialectError with the place of what is no message."""
    names: dict[str, str] = {}
    messages: list[Message] = []
    for position, item in enumerate(items):
        messages.extend(read_item(item, f"messages[{position}]", names))
    return messages


def read_item(item: Any, place: str, names: dict[str, str]) -> list[Message]:
    """One entry of `messages`. `names` tells which tool a call id belongs to, and learns."""
    if not isinstance(item, dict):
        raise DialectError(said("a message has to be an object."), place=place)
    role = item.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        raise DialectError(said("the role {role} is not known.", role=f"{role!r}"), place=f"{place}.role")
    parts = read_content(item.get("content"), role, place, names)
    extra = rest(item, "role", "content")
    if role != "user":
        return [Message(_ROLES[role], tuple(parts), extra)]
    groups = [(isit, tuple(group)) for isit, group in groupby(parts, lambda part: isinstance(part, Result))]
    made = [Message("tool" if results else "user", group) for results, group in groups] or [Message("user", ())]
    return [Message(made[0].role, made[0].parts, extra), *made[1:]]


def read_content(content: Any, role: str, place: str, names: dict[str, str]) -> list[Part]:
    """The parts of a `content` member: a text, a list of blocks, or nothing."""
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [Text(content)]
    parts: list[Part] = []
    for at, block in enumerate(_blocks(content, f"{place}.content")):
        if role == "user" and isinstance(block, dict) and block.get("type") == "tool_result":
            parts.append(read_result(block, f"{place}.content[{at}]", names))
            continue
        part = read_block(block, role)
        if isinstance(part, Call) and part.id:
            names[part.id] = part.name
        parts.append(part)
    return parts


def _blocks(content: Any, place: str) -> list[Any]:
    if not isinstance(content, list):
        raise DialectError(said("has to be a text or a list of blocks."), place=place)
    for at, block in enumerate(content):
        if not isinstance(block, dict | str):
            raise DialectError(said("a block has to be an object."), place=f"{place}[{at}]")
    return content


def read_block(block: Any, role: str) -> Part:
    """One block that is no result. Calls stand in messages of the assistant alone."""
    kind = block.get("type") if isinstance(block, dict) else None
    match kind:
        case "text" if isinstance(block.get("text"), str | None):
            return Text(block.get("text") or "", rest(block, "type", "text"))
        case "thinking" if role == "assistant" and isinstance(block.get("thinking"), str | None):
            return _read_thinking(block)
        case "tool_use" if role == "assistant":
            return _read_call(block)
        case "image":
            return _read_image(block)
        case _:
            return Text(block) if isinstance(block, str) else Opaque(NAME, block)


def read_reply_block(block: Any) -> Part:
    """One block of a reply. Members that are null say nothing here, and would be refused on their way back."""
    if isinstance(block, dict) and block.get("type") in ("text", "thinking", "tool_use"):
        kept = {key: value for key, value in block.items() if value is not None}
        block = rest(kept, "citations") if kept.get("citations") == [] else kept
    return read_block(block, "assistant")


def _read_thinking(block: dict[str, Any]) -> Part:
    """Thinking without a signature says so in `extra`: it may have been sent by this format alone."""
    signature = block.get("signature")
    if not isinstance(signature, str | None):
        return Opaque(NAME, block)
    extra = rest(block, "type", "thinking", "signature")
    if not signature:
        extra["signature"] = signature
    return Reasoning(block.get("thinking") or "", signature or "", extra)


def _read_call(block: dict[str, Any]) -> Call:
    extra = rest(block, "type", "id", "name", "input")
    call_id = block.get("id")
    return Call(
        str(block.get("name") or ""),
        arguments_in(block.get("input")),
        str(call_id) if call_id else None,
        "function",
        extra,
    )


def arguments_in(value: Any) -> str:
    """The argument text for an `input`: compact JSON in the order received, or the text that was wrapped as it was no object."""
    match value:
        case {"raw_arguments": str() as text} if len(value) == 1 and read_arguments(text).value is None:
            return text
        case str():
            return value
        case None:
            return "{}"
        case _:
            # Lets NaN through, which no provider should send: as a text it is shown with its problem.
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read_image(block: dict[str, Any]) -> Part:
    beside = rest(block, "type", "source")
    extra = {"entry": beside} if beside else {}
    source: Any = block.get("source")
    match source:
        case {"type": "base64", "media_type": str() as kind, "data": str() as data} if _MEDIA_TYPE.fullmatch(kind):
            return Image(f"data:{kind};base64,{data}", kind, {**rest(source, "type", "media_type", "data"), **extra})
        case {"type": "url", "url": str() as url}:
            return Image(url, extra={**rest(source, "type", "url"), **extra})
        case _:
            return Opaque(NAME, block)


def read_result(block: dict[str, Any], place: str, names: dict[str, str]) -> Result:
    """One `tool_result`: its text, its pictures, and in `extra` how they stood among blocks of other kinds."""
    call_id = str(block["tool_use_id"]) if block.get("tool_use_id") else None
    extra = rest(block, "type", "tool_use_id", "content", "is_error")
    content = block.get("content")
    name, failed = names.get(call_id or "", ""), block.get("is_error") is True
    if isinstance(content, str | None):
        return Result(call_id, content or "", name=name, is_error=failed, extra=extra)
    parts = [read_block(piece, "user") for piece in _blocks(content, f"{place}.content")]
    text = "".join(part.text for part in parts if isinstance(part, Text))
    media = tuple(part for part in parts if isinstance(part, Image))
    plain: list[Part] = [Text(text)] if text else []
    if parts != [*plain, *media]:
        extra[LAYOUT] = _layout(content, parts)
    return Result(call_id, text, name=name, is_error=failed, media=media, extra=extra)


def _layout(content: list[Any], parts: list[Part]) -> list[Any]:
    pictures = iter(range(len(parts)))
    return [next(pictures) if isinstance(part, Image) else piece for piece, part in zip(content, parts, strict=True)]


def rest(value: dict[str, Any], *known: str) -> dict[str, Any]:
    """The members that are not `known`."""
    return {key: inner for key, inner in value.items() if key not in known}
