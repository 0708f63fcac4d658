"""Calls that succeeded and can be undone, since the last user message, and what becomes of them. Pure.

Above: `state`, `engine/rollback`. Below: `chain`, `messages`. Only calls of tools that another tool undoes are kept.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from studio.messages.message import Message
from studio.messages.parts import Part, Result
from studio.session.chain import Chain


class Ran(msgspec.Struct, frozen=True):
    """A call that succeeded. `arguments` is the JSON text that its tool got, `text` its result as the model reads it, `whole` that before
    it was cut. `at` is the message that carries the result, -1 while its reply is the open one, and `place` the result's number in it:
    ids may be doubled. `undo`: not asked for, `started`, `done`, or `failed`. `said` is the (id, name) by which the history names the
    call, None where those are the same."""

    key: tuple[int, int]
    name: str
    arguments: str
    id: str | None
    text: str
    at: int = -1
    undo: Literal["", "started", "done", "failed"] = ""
    place: int = 0
    whole: str = ""
    said: tuple[str | None, str] | None = None


Done = tuple[Ran, ...]


def settled_at(done: Done, at: int, results: Sequence[tuple[tuple[int, int], str | None, str]]) -> Done:
    """The open reply became part of the history. `results` are the keys of its calls that have a result, in the order in which the
    message number `at` carries them, with the id and the name that the history says; a call that is not among them is gone."""
    places = {key: (place, (id, name)) for place, (key, id, name) in enumerate(results)}
    return tuple(
        replace(ran, at=at, place=places[ran.key][0], said=places[ran.key][1]) if ran.at == -1 else ran
        for ran in done
        if ran.at != -1 or ran.key in places
    )


def spliced(done: Done, start: int, removed: int, inserted: Sequence[Message]) -> Done:
    """The person changed the history: calls whose results are gone can be undone no more."""
    moved = (_moved(ran, start, removed, inserted) for ran in done)
    return tuple(ran for ran in moved if ran is not None)


def _moved(ran: Ran, start: int, removed: int, inserted: Sequence[Message]) -> Ran | None:
    if ran.at < start:
        return ran
    if ran.at >= start + removed:
        return replace(ran, at=ran.at + len(inserted) - removed)
    same = ran.at - start
    near = (same, *(at for at in range(len(inserted)) if at != same))
    for at in near:
        results = inserted[at].results if at < len(inserted) else ()
        for place in (ran.place, *range(len(results))):
            if place < len(results) and _answers(results[place], ran):
                return replace(ran, at=start + at, place=place)
    return None


def _answers(result: Result, ran: Ran) -> bool:
    """Whether it is the call's result; some formats say no name with it."""
    id, name = ran.said or (ran.id, ran.name)
    return result.call_id == id and result.name in (name, "")


def marked(done: Done, key: tuple[int, int], undo: Literal["started", "done", "failed"]) -> Done:
    """The same with what became of one call."""
    return tuple(replace(ran, undo=undo) if ran.key == key else ran for ran in done)


def retold(messages: Chain[Message], ran: Ran, told: str) -> Chain[Message]:
    """The history with another text as the result of a call, marked as an error."""
    if not 0 <= ran.at < messages.length:
        return messages
    message = messages[ran.at]
    places = [at for at, part in enumerate(message.parts) if isinstance(part, Result)]
    if ran.place >= len(places):
        return messages
    parts: list[Part] = list(message.parts)
    result = parts[places[ran.place]]
    assert isinstance(result, Result)
    parts[places[ran.place]] = replace(result, text=told, is_error=True, media=())
    return messages.splice(ran.at, 1, (replace(message, parts=tuple(parts)),))
