"""The header of a Harmony message: who speaks, on which channel, to whom.

Above: `harmony_read`. Below: nothing.
"""

import re
from typing import Literal

import msgspec

Kind = Literal["text", "reasoning", "call", "made_up"]

_ROLE = re.compile(r"<\|start\|>([^\s<]*)")
_CHANNEL = re.compile(r"<\|channel\|>\s*(analysis|commentary|final)\b")
_RECIPIENT = re.compile(r"\bto=([^\s<]+)")
_NO_TOOLS = frozenset(("user", "assistant", "all"))


class Head(msgspec.Struct, frozen=True):
    """What a header says; `name` is the tool that a call is for."""

    kind: Kind
    name: str = ""


def read_head(text: str) -> Head | None:
    """The header, from its first token up to `<|message|>`; None when it is none."""
    role = _ROLE.search(text)
    channel = _CHANNEL.search(text)
    if channel is None and (role is None or not role.group(1)):
        return None
    if role is not None and role.group(1) not in ("", "assistant"):
        return Head("made_up")
    spoken = channel.group(1) if channel else "final"
    recipient = _RECIPIENT.search(text)
    if recipient is not None and recipient.group(1) not in _NO_TOOLS and spoken != "final":
        return Head("call", recipient.group(1).removeprefix("functions."))
    return Head("reasoning" if spoken == "analysis" else "text")
