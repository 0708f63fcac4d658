"""Which calls were made on a path, in their order and also inside agents, and what each turn came to. Pure.

Above: `workspace`, `testing`. Below: `tree`, `folding`, `frames`. Says a call as it stands in the end: edited, answered by whomever.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from studio.messages.arguments import read_arguments
from studio.session.events import Event, MessageAdded, RequestSent
from studio.session.folding import fold
from studio.session.frames import frames
from studio.session.nodes import CallKey, NodeId
from studio.session.returned import answer, returned
from studio.session.state import EMPTY, CallState, SessionState
from studio.session.tree import Tree


class MadeCall(msgspec.Struct, frozen=True):
    """One call. `arguments` is its text; `inside` names the agent that made it, by the names of the agents on the way to it
    (`boss/helper`), empty for the session itself. `source` says where its result is from, empty while it has none."""

    name: str
    arguments: str
    inside: str = ""
    source: str = ""


class Made(msgspec.Struct, frozen=True):
    """What was made of a session: the calls, and the answer of each turn that came to one."""

    calls: tuple[MadeCall, ...] = ()
    answers: tuple[str, ...] = ()


def value_of(arguments: str) -> Any:
    """The value of an argument text where it is a JSON object, else the text itself."""
    value = read_arguments(arguments).value
    return arguments if value is None else value


def made(tree: Tree, leaf: NodeId) -> Made:
    """The calls and answers on the path to `leaf`. A call of an agent stands before the calls that were made inside it.
    Raises LineError when a line of the path cannot be read."""
    said = _Said()
    for event in tree.events(leaf):
        said.take(event)
    return said.made()


class _Said:
    """Goes along a path. `replies` holds the calls of each reply with the call of the agent that said it, None for the session."""

    def __init__(self) -> None:
        self.state = EMPTY
        self.answers: list[str] = []
        self.answer: str | None = None
        self.replies: dict[NodeId, tuple[CallKey | None, tuple[CallState, ...]]] = {}

    def take(self, event: Event) -> None:
        if isinstance(event, MessageAdded) and event.message.role == "user" and self.state.outer is None:
            self._turn_over()
        self.state = fold(self.state, event)
        for frame in frames(self.state):
            if frame.open is not None:
                self.replies[frame.open.event] = (frame.inside, frame.open.calls)
        if self.state.outer is None:
            self.answer = None if isinstance(event, RequestSent) else _answer(self.state) or self.answer

    def _turn_over(self) -> None:
        if self.answer is not None:
            self.answers.append(self.answer)
        self.answer = None

    def made(self) -> Made:
        self._turn_over()
        inside: dict[CallKey | None, list[tuple[CallState, ...]]] = {}
        for caller, calls in self.replies.values():
            inside.setdefault(caller, []).append(calls)
        return Made(tuple(_of(None, "", inside)), tuple(self.answers))


def _of(
    caller: CallKey | None, name: str, inside: dict[CallKey | None, list[tuple[CallState, ...]]]
) -> Iterator[MadeCall]:
    for calls in inside.get(caller, ()):
        for call in calls:
            source = call.result.source if call.result is not None else ""
            yield MadeCall(call.call.name, call.call.arguments, name, source)
            yield from _of(call.key, f"{name}/{call.call.name}" if name else call.call.name, inside)


def _answer(state: SessionState) -> str | None:
    """What the turn came to so far; None while it goes on."""
    opened = state.open
    if opened is None or opened.reply.resumable:
        return None
    if opened.calls and not returned(state):
        return None
    return "\n".join(answer(state))
