"""What must happen next, read off the state alone.

Above: `stops`, `stepper`, the fronts. Below: `session/state`. Pure: knows no clock, no task, no breakpoint.
"""

import msgspec

from studio.session.events import CallKey
from studio.session.state import SessionState


class AskModel(msgspec.Struct, frozen=True):
    """A request is due. `retry`: the last one failed."""

    retry: bool = False


class RunCalls(msgspec.Struct, frozen=True):
    """These calls have no result yet, in the model's order; the first is due."""

    calls: tuple[CallKey, ...]


class Uncertain(msgspec.Struct, frozen=True):
    """Something began and has no end: it may have happened. `call` is None when it is the request."""

    call: CallKey | None


class AwaitPerson(msgspec.Struct, frozen=True):
    """A message must be written first."""


class Finished(msgspec.Struct, frozen=True):
    """The model asked for no call: the turn is over."""


Due = AskModel | RunCalls | Uncertain | AwaitPerson | Finished


def due(state: SessionState) -> Due:
    """The next thing. A call under way counts as uncertain here; whoever runs it knows better."""
    if state.asked is not None:
        return Uncertain(None)
    if state.open is not None and state.open.calls:
        return _of_calls(state)
    if state.open is not None:
        return AskModel(state.failed is not None) if state.open.reply.resumable else Finished()
    last = state.messages.value if state.messages.length else None
    if last is not None and last.role in ("user", "tool"):
        return AskModel(state.failed is not None)
    return AwaitPerson()


def _of_calls(state: SessionState) -> Due:
    assert state.open is not None
    todo = [call for call in state.open.calls if call.status != "done"]
    if not todo:
        return AskModel(state.failed is not None)
    if todo[0].status == "started":
        return Uncertain(todo[0].key)
    return RunCalls(tuple(call.key for call in todo if call.status == "open"))
