"""Writes neutral messages and tools as Responses items; what reading put into `extra` goes back from there.

Above: `openai_responses`, `_reply`. Below: `_items`, `_read`. A text without a mark is an item of its own in the short form.
"""

from typing import Any, assert_never

from studio.dialects.dialect_error import DialectError
from studio.dialects.openai_responses_items import (
    NAME,
    argument_member,
    is_piece,
    mark_of,
    plain_summary,
    shown_reasoning,
)
from studio.dialects.openai_responses_read import image_piece, output_value, said_by
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.reply import Usage
from studio.messages.toolspec import ToolSpec
from studio.said import said


def message_items(message: Message) -> list[Any]:
    """The items that say `message`. DialectError for a part that has no place in it."""
    match message.role:
        case "assistant":
            return assistant_items(message.parts)
        case "tool":
            return [_answer_item(part) for part in message.parts]
        case "system" | "developer" | "user":
            return [{"role": message.role, "content": _content(message.parts), **message.extra}]
        case _:
            assert_never(message.role)


def assistant_items(parts: tuple[Part, ...]) -> list[Any]:
    """The items of an assistant's message, in the order of its parts."""
    writing = _Writing()
    for part in parts:
        writing.add(part)
    return writing.items


class _Writing:
    """The items so far; `_open` is the content of the message item that the next piece may go on in, `_members` its members."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._open: list[Any] | None = None
        self._members: dict[str, Any] = {}

    def add(self, part: Part) -> None:
        match part:
            case Text():
                self._add_text(part)
            case Refusal():
                self._add_refusal(part)
            case Opaque() if is_piece(part):
                self._add_piece(part, own_value(part)["piece"])
            case Call():
                self._add_item(call_item(part))
            case Reasoning():
                self._add_item(reasoning_item(part))
            case Opaque():
                self._add_item(own_value(part))
            case Image() | Result():
                raise DialectError(said("A picture or a tool's result has no place in a message of the assistant."))
            case _:
                assert_never(part)

    def _add_item(self, item: Any) -> None:
        self.items.append(item)
        self._open = None

    def _add_text(self, part: Text) -> None:
        extra = {key: value for key, value in part.extra.items() if key != "item"}
        piece = {"type": "output_text", "text": part.text, **extra}
        if mark_of(part) is None:
            self._add_item({"role": "assistant", "content": [piece] if extra else part.text})
        else:
            self._add_piece(part, piece)

    def _add_piece(self, part: Text | Opaque, piece: Any) -> None:
        mark = mark_of(part) or {}
        known = mark.get("members")
        members = known if isinstance(known, dict) else {}
        match mark.get("as"):
            case "gone":
                pass
            case "text" if isinstance(part, Text):
                self._add_item({**members, "role": "assistant", "content": part.text})
            case "head":
                self._begin(members)
            case "next" if self._open is not None and self._members == members:
                self._open.append(piece)
            case _:
                self._begin(members).append(piece)

    def _begin(self, members: dict[str, Any]) -> list[Any]:
        content: list[Any] = []
        self.items.append({**members, "role": "assistant", "content": content})
        self._open, self._members = content, members
        return content

    def _add_refusal(self, part: Refusal) -> None:
        piece = {"type": "refusal", "refusal": part.text}
        if self._open is not None:
            self._open.append(piece)
        else:
            self.items.append({"role": "assistant", "content": [piece]})


def own_value(part: Opaque) -> Any:
    """The value of a part of this format. DialectError for one of another."""
    if part.dialect != NAME:
        raise DialectError(said("A part in the format {dialect} cannot be sent as Responses.", dialect=part.dialect))
    return part.value


def call_item(call: Call) -> dict[str, Any]:
    """A call as an item; its argument text goes as it is."""
    kind = "custom_tool_call" if call.form == "custom" else "function_call"
    said = {"call_id": call.id, "name": call.name, argument_member(call.form): call.arguments}
    return {"type": kind, **said, **call.extra}


def reasoning_item(part: Reasoning) -> dict[str, Any]:
    """A reasoning item, its lists as they came unless the text was changed."""
    extra = dict(part.extra)
    if ("summary" in extra or "content" in extra) and shown_reasoning(extra) != part.text:
        extra.pop("summary", None)
        extra.pop("content", None)
    if "content" not in extra and "summary" not in extra:
        extra["summary"] = plain_summary(part.text)
    signature = {"encrypted_content": part.signature} if part.signature else {}
    return {"type": "reasoning", **extra, **signature}


def _answer_item(part: Part) -> Any:
    if isinstance(part, Opaque):
        return own_value(part)
    if not isinstance(part, Result):
        raise DialectError(said("Only results have a place in a message of the tools."))
    kind = "custom_tool_call_output" if part.form == "custom" else "function_call_output"
    extra, output = part.extra, output_value(part.text, part.media)
    if "output" in extra:
        extra = {key: value for key, value in extra.items() if key != "output"}
        kept = part.extra["output"]
        output = kept if said_by(kept) == (part.text, part.media) else output
    return {"type": kind, "call_id": part.call_id, "output": output, **extra}


def _content(parts: tuple[Part, ...]) -> str | list[Any]:
    """A plain text where that says all, else a list of pieces."""
    if len(parts) == 1 and isinstance(parts[0], Text) and not parts[0].extra:
        return parts[0].text
    return [_input_piece(part) for part in parts]


def _input_piece(part: Part) -> Any:
    match part:
        case Text():
            return {"type": "input_text", "text": part.text, **part.extra}
        case Image():
            return image_piece(part)
        case Opaque():
            return own_value(part)
        case Reasoning() | Refusal() | Call() | Result():
            raise DialectError(
                said("Reasoning, refusals, calls and results have no place in the content of this message.")
            )
        case _:
            assert_never(part)


def tool_entry(spec: ToolSpec) -> dict[str, Any]:
    """One entry of `tools`. A function says `strict` in any case: left out it would mean true here, unlike everywhere else."""
    whole = spec.extra.get("entry")
    if isinstance(whole, dict) and "type" in whole:
        return whole
    words = {"description": spec.description} if spec.description else {}
    extra = {"strict": False} | {key: value for key, value in spec.extra.items() if key != "entry"}
    return {"type": "function", "name": spec.name, **words, "parameters": spec.parameters, **extra}


def usage_value(usage: Usage) -> dict[str, Any]:
    """The usage object: the provider's own, or one made from the counts."""
    if "input_tokens" in usage.raw:
        return usage.raw
    made: dict[str, Any] = {}
    if usage.input is not None:
        made |= {"input_tokens": usage.input, "input_tokens_details": {"cached_tokens": usage.cached or 0}}
    if usage.output is not None:
        made |= {"output_tokens": usage.output, "output_tokens_details": {"reasoning_tokens": 0}}
    if usage.input is not None and usage.output is not None:
        made["total_tokens"] = usage.input + usage.output
    return made
