"""An open session and its breakpoints: set, moved, switched, counted, and from a step of the timeline to its place.

Above: `opened`. Below: `moved`, `engine/at_breakpoints`, `engine/breakpoint_rules`. Breakpoints hang beside the tree: the file keeps them,
going back does not change them, and a replay of the session does not take them over.
"""

from fnmatch import fnmatchcase

from msgspec.structs import replace

from studio.engine.breakpoint_rules import checked
from studio.said import said
from studio.session.breakpoints import Breakpoint, BreakpointError, pattern_of
from studio.session.events import (
    AgentStarted,
    CallEdited,
    CallStarted,
    ReplyEdited,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
)
from studio.session.frames import find_call
from studio.session.nodes import CallKey, NodeId, Place
from studio.session.notes import BreakpointSet, Logged, Stopped
from studio.session.tree import ROOT
from studio.workspace.moved import MovedSession


class BreakingSession(MovedSession):
    """Breakpoints. Those that cannot act are refused with BreakpointError (member and column) when they are set; none of these verbs
    runs anything."""

    @property
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """All breakpoints, in the order in which they act."""
        return tuple(self.journal.breakpoints.values())

    def check_breakpoint(self, point: Breakpoint) -> Breakpoint:
        """The breakpoint as it would be set; sets nothing. Raises BreakpointError."""
        return self.blanked(checked(point))

    def set_breakpoint(self, point: Breakpoint) -> str:
        """Set a breakpoint: a new one without an id, else in the place of that with its id. Gives the id."""
        made = self.check_breakpoint(point)
        made = replace(made, id=made.id or self._free_breakpoint())
        if self.journal.breakpoints.get(made.id) != made:
            self.journal.note(BreakpointSet(made.id, made))
        return made.id

    def remove_breakpoint(self, id: str) -> None:
        """Remove a breakpoint; nothing when it is gone already."""
        if id in self.journal.breakpoints:
            self.journal.note(BreakpointSet(id, None))

    def move_breakpoint(self, id: str, place: int) -> None:
        """Move a breakpoint to that place, counted from 0 without it."""
        points = [point for point in self.breakpoints if point.id != id]
        points.insert(max(0, place), self._breakpoint(id))
        first = next((at for at, (a, b) in enumerate(zip(points, self.breakpoints, strict=True)) if a != b), None)
        for point in points[first:] if first is not None else ():
            self.journal.note(BreakpointSet(point.id, None))
            self.journal.note(BreakpointSet(point.id, point))

    def switch_breakpoint(self, id: str, on: bool) -> None:
        """Turn one breakpoint on or off."""
        self.set_breakpoint(replace(self._breakpoint(id), on=on))

    def switch_all(self, on: bool) -> None:
        """Turn all breakpoints on or off."""
        for point in self.breakpoints:
            self.switch_breakpoint(point.id, on)

    def hits(self, id: str) -> int:
        """How often a breakpoint was hit on the path to where the session stands."""
        return self._stepper.points.hits.at(self._breakpoint(id), self.head)

    def hits_of_all(self, most: int = 1_500) -> dict[str, int] | None:
        """How often each breakpoint was hit on that path, by id. A long path is looked at in parts of `most` steps, in which a window can
        go on: None says that there is more to look at, and asking again looks on."""
        return self._stepper.points.hits.of_all(self.breakpoints, self.head, most)

    def place_of(self, node: NodeId) -> tuple[Place, str] | None:
        """The place that belongs to a step of the timeline, and the name of its tool; None where there is none to stop at."""
        event = self.tree.event(node) if node in self.tree and node != ROOT else None
        match event:
            case RequestSent() | RequestFailed():
                return ("before_request", "")
            case ReplyReceived() | ReplyEdited():
                return ("after_reply", "")
            case CallStarted(call=key) | AgentStarted(call=key) | CallEdited(call=key):
                return ("before_call", self._tool_at(node, key))
            case ResultRecorded(call=key) | ResultEdited(call=key):
                return ("after_result", self._tool_at(node, key))
            case _:
                return None

    def _tool_at(self, node: NodeId, key: CallKey) -> str:
        found = find_call(self.tree.state(node), key)
        return found.call.name if found is not None else ""

    def breakpoints_at(self, place: Place, tool: str) -> tuple[Breakpoint, ...]:
        """The breakpoints on that place, for calls of that tool."""
        return tuple(
            point
            for point in self.breakpoints
            if point.place == place and (not point.tool or not tool or fnmatchcase(tool, point.tool))
        )

    def toggle_at(self, node: NodeId) -> str:
        """Set a breakpoint on the place of a step, or remove those that are set on just that place; the new one's id, or nothing."""
        place = self.place_of(node)
        if place is None:
            raise BreakpointError(
                said("There is no place to stop at here."), said("Choose a request, a reply or a call.")
            )
        return self.toggle(*place)

    def toggle(self, place: Place, tool: str) -> str:
        """The same for a place and the name of a tool, empty for any."""
        tool = pattern_of(tool)
        there = [point for point in self.breakpoints if (point.place, point.tool) == (place, tool)]
        for point in there:
            self.remove_breakpoint(point.id)
        return "" if there else self.set_breakpoint(Breakpoint("", place=place, tool=tool))

    async def run_to_breakpoint(self) -> Stopped:
        """Go on to the next breakpoint; other stop places do not hold."""
        return await self._go("breakpoints")

    def logged_at(self, node: NodeId) -> tuple[Logged, ...]:
        """What breakpoints logged at a step; secrets are blanked."""
        return self.blanked(tuple(self.journal.logged.get(node, ())))

    def _breakpoint(self, id: str) -> Breakpoint:
        found = self.journal.breakpoints.get(id)
        if found is None:
            raise BreakpointError(said("This breakpoint is not there any more."))
        return found

    def _free_breakpoint(self) -> str:
        """An id that no breakpoint of this session ever had."""
        known = set(self.journal.breakpoints) | {note.breakpoint for at in self.journal.logged.values() for note in at}
        known |= {stop.breakpoint for at in self.journal.stops.values() for stop in at}
        number = self.tree.last + 1
        while f"b{number}" in known:
            number += 1
        return f"b{number}"
