"""What the history says of a call that the person changed: which of the truths holds, and where only one can. Pure.

Above: `edits`. Below: `session/truths`, `session/state`.
"""

from typing import Literal

from studio.messages.parts import Call
from studio.session.events import CallEdited
from studio.session.state import CallState
from studio.session.truths import Truth, notice

Obstacle = Literal["", "added", "same", "id"]
"""Why the history can only say the call as it stands: the model did not ask for it · its name and arguments are the model's own · so they
are, and only its id is another one."""


def obstacle(found: CallState, now: Call) -> Obstacle:
    """What keeps the model's call from standing in the history beside `now`; empty when nothing does."""
    was = found.original
    if was is None:
        return "added"
    if (was.name, was.arguments) != (now.name, now.arguments):
        return ""
    return "id" if was.id != now.id else "same"


def with_truth(found: CallState, now: Call, truth: Truth, text: str = "") -> CallEdited:
    """The edit that makes `now` the call, told in this way where it can be. `text` is the person's own notice; without one an own notice
    that was given before stays, and the usual one says what runs now."""
    if truth == "rewrite" or obstacle(found, now):
        return CallEdited(call=found.key, now=now)
    return CallEdited(
        call=found.key, now=now, truth=truth, notice=_notice(found, now, text) if truth == "notify" else ""
    )


def truth_after(found: CallState, default: Truth) -> Truth:
    """The truth of one more edit where the person names none: that of the edits before, or the session's."""
    return found.truth if found.runs_otherwise else default


def _notice(found: CallState, now: Call, text: str) -> str:
    usual = notice(found.call.name, found.call.arguments)
    own = found.notice if found.truth == "notify" and found.notice != usual else ""
    return text or own or notice(now.name, now.arguments)
