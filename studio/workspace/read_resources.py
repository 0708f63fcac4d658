"""What was read of MCP servers' resources as it goes along with a message: text as passages, pictures as pictures. Pure.

Above: `around_tools`, the window. Below: `messages`. Knows no server and no session.
"""

import base64
import binascii
import re
from collections.abc import Sequence

import msgspec

from studio.messages.parts import Image
from studio.messages.passage import Passage
from studio.problems import StudioError
from studio.said import said
from studio.session.server_view import ReadContent

MOST_SIGNS = 200_000
"""Characters of the text of one resource that can go along, as of a file that is attached."""
MOST_PICTURE = 10_000_000
"""Characters of base64 of one picture that can go along."""
_PICTURES = frozenset(("image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"))
_TEXTS = re.compile(r"(text/.*|application/(json|xml|yaml|toml|.*\+json|.*\+xml)|image/svg\+xml)")


class ResourceError(StudioError):
    """A resource that cannot go along with a message, and why."""


class Carried(msgspec.Struct, frozen=True):
    """What goes along."""

    passages: tuple[Passage, ...] = ()
    pictures: tuple[Image, ...] = ()


def carried(contents: Sequence[ReadContent], *, always: bool = False) -> Carried:
    """All contents of a resource; `always`: their text goes along with every request. Raises ResourceError for one that is neither text
    nor a picture, is empty, or too long."""
    passages: list[Passage] = []
    pictures: list[Image] = []
    for content in contents:
        text, picture = text_of(content), picture_of(content)
        if text is not None:
            passages.append(_passage(content.uri, text, always=always))
        elif picture is not None:
            pictures.append(_fitting(content.uri, picture))
        else:
            kind = content.media_type or said("of no known type")
            raise ResourceError(
                said("{uri} is neither text nor a picture that a model can take ({kind}).", uri=content.uri, kind=kind),
                said("Save it instead."),
            )
    if not passages and not pictures:
        raise ResourceError(said("The server gave nothing."), said("Read it again, or choose another resource."))
    return Carried(tuple(passages), tuple(pictures))


def text_of(content: ReadContent) -> str | None:
    """The text of a content, also where it came as bytes of a kind that is text; None where it is none."""
    if content.text is not None:
        return content.text
    if _TEXTS.fullmatch(kind_of(content)) is None:
        return None
    try:
        return bytes_of(content).decode("utf-8")
    except UnicodeDecodeError:
        return None


def picture_of(content: ReadContent) -> Image | None:
    """The picture that a content is, of a kind that models take; None where it is none."""
    kind = kind_of(content)
    if content.text is not None or kind not in _PICTURES or not bytes_of(content):
        return None
    return Image(f"data:{kind};base64,{''.join(content.data.split())}", kind)


def bytes_of(content: ReadContent) -> bytes:
    """The bytes of a content, for a file; none where its base64 is broken."""
    if content.text is not None:
        return content.text.encode("utf-8", "replace")
    try:
        return base64.b64decode(content.data, validate=False)
    except (binascii.Error, ValueError):
        return b""


def kind_of(content: ReadContent) -> str:
    """The media type alone, in small letters."""
    return content.media_type.partition(";")[0].strip().lower()


def _passage(uri: str, text: str, *, always: bool) -> Passage:
    if len(text) > MOST_SIGNS:
        raise ResourceError(
            said(
                "{uri} is too long to go along: {n} characters, at most {most}.",
                uri=uri,
                n=f"{len(text):,}",
                most=f"{MOST_SIGNS:,}",
            ),
            said("Save it, and attach some lines of the file."),
        )
    if not text.strip():
        raise ResourceError(said("There is no text in {uri}.", uri=uri))
    return Passage(uri, text, always=always)


def _fitting(uri: str, picture: Image) -> Image:
    if len(picture.url) > MOST_PICTURE:
        raise ResourceError(
            said(
                "The picture {uri} is too large to go along: {n} characters of base64, at most {most}.",
                uri=uri,
                n=f"{len(picture.url):,}",
                most=f"{MOST_PICTURE:,}",
            ),
            said("Save it, and make it smaller."),
        )
    return picture
