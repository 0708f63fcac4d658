"""Reads a streamed Chat Completions reply, as OpenAI and the many servers that imitate it send it.

Above: `openai_chat`. Below: `messages`. Knows nothing of bytes and framing; which fragment belongs to which call is decided in
`openai_chat_calls`.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from studio.dialects.json_bytes import loads
from studio.dialects.openai_chat_calls import OpenCalls
from studio.dialects.openai_chat_error import error_in, shortened
from studio.dialects.openai_chat_pieces import read_streamed_content
from studio.dialects.openai_chat_read import KNOWN, REASONING_MEMBERS, reasoning_in
from studio.dialects.openai_chat_thoughts import LISTS, Thoughts
from studio.dialects.openai_chat_usage import read_usage
from studio.messages.delta import Delta
from studio.messages.depth import DEEPEST
from studio.messages.reply import ProviderError
from studio.said import said

_PLAIN = frozenset(("role", "content"))
_TEXTS = frozenset(("refusal", *REASONING_MEMBERS))
_NOTHING: tuple[Any, ...] = (None, [], {}, "")
_SHORT = 2 * DEEPEST
"""Characters below which a chunk cannot be nested too deep."""


class _ShortChoice(msgspec.Struct, gc=False):
    """A choice; members that say nothing here are not even decoded."""

    index: int = 0
    delta: dict[str, Any] | None = None
    finish_reason: Any = None
    usage: Any = None
    error: Any = None


class _ShortChunk(msgspec.Struct, gc=False):
    """A chunk of the usual form."""

    choices: list[_ShortChoice]
    usage: Any = None
    error: Any = None


_decode_short = msgspec.json.Decoder(_ShortChunk).decode


class OpenAIChatReader:
    """One streamed reply; `choice` is the choice that is read when the request asked for several."""

    def __init__(self, choice: int = 0) -> None:
        self._choice = choice
        self._calls = OpenCalls()
        self._thoughts = Thoughts()
        self._streamed = False
        self._done = False
        self._finished = False
        self._error: ProviderError | None = None
        self._id = ""
        self._model = ""

    def feed(self, data: str) -> Sequence[Delta]:
        """The deltas of one event's data."""
        if self._done or not data:
            return ()
        if self._id and self._model and len(data) < _SHORT and (delta := self._only_delta(data)) is not None:
            deltas: list[Delta] = []
            self._streamed = True
            self._read_delta(delta, deltas)
            return deltas
        try:
            chunk = loads(data)
        except ValueError:
            return self._foreign(data)
        if not isinstance(chunk, dict):
            return ()
        deltas = []
        self._read_chunk(chunk, deltas)
        return deltas

    def _only_delta(self, data: str) -> dict[str, Any] | None:
        """The delta of a chunk that brings nothing else, as nearly all do; None when the whole chunk has to be looked at."""
        try:
            chunk = _decode_short(data)
        except (ValueError, RecursionError):
            return None
        if chunk.usage is not None or chunk.error is not None or len(chunk.choices) != 1:
            return None
        choice = chunk.choices[0]
        says_more = choice.finish_reason is not None or choice.usage is not None or choice.error is not None
        return None if says_more or choice.index != self._choice else choice.delta

    def rest(self) -> Sequence[Delta]:
        """Nothing: every event is told at once."""
        return ()

    def end(self) -> ProviderError | None:
        """None when a finish reason or the end marker came and no error."""
        if self._error is not None:
            return self._error
        if self._done or self._finished:
            return None
        return ProviderError(
            "incomplete", said("The reply ended before it was whole: neither a finish reason nor [DONE] came.")
        )

    def _foreign(self, data: str) -> Sequence[Delta]:
        text = data.strip()
        if text == "[DONE]":
            self._done = True
            return self._thoughts.deltas()
        if text.startswith("{") and "\n" in text:
            # Servers that leave out the empty line between two events.
            return [delta for line in text.split("\n") for delta in self.feed(line.strip())]
        if text.startswith("{"):
            return self._failed(
                ProviderError("incomplete", said("A piece of the stream is cut: it is not whole JSON."), body=data)
            )
        return self._failed(ProviderError("provider", shortened(text), body=data))

    def _failed(self, error: ProviderError) -> Sequence[Delta]:
        self._error = self._error or error
        return (("error", error),)

    def _read_chunk(self, chunk: dict[str, Any], deltas: list[Delta]) -> None:
        if not (self._id and self._model):
            self._read_names(chunk, deltas)
        choices = chunk.get("choices")
        if isinstance(choices, list):
            for choice in choices:
                if isinstance(choice, dict) and (choice.get("index") or 0) == self._choice:
                    self._read_choice(choice, deltas)
        usage = chunk.get("usage")
        if isinstance(usage, dict):
            deltas.append(("usage", read_usage(usage)))
        if "error" in chunk or not choices:
            self._read_error(chunk, deltas)

    def _read_error(self, value: dict[str, Any], deltas: list[Delta]) -> None:
        error = error_in(value)
        if error is not None:
            deltas.extend(self._failed(error))

    def _read_names(self, chunk: dict[str, Any], deltas: list[Delta]) -> None:
        if not self._id and isinstance(reply_id := chunk.get("id"), str) and reply_id:
            self._id = reply_id
            deltas.append(("id", reply_id))
        if not self._model and isinstance(model := chunk.get("model"), str) and model:
            self._model = model
            deltas.append(("model", model))

    def _read_choice(self, choice: dict[str, Any], deltas: list[Delta]) -> None:
        delta = choice.get("delta")
        if isinstance(delta, dict):
            self._streamed = True
            self._read_delta(delta, deltas)
        elif not self._streamed and isinstance(message := choice.get("message"), dict):
            # Servers that stream a reply in one piece send it as a whole message; others send both.
            self._read_delta(message, deltas)
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self._finished = True
            deltas.extend((*self._thoughts.deltas(), ("finish", reason)))
        if isinstance(usage := choice.get("usage"), dict):
            deltas.append(("usage", read_usage(usage)))
        if "error" in choice:
            self._read_error(choice, deltas)

    def _read_delta(self, delta: dict[str, Any], deltas: list[Delta]) -> None:
        content = delta.get("content")
        if isinstance(content, str) and delta.keys() <= _PLAIN:
            if content:
                deltas.append(("text", content))
            return
        if len(delta) == 1 and "tool_calls" in delta:
            self._calls.read(delta, deltas)
            return
        text, member = reasoning_in(delta)
        if text:
            deltas.append(("reasoning", text) if member == REASONING_MEMBERS[0] else ("reasoning", text, member))
        if content:
            read_streamed_content(content, deltas)
        refusal = delta.get("refusal")
        if isinstance(refusal, str) and refusal:
            deltas.append(("refusal", refusal))
        if "tool_calls" in delta or "function_call" in delta:
            self._calls.read(delta, deltas)
        if not delta.keys() <= KNOWN or (not text and delta.keys() & _TEXTS):
            self._read_extra(delta, deltas)

    def _read_extra(self, delta: dict[str, Any], deltas: list[Delta]) -> None:
        for key, value in delta.items():
            if value in _NOTHING or (key in KNOWN and (key not in _TEXTS or isinstance(value, str))):
                continue
            if key not in LISTS or not self._thoughts.take(key, value):
                deltas.append(("extra", key, value))
