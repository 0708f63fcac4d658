"""Everything that an event says, as texts that can be searched: messages, replies, reasoning, calls, arguments, results, errors.

Above: `find_session`. Below: `session/events`. Says nothing of where on the path an event stands.
"""

import json
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, get_args

from msgspec import UNSET

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.reply import ChatReply
from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    CallEdited,
    GroupsChosen,
    HistoryEdited,
    MessageAdded,
    OneEvent,
    ReplyEdited,
    ReplyReceived,
    RequestFailed,
    ResultEdited,
    ResultRecorded,
    ServerAsked,
    SetupChanged,
    SourceAsked,
    UndoEnded,
    UndoStarted,
)
from studio.session.nodes import CallKey, NodeId

FindKind = Literal["message", "reply", "reasoning", "call", "arguments", "result", "error", "note"]
FIND_KINDS: tuple[FindKind, ...] = get_args(FindKind)


class SaidText(NamedTuple):
    """One text. `call` is the key of the call that it belongs to, `name` the role of a message or the name of a tool where it is known."""

    kind: FindKind
    text: str
    call: CallKey | None = None
    name: str = ""


def said_texts(event: OneEvent) -> Iterator[SaidText]:
    """What an event says, in its order; empty texts are left out."""
    return (said for said in _all(event) if said.text)


def _all(event: OneEvent) -> Iterator[SaidText]:
    match event:
        case ReplyReceived(reply=reply):
            yield from _of_reply(event.id, reply)
        case ReplyEdited(parts=parts, positions=positions):
            yield from _of_parts(event.id, parts, "reply", positions)
        case CallEdited(call=key, now=call, notice=notice):
            yield from _of_call(call, key)
            yield SaidText("result", notice, key, call.name)
        case MessageAdded(message=message) | AgentStarted(message=message):
            yield from _of_message(message)
        case HistoryEdited(inserted=inserted):
            for message in inserted:
                yield from _of_message(message)
        case RequestFailed():
            yield from _of_failure(event)
        case SetupChanged():
            yield from _of_setup(event)
        case GroupsChosen() | SourceAsked() | ServerAsked():
            yield from _of_asking(event)
        case _:
            yield from _of_result(event)


def _of_result(event: OneEvent) -> Iterator[SaidText]:
    match event:
        case ResultRecorded(call=key):
            kind: FindKind = "error" if event.is_error else "result"
            yield SaidText(kind, event.whole or event.text, key)
            yield SaidText("error", event.detail, key)
            yield from (SaidText("result", text, key) for text in (event.stdout, event.stderr))
            yield SaidText("result", _written(event.structured) if event.structured is not None else "", key)
        case ResultEdited(call=key):
            yield SaidText("error" if event.is_error else "result", event.text, key)
        case AttemptFailed(call=key):
            yield from (SaidText("error", text, key) for text in (event.text, event.detail))
            yield from (SaidText("result", text, key) for text in (event.stdout, event.stderr))
        case UndoStarted(call=key):
            yield SaidText("arguments", event.arguments, key, event.tool)
        case UndoEnded(call=key):
            kind = "error" if event.is_error else "result"
            yield from (SaidText(kind, text, key, event.tool) for text in dict.fromkeys((event.text, event.told)))
        case _:
            pass


def _of_asking(event: GroupsChosen | SourceAsked | ServerAsked) -> Iterator[SaidText]:
    match event:
        case GroupsChosen(reply=reply):
            yield from _of_reply(event.id, reply)
        case ServerAsked(reply=reply, call=key):
            yield SaidText("message", _written(event.asked) if event.asked else "", key, event.server)
            yield SaidText("message", _written(event.content) if event.content else "", key, event.server)
            yield from _of_reply(event.id, reply)
        case SourceAsked():
            yield SaidText("result", " ".join(event.tools), None, event.source)
    yield SaidText("error", event.error)


def _of_failure(event: RequestFailed) -> Iterator[SaidText]:
    yield from _of_reply(event.id, event.partial)
    yield SaidText("error", event.error.message)
    yield SaidText("error", event.error.body)


def _of_setup(event: SetupChanged) -> Iterator[SaidText]:
    for text in (event.system, event.skills_text):
        if text is not UNSET and text:
            yield SaidText("message", text, None, "system")


def _of_message(message: Message) -> Iterator[SaidText]:
    for part in message.parts:
        match part:
            case Text(text=text):
                yield SaidText("message", text, None, message.role)
            case Result():
                yield SaidText("error" if part.is_error else "result", part.text, None, part.name)
            case _:
                yield from _of_part(part, "message", None)
    yield from (SaidText("message", passage.text, None, passage.source) for passage in message.passages)


def _of_reply(node: NodeId, reply: ChatReply | None) -> Iterator[SaidText]:
    if reply is not None:
        yield from _of_parts(node, reply.parts, "reply")


def _of_parts(
    node: NodeId, parts: tuple[Part, ...], kind: FindKind, positions: tuple[int, ...] | None = None
) -> Iterator[SaidText]:
    nth = 0
    for part in parts:
        if isinstance(part, Call):
            key = (node, nth) if positions is None or nth >= len(positions) else None
            yield from _of_call(part, key)
            nth += 1
        else:
            yield from _of_part(part, kind, None)


def _of_part(part: Part, kind: FindKind, key: CallKey | None) -> Iterator[SaidText]:
    match part:
        case Text(text=text) | Refusal(text=text):
            yield SaidText(kind, text)
        case Reasoning(text=text):
            yield SaidText("reasoning", text)
        case Call():
            yield from _of_call(part, key)
        case Opaque(value=value):
            yield SaidText(kind, _written(value))
        case Image(url=url):
            yield SaidText(kind, "" if url.startswith("data:") else url)
        case Result(text=text):
            yield SaidText("result", text, key, part.name)


def _of_call(call: Call, key: CallKey | None) -> Iterator[SaidText]:
    yield SaidText("call", f"{call.name} {call.id}" if call.id else call.name, key, call.name)
    yield SaidText("arguments", call.arguments, key, call.name)


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
