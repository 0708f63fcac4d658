"""Writes neutral messages as entries of an Anthropic Messages body, block by block.

Above: `anthropic_messages`, `anthropic_stream_write`. Below: `messages`. The counterpart of `anthropic_read`; what that put into `extra`
goes back from there. Text blocks without a visible character are left out: the provider refuses them.
"""

import base64
from collections.abc import Iterable
from typing import Any, assert_never
from urllib.parse import unquote_to_bytes

from studio.dialects.anthropic_read import LAYOUT, NAME, RAW, REPLY, rest
from studio.dialects.dialect_error import DialectError
from studio.messages.arguments import read_arguments
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.said import said


def message_item(message: Message) -> dict[str, Any] | None:
    """The entry that says `message`, results first; None when there is nothing in it that can be said."""
    parts = sorted(message.parts, key=_is_no_result) if message.role == "tool" else message.parts
    blocks = [part_block(part) for part in parts if is_said(part)]
    extra = rest(message.extra, REPLY)
    item: dict[str, Any] = {"role": _role(message)}
    if not blocks and not extra:
        return None
    if blocks:
        item["content"] = blocks[0]["text"] if len(blocks) == 1 and _is_plain(blocks[0]) else blocks
    return {**item, **extra}


def _is_plain(block: Any) -> bool:
    return isinstance(block, dict) and rest(block, "text") == {"type": "text"} and isinstance(block.get("text"), str)


def _role(message: Message) -> str:
    match message.role:
        case "tool" | "user":
            return "user"
        case "system" | "developer":
            return "system"
        case "assistant":
            return "assistant"
        case _:
            assert_never(message.role)


def _is_no_result(part: Part) -> bool:
    return not isinstance(part, Result)


def is_said(part: Part) -> bool:
    """Whether the part goes back to the provider. Thinking that another format brought has no signature and is refused here."""
    match part:
        case Text() | Refusal():
            return bool(part.text.strip())
        case Reasoning():
            return bool(part.signature) or ("signature" in part.extra and bool(part.text))
        case _:
            return True


def part_block(part: Part) -> Any:
    """The block for a part. DialectError for one of another format."""
    match part:
        case Text():
            return {"type": "text", "text": part.text, **part.extra}
        case Refusal():
            return {"type": "text", "text": part.text}
        case Image():
            return _image_block(part)
        case Reasoning():
            return _thinking_block(part)
        case Opaque():
            if part.dialect != NAME:
                raise DialectError(
                    said("A part in the format {dialect} cannot be sent as Anthropic Messages.", dialect=part.dialect)
                )
            return part.value
        case Call():
            value = {"type": "tool_use", "id": part.id or "", "name": part.name, "input": input_of(part)}
            return {**value, **part.extra}
        case Result():
            return _result_block(part)
        case _:
            assert_never(part)


def input_of(call: Call) -> dict[str, Any]:
    """The call's arguments as the object that is wanted here; a text that is none goes as `{"raw_arguments": text}`."""
    value = read_arguments(call.arguments).value
    return {RAW: call.arguments} if value is None else value


def _thinking_block(part: Reasoning) -> dict[str, Any]:
    signature = part.signature or part.extra.get("signature", "")
    signed = {} if signature is None else {"signature": signature}
    return {"type": "thinking", "thinking": part.text, **signed, **rest(part.extra, "signature")}


def _image_block(image: Image) -> dict[str, Any]:
    return {
        "type": "image",
        "source": {**_source(image), **rest(image.extra, "entry")},
        **image.extra.get("entry", {}),
    }


def _source(image: Image) -> dict[str, Any]:
    if not image.url.startswith("data:"):
        return {"type": "url", "url": image.url}
    head, _, data = image.url[5:].partition(",")
    kind = head.partition(";")[0] or image.media_type
    if not head.endswith(";base64"):
        data = base64.b64encode(unquote_to_bytes(data.encode("utf-8", "replace"))).decode()
    return {"type": "base64", "media_type": kind, "data": data}


def _result_block(result: Result) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": result.call_id or "", "content": _result_content(result)}
    failed = {"is_error": True} if result.is_error else {}
    return {**block, **failed, **rest(result.extra, LAYOUT)}


def _result_content(result: Result) -> str | list[Any]:
    """A plain text where that says all, else blocks: in the order in which they came as long as nobody changed them."""
    layout = result.extra.get(LAYOUT)
    pictures = [part_block(image) for image in result.media]
    if not isinstance(layout, list):
        return [*_text_blocks(result.text), *pictures] if pictures else result.text
    if _texts(layout) == result.text and [at for at in layout if isinstance(at, int)] == list(range(len(pictures))):
        blocks = [pictures[entry] if isinstance(entry, int) else entry for entry in layout if not _is_empty(entry)]
    else:
        others = [entry for entry in layout if not isinstance(entry, int) and not _is_text(entry)]
        blocks = [*_text_blocks(result.text), *pictures, *others]
    return blocks or result.text


def _text_blocks(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text}] if text.strip() else []


def _is_text(entry: Any) -> bool:
    return isinstance(entry, str) or (isinstance(entry, dict) and entry.get("type") == "text")


def _is_empty(entry: Any) -> bool:
    return _is_text(entry) and not _texts([entry]).strip()


def _texts(layout: Iterable[Any]) -> str:
    texts = [entry if isinstance(entry, str) else entry.get("text") for entry in layout if _is_text(entry)]
    return "".join(text for text in texts if isinstance(text, str))
