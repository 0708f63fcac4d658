"""What one event of a stream brought, in words: the kinds of its deltas, and the beginning of its text.

Above: `wire_events`. Below: `messages`. Knows no dialect: deltas and the event's own name are all it looks at.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from studio.messages.delta import Delta
from studio.messages.reply import ProviderError, Usage

LONGEST = 160
"""Characters of an event's text that are kept for its row."""

BRINGING = frozenset(("text", "reasoning", "signature", "refusal", "call", "call_all", "part"))
"""The forms of deltas that add to the message itself."""

_KINDS = {
    "text": "text",
    "reasoning": "reasoning",
    "signature": "signature",
    "refusal": "refusal",
    "call_all": "arguments",
    "call_extra": "call",
    "part": "part",
    "run_extra": "extra",
    "finish": "finish",
    "resumable": "finish",
    "usage": "usage",
    "model": "start",
    "id": "start",
    "extra": "extra",
    "error": "error",
}
_RUNNING = frozenset(("text", "reasoning", "refusal", "signature"))
_GAP = "   "
_PINGS = frozenset(("ping", "keepalive", "keep-alive", "heartbeat"))


def kinds_of(deltas: Iterable[Delta]) -> tuple[str, ...]:
    """The kinds of what came, each once, in order: `text`, `reasoning`, `signature`, `refusal`, `call` (a name or an id),
    `arguments`, `part`, `finish`, `usage`, `start` (model, id), `extra`, `error`. Empty when nothing came."""
    found: dict[str, None] = {}
    for delta in deltas:
        if delta[0] == "call":
            if delta[2] is not None or delta[3] is not None:
                found["call"] = None
            if delta[4]:
                found["arguments"] = None
        elif delta[0] in _KINDS and delta[1:2] != ("",):
            found[_KINDS[delta[0]]] = None
    return tuple(found)


def kind_of_silence(name: str, data: str | None, *, is_json: bool) -> str:
    """The kind of an event that brought nothing: `ping`, `end` (a marker that is no JSON), or `nothing`."""
    if data is None or name in _PINGS:
        return "ping"
    return "nothing" if is_json else "end"


def text_of(deltas: Iterable[Delta], data: str) -> str:
    """The beginning of what the deltas say; of the event's own data when they say nothing."""
    said: list[str] = []
    length, former = 0, ""
    for delta in deltas:
        piece = _said(delta)
        if piece:
            # Text goes on as it is; anything else is told apart.
            said += [_GAP] if said and (delta[0] != former or former not in _RUNNING) else []
            said.append(piece)
            length, former = length + len(piece), delta[0]
        if length > LONGEST:
            break
    return shortened("".join(said) if said else data)


def shortened(text: str) -> str:
    """One line of at most `LONGEST` characters; line ends are shown as signs."""
    cut = f"{text[: LONGEST - 1]}…" if len(text) > LONGEST else text
    return cut.replace("\r\n", "⏎").replace("\n", "⏎").replace("\r", "⏎").replace("\t", "⇥")


def _said(delta: Delta) -> str:
    match delta:
        case ("text" | "reasoning" | "refusal" | "signature" | "finish", str() as text, *_):
            return text
        case ("call" | "call_all", _, id, name, str() as fragment, _):
            return _call(id, name, fragment)
        case ("error", ProviderError(message=message)):
            return message
        case ("usage", Usage(input=input, output=output)):
            return f"{input if input is not None else '?'} → {output if output is not None else '?'}"
        case ("part", part):
            return str(part.__struct_config__.tag)
        case ("extra" | "run_extra", str() as key, value) | ("call_extra", _, str() as key, value):
            return f"{key}: {_compact(value)}"
        case _:
            return ""


def _call(id: Any, name: Any, fragment: str) -> str:
    head = " · ".join(str(one) for one in (name, id) if one)
    return f"{head}  {fragment}" if head and fragment else head or fragment


def _compact(value: Any) -> str:
    try:
        return msgspec.json.encode(value)[:LONGEST].decode("utf-8", "replace")
    except (TypeError, ValueError, RecursionError):
        return str(value)[:LONGEST]
