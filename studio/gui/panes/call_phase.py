"""Where a call stands, in one word: what its chip says and which buttons it has follow from it.

Above: the call card. Below: the state. Pure: knows no widget.
"""

from typing import Literal

from studio.gui.panes.session_port import Activity
from studio.session.state import CallState

Phase = Literal["open", "approval", "running", "uncertain", "done"]


def phase_of(call: CallState, activity: Activity, *, asks: bool) -> Phase:
    """The phase of a call: `approval` when it `asks` for it, wherever the session stands; `uncertain` when it began and nobody runs it."""
    if call.key in activity.calls:
        return "running"
    if call.status == "done":
        return "done"
    if call.status == "started":
        return "uncertain"
    return "approval" if asks else "open"


def due_call(calls: tuple[CallState, ...]) -> CallState | None:
    """The first call that has no result yet."""
    return next((call for call in calls if call.status != "done"), None)
