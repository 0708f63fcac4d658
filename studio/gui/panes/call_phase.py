"""Where a call stands, in one word: what its chip says and which buttons it has follow from it.

Above: the call card. Below: the state. Pure: knows no widget.
"""

from typing import Literal

from studio.gui.panes.session_port import Activity
from studio.session.notes import Stopped
from studio.session.state import CallState

Phase = Literal["arriving", "open", "approval", "running", "uncertain", "done"]
"""`arriving`: its arguments are there, the reply that it is part of still streams."""
MISFITS = ("unknown_tool", "bad_arguments", "coercion")
"""What a stop before a call says that does not run as it is: going on from there tells the model."""


def phase_of(call: CallState, activity: Activity, *, asks: bool) -> Phase:
    """The phase of a call: `approval` when it `asks` for it, wherever the session stands; `uncertain` when it began and nobody runs it."""
    if call.key in activity.calls:
        return "running"
    if call.status == "done":
        return "done"
    if call.status == "started":
        return "uncertain"
    return "approval" if asks else "open"


def standing_call(calls: tuple[CallState, ...], stop: Stopped | None) -> CallState | None:
    """The call before which it stands, else the first that has no result yet."""
    waiting = [call for call in calls if call.status != "done"]
    key = stop.call if stop is not None and stop.place == "before_call" else None
    return next((call for call in waiting if call.key == key), waiting[0] if waiting else None)
