"""An MCP server as it is seen: its state, what it offers, the messages that went both ways, what it asks the person.

Above: `tools/mcp`, `workspace`, `present`, the fronts. Below: `events`, `messages`. Plain values; no part of the session file.
"""

from typing import Any, Literal

import msgspec

from studio.messages.message import Message
from studio.messages.reply import ChatReply
from studio.session.kept_exchange import KeptExchange
from studio.session.nodes import CallKey

Phase = Literal["off", "untrusted", "stopped", "starting", "ready", "failed", "restarting"]
"""Switched off · waits for trust · not started, or stopped by the person · · · could not start, or ended by itself · ·"""


class ServerLook(msgspec.Struct, frozen=True, kw_only=True):
    """A server now. `why` is the sentence for a phase that needs one (with what it wrote last to stderr), `since` a `time.monotonic` value.

    `title` and `version` are what it calls itself, `protocol` the version that was agreed on, `instructions` what it tells models.
    `command` is the exact command or address, as trust is asked for. `unused` names what it offers that is not used here
    (`completions`, `tasks`, …). `tools` counts those that are taken in, `left` those that its filter leaves out.
    """

    name: str
    phase: Phase
    why: str = ""
    since: float = 0.0
    command: str = ""
    pid: int | None = None
    title: str = ""
    version: str = ""
    protocol: str = ""
    instructions: str = ""
    unused: tuple[str, ...] = ()
    tools: int = 0
    left: int = 0
    resources: int | None = None
    prompts: int | None = None
    trusted: bool = False


class ListedTool(msgspec.Struct, frozen=True):
    """A tool as the server lists it, as JSON (`name`, `title`, `description`, `inputSchema`, `outputSchema`, `annotations`, `_meta`, …)."""

    value: dict[str, Any]

    @property
    def own_name(self) -> str:
        """What the server calls it."""
        return str(self.value["name"])


class ResourceInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A resource, or with `template` a template whose `{members}` have to be filled in. `size` in bytes, None when it does not say."""

    uri: str
    name: str = ""
    title: str = ""
    description: str = ""
    media_type: str = ""
    size: int | None = None
    template: bool = False


class ReadContent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A content of a resource that was read: `text`, or `data` as base64 where it is none."""

    uri: str
    media_type: str = ""
    text: str | None = None
    data: str = ""


class PromptArgument(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a prompt takes."""

    name: str
    description: str = ""
    required: bool = False


class PromptInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A prompt that a server offers."""

    name: str
    title: str = ""
    description: str = ""
    arguments: tuple[PromptArgument, ...] = ()


class PromptMessages(msgspec.Struct, frozen=True, omit_defaults=True):
    """A prompt as the server gave it, ready to be put into a session; `notes` say what could not be taken as it stands."""

    messages: tuple[Message, ...]
    description: str = ""
    notes: tuple[str, ...] = ()


class WireMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the protocol view. `number` counts from 1 in the order in which they went; `t` is in seconds since the server began.

    `kind`: `request`, `answer`, `error` (an answer that is one), `notification`; `noise` is a line of stdout that is no message, `stderr`
    what it wrote there; `state` is ours (started, ended). `text` is the message as it went, without secrets, cut where `cut` says how
    many characters it had. Of an answer `answers` is the number of its request (None: nobody asked, or it was answered already) and
    `seconds` how long it took.
    """

    number: int
    t: float
    sent: bool
    kind: Literal["request", "answer", "error", "notification", "noise", "stderr", "state"]
    text: str
    method: str = ""
    id: int | str | None = None
    answers: int | None = None
    seconds: float | None = None
    cut: int = 0


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a server asks the person, while it works on `call` (None: not known). `message` is its sentence; `schema` that of a `form`,
    `url` what is to be visited, `asked` the whole parameters as JSON (for `sampling`: messages, systemPrompt, maxTokens, …). `open` from
    `since` on, a `time.monotonic` value."""

    number: int
    server: str
    what: Literal["form", "url", "sampling"]
    message: str = ""
    schema: dict[str, Any] | None = None
    url: str = ""
    asked: dict[str, Any] = {}
    call: CallKey | None = None
    since: float = 0.0


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the server is answered. `content` is the filled form; of sampling `reply` is what goes back, `sent` and `exchange` what it
    came from."""

    action: Literal["accept", "decline", "cancel"]
    content: dict[str, Any] | None = None
    reply: ChatReply | None = None
    sent: str = ""
    exchange: KeptExchange | None = None
    error: str = ""
