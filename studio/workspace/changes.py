"""What an open session tells its listeners, beside events and notes.

Above: both fronts. Below: `engine`. Plain values.
"""

from typing import Literal

import msgspec

from studio.messages.delta import Delta
from studio.session.events import Event
from studio.session.nodes import CallKey
from studio.session.notes import AnyNote


class Activity(msgspec.Struct, frozen=True):
    """What is under way: `calls` are those that run, `since` is a `time.monotonic` value."""

    kind: Literal["idle", "sending", "streaming", "tools"] = "idle"
    calls: frozenset[CallKey] = frozenset()
    since: float = 0.0


class PartialReply(msgspec.Struct, frozen=True):
    """The running reply grew by `delta`."""

    delta: Delta


class ToolOutput(msgspec.Struct, frozen=True):
    """A running tool printed `text`; `stream` is `stdout` or `stderr`."""

    call: CallKey
    stream: str
    text: str


class ToolProgress(msgspec.Struct, frozen=True):
    """A running tool said how far it is: `fraction` from 0 to 1, None where it does not know; `text` is what it does."""

    call: CallKey
    fraction: float | None
    text: str = ""


class ModeChanged(msgspec.Struct, frozen=True):
    """A switch, the trust in a tools file or the saved mark changed."""


class ServerChanged(msgspec.Struct, frozen=True):
    """Something about an MCP server changed: its state, the lists of what it offers, the messages of its protocol view (told once for
    many), or a question that it asks or does not ask any more."""

    server: str
    what: Literal["state", "lists", "messages", "question"]


Change = Event | AnyNote | Activity | PartialReply | ToolOutput | ToolProgress | ModeChanged | ServerChanged
