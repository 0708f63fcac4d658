"""The whole of what a row stands for, as text and as JSON: results, arguments, messages, replies. For copying, and for being searched.

Above: the window's timeline. Below: `row`, `session/tree`. Reads the event of the row; one that cannot be read gives nothing.
"""

from collections.abc import Sequence

import msgspec

from studio.messages.parts import Call, Part, Reasoning, Result, Text
from studio.present.row import Row
from studio.session.events import EditedTogether, Event, MessageAdded, ReplyReceived, RequestFailed
from studio.session.lines import LineError
from studio.session.tree import ROOT, Tree


def whole_text(row: Row, tree: Tree) -> str:
    """The whole result, message, reply or error text, or the call as it would be written; empty where a row stands for none."""
    try:
        return _whole(row, tree)
    except (LineError, KeyError):
        return ""


def _whole(row: Row, tree: Tree) -> str:
    match row.kind:
        case "response":
            return message_text(_reply(row, tree))
        case "call":
            return _call(row, tree)
        case "result" | "error" | "undone" | "message" | "failed":
            return _of_event(row, tree.event(row.event), tree)
        case _:
            return ""


def _of_event(row: Row, event: Event, tree: Tree) -> str:
    match event:
        case MessageAdded(message=message):
            return message_text(message.parts)
        case RequestFailed(error=error):
            return error.message
        case EditedTogether() if row.call is not None:
            call = tree.state(event.id).call(row.call)
            return call.result.text if call is not None and call.result is not None else ""
        case _:
            return tree.text(event.id)


def _reply(row: Row, tree: Tree) -> Sequence[Part]:
    """The reply as it stands with all edits; read from its own event where there is none, which is cheap."""
    event = tree.event(row.node)
    if isinstance(event, ReplyReceived) and not row.edited:
        return event.reply.parts
    opened = tree.state(row.event).open
    return opened.reply.parts if opened is not None else ()


def _call(row: Row, tree: Tree) -> str:
    """The call as it stood before it ran."""
    if row.call is None:
        return ""
    event = tree.event(row.node)
    if isinstance(event, ReplyReceived) and not row.edited and row.call[1] < len(event.reply.calls):
        return _of_part(event.reply.calls[row.call[1]])
    call = tree.state(row.rewind).call(row.call)
    return _of_part(call.call) if call is not None else ""


def message_text(parts: Sequence[Part]) -> str:
    """Everything that is said in a message or reply: its texts, the results it carries, the calls it asks for."""
    return "\n".join(filter(None, map(_of_part, parts)))


def _of_part(part: object) -> str:
    match part:
        case Text(text=text) | Reasoning(text=text) | Result(text=text):
            return text
        case Call(name=name, arguments=arguments):
            return f"{name}({arguments})"
        case _:
            return ""


def row_json(row: Row, tree: Tree) -> str:
    """The event of a row as the session file holds it, indented; empty when the row stands for no event."""
    node = row.event if row.event != ROOT else row.node
    try:
        event = tree.event(node) if node != ROOT else None
    except LineError:
        return ""
    return msgspec.json.format(msgspec.json.encode(event), indent=2).decode() if event is not None else ""
