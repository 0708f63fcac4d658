"""What a replay asked for and the recording does not hold: the member, the old and the new value, and the nearest recorded step. Pure.

Above: `replay`, the fronts. Below: `recording`, `difference`, `session`. Looked for only when something is missed; changes nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from studio.engine.difference import Difference, first_difference
from studio.engine.recording import RecordedCall, Recording, json_value
from studio.messages.message import Message
from studio.messages.parts import Call
from studio.session.events import RequestSent
from studio.session.nodes import CallKey, NodeId
from studio.session.state import SessionState, settled
from studio.session.tree import ROOT
from studio.session.undoing import Ran

Differs = Callable[[RequestSent], Difference | None]


class Miss(msgspec.Struct, frozen=True):
    """`what` was missed, of the tool `tool` where it is a call or its undoing. `node` is the nearest step of the recording, in its round
    `round` (0: there is none).

    `difference` is where it differs: a request from the one that was recorded for this place, else from the nearest; a call from the
    nearest one (pointers `/name` and `/arguments…`). None where there is nothing to compare with, or the same was recorded and given
    already (`used`)."""

    what: Literal["request", "call", "undo"]
    tool: str = ""
    difference: Difference | None = None
    node: NodeId = ROOT
    round: int = 0
    used: bool = False


def request_missed(recording: Recording, state: SessionState, differs: Differs, expected: RequestSent | None) -> Miss:
    """A request that differs from the `expected` one, or (None) for which none is recorded; `state` is that before it, and `differs` tells
    where it differs from a recorded one. Raises ValueError or StudioError when it cannot be compared."""
    node = _nearest_request(recording, state, expected)
    near = recording.tree.event(node) if node != ROOT else None
    against = expected or near
    found = differs(against) if isinstance(against, RequestSent) else None
    return Miss("request", difference=found, node=node, round=_round(recording, node) if node != ROOT else 0)


def call_missed(recording: Recording, call: Call, before: CallKey) -> Miss:
    """A call without a recorded result; `before` is the recorded call at the same place."""
    if not recording.calls:
        return Miss("call", call.name)
    near = min(recording.calls, key=lambda old: _distance(old, call, before))
    found = first_difference(_plain(near.call), _plain(call))
    node = near.event.id
    rounds = recording.tree.state(node).rounds
    return Miss("call", call.name, found, node, rounds, used=found is None)


def undo_missed(recording: Recording, ran: Ran) -> Miss:
    """A call whose undoing is not recorded; the nearest is that of another call of the tool."""
    for event in recording.undos.values():
        before = recording.tree.state(recording.tree.parent(event.id))
        if any(old.key == event.call and old.name == ran.name for old in before.done):
            return Miss("undo", ran.name, None, event.id, before.rounds)
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


def _nearest_request(recording: Recording, state: SessionState, expected: RequestSent | None) -> NodeId:
    """The recorded request with the messages most like those of the next one; of equals the expected one, else the last."""
    gist = _Gists()
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
