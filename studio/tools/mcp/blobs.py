"""Base64 that came from a server: a picture that a model can take, or how much there is of what. Pure.

Above: `returned`, `around`. Below: `messages/parts`.
"""

import binascii
import re
from typing import Any

from studio.messages.parts import Image

_PICTURE = re.compile(r"image/[a-z0-9][a-z0-9.-]*")


def picture(block: dict[str, Any]) -> Image | None:
    """The picture in `data` and `mimeType`; None where it is none that a model takes (SVG, broken base64)."""
    return picture_of(block.get("data"), block.get("mimeType"))


def picture_of(data: Any, media_type: Any) -> Image | None:
    """The same of the two values."""
    kind = media_type.partition(";")[0].strip().lower() if isinstance(media_type, str) else ""
    if not isinstance(data, str) or not _PICTURE.fullmatch(kind):
        return None
    plain = data if data.isalnum() else "".join(data.split())
    try:
        good = bool(binascii.a2b_base64(plain, strict_mode=True))
    except (binascii.Error, ValueError):
        return None
    return Image(f"data:{kind};base64,{plain}", kind) if good else None


def size_told(block: dict[str, Any], key: str) -> str:
    """The type and the size of the bytes whose base64 stands in `key`: `audio/wav, 1,024 bytes`."""
    kind, data = block.get("mimeType"), block.get(key)
    named = kind if isinstance(kind, str) and kind else "of no known type"
    if not isinstance(data, str):
        return f"{named}, no data"
    return f"{named}, {len(data) * 3 // 4 - data[-2:].count('='):,} bytes"
