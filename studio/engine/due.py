"""What must happen next, read off the state alone.

Above: `stops`, `stepper`, the fronts. Below: `rollback`, `session/returned`, `session/state`. Pure: knows no clock, no task, no breakpoint.
"""

import msgspec

from studio.engine.rollback import cause_of, key_of, to_undo
from studio.session.nodes import CallKey
from studio.session.own_tools import chosen_groups
from studio.session.returned import returned
from studio.session.state import SessionState


class AskModel(msgspec.Struct, frozen=True):
    """A request is due. `retry`: the last one failed."""

    retry: bool = False


class RunCalls(msgspec.Struct, frozen=True):
    """These calls have no result yet, in the model's order; the first is due."""

    calls: tuple[CallKey, ...]


class UndoCalls(msgspec.Struct, frozen=True):
    """These calls succeeded and are to be undone because `cause` failed, the last one first; they may be of earlier rounds."""

    calls: tuple[CallKey, ...]
    cause: str


class Uncertain(msgspec.Struct, frozen=True):
    """Something began and has no end: it may have happened. `call` is None when it is the request; `undo`: it is undoing the call."""

    call: CallKey | None
    undo: bool = False


class ChooseTools(msgspec.Struct, frozen=True):
    """A request is due, and before it sources or a small model are to be asked which tools it offers. What they said is recorded, so that
    it can be looked at and overridden before the request goes."""


class EndAgent(msgspec.Struct, frozen=True):
    """An agent's own turn is over: what it came to is to become the result of `call`, of its caller."""

    call: CallKey


class AwaitPerson(msgspec.Struct, frozen=True):
    """A message must be written first."""


class Finished(msgspec.Struct, frozen=True):
    """The turn is over: the model asked for no call, or (`by_tools`) the results are the answer and go back to nobody."""

    by_tools: bool = False


Due = AskModel | ChooseTools | RunCalls | UndoCalls | EndAgent | Uncertain | AwaitPerson | Finished


def due(state: SessionState) -> Due:
    """The next thing. A call under way counts as uncertain here; whoever runs it knows better."""
    todo = _due(state)
    if isinstance(todo, Finished) and state.inside is not None:
        return EndAgent(state.inside)
    return ChooseTools() if isinstance(todo, AskModel) and _to_choose(state) else todo


def _to_choose(state: SessionState) -> bool:
    """Whether anybody is still to be asked for the tools of the next request."""
    if state.gathered.ready:
        return False
    return asks_model(state) or any(source.on for source in state.setup.sources)


def asks_model(state: SessionState) -> bool:
    """Whether a small model is to be asked before the next request which groups to open."""
    setup = state.setup
    return setup.chooser.by == "model" and not state.gathered.chosen and bool(chosen_groups(setup.groups))


def _due(state: SessionState) -> Due:
    if state.asked is not None:
        return Uncertain(None)
    begun = next((ran for ran in state.done if ran.undo == "started"), None)
    if begun is not None:
        return Uncertain(key_of(begun), undo=True)
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
    if todo and todo[0].status == "started":
        return Uncertain(todo[0].key)
    undos = _undoing(state)
    if undos is not None:
        return undos
    return RunCalls(tuple(call.key for call in todo if call.status == "open")) if todo else _after_calls(state)


def _after_calls(state: SessionState) -> AskModel | Finished:
    return Finished(by_tools=True) if returned(state) else AskModel(state.failed is not None)


def _undoing(state: SessionState) -> UndoCalls | None:
    undos = to_undo(state)
    return UndoCalls(tuple(map(key_of, undos)), cause_of(state)) if undos else None


def is_undo(state: SessionState, key: CallKey) -> bool:
    """Whether undoing the call of that key is due, or began and has no end."""
    match due(state):
        case UndoCalls(calls=calls):
            return calls[0] == key
        case Uncertain(call=call, undo=True):
            return call == key
        case _:
            return False
