"""Mends one problem of a history as one edit of it. Pure.

Above: `workspace/history_checked`. Below: `mended_messages`, `edits`, `session`. A call that still waits is edited as a call, so that it
stays open; all else is an edit of the messages.
"""

from studio.checks.history.problem import HistoryProblem
from studio.engine import mended_messages as mending
from studio.engine.edits import EditRefusedError, edit_call, refuse_while_unsettled
from studio.messages.message import Message
from studio.said import said
from studio.session.events import CallEdited, HistoryEdited
from studio.session.state import CallState, SessionState, settled


def mended(state: SessionState, problem: HistoryProblem) -> HistoryEdited | CallEdited:
    """The event that mends `problem` of the next request at `state`. Raises EditRefusedError with the reason where there is none."""
    if not problem.repair:
        raise EditRefusedError(said("This cannot be mended with one click."), said("Edit the message."))
    history = list(settled(state))
    if problem.message is None or not 0 <= problem.message < len(history):
        raise EditRefusedError(
            said("It is not known which message of the session this is."),
            said("Apply what you typed first, then mend it."),
        )
    waits = _waits(state, problem)
    made: HistoryEdited | CallEdited | None
    if waits is not None:
        call = mending.call_mended(history, problem)
        # Told otherwise, the history would go on saying what is wrong.
        made = edit_call(state, waits.key, {"id": call.id, "arguments": call.arguments}, "rewrite")
    else:
        refuse_while_unsettled(state)
        made = _edit(history, mending.REPAIRS[problem.repair](history, problem))
    if made is None:
        raise EditRefusedError(
            said("One click does not mend this here."), said("Mend what else is wrong first, or edit it.")
        )
    return made


def _waits(state: SessionState, problem: HistoryProblem) -> CallState | None:
    """The open call without a result that the problem is about."""
    opened = state.open
    if opened is None or problem.message != state.messages.length or problem.repair not in mending.OF_CALLS:
        return None
    calls = opened.calls
    found = calls[problem.nth] if 0 <= problem.nth < len(calls) else None
    return found if found is not None and found.status != "done" else None


def _edit(before: list[Message], after: list[Message]) -> HistoryEdited | None:
    """The one change between two histories; what they begin and end with alike stays."""
    if before == after:
        return None
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] is not after[at]), shorter)
    same = 0
    while same < shorter - start and before[len(before) - 1 - same] is after[len(after) - 1 - same]:
        same += 1
    return HistoryEdited(
        start=start, removed=len(before) - start - same, inserted=tuple(after[start : len(after) - same])
    )
