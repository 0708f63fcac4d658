"""Reads the content of a Chat Completions message: a text, or a list of parts. Of a part we know, members we do not know stay with it.

Above: `openai_chat_read`, `openai_chat_stream`. Below: `messages`. Members beside `image_url` and `thinking` are kept under "entry".
"""

from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.messages.parts import Image, Opaque, Part, Reasoning, Refusal, Text
from studio.said import said

NAME = "openai_chat"


def read_content(content: Any, place: str) -> list[Part]:
    """The parts of a `content` member: a text, a list of parts, or null."""
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [Text(content)]
    if isinstance(content, list):
        return [read_piece(piece) for piece in content]
    raise DialectError(said("content has to be a text, a list of parts or null."), place=f"{place}.content")


def read_piece(piece: Any) -> Part:
    """One entry of a content list; what is not known is kept whole."""
    match piece:
        case str():
            return Text(piece)
        case {"type": "text", "text": str() as text}:
            return Text(text, rest(piece, "type", "text"))
        case {"type": "image_url", "image_url": str() | {"url": str()} as image}:
            return _read_image(piece, image)
        case {"type": "refusal", "refusal": str() as text} if len(piece) == 2:
            return Refusal(text)
        case {"type": "thinking", "thinking": [{"type": "text", "text": str() as text, **inner}]} if not inner:
            return _read_thinking(piece, text)
        case _:
            return Opaque(NAME, piece)


def _read_image(piece: dict[str, Any], image: str | dict[str, Any]) -> Image:
    url = image if isinstance(image, str) else image["url"]
    extra = {} if isinstance(image, str) else rest(image, "url")
    beside = rest(piece, "type", "image_url")
    media_type = url[5:].partition(",")[0].partition(";")[0] if url.startswith("data:") else ""
    return Image(url, media_type, {**extra, "entry": beside} if beside else extra)


def _read_thinking(piece: dict[str, Any], text: str) -> Reasoning:
    signature = piece.get("signature")
    signature = signature if isinstance(signature, str) else ""
    beside = rest(piece, "type", "thinking", *(("signature",) if signature else ()))
    return Reasoning(text, signature, {"member": "content", **({"entry": beside} if beside else {})})


def rest(value: dict[str, Any], *known: str) -> dict[str, Any]:
    """The other members."""
    return {key: inner for key, inner in value.items() if key not in known}
