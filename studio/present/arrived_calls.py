"""Which calls of a reply that still streams are complete: their arguments will not go on.

Above: the window's Response pane. Below: `messages`. Pure.
"""

import msgspec

from studio.messages.parts import Call
from studio.messages.reply import ChatReply


def arrived_calls(reply: ChatReply) -> tuple[Call, ...]:
    """The calls from the first one up to the first that is still being written."""
    found: list[Call] = []
    for at, part in enumerate(reply.parts):
        if isinstance(part, Call):
            if at == len(reply.parts) - 1 and not _is_whole(part, reply):
                break
            found.append(part)
    return tuple(found)


def _is_whole(call: Call, reply: ChatReply) -> bool:
    """A JSON object that is closed cannot go on; free text is whole only when the reply is."""
    if reply.finish is not None:
        return True
    if not call.name or call.form == "custom" or not call.arguments.rstrip().endswith("}"):
        return False
    try:
        return isinstance(msgspec.json.decode(call.arguments.encode()), dict)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return False
