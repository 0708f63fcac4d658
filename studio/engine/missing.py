"""What a replay asked for and the recording does not hold: the member, the old and the new value, and the nearest recorded step. Pure.

Above: `replay`, the fronts. Below: `recording`, `difference`, `session`. Looked for only when something is missed; changes nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from studio.engine.difference import Difference, first_difference
from studio.engine.due import is_undo
from studio.engine.recording import RecordedCall, Recording, json_value, same_call
from studio.messages.message import Message
from studio.messages.parts import Call
from studio.problems import StudioError
from studio.session.events import RequestSent
from studio.session.frames import find_call
from studio.session.nodes import CallKey, NodeId
from studio.session.state import SessionState, settled
from studio.session.tree import ROOT
from studio.session.undoing import Ran

Differs = Callable[[RequestSent], Difference | None]


class MissedError(StudioError):
    """A recording holds nothing for this."""


class Miss(msgspec.Struct, frozen=True):
    """`what` was missed, of the tool `tool` where it is a call or its undoing. `node` is the nearest step of the recording, in its round
    `round` (0: there is none); `near` is the tool of that step, where it is one of a call.

    With `ends` nothing is otherwise: the recording itself ends before this, and `node` is its last step.

    `difference` is where it differs: a request from the one that was recorded for this place, else from the nearest; a call from the
    nearest one (pointers `/name` and `/arguments…`). None where there is nothing to compare with, or the same was recorded and given
    already (`used`)."""

    what: Literal["request", "call", "undo"]
    tool: str = ""
    difference: Difference | None = None
    node: NodeId = ROOT
    round: int = 0
    used: bool = False
    near: str = ""
    ends: bool = False


def request_missed(recording: Recording, state: SessionState, differs: Differs, expected: RequestSent | None) -> Miss:
    """A request that differs from the `expected` one, or (None) for which none is recorded; `state` is that before it, and `differs` tells
    where it differs from a recorded one. Raises ValueError or StudioError when it cannot be compared."""
    gists = _Gists()
    if expected is None and _stands_at_end(recording, state, gists):
        return Miss("request", node=recording.leaf, round=state.rounds, ends=True)
    node = _nearest_request(recording, state, expected, gists)
    near = recording.tree.event(node) if node != ROOT else None
    against = expected or near
    found = differs(against) if isinstance(against, RequestSent) else None
    return Miss("request", difference=found, node=node, round=_round(recording, node) if node != ROOT else 0)


def call_missed(recording: Recording, call: Call, before: CallKey) -> Miss:
    """A call without a recorded result; `before` is the recorded call at the same place."""
    end = recording.tree.state(recording.leaf)
    waits = find_call(end, before)
    if waits is not None and waits.status != "done" and same_call(waits.call, call):
        return Miss("call", call.name, node=recording.leaf, round=end.rounds, ends=True)
    if not recording.calls:
        return Miss("call", call.name)
    near = min(recording.calls, key=lambda old: _distance(old, call, before))
    found = first_difference(_plain(near.call), _plain(call))
    node = near.event.id
    rounds = recording.tree.state(node).rounds
    return Miss("call", call.name, found, node, rounds, used=found is None, near=near.call.name)


def undo_missed(recording: Recording, ran: Ran, before: CallKey) -> Miss:
    """A call whose undoing is not recorded; `before` is the recorded call at the same place. The nearest is that of another call of the
    tool."""
    end = recording.tree.state(recording.leaf)
    if is_undo(end, before):
        return Miss("undo", ran.name, node=recording.leaf, round=end.rounds, ends=True)
    for event in recording.undos.values():
        recorded = recording.tree.state(recording.tree.parent(event.id))
        if any(old.key == event.call and old.name == ran.name for old in recorded.done):
            return Miss("undo", ran.name, None, event.id, recorded.rounds, near=ran.name)
    return Miss("undo", ran.name)


def _round(recording: Recording, request: NodeId) -> int:
    return recording.tree.state(request).rounds + 1


def _plain(call: Call) -> dict[str, Any]:
    return {"name": call.name, "arguments": json_value(call.arguments)}


def _distance(old: RecordedCall, call: Call, before: CallKey) -> tuple[bool, float, bool, bool]:
    """How unlike a recorded call is: another tool, other arguments, given already, at another place."""
    return (
        old.call.name != call.name,
        _unlike(json_value(old.call.arguments), json_value(call.arguments)),
        old.used,
        old.event.call != before,
    )


def _unlike(old: Any, new: Any) -> float:
    """0 for the same value, 1 for another one; of objects the part of their members that differ."""
    if isinstance(old, dict) and isinstance(new, dict) and (old or new):
        names = {*old, *new}
        same = sum(name in old and name in new and bool(old[name] == new[name]) for name in names)
        return 1.0 - same / len(names)
    return 0.0 if old == new else 1.0


def _stands_at_end(recording: Recording, state: SessionState, gist: "_Gists") -> bool:
    """Whether as much was said as at the end of the recording, so that nothing further can be recorded."""
    end = recording.tree.state(recording.leaf)
    waits = end.open is not None and any(call.status != "done" for call in end.open.calls)
    return not waits and end.depth == state.depth and _apart(gist.all(end), gist.all(state)) == 0


def _nearest_request(recording: Recording, state: SessionState, expected: RequestSent | None, gist: "_Gists") -> NodeId:
    """The recorded request with the messages most like those of the next one; of equals the expected one, else the last."""
    now = gist.all(state)
    best, least = ROOT, -1
    for event in recording.events:
        if not isinstance(event, RequestSent):
            continue
        before = recording.tree.state(event.id)
        if before.depth != state.depth:
            continue
        unlike = _apart(gist.all(before), now)
        if least < 0 or unlike < least or (unlike == least and best != getattr(expected, "id", ROOT)):
            best, least = event.id, unlike
    return best


class _Gists:
    """What messages say, without the ids of their calls; each is looked at once, however many requests carry it."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Message, Any]] = {}

    def all(self, state: SessionState) -> list[Any]:
        """Of all messages that the next request of a state carries."""
        return [self._of(message) for message in settled(state)]

    def _of(self, message: Message) -> Any:
        known = self._known.get(id(message))
        if known is None:
            calls = tuple((call.name, call.arguments) for call in message.calls)
            gist = (message.role, message.text, calls, tuple(result.text for result in message.results))
            known = self._known[id(message)] = (message, gist)
        return known[1]


def _apart(old: Sequence[Any], new: Sequence[Any]) -> int:
    """How many messages of both do not belong to their common beginning or end."""
    shortest = min(len(old), len(new))
    head = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    rest = shortest - head
    tail = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    return len(old) + len(new) - 2 * (head + tail)
