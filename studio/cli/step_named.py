"""What a decision names, found in a session: a call by id, key or tool, a step, a branch.

Above: `step_edits`, `step_places`, `step_moves`, `step_told`. Below: `workspace`, `engine/step_places`.
"""

import re

from studio.cli.command import STOPPED, CommandError
from studio.engine.due import RunCalls, Uncertain, UndoCalls, due
from studio.engine.step_places import step_place
from studio.session.frames import frames
from studio.session.nodes import CallKey, NodeId
from studio.session.state import CallState, SessionState
from studio.session.tree import Branch
from studio.workspace.opened import OpenedSession

_KEY = re.compile(r"(\d{1,18})\.(\d{1,9})")


def key_text(key: CallKey) -> str:
    """How a call is named by its key."""
    return f"{key[0]}.{key[1]}"


def open_calls(state: SessionState) -> list[CallState]:
    """The calls that can be named: those of the open reply, in an agent also of its callers."""
    return [call for frame in frames(state) if frame.open is not None for call in frame.open.calls]


def call_named(session: OpenedSession, name: str) -> CallKey:
    """The call of that id, key or tool; of several of a tool the only one that is open. Raises CommandError with what there is."""
    calls = open_calls(session.state)
    undone = [ran.key for ran in session.state.done]
    match = _KEY.fullmatch(name)
    if match is not None:
        key = (NodeId(int(match[1])), int(match[2]))
        if key in undone or any(call.key == key for call in calls):
            return key
    for found in ([call for call in calls if call.call.id == name], [call for call in calls if call.call.name == name]):
        waiting = [call for call in found if call.status != "done"]
        one = found if len(found) == 1 else waiting
        if len(one) == 1:
            return one[0].key
        if found:
            keys = ", ".join(key_text(call.key) for call in found)
            raise CommandError(f"Several calls are named {name}: {keys}.", "Name one of these.", code=STOPPED)
    known = ", ".join(f"{key_text(call.key)} {call.call.name}" for call in calls)
    raise CommandError(
        f"No call that can still be changed is named {name}.",
        f"There are: {known}." if known else "No reply is open.",
        code=STOPPED,
    )


def call_or_due(session: OpenedSession, name: str) -> CallKey:
    """The named call; the due one when none is named."""
    if name:
        return call_named(session, name)
    todo = due(session.state)
    match todo:
        case RunCalls(calls=calls) | UndoCalls(calls=calls):
            return calls[0]
        case Uncertain(call=key) if key is not None:
            return key
        case _:
            raise CommandError("No call is due here.", "Name one, or step to a reply with calls.", code=STOPPED)


def branch_named(session: OpenedSession, name: str) -> Branch:
    """The branch of that name. Raises CommandError with those that there are."""
    found = next((branch for branch in session.branches if branch.name == name), None)
    if found is None:
        known = ", ".join(branch.name for branch in session.branches) or "none"
        raise CommandError(f"There is no branch named {name}.", f"There are: {known}.", code=STOPPED)
    return found


def step_named(session: OpenedSession, name: int | str) -> NodeId:
    """The step of that name on the branch of the head, or the end of the branch of that name. Raises StepNameError."""
    text = str(name)
    branch = next((branch for branch in session.branches if branch.name == text), None)
    if branch is not None and isinstance(name, str):
        return branch.tip
    leaf = session.tree.tip(session.head) if session.head else session.tree.newest_whole()
    return step_place(session.tree, leaf, session.head, text)
