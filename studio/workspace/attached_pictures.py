"""Pictures that the person lets go along with a message: read from a file or the clipboard, of a kind and a size that models take.

Above: the window. Below: `messages`. Knows no session; what the bytes are is told by the bytes, never by the name.
"""

import base64
from pathlib import Path

from studio.messages.parts import Image
from studio.paths import file_bytes
from studio.problems import StudioError
from studio.said import said

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
LARGEST = 7_500_000
"""Bytes of one picture: as base64 they are what the strictest large provider takes."""
_HELP = said("Attach a PNG, JPEG, GIF or WebP picture.")


class PictureError(StudioError):
    """A file or data that cannot go along as a picture, and why."""


def picture_file(path: Path) -> Image:
    """The picture of a file. Raises PictureError."""
    try:
        data = file_bytes(path, LARGEST + 1)
    except OSError as error:
        raise PictureError(
            said("{file} cannot be read: {why}.", file=path.name, why=error.strerror), said("Choose another file.")
        ) from error
    return picture_of(data, path.name)


def picture_of(data: bytes, name: str) -> Image:
    """Bytes as a picture; `name` is for the sentence when they are none. Raises PictureError."""
    kind = _kind(data)
    if not kind:
        raise PictureError(said("{name} is no picture that a model can take.", name=name), _HELP)
    if len(data) > LARGEST:
        raise PictureError(
            said("{name} is larger than {n} MB.", name=name, n=f"{LARGEST / 1000000.0:.1f}"),
            said("Make it smaller, then attach it."),
        )
    return Image(f"data:{kind};base64,{base64.b64encode(data).decode()}", kind)


def _kind(data: bytes) -> str:
    """The media type that the first bytes tell; empty for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    return "image/webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""
