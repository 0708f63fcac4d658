"""Calls that succeeded and can be undone, since the last user message, and what becomes of them. Pure.

Above: `state`, `engine/rollback`. Below: `chain`, `messages`. Only calls of tools that another tool undoes are kept.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from studio.messages.message import Message
from studio.messages.parts import Part, Result
from studio.session.chain import Chain


class Ran(msgspec.Struct, frozen=True):
    """A call that succeeded. `arguments` is the JSON text that its tool got, `text` its result; `at` is the message that carries the
    result, -1 while its reply is the open one. `undo`: not asked for, `started`, `done`, or `failed`."""

    key: tuple[int, int]
    name: str
    arguments: str
    id: str | None
    text: str
    at: int = -1
    undo: Literal["", "started", "done", "failed"] = ""


Done = tuple[Ran, ...]


def settled_at(done: Done, at: int) -> Done:
    """The open reply became part of the history, its results the message number `at`."""
    return tuple(replace(ran, at=at) if ran.at == -1 else ran for ran in done)


def spliced(done: Done, start: int, removed: int, inserted: int) -> Done:
    """The person changed the history: calls whose results are gone can be undone no more."""
    kept = (ran for ran in done if not start <= ran.at < start + removed)
    return tuple(replace(ran, at=ran.at + inserted - removed) if ran.at >= start else ran for ran in kept)


def marked(done: Done, key: tuple[int, int], undo: Literal["started", "done", "failed"]) -> Done:
    """The same with what became of one call."""
    return tuple(replace(ran, undo=undo) if ran.key == key else ran for ran in done)


def retold(messages: Chain[Message], ran: Ran, told: str) -> Chain[Message]:
    """The history with another text as the result of a call, marked as an error."""
    if not 0 <= ran.at < messages.length:
        return messages
    message = list(messages)[ran.at]
    parts: list[Part] = []
    changed = False
    for part in message.parts:
        if not changed and isinstance(part, Result) and part.call_id == ran.id and part.name == ran.name:
            part, changed = replace(part, text=told, is_error=True, media=()), True
        parts.append(part)
    return messages.splice(ran.at, 1, (replace(message, parts=tuple(parts)),))
