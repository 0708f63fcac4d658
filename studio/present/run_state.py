"""What a session is doing or waiting for, as one of nine states with a word and a sign: the one answer that all places of the window show.

Above: the status bar, the banner. Below: `words`, `session`. Pure; names no language.
"""

from typing import Literal

import msgspec

from studio.present.words import Words, words
from studio.session.notes import Stopped
from studio.session.state import SessionState

RunKind = Literal["ready", "sending", "streaming", "tools", "paused", "waiting", "finished", "failed", "limit"]
_FAILED = frozenset(("provider_error", "choice_failed", "not_written"))
"""Stops at something that could not be done at all; at any other error a decision about a call is due."""
_SIGNS: dict[RunKind, tuple[str, str]] = {
    "ready": ("pause", "muted"),
    "sending": ("send", "accent"),
    "streaming": ("response", "accent"),
    "tools": ("call", "call"),
    "paused": ("paused", "paused_text"),
    "waiting": ("message", "text"),
    "finished": ("tick", "result"),
    "failed": ("provider_error", "error"),
    "limit": ("warn", "warn"),
}


class RunState(msgspec.Struct, frozen=True):
    """`icon` is drawn in the colour of the token `colour`."""

    kind: RunKind
    icon: str
    colour: str

    @property
    def word(self) -> Words:
        """The state in a word or two."""
        return words(f"run.{self.kind}")


def run_state(activity: str, stop: Stopped | None, state: SessionState, *, asked: bool = False) -> RunState:
    """`activity` is the kind of what is under way, `stop` where the session stands, `asked` whether a server waits for the person."""
    kind = _under_way(activity, asked=asked) or _at_rest(stop, state)
    icon, colour = _SIGNS[kind]
    if kind == "paused" and stop is not None and stop.reason == "exception":
        icon, colour = _SIGNS["failed"]
    return RunState(kind, icon, colour)


def _under_way(activity: str, *, asked: bool) -> RunKind | None:
    if activity == "idle":
        return None
    running: dict[str, RunKind] = {"sending": "sending", "streaming": "streaming", "tools": "tools"}
    return "waiting" if asked else running[activity]


def _at_rest(stop: Stopped | None, state: SessionState) -> RunKind:
    if stop is None:
        return "ready"
    if stop.reason in ("finished", "limit"):
        return "finished" if stop.reason == "finished" else "limit"
    if stop.reason == "waiting" or _is_uncertain(state):
        return "waiting"
    return "failed" if stop.what in _FAILED or (stop.reason == "exception" and state.failed is not None) else "paused"


def _is_uncertain(state: SessionState) -> bool:
    """Whether something began and has no end, so that only the person can say what became of it."""
    calls = state.open.calls if state.open is not None else ()
    return (
        state.asked is not None
        or any(call.status == "started" for call in calls)
        or any(ran.undo == "started" for ran in state.done)
    )
