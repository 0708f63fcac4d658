"""The messages that most histories consist of, read at once: one call that is well formed, one result that is a text.

Above: `checker`. Below: `item`, `names`. Anything else is left to the full reading; a message that is read here has nothing wrong with it.
"""

import msgspec

from studio.checks.history.item import Asked, Given, Item
from studio.checks.history.names import is_plain_name

_QUOTE = ord('"')
_ID_LENGTH = 40
"""The longest id that is taken everywhere."""


class _Function(msgspec.Struct, gc=False):
    name: str
    arguments: str


class _Call(msgspec.Struct, gc=False):
    id: str
    function: _Function


class _Message(msgspec.Struct, gc=False):
    role: str
    content: msgspec.Raw
    tool_call_id: str = ""
    tool_calls: tuple[_Call] | None = None


_MESSAGE = msgspec.json.Decoder(_Message)
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])


def quick_chat(raw: bytes) -> Item | None:
    """A message of Chat Completions; None when it has to be looked at."""
    try:
        made = _MESSAGE.decode(raw)
        if made.role == "tool":
            text = memoryview(made.content)[0] == _QUOTE
            return Item("tool", (), (Given(made.tool_call_id, ""),)) if text and made.tool_call_id else None
        if made.role != "assistant" or made.tool_calls is None:
            return None
        call = made.tool_calls[0]
        _OBJECT.decode(call.function.arguments)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    id, name = call.id, call.function.name
    if not 0 < len(id) <= _ID_LENGTH or not is_plain_name(name):
        return None
    return Item("assistant", (Asked(id, name, "/tool_calls/0"),))
