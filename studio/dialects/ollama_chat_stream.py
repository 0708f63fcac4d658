"""Reads a streamed reply of Ollama's chat, line by line.

Above: `ollama_chat`. Below: `messages`. Knows nothing of bytes and framing. A line brings whole calls, and `index` counts anew with
some servers: every entry is a call of its own, unless its id says that it repeats or goes on with one.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from studio.dialects.error_bodies import shortened
from studio.dialects.json_bytes import loads
from studio.dialects.ollama_chat_error import error_in
from studio.dialects.ollama_chat_read import KNOWN, read_call, read_image, read_usage
from studio.messages.delta import Delta
from studio.messages.depth import DEEPEST
from studio.messages.parts import Call, Opaque
from studio.messages.reply import ProviderError
from studio.said import said

_NOTHING: tuple[Any, ...] = (None, [], {}, "")
_SHORT = 2 * DEEPEST
"""Characters below which a line cannot be nested too deep."""

_PLAIN = frozenset(("role", "content", "thinking"))
_TYPES: dict[str, type | tuple[type, ...]] = {
    "role": object,
    "content": str,
    "thinking": str,
    "images": list,
    "tool_calls": (list, dict),
}


class _ShortLine(msgspec.Struct, gc=False):
    """A line of the usual form; members that say nothing here are not even decoded."""

    message: dict[str, Any]
    done: Any = None
    error: Any = None


_decode_short = msgspec.json.Decoder(_ShortLine).decode


def _only_message(data: str) -> dict[str, Any] | None:
    """The message of a line that brings nothing else, as nearly all do; None when the whole line has to be looked at."""
    try:
        line = _decode_short(data)
    except (ValueError, RecursionError):
        return None
    return line.message if line.error is None and not line.done else None


class _Come:
    """A call that came; `first` is the name and argument text of its first entry."""

    __slots__ = ("first", "position")

    def __init__(self, position: int, first: tuple[str, str]) -> None:
        self.position = position
        self.first = first


class OllamaChatReader:
    """One streamed reply; a whole body is a stream of one line."""

    def __init__(self) -> None:
        self._done = False
        self._error: ProviderError | None = None
        self._model = ""
        self._calls: list[_Come] = []
        self._by_id: dict[str, _Come] = {}

    def feed(self, data: str) -> Sequence[Delta]:
        """The deltas of one line."""
        if self._done or not data:
            return ()
        if self._model and len(data) < _SHORT and (message := _only_message(data)) is not None:
            deltas: list[Delta] = []
            self._read_message(message, deltas)
            return deltas
        try:
            line = loads(data)
        except ValueError:
            return self._foreign(data)
        if not isinstance(line, dict):
            return ()
        deltas = []
        self._read_line(line, deltas)
        return deltas

    def rest(self) -> Sequence[Delta]:
        """Nothing: every event is told at once."""
        return ()

    def end(self) -> ProviderError | None:
        """None when a line said `done` and none an error."""
        if self._error is not None or self._done:
            return self._error
        return ProviderError("incomplete", said("The reply ended before it was whole: no line said that it is done."))

    def _foreign(self, data: str) -> Sequence[Delta]:
        text = data.strip()
        if text.startswith("{"):
            return self._failed(
                ProviderError("incomplete", said("A line of the stream is cut: it is not whole JSON."), body=data)
            )
        return self._failed(ProviderError("provider", shortened(text), body=data))

    def _failed(self, error: ProviderError) -> Sequence[Delta]:
        self._error = self._error or error
        return (("error", error),)

    def _read_line(self, line: dict[str, Any], deltas: list[Delta]) -> None:
        if not self._model and isinstance(model := line.get("model"), str) and model:
            self._model = model
            deltas.append(("model", model))
        message = line.get("message")
        if isinstance(message, dict):
            self._read_message(message, deltas)
        if line.get("done") is True:
            self._read_end(line, deltas)
        if "error" in line and (error := error_in(line)) is not None:
            deltas.extend(self._failed(error))

    def _read_end(self, line: dict[str, Any], deltas: list[Delta]) -> None:
        self._done = True
        reason = line.get("done_reason")
        if isinstance(reason, str) and reason:
            deltas.append(("finish", reason))
        usage = read_usage(line)
        if usage is not None:
            deltas.append(("usage", usage))

    def _read_message(self, message: dict[str, Any], deltas: list[Delta]) -> None:
        thinking = message.get("thinking")
        if isinstance(thinking, str) and thinking:
            deltas.append(("reasoning", thinking))
        content = message.get("content")
        if isinstance(content, str):
            if content:
                deltas.append(("text", content))
            if message.keys() <= _PLAIN:
                return
        self._read_rest(message, deltas)

    def _read_rest(self, message: dict[str, Any], deltas: list[Delta]) -> None:
        images, entries = message.get("images"), message.get("tool_calls")
        if isinstance(images, list):
            deltas.extend(("part", read_image(entry)) for entry in images)
        for entry in entries if isinstance(entries, list) else [entries] if isinstance(entries, dict) else []:
            self._read_call(read_call(entry, len(self._calls)), deltas)
        rest = [
            (key, value) for key, value in message.items() if key not in KNOWN or not isinstance(value, _TYPES[key])
        ]
        deltas.extend(("extra", key, value) for key, value in rest if value not in _NOTHING)

    def _read_call(self, call: Call | Opaque, deltas: list[Delta]) -> None:
        if isinstance(call, Opaque):
            deltas.append(("part", call))
            return
        come = self._find(call)
        if come is not None and come.first == (call.name, call.arguments):
            return
        goes_on = come is not None and not call.name
        if come is None or not goes_on:
            come = self._start(call)
        named = (None, None) if goes_on else (call.id, call.name)
        deltas.append(("call", come.position, *named, call.arguments, call.form))
        deltas.extend(("call_extra", come.position, key, value) for key, value in call.extra.items())

    def _find(self, call: Call) -> _Come | None:
        """The call that the entry may repeat or go on with; without a name and an id it is the one that came last."""
        if call.id:
            return self._by_id.get(call.id)
        return self._calls[-1] if self._calls and not call.name else None

    def _start(self, call: Call) -> _Come:
        come = _Come(len(self._calls), (call.name, call.arguments))
        self._calls.append(come)
        if call.id:
            self._by_id[call.id] = come
        return come
