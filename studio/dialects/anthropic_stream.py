"""Reads a streamed Anthropic Messages reply, as Anthropic and the servers that speak its format send it.

Above: `anthropic_messages`. Below: `anthropic_blocks`. Knows nothing of bytes and framing; an event is told by the `type` in its data.
"""

from collections.abc import Sequence
from typing import Any

from studio.dialects.anthropic_blocks import Blocks
from studio.dialects.anthropic_error import error_in, error_of
from studio.dialects.anthropic_read import REPLY, rest
from studio.dialects.anthropic_read_tools import merge_usage, read_usage
from studio.dialects.json_bytes import loads
from studio.messages.delta import Delta
from studio.messages.reply import ProviderError
from studio.said import said

RESUMABLE = frozenset(("pause_turn", "compaction"))
"""Stop reasons of a turn that is sent back to go on."""

_MANY = 64
"""Members beside a message that are told again with each event that adds to them; more are told once, at the end."""

_MESSAGE = ("id", "type", "role", "model", "content", "usage", "stop_reason")
_BY_MEMBER = {
    "content_block": "content_block_start",
    "message": "message_start",
    "error": "error",
    "content": "message",
}


class AnthropicReader:
    """One streamed reply."""

    def __init__(self) -> None:
        self._blocks = Blocks()
        self._done = False
        self._reason = ""
        self._early_reason = ""
        self._error: ProviderError | None = None
        self._usage: dict[str, Any] = {}
        self._members: dict[str, Any] = {}
        self._begun = False

    def feed(self, data: str) -> Sequence[Delta]:
        """The deltas of one event's data."""
        if self._done or not data:
            return ()
        try:
            event = loads(data)
        except ValueError:
            return self._foreign(data)
        if not isinstance(event, dict):
            return ()
        deltas: list[Delta] = []
        kind = event.get("type")
        if kind == "content_block_delta":
            self._read_delta(event, deltas)
        else:
            self._read_event(kind, event, deltas)
        return deltas

    def rest(self) -> Sequence[Delta]:
        """Nothing: every event is told at once."""
        return ()

    def end(self) -> ProviderError | None:
        """None when the message was told to be over and no error came."""
        if self._error is not None:
            return self._error
        if self._blocks.lost:
            return ProviderError("incomplete", said("Arguments came for a tool call that never began."))
        if self._done:
            return None
        return ProviderError("incomplete", said("The reply ended before it was whole: no message_stop came."))

    def _foreign(self, data: str) -> Sequence[Delta]:
        if data.strip() == "[DONE]":
            # Gateways end every stream like this; it stands for the end where a stop reason came before.
            self._done = bool(self._reason)
            return ()
        return self._failed(error_of(data))

    def _failed(self, error: ProviderError) -> Sequence[Delta]:
        self._error = self._error or error
        return (("error", error),)

    def _read_delta(self, event: dict[str, Any], deltas: list[Delta]) -> None:
        delta = event.get("delta")
        if isinstance(delta, dict):
            self._blocks.more(event.get("index"), delta, deltas)

    def _read_event(self, kind: Any, event: dict[str, Any], deltas: list[Delta]) -> None:
        match kind or _kind_by_member(event):
            case "content_block_start":
                self._blocks.start(event.get("index"), event.get("content_block"), deltas)
            case "content_block_delta":
                self._read_delta(event, deltas)
            case "content_block_stop":
                self._blocks.stop(event.get("index"), deltas)
            case "message_start":
                self._read_start(event.get("message"), deltas)
            case "message_delta":
                self._read_message_delta(event, deltas)
            case "message_stop":
                self._stop(deltas)
            case "message":
                # A server that does not stream answers with the whole message.
                self._read_start(event, deltas)
                self._stop(deltas)
            case _:
                error = error_in(event)
                if error is not None:
                    deltas.extend(self._failed(error))

    def _read_start(self, message: Any, deltas: list[Delta]) -> None:
        if not isinstance(message, dict):
            return
        if not self._begun:
            self._begun = True
            names = (("id", message.get("id")), ("model", message.get("model")))
            deltas.extend((key, name) for key, name in names if isinstance(name, str) and name)
        content = message.get("content")
        for block in content if isinstance(content, list) else ():
            self._blocks.start(None, block, deltas)
        self._early_reason = self._early_reason or _text(message.get("stop_reason"))
        self._add_usage(message.get("usage"), deltas)
        self._add_members(rest(message, *_MESSAGE), deltas)

    def _read_message_delta(self, event: dict[str, Any], deltas: list[Delta]) -> None:
        delta = event.get("delta")
        delta = delta if isinstance(delta, dict) else {}
        self._add_usage(event.get("usage") or delta.get("usage"), deltas)
        beside = rest(event, "type", "delta", "usage", "index")
        self._add_members({**rest(delta, "stop_reason", "usage", "type"), **beside}, deltas)
        self._finish(_text(delta.get("stop_reason")), deltas)

    def _add_usage(self, usage: Any, deltas: list[Delta]) -> None:
        if isinstance(usage, dict):
            merge_usage(self._usage, usage)
            if len(self._usage) <= _MANY:
                deltas.append(("usage", read_usage(dict(self._usage))))

    def _add_members(self, members: dict[str, Any], deltas: list[Delta]) -> None:
        """What belongs to the reply and not to its message: the container, what stopped it, and what we do not know."""
        said = {key: value for key, value in members.items() if value is not None}
        self._members.update(said)
        if said and len(self._members) <= _MANY:
            deltas.append(("extra", REPLY, dict(self._members)))

    def _finish(self, reason: str, deltas: list[Delta]) -> None:
        if reason and not self._reason:
            self._reason = reason
            self._blocks.finish(deltas)
            deltas.append(("finish", reason))
            if reason in RESUMABLE and not self._blocks.calls:
                deltas.append(("resumable",))

    def _stop(self, deltas: list[Delta]) -> None:
        self._blocks.finish(deltas)
        self._finish(self._early_reason, deltas)
        self._done = True
        if len(self._members) > _MANY:
            deltas.append(("extra", REPLY, self._members))
        if len(self._usage) > _MANY:
            deltas.append(("usage", read_usage(self._usage)))


def _kind_by_member(event: dict[str, Any]) -> str:
    """The kind of an event whose data does not name it."""
    delta = event.get("delta")
    if isinstance(delta, dict):
        return "message_delta" if "stop_reason" in delta else "content_block_delta"
    return next((kind for member, kind in _BY_MEMBER.items() if member in event), "")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
