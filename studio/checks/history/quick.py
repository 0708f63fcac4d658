"""The steps that most histories of Chat Completions consist of, at once: one well-formed call, and the one text that answers it.

Above: `checker`. Below: `walk`, `names`. Anything else is left to the full reading; what is passed here has nothing wrong with it.
"""

import msgspec

from studio.checks.history.item import Asked
from studio.checks.history.names import SHORT_ID, is_plain_name
from studio.checks.history.walk import Waiting, Walk


class _Function(msgspec.Struct, gc=False):
    name: str
    arguments: str


class _Call(msgspec.Struct, gc=False):
    id: str
    function: _Function


class _Message(msgspec.Struct, gc=False):
    role: str
    content: str
    tool_call_id: str = ""
    tool_calls: tuple[_Call] | None = None


_decode = msgspec.json.Decoder(_Message).decode
_decode_object = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def quick_step(walk: Walk, raw: bytes) -> Walk | None:
    """The walk behind one message; None when it has to be looked at."""
    if walk.pending is not None:
        return None
    try:
        made = _decode(raw)
        if made.role == "tool":
            return _answered(walk, made.tool_call_id)
        if made.role != "assistant" or made.tool_calls is None or walk.waiting or walk.last not in ("user", "tool"):
            return None
        call = made.tool_calls[0]
        _decode_object(call.function.arguments)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    name = call.function.name
    if not 0 < len(call.id) <= SHORT_ID or not is_plain_name(name):
        return None
    at, element = walk.count, walk.elements
    waiting = (Waiting(Asked(call.id, name, "/tool_calls/0/id"), at, element, 0),)
    return Walk(at + 1, element + 1, walk.found, waiting, (), 0, "assistant")


def _answered(walk: Walk, id: str) -> Walk | None:
    waiting = walk.waiting
    if not id or len(waiting) != 1 or waiting[0].call.id != id:
        return None
    return Walk(walk.count + 1, walk.elements + 1, walk.found, (), (*walk.given, id), 1, "tool")
