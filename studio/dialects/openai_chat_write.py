"""Writes neutral messages and tools as Chat Completions bodies have them.

Above: `openai_chat`. Below: `messages`. The counterpart of `openai_chat_read`; what that put into `extra` goes back from there.
"""

from typing import Any, assert_never

from studio.dialects.dialect_error import DialectError
from studio.dialects.openai_chat_read import NAME, REASONING_MEMBERS
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.said import said


def message_items(message: Message) -> list[dict[str, Any]]:
    """The wire messages that say `message`: one; for a `tool` message one per result and one for their pictures."""
    match message.role:
        case "tool":
            return _result_items(message)
        case "assistant":
            return [assistant_item(message)]
        case "system" | "developer" | "user":
            return [{"role": message.role, "content": _content(message.parts), **message.extra}]
        case _:
            assert_never(message.role)


def assistant_item(message: Message) -> dict[str, Any]:
    """An assistant message, reasoning in the member in which it came. Content is the empty text when there is none: every
    server takes that, some refuse null (llama-cpp-python), others an absent member (DeepSeek)."""
    item: dict[str, Any] = {"role": "assistant", "content": _content(_spoken(message.parts), joined=True)}
    calls = [part for part in message.parts if isinstance(part, Call)]
    for part in message.parts:
        _add_beside(item, part)
    tool_calls = [call_entry(call) for call in calls if call.form != "legacy"]
    if tool_calls:
        item["tool_calls"] = tool_calls
    for call in calls:
        if call.form == "legacy":
            item["function_call"] = legacy_entry(call)
    return {**item, **message.extra}


def _add_beside(item: dict[str, Any], part: Part) -> None:
    """Reasoning and refusals stand beside the content, several of a kind as one text."""
    if isinstance(part, Reasoning):
        member = part.extra.get("member", REASONING_MEMBERS[0])
        if member != "content":
            item[member] = item.get(member, "") + part.text
    elif isinstance(part, Refusal):
        item["refusal"] = item.get("refusal", "") + part.text


def _spoken(parts: tuple[Part, ...]) -> list[Part]:
    return [part for part in parts if not isinstance(part, Call | Refusal) and not _is_beside(part)]


def _is_beside(part: Part) -> bool:
    return isinstance(part, Reasoning) and part.extra.get("member") != "content"


def _content(parts: list[Part] | tuple[Part, ...], *, joined: bool = False) -> str | list[dict[str, Any]]:
    """A plain text where that says all, else a list of parts."""
    texts = [part.text for part in parts if isinstance(part, Text) and not part.extra]
    if len(texts) == len(parts) and (joined or len(texts) < 2):
        return "".join(texts)
    return [part_entry(part) for part in parts]


def part_entry(part: Part) -> Any:
    """One entry of a content list. DialectError for a part that has no place in one."""
    match part:
        case Text():
            return {"type": "text", "text": part.text, **part.extra}
        case Image():
            inner = {key: value for key, value in part.extra.items() if key != "entry"}
            return {"type": "image_url", "image_url": {"url": part.url, **inner}, **part.extra.get("entry", {})}
        case Refusal():
            return {"type": "refusal", "refusal": part.text}
        case Reasoning():
            signed = {"signature": part.signature} if part.signature else {}
            thinking = {"type": "thinking", "thinking": [{"type": "text", "text": part.text}]}
            return {**thinking, **signed, **part.extra.get("entry", {})}
        case Opaque():
            if part.dialect != NAME:
                raise DialectError(
                    said("A part in the format {dialect} cannot be sent as Chat Completions.", dialect=part.dialect)
                )
            return part.value
        case Call() | Result():
            raise DialectError(said("A tool call or result has no place in the content of this message."))
        case _:
            assert_never(part)


def call_entry(call: Call) -> dict[str, Any]:
    """One entry of `tool_calls`; the argument text goes as it is."""
    named = {} if call.id is None else {"id": call.id}
    extra = {key: value for key, value in call.extra.items() if key != "entry"}
    beside = call.extra.get("entry", {})
    if call.form == "custom":
        return {**named, "type": "custom", "custom": {"name": call.name, "input": call.arguments, **beside}, **extra}
    return {**named, "type": "function", "function": legacy_entry(call), **extra}


def legacy_entry(call: Call) -> dict[str, Any]:
    """The inside of a call: what the old `function_call` is as a whole."""
    return {"name": call.name, "arguments": call.arguments, **call.extra.get("entry", {})}


def _result_items(message: Message) -> list[dict[str, Any]]:
    items = [_result_item(part) for part in message.parts if isinstance(part, Result)]
    pictures = [image for part in message.parts if isinstance(part, Result) for image in part.media]
    if pictures:
        # Tool messages take only text here, so the pictures follow in the person's name.
        words = {"type": "text", "text": "The pictures that the tools returned:"}
        items.append({"role": "user", "content": [words, *map(part_entry, pictures)]})
    return items


def _result_item(result: Result) -> dict[str, Any]:
    extra = {key: value for key, value in result.extra.items() if key != "content"}
    content: Any = result.text
    kept = result.extra.get("content")
    if isinstance(kept, list) and _text_of(kept) == result.text:
        content = kept
    if result.form == "legacy":
        return {"role": "function", "name": result.name, "content": content, **extra}
    answered = {} if result.call_id is None else {"tool_call_id": result.call_id}
    return {"role": "tool", **answered, "content": content, **extra}


def _text_of(content: list[Any]) -> str:
    return "".join(_piece_text(piece) for piece in content)


def _piece_text(piece: Any) -> str:
    if isinstance(piece, dict):
        piece = piece.get("text") if piece.get("type") == "text" else ""
    return piece if isinstance(piece, str) else ""
