"""The place that belongs to a row of the timeline, and the sign of the breakpoints there.

Above: `row_standing`, the timeline. Below: `row`, `session/breakpoints`. Pure.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from studio.present.row import Row, StopSign
from studio.session.breakpoints import Breakpoint
from studio.session.nodes import Place

_PLACES: dict[str, Place] = {
    "request": "before_request",
    "failed": "before_request",
    "response": "after_reply",
    "call": "before_call",
    "result": "after_result",
    "error": "after_result",
}
_STRONGEST: tuple[StopSign, ...] = ("stop", "condition", "log", "off")


def place_of_row(row: Row) -> tuple[Place, str] | None:
    """The place at which a row is come to, and the name of its tool (empty: none); None where there is none."""
    place = _PLACES.get(row.kind)
    if place in ("before_call", "after_result") and not row.tool:
        return None
    return (place, row.tool if place in ("before_call", "after_result") else "") if place is not None else None


def place_before(row: Row) -> tuple[Place, str] | None:
    """Where to stop so that what a row tells is still to come: before a request for a reply, before a call for its result."""
    place = place_of_row(row)
    if place is None:
        return None
    return ("before_call", row.tool) if row.tool else ("before_request", "")


def place_after(row: Row) -> tuple[Place, str] | None:
    """Where to stop when what a row tells has just happened."""
    place = place_of_row(row)
    if place is None:
        return None
    return ("after_result", row.tool) if row.tool else ("after_reply", "")


def sign_of(point: Breakpoint) -> StopSign:
    """The sign of one breakpoint."""
    if not point.on:
        return "off"
    if point.action != "stop":
        return "log"
    return "condition" if point.condition or point.count or point.every > 1 else "stop"


def sign_at(points: Sequence[Breakpoint], place: Place, tool: str) -> StopSign:
    """The strongest sign of the breakpoints at a place; empty where there is none."""
    found = {sign_of(point) for point in points if point.place == place and _is_for(point, place, tool)}
    return next((sign for sign in _STRONGEST if sign in found), "")


def _is_for(point: Breakpoint, place: Place, tool: str) -> bool:
    if not point.tool:
        return True
    return place != "after_reply" and fnmatchcase(tool, point.tool)
