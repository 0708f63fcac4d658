"""The one place that joins deltas: what a stream brought so far, as a reply.

Above: `responders`, `engine`, the window's running view. Below: `delta`, `parts`, `reply`. Knows no provider's format.
"""

from typing import Any

from studio.messages.delta import Delta
from studio.messages.parts import Call, Part, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply, ProviderError, Usage


class _Run:
    """Text, reasoning or a refusal that came without anything else in between."""

    __slots__ = ("extra", "kind", "pieces", "signature")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.pieces: list[str] = []
        self.signature: list[str] = []
        self.extra: dict[str, Any] = {}

    def part(self) -> Part:
        text = "".join(self.pieces)
        if self.kind == "text":
            return Text(text)
        if self.kind == "refusal":
            return Refusal(text)
        return Reasoning(text, "".join(self.signature), dict(self.extra))


class _Opening:
    """A call while its pieces come."""

    __slots__ = ("extra", "form", "id", "name", "pieces")

    def __init__(self) -> None:
        self.id: str | None = None
        self.name = ""
        self.form = "function"
        self.pieces: list[str] = []
        self.extra: dict[str, Any] = {}

    def part(self) -> Part:
        return Call(self.name, "".join(self.pieces), self.id, self.form, dict(self.extra))


class _Whole:
    """A part that came in one piece."""

    __slots__ = ("value",)

    def __init__(self, value: Part) -> None:
        self.value = value

    def part(self) -> Part:
        return self.value


class Assembly:
    """Takes deltas one by one. `error` is the error the stream brought, if any; `reply()` may be asked at any time."""

    def __init__(self) -> None:
        self.error: ProviderError | None = None
        self._slots: list[_Run | _Opening | _Whole] = []
        self._open = ""
        self._pieces: list[str] = []
        self._calls: dict[int, _Opening] = {}
        self._finish: str | None = None
        self._usage: Usage | None = None
        self._model = ""
        self._id = ""
        self._extra: dict[str, Any] = {}

    def feed(self, delta: Delta) -> None:
        """Add one delta; one of an unknown form is left out."""
        kind = delta[0]
        if kind == self._open:
            self._pieces.append(delta[1])
        elif kind == "call":
            self._feed_call(*delta[1:])
        elif kind in ("text", "reasoning", "refusal"):
            self._begin(kind).pieces.append(delta[1])
        else:
            self._feed_other(delta)
        if kind == "reasoning" and len(delta) > 2:
            self._reasoning().extra["member"] = delta[2]

    def reply(self) -> ChatReply:
        """The reply so far, its parts in the order in which they began to arrive."""
        parts = tuple(slot.part() for slot in self._slots)
        return ChatReply(parts, self._finish, self._usage, self._model, self._id, dict(self._extra))

    def _begin(self, kind: str) -> _Run:
        run = _Run(kind)
        self._slots.append(run)
        self._open, self._pieces = kind, run.pieces
        return run

    def _feed_call(self, position: int, id: str | None, name: str | None, fragment: str, form: str) -> None:
        call = self._call(position)
        if id is not None:
            call.id = id
        if name is not None:
            call.name = name
        call.form = form
        call.pieces.append(fragment)

    def _call(self, position: int) -> _Opening:
        call = self._calls.get(position)
        if call is None:
            call = self._calls[position] = _Opening()
            self._slots.append(call)
            self._open = ""
        return call

    def _feed_other(self, delta: Delta) -> None:
        match delta:
            case ("signature", str() as text):
                self._reasoning().signature.append(text)
            case ("finish", str() as reason):
                # A second, less telling reason (`tool_calls`, then `stop`) says nothing new.
                self._finish = self._finish or reason
            case ("usage", usage):
                self._usage = usage
            case ("model", str() as name):
                self._model = name
            case ("id", str() as id):
                self._id = id
            case _:
                self._feed_rest(delta)

    def _feed_rest(self, delta: Delta) -> None:
        match delta:
            case ("extra", str() as key, value):
                _merge(self._extra, key, value)
            case ("call_extra", int() as position, str() as key, value):
                _merge(self._call(position).extra, key, value)
            case ("opaque", part):
                self._slots.append(_Whole(part))
                self._open = ""
            case ("error", error):
                self.error = self.error or error
            case _:
                pass

    def _reasoning(self) -> _Run:
        for slot in reversed(self._slots):
            if isinstance(slot, _Run) and slot.kind == "reasoning":
                return slot
        return self._begin("reasoning")


def _merge(extra: dict[str, Any], key: str, value: Any) -> None:
    """Lists that come in pieces are joined; of anything else the last one counts."""
    former = extra.get(key)
    extra[key] = [*former, *value] if isinstance(former, list) and isinstance(value, list) else value


def with_ids(reply: ChatReply, prefix: str) -> ChatReply:
    """The reply with an id for each call that has none: `call_<prefix>_<position>`.

    For formats that answer a call by its id. `prefix` has to be unlike that of any other reply of the session. The old
    single `function_call` is answered by name and stays without.
    """
    if all(call.id or call.form == "legacy" for call in reply.calls):
        return reply
    position = -1
    parts: list[Part] = []
    for part in reply.parts:
        if isinstance(part, Call):
            position += 1
            if not part.id and part.form != "legacy":
                part = Call(part.name, part.arguments, f"call_{prefix}_{position}", part.form, part.extra)
        parts.append(part)
    return ChatReply(tuple(parts), reply.finish, reply.usage, reply.model_name, reply.id, reply.extra)
