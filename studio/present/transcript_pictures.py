"""The pictures of a step as a document takes them in: bytes where the session holds them, else what is known of them.

Above: `transcript_document`. Below: `messages`, `session/events`. Reads nothing from elsewhere.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterable, Iterator

from studio.messages.parts import Image, Part
from studio.present.transcript_parts import pictures_shown
from studio.present.transcript_pieces import Picture
from studio.session.events import Event, HistoryEdited, MessageAdded, ResultEdited, ResultRecorded
from studio.session.nodes import NodeId

KINDS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
"""Kinds of pictures that every reader shows and that can hold no program."""


def pictures(event: Event, depth: int = 0) -> Iterator[Picture]:
    """The pictures that a step brought, in their order."""
    for at, image in enumerate(_images(event), 1):
        kind, data = inline(image)
        label = pictures_shown((image,))[0]
        known = KINDS.get(kind, "") if data else ""
        yield Picture(label, kind, data if known else b"", _name(event.id, at, data, known) if known else "", depth)


def inline(image: Image) -> tuple[str, bytes]:
    """The kind of a picture and its bytes; no bytes where it stands elsewhere, or is none."""
    if not image.url.startswith("data:"):
        return image.media_type, b""
    head, _, data = image.url.partition(",")
    kind = (head[5:].split(";")[0] or image.media_type).lower()
    if not head.endswith(";base64"):
        return kind, b""
    try:
        return kind, base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return kind, b""


def _images(event: Event) -> Iterable[Image]:
    match event:
        case MessageAdded(message=message):
            return _in(message.parts)
        case HistoryEdited(inserted=inserted):
            return tuple(image for message in inserted for image in _in(message.parts))
        case ResultRecorded(media=media):
            return media
        case ResultEdited():
            return ()
        case _:
            return ()


def _in(parts: Iterable[Part]) -> tuple[Image, ...]:
    return tuple(part for part in parts if isinstance(part, Image))


def _name(node: NodeId, at: int, data: bytes, ending: str) -> str:
    return f"{node}-{at}-{hashlib.sha256(data).hexdigest()[:8]}.{ending}"
