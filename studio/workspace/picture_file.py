"""A picture of the disk as a message or a result carries it: its bytes in a data address. Its kind is read off its bytes, not its name.

Above: the window. Below: `messages/parts`. Draws nothing.
"""

import base64
from pathlib import Path

from studio.messages.parts import Image
from studio.paths import file_bytes
from studio.problems import StudioError
from studio.said import said

_KINDS = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))


class PictureError(StudioError):
    """A file that is no picture of a kind that models take, or too large."""


def picture_kind(data: bytes) -> str:
    """The media type of a picture; empty for anything that models do not take."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for begin, kind in _KINDS if data.startswith(begin)), "")


def read_picture_file(path: Path, most: int) -> Image:
    """The picture of a file; `most` is how many characters its address may have. Raises PictureError."""
    try:
        size = path.stat().st_size
        if size * 4 // 3 > most:
            raise PictureError(
                said("{file} is too large: {n} KB.", file=path.name, n=f"{size // 1000:,}"),
                said("There is room for {n} KB.", n=f"{most * 3 // 4000:,}"),
            )
        data = file_bytes(path)
    except OSError as error:
        raise PictureError(said("{file} cannot be read: {why}.", file=path.name, why=error.strerror)) from error
    kind = picture_kind(data)
    if not kind:
        raise PictureError(said("{file} is no picture.", file=path.name), said("PNG, JPEG, GIF and WebP can be used."))
    return Image(f"data:{kind};base64,{base64.b64encode(data).decode()}", kind)
