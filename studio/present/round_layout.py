"""Which rows a part of the path has, in order: identities only, no content.

Above: `rows`. Below: `round_facts`, `row`.
"""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import assert_never

from msgspec.structs import replace

from studio.present.round_facts import Home, PlainStep, RoundFacts, Unreadable
from studio.present.row import RowKind, Slot
from studio.session.events import (
    GroupsChosen,
    MessageAdded,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ServerAsked,
    SetupChanged,
    SourceAsked,
    ToolsOffered,
)
from studio.session.nodes import NodeId
from studio.session.setup import SETTINGS
from studio.session.state import CallState

Forks = Mapping[NodeId, Sequence[NodeId]]
"""First nodes of branches by the node under which they begin."""
BEHIND_CALLS = 1 << 30
"""Where rows stand that come after all calls of a round."""
_NO_SETTINGS = SetupChanged()


def round_slots(part: int, first: NodeId, facts: RoundFacts, forks: Forks, begun: Sequence[NodeId] = ()) -> list[Slot]:
    """The rows of an open round: the round itself, its steps in order, each result under its call, forks where they begin.
    `first` is the round's first request, `begun` are branches that are named above their first row."""
    slots = [Slot(part, "round", first)]
    at = 0
    for event in facts.steps:
        match event:
            case RequestSent():
                slots += _edit_slots(part, facts, Home("request", event.id), at)
                slots += [Slot(part, "memory", event.id, at=at)] if event.left_out else []
                slots.append(Slot(part, "request", event.id, at=at))
            case ReplyReceived():
                slots.append(Slot(part, "response", event.id, at=at))
                slots += _edit_slots(part, facts, Home("response", event.id), at)
                slots += _call_slots(part, facts, event.id, at)
                at += BEHIND_CALLS
                slots += _undo_slots(part, facts, event.id, at)
            case _:
                slots.append(Slot(part, _kind(event), event.id, at=at))
    for start in begun:
        at = place_of(slots, facts.homes.get(start))
        slots[at:at] = [Slot(part, "fork", start, None, start, slots[at - 1].at if at else 0)]
    return _with_forks(part, slots, facts, forks)


def _kind(event: PlainStep) -> RowKind:
    match event:
        case RequestSent():
            return "request"
        case RequestFailed():
            return "failed"
        case MessageAdded():
            return "message"
        case SetupChanged():
            return "setup"
        case SourceAsked() | GroupsChosen() | ToolsOffered():
            return "tools"
        case ServerAsked():
            return "asked"
        case Unreadable():
            return "damaged"
        case _:
            assert_never(event)


def _call_slots(part: int, facts: RoundFacts, reply: NodeId, begin: int) -> list[Slot]:
    if facts.open is None or facts.open.event != reply:
        return []
    slots: list[Slot] = []
    for at, call in zip(count(begin + 1, 2), facts.open.calls, strict=False):
        slots.append(Slot(part, "call", call.key[0], call.key, at=at))
        slots += _edit_slots(part, facts, Home("call", call.key[0], call.key), at)
        slots += [Slot(part, "asked", node, call.key, at=at) for node in facts.asked_of(call.key)]
        if call.result is not None:
            slots.append(Slot(part, "error" if _failed(call) else "result", call.key[0], call.key, at=at + 1))
            slots += _edit_slots(part, facts, Home("result", call.key[0], call.key), at + 1)
    return slots


def _edit_slots(part: int, facts: RoundFacts, home: Home, at: int) -> list[Slot]:
    """What was edited of a row: once for each event."""
    nodes = dict.fromkeys(made.node for made, of in facts.edits if of == home)
    return [Slot(part, "edit", node, home.call, at=at) for node in nodes]


def _undo_slots(part: int, facts: RoundFacts, reply: NodeId, at: int) -> list[Slot]:
    """What was undone after the calls of the reply; calls of earlier rounds, too."""
    if not facts.undos or facts.open is None or facts.open.event != reply:
        return []
    undone = (Slot(part, "undone", key[0], key, at=at) for key in facts.undos)
    return [Slot(part, "rollback", reply, at=at), *undone]


def _failed(call: CallState) -> bool:
    return call.result is not None and call.result.is_error


def _with_forks(part: int, slots: list[Slot], facts: RoundFacts, forks: Forks) -> list[Slot]:
    for node in sorted(forks, reverse=True):
        at = place_of(slots, facts.homes.get(node))
        slots[at + 1 : at + 1] = [Slot(part, "fork", node, None, start, slots[at].at) for start in forks[node]]
    for start in sorted(start for starts in forks.values() for start in starts):
        _join_first_row(slots, start, facts)
    return slots


def _join_first_row(slots: list[Slot], start: NodeId, facts: RoundFacts) -> None:
    """A branch that begins with settings begins with their row, right under its name; the calls of the round come after. One that
    begins with nothing has its name alone."""
    first = next((slot for slot in slots if slot.kind == "setup" and slot.node == start), None)
    if first is not None:
        slots.remove(first)
    if first is not None and not any(event.id == start and _says_nothing(event) for event in facts.steps):
        name = next(at for at, slot in enumerate(slots) if slot.kind == "fork" and slot.start == start)
        slots.insert(name + 1, replace(first, at=slots[name].at))


def _says_nothing(event: PlainStep | ReplyReceived) -> bool:
    """Whether an event only marks where a branch begins."""
    if not isinstance(event, SetupChanged) or event.remarks or event.automatic:
        return False
    return all(getattr(event, name) == getattr(_NO_SETTINGS, name) for name in SETTINGS)


def place_of(slots: Sequence[Slot], home: Home | None) -> int:
    """Where an event's row stands among the rows of its part; the last row when it has none of its own."""
    if home is None:
        return max(at for at, slot in enumerate(slots) if slot.kind != "fork")
    for at, slot in enumerate(slots):
        if slot.call == home.call and slot.node == home.node and _same_kind(slot.kind, home.kind):
            return at
    return next((at for at, slot in enumerate(slots) if slot.kind == "fork" and slot.start == home.node), 0)


def _same_kind(shown: str, wanted: str) -> bool:
    return shown == wanted or (shown == "error" and wanted == "result")
