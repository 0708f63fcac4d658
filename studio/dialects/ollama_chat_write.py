"""Writes neutral messages as Ollama's chat bodies have them.

Above: `ollama_chat`, `ollama_chat_stream_write`. Below: `messages`. The counterpart of `ollama_chat_read`.
"""

from typing import Any, assert_never

from studio.dialects.dialect_error import DialectError
from studio.dialects.ollama_chat_read import NAME, RAW
from studio.messages.arguments import read_arguments
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.reply import Usage
from studio.said import said


def message_items(message: Message) -> list[dict[str, Any]]:
    """The wire messages that say `message`: one, for a `tool` message one per result."""
    match message.role:
        case "tool":
            return [_result_item(part) for part in message.parts if isinstance(part, Result)]
        case "developer":
            # The format has no such role, and its system messages may stand anywhere.
            return [_item("system", message)]
        case "assistant" | "system" | "user":
            return [_whole(message) or _item(message.role, message)]
        case _:
            assert_never(message.role)


def _whole(message: Message) -> dict[str, Any] | None:
    """A message of an unknown role, as it was read."""
    first = message.parts[0] if len(message.parts) == 1 else None
    kept = isinstance(first, Opaque) and first.dialect == NAME and isinstance(first.value, dict)
    return first.value if kept and isinstance(first, Opaque) and "role" in first.value else None


def _item(role: str, message: Message) -> dict[str, Any]:
    # What a model said is one text however it was cut; texts of a person were apart.
    between = "" if role == "assistant" else "\n"
    texts = [part.text for part in message.parts if isinstance(part, Text | Refusal)]
    item: dict[str, Any] = {"role": role, "content": between.join(texts)}
    for part in message.parts:
        add_beside(item, part)
    return {**item, **message.extra}


def add_beside(item: dict[str, Any], part: Part, position: int = 0) -> None:
    """Put into the wire message what stands beside its text; `position` counts the calls of earlier lines. DialectError for what
    this format has no place for."""
    match part:
        case Text() | Refusal():
            pass
        case Reasoning():
            item["thinking"] = item.get("thinking", "") + part.text
        case Image():
            item.setdefault("images", []).append(_picture(part))
        case Call():
            entries = item.setdefault("tool_calls", [])
            entries.append(call_entry(part, position + len(entries)))
        case Opaque():
            member, value = _kept(part)
            item.setdefault(member, []).append(value)
        case Result():
            raise DialectError(said("A tool result has no place in this message."))
        case _:
            assert_never(part)


def _kept(part: Opaque) -> tuple[str, Any]:
    if part.dialect == NAME and isinstance(part.value, dict) and len(part.value) == 1:
        member, value = next(iter(part.value.items()))
        if member in ("images", "tool_calls"):
            return member, value
    raise DialectError(said("A part in the format {dialect} cannot be sent to Ollama.", dialect=part.dialect))


def _picture(image: Image) -> str:
    head, comma, data = image.url.partition(",")
    if not comma or not head.startswith("data:") or not head.endswith(";base64"):
        raise DialectError(said("Ollama takes a picture only inline, as a data: URL in base64."))
    return data


def call_entry(call: Call, position: int) -> dict[str, Any]:
    """One entry of `tool_calls`; the arguments as an object, a text that has no value inside one. Where calls have ids, they are
    counted too."""
    extra = {key: value for key, value in call.extra.items() if key != "entry"}
    value = read_arguments(call.arguments).value
    function = {"name": call.name, "arguments": {RAW: call.arguments} if value is None else value}
    named, counted = ({"id": call.id}, {"index": position}) if call.id else ({}, {})
    return {**named, **extra, "function": {**counted, **function, **call.extra.get("entry", {})}}


def _result_item(result: Result) -> dict[str, Any]:
    item: dict[str, Any] = {"role": "tool", "content": result.text}
    if result.name and result.extra.get("name") != result.name:
        item["tool_name"] = result.name
    if result.call_id:
        item["tool_call_id"] = result.call_id
    pictures = [*map(_picture, result.media), *result.extra.get("images", ())]
    return {**item, **result.extra, **({"images": pictures} if pictures else {})}


def usage_members(usage: Usage | None) -> dict[str, Any]:
    """The counts of a last line: the server's own, or those that are known."""
    if usage is None:
        return {}
    if "eval_count" in usage.raw or "prompt_eval_count" in usage.raw or not (usage.input or usage.output):
        return {key: value for key, value in usage.raw.items() if isinstance(value, int | float)}
    counts = {"prompt_eval_count": usage.input, "eval_count": usage.output}
    return {key: value for key, value in counts.items() if value is not None}
