"""Reads the input items, tools and usage of Responses bodies into neutral values.

Above: `openai_responses`, `_reply`. Below: `_items`. Adjoining items of the assistant are one message, adjoining outputs one `tool`
message; a message of anybody else is one message, its `extra` holds the item's members beside role and content.
"""

import math
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import dump_text
from studio.dialects.openai_responses_items import CALL_TYPES, NAME, kind_of, name_text, read_item, rest
from studio.dialects.openai_responses_made import undressed
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Opaque, Part, Result, Text
from studio.messages.reply import Usage
from studio.messages.toolspec import ToolSpec
from studio.said import said

OUTPUT_TYPES = {"function_call_output": "function", "custom_tool_call_output": "custom"}
"""The types of items that answer a call of ours, with the form of the call."""

_ANSWERS = frozenset(
    ("computer_call_output", "local_shell_call_output", "shell_call_output", "apply_patch_call_output",
     "mcp_approval_response")
)  # fmt: skip
_TEXTS = ("input_text", "output_text", "text")


def read_input(value: Any) -> list[Message]:
    """The messages of the member `input`: a text, a list of items, or nothing. DialectError with the place of what is no item."""
    if value is None:
        return []
    if isinstance(value, str):
        return [user(value)]
    if not isinstance(value, list):
        raise DialectError(said("input has to be a text or a list of items."), place="input")
    reading = _Reading()
    for position, item in enumerate(value):
        place = f"input[{position}]"
        if not isinstance(item, dict):
            raise DialectError(said("an item has to be an object."), place=place)
        reading.add(undressed(item), place)
    return reading.ended()


class _Reading:
    """Joins items to messages; `_parts` are those of the message under way."""

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._role = ""
        self._parts: list[Part] = []
        self._names: dict[str, str] = {}

    def add(self, item: dict[str, Any], place: str) -> None:
        kind = kind_of(item)
        if kind in OUTPUT_TYPES:
            self._take("tool", [read_result(item, self._names)])
        elif _answers(item, kind):
            self._take("tool", [Opaque(NAME, item)])
        elif kind == "message" and item.get("role") != "assistant":
            self.ended()
            self._messages.append(_read_message(item, place))
        else:
            self._take("assistant", self._of_assistant(item, kind, place))

    def ended(self) -> list[Message]:
        """All messages, the one under way closed."""
        if self._parts:
            self._messages.append(Message("tool" if self._role == "tool" else "assistant", tuple(self._parts)))
            self._parts = []
        return self._messages

    def _take(self, role: str, parts: list[Part]) -> None:
        if role != self._role:
            self.ended()
            self._role = role
        self._parts.extend(parts)

    def _of_assistant(self, item: dict[str, Any], kind: str, place: str) -> list[Part]:
        if kind == "message" and not isinstance(item.get("content"), str | list | None):
            raise DialectError(said("content has to be a text or a list of parts."), place=f"{place}.content")
        last = self._parts[-1] if self._parts and self._role == "assistant" else None
        parts = read_item(item, last)
        if kind in CALL_TYPES:
            self._names.update((part.id, part.name) for part in parts if isinstance(part, Call) and part.id)
        return parts


def _answers(item: dict[str, Any], kind: str) -> bool:
    """Whether an item that is kept whole says what our side did, rather than what the provider's did."""
    return kind in _ANSWERS or (kind == "tool_search_output" and item.get("execution") == "client")


def _read_message(item: dict[str, Any], place: str) -> Message:
    role, content = item.get("role"), item.get("content")
    if role not in ("system", "developer", "user"):
        raise DialectError(said("the role {role} is not known.", role=f"{role!r}"), place=f"{place}.role")
    extra = rest(item, "role", "content")
    if isinstance(content, str):
        return Message(role, (Text(content),), extra)
    if not isinstance(content, list | None):
        raise DialectError(said("content has to be a text or a list of parts."), place=f"{place}.content")
    return Message(role, tuple(_read_part(piece) for piece in content or ()), extra)


def _read_part(piece: Any) -> Part:
    match piece:
        case {"type": str() as kind, "text": str() as text} if kind in _TEXTS:
            return Text(text, rest(piece, "type", "text") if kind == _TEXTS[0] else rest(piece, "text"))
        case {"type": "input_image", "image_url": str() as url}:
            media_type = url[5:].partition(",")[0].partition(";")[0] if url.startswith("data:") else ""
            return Image(url, media_type, rest(piece, "type", "image_url"))
        case _:
            return Opaque(NAME, piece)


def read_result(item: dict[str, Any], names: dict[str, str]) -> Result:
    """One output. A list of parts is kept in `extra["output"]` unless its text and pictures say all of it."""
    call_id = name_text(item.get("call_id")) or None
    extra, output = rest(item, "type", "call_id", "output"), item.get("output")
    text, media = said_by(output)
    if output != output_value(text, media):
        extra["output"] = output
    name = names.get(call_id or "") or name_text(item.get("name"))
    return Result(call_id, text, name, False, media, extra, OUTPUT_TYPES[item["type"]])


def said_by(output: Any) -> tuple[str, tuple[Image, ...]]:
    """The text and the pictures of an output."""
    if not isinstance(output, list):
        return (output if isinstance(output, str) else "" if output is None else dump_text(output)), ()
    parts = [_read_part(piece) for piece in output]
    text = "".join(part.text for part in parts if isinstance(part, Text))
    return text, tuple(part for part in parts if isinstance(part, Image))


def output_value(text: str, media: tuple[Image, ...]) -> str | list[dict[str, Any]]:
    """The output that says a text and pictures: the text alone where there are none."""
    if not media:
        return text
    words = [{"type": "input_text", "text": text}] if text else []
    return [*words, *(image_piece(image) for image in media)]


def image_piece(image: Image) -> dict[str, Any]:
    """A picture as a piece of content."""
    return {"type": "input_image", "image_url": image.url, **image.extra}


def read_tool(entry: Any, place: str) -> ToolSpec:
    """A declared tool. One that is no function (custom, hosted, a namespace) is kept whole in `extra["entry"]`; a function's
    `strict` and other members are in `extra`, null where it names no `strict`: then the provider decides."""
    if not isinstance(entry, dict):
        raise DialectError(said("a tool has to be an object."), place=place)
    name = name_text(entry.get("name")) or name_text(entry.get("server_label")) or name_text(entry.get("type"))
    if entry.get("type", "function") != "function" or "entry" in entry:
        return ToolSpec(name, extra={"entry": entry})
    extra = rest(entry, "type", "name", "description", "parameters")
    if extra.get("strict", None) is False:
        del extra["strict"]
    else:
        extra.setdefault("strict", None)
    words = entry.get("description")
    if "description" in entry and not (isinstance(words, str) and words):
        extra["description"] = words
    spec = ToolSpec(name, name_text(words), extra=extra)
    parameters = entry.get("parameters")
    if isinstance(parameters, dict):
        return ToolSpec(name, spec.description, parameters, extra=extra)
    return ToolSpec(name, spec.description, extra={**extra, "parameters": parameters})


def read_usage(usage: dict[str, Any]) -> Usage:
    """Tokens; servers that count by the names of Chat Completions are understood."""
    details = usage.get("input_tokens_details", usage.get("prompt_tokens_details"))
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    asked = usage.get("input_tokens", usage.get("prompt_tokens"))
    made = usage.get("output_tokens", usage.get("completion_tokens"))
    return Usage(_count(asked), _count(made), _count(cached), usage)


def _count(value: Any) -> int | None:
    usable = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 and value != math.inf
    return int(value) if usable else None
