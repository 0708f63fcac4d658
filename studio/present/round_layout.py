"""Which rows a part of the path has, in order: identities only, no content.

Above: `rows`. Below: `round_facts`, `row`.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from studio.present.round_facts import Home, RoundFacts, Unreadable
from studio.present.row import Slot
from studio.session.events import MessageAdded, NodeId, ReplyReceived, RequestFailed, RequestSent, SetupChanged
from studio.session.state import CallState

Forks = Mapping[NodeId, Sequence[NodeId]]
"""First nodes of branches by the node under which they begin."""


def round_slots(part: int, first: NodeId, facts: RoundFacts, forks: Forks, begun: Sequence[NodeId] = ()) -> list[Slot]:
    """The rows of an open round: the round itself, its steps in order, each result under its call, forks where they begin.
    `first` is the round's first request, `begun` are branches that are named above their first row."""
    slots = [Slot(part, "round", first)]
    for event in facts.steps:
        match event:
            case ReplyReceived():
                slots.append(Slot(part, "response", event.id))
                slots += _call_slots(part, facts, event.id)
                slots += _undo_slots(part, facts, event.id)
            case RequestSent():
                slots.append(Slot(part, "request", event.id))
            case RequestFailed():
                slots.append(Slot(part, "failed", event.id))
            case MessageAdded():
                slots.append(Slot(part, "message", event.id))
            case SetupChanged():
                slots.append(Slot(part, "setup", event.id))
            case Unreadable():
                slots.append(Slot(part, "damaged", event.id))
            case _:
                assert_never(event)
    for start in begun:
        at = place_of(slots, facts.homes.get(start))
        slots[at:at] = [Slot(part, "fork", start, None, start)]
    return _with_forks(part, slots, facts, forks)


def _call_slots(part: int, facts: RoundFacts, reply: NodeId) -> list[Slot]:
    if facts.open is None or facts.open.event != reply:
        return []
    slots: list[Slot] = []
    for call in facts.open.calls:
        slots.append(Slot(part, "call", call.key[0], call.key))
        if call.result is not None:
            slots.append(Slot(part, "error" if _failed(call) else "result", call.key[0], call.key))
    return slots


def _undo_slots(part: int, facts: RoundFacts, reply: NodeId) -> list[Slot]:
    """What was undone after the calls of the reply; calls of earlier rounds, too."""
    if not facts.undos or facts.open is None or facts.open.event != reply:
        return []
    return [Slot(part, "rollback", reply), *(Slot(part, "undone", key[0], key) for key in facts.undos)]


def _failed(call: CallState) -> bool:
    return call.result is not None and call.result.is_error


def _with_forks(part: int, slots: list[Slot], facts: RoundFacts, forks: Forks) -> list[Slot]:
    for node in sorted(forks, reverse=True):
        at = place_of(slots, facts.homes.get(node))
        slots[at + 1 : at + 1] = [Slot(part, "fork", node, None, start) for start in forks[node]]
    for start in sorted(start for starts in forks.values() for start in starts):
        _join_first_row(slots, start)
    return slots


def _join_first_row(slots: list[Slot], start: NodeId) -> None:
    """A branch that begins with settings begins with their row, right under its name; the calls of the round come after."""
    first = next((slot for slot in slots if slot.kind == "setup" and slot.node == start), None)
    if first is not None:
        slots.remove(first)
        name = next(at for at, slot in enumerate(slots) if slot.kind == "fork" and slot.start == start)
        slots.insert(name + 1, first)


def place_of(slots: Sequence[Slot], home: Home | None) -> int:
    """Where an event's row stands among the rows of its part; the last row when it has none of its own."""
    if home is None:
        return max(at for at, slot in enumerate(slots) if slot.kind != "fork")
    for at, slot in enumerate(slots):
        if slot.call == home.call and slot.node == home.node and _same_kind(slot.kind, home.kind):
            return at
    return 0


def _same_kind(shown: str, wanted: str) -> bool:
    return shown == wanted or (shown == "error" and wanted == "result")
