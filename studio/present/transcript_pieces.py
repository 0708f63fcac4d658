"""What a transcript is made of as a document, piece by piece, before it is Markdown or HTML.

Above: `transcript_document` makes them, `transcript_markdown` and `transcript_html` write them. Below: nothing. All texts are plain: who
writes them escapes.
"""

from typing import Literal

import msgspec

from studio.present.transcript_block import Style

How = Literal["text", "json", "code", "diff", "line"]
"""Running text · JSON · a text whose blanks count · lines that begin with - (was) or + (is) · a line of the program's own words."""


class Choice(msgspec.Struct, frozen=True):
    """What goes into a transcript. Rounds count from 1; `last` 0 is the end. `all_branches`: each branch, else one."""

    all_branches: bool = False
    system: bool = True
    tools: bool = False
    thinking: bool = True
    edits: bool = True
    timing: bool = False
    first: int = 1
    last: int = 0


class Facts(msgspec.Struct, frozen=True):
    """Names with their values; with a `title` it is the head of a part of the document, of level 1 or 2."""

    title: str = ""
    level: int = 1
    rows: tuple[tuple[str, str], ...] = ()


class RoundHead(msgspec.Struct, frozen=True):
    """A round begins, `depth` agents deep."""

    text: str
    depth: int = 0


class Said(msgspec.Struct, frozen=True):
    """Something with its label; one without belongs to what stands before. `fold`: shown when it is asked for."""

    label: str
    text: str
    style: Style = "said"
    how: How = "text"
    fold: bool = False
    depth: int = 0


class Picture(msgspec.Struct, frozen=True):
    """A picture: its bytes, or only what is known of it. `name` is that of a file of it, unlike those of all others."""

    label: str
    media_type: str = ""
    data: bytes = b""
    name: str = ""
    depth: int = 0


Piece = Facts | RoundHead | Said | Picture
