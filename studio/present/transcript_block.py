"""One labelled text of a transcript.

Above: `transcript_blocks`, `transcript_text`. Below: nothing.
"""

from typing import Literal

import msgspec

Style = Literal["heading", "said", "call", "result", "error", "edit", "note", "quiet", "stop"]


class Block(msgspec.Struct, frozen=True):
    """One text and its label; an empty label belongs to the text before it."""

    style: Style
    label: str
    text: str
