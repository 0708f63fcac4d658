"""What breakpoints do where the session comes: log, edit, answer in the tool's place, or stop.

Above: `stepper`. Below: `breakpoints`, `troubles`, `services`. Each does its part once at a place, also after reopening.
"""

import json
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.checks.expressions import ExpressionError
from studio.checks.filled_text import filled
from studio.engine.breakpoints import Hits, Occasion, acts, begun_later, counts, is_hit
from studio.engine.goals import Goal
from studio.engine.merge_patch import merged
from studio.engine.services import Services
from studio.engine.standing import CHOICES, EDITS
from studio.engine.stop_document import arguments_of, document, json_of
from studio.engine.stops import first
from studio.engine.troubles import Troubles
from studio.session.breakpoint_spec import written
from studio.session.breakpoints import Breakpoint
from studio.session.events import CallEdited, Event, ResultEdited, ResultRecorded, SetupChanged
from studio.session.frames import find_call, frame_of
from studio.session.journal import Cursor, Journal
from studio.session.nodes import CallKey, NodeId, Place
from studio.session.notes import Logged, Stopped
from studio.session.state import CallState
from studio.session.tree import ROOT
from studio.session.truths import notice

FAILED = "breakpoint_failed"
"""The code of a stop where a condition could not be worked out."""
_HEEDS: tuple[Goal, ...] = ("run", "breakpoints")


class Hit(msgspec.Struct, frozen=True):
    """A breakpoint that acts here; with `error` its condition could not be worked out."""

    point: Breakpoint
    key: CallKey | None
    error: str = ""


class AtBreakpoints:
    """The breakpoints of one session."""

    def __init__(self, journal: Journal, services: Services) -> None:
        self._journal = journal
        self._services = services
        self._troubles = Troubles(journal, services)
        self.hits = Hits(journal.tree, self._hit_quietly)

    def come(self, place: Place, keys: Sequence[CallKey], cursor: Cursor) -> "Arrival":
        """The session comes to a place before something; `keys` are the calls that are decided there."""
        state = self._journal.tree.state(cursor.at)
        return self._arrival(place, [Occasion(place, state, key) for key in keys or (None,)], cursor)

    def after(self, place: Place, keys: Sequence[CallKey], goal: Goal | None, cursor: Cursor) -> Stopped | None:
        """Do what is to be done after a reply or after results; the stop there. None as `goal` never stops."""
        if not self._journal.breakpoints:
            return None
        arrival = self._arrival(place, list(self._behind(place, keys, cursor)), cursor)
        arrival.prepare()
        return next(arrival.stops(goal), None)

    def failed(self, goal: Goal, cursor: Cursor) -> Stopped | None:
        """Do what is to be done when a request failed; the stop there, so that it is not sent again by itself."""
        state = self._journal.tree.state(cursor.at)
        arrival = self._arrival("before_request", [Occasion("before_request", state, failed=True)], cursor)
        arrival.prepare()
        return next(arrival.stops(goal), None)

    def _behind(self, place: Place, keys: Sequence[CallKey], cursor: Cursor) -> Iterator[Occasion]:
        tree = self._journal.tree
        if place == "after_reply":
            yield Occasion(place, tree.state(cursor.at))
        for key in keys:
            found = find_call(tree.state(cursor.at), key)
            if found is not None and found.result is not None:
                yield Occasion(place, tree.state(found.result.event), key)

    def _arrival(self, place: Place, occasions: Sequence[Occasion], cursor: Cursor) -> "Arrival":
        points = [point for point in self._journal.breakpoints.values() if point.on and point.where == place]
        found = [hit for point in points for hit in self._hits(point, occasions)]
        order = [occasion.key for occasion in occasions]
        return Arrival(self._journal, self._services, sorted(found, key=lambda hit: order.index(hit.key)), cursor)

    def _hits(self, point: Breakpoint, occasions: Sequence[Occasion]) -> Iterator[Hit]:
        """Where a breakpoint acts among places that are come to at once. What comes before something is not behind on the path yet."""
        ahead = 0
        for at in occasions:
            try:
                if not is_hit(point, at, self._troubles.shows, self._services.cost):
                    continue
            except ExpressionError as error:
                yield Hit(point, at.key, str(error))
                continue
            ahead += at.place in ("before_request", "before_call") and not at.failed
            if not counts(point) or acts(point, self._number(point, at) + ahead):
                yield Hit(point, at.key)

    def _number(self, point: Breakpoint, at: Occasion) -> int:
        """The hits before an occasion, its own included where it lies behind. Calls of one reply count in its order: one that was begun
        or answered before its turn does not come before those that stand before it."""
        found = self.hits.at(point, at.state.node)
        if at.place != "before_call" or at.key is None:
            return found
        return found - sum(
            self._hit_quietly(point, one) for one in begun_later(self._journal.tree, at.state, at.key, point)
        )

    def _hit_quietly(self, point: Breakpoint, at: Occasion) -> bool:
        try:
            return is_hit(point, at, self._troubles.shows, self._services.cost)
        except ExpressionError:
            return False


class Arrival:
    """The breakpoints that act at one place, in the order of the calls, for each call in their own."""

    def __init__(self, journal: Journal, services: Services, hits: Sequence[Hit], cursor: Cursor) -> None:
        self._journal = journal
        self._services = services
        self._hits = hits
        self._cursor = cursor

    def prepare(self, *, only_log: bool = False) -> None:
        """Log and edit."""
        for hit in self._hits:
            if hit.error:
                continue
            if hit.point.action == "log":
                self._log(hit)
            elif hit.point.action == "edit" and hit.key is not None and not only_log:
                self._edit(hit.point, hit.key)
        patches = [hit.point.patch for hit in self._hits if hit.point.action == "edit" and hit.key is None]
        if patches and not only_log:
            self._edit_request(patches)

    def answer(self, goal: Goal, stood: Sequence[Stopped]) -> list[CallKey]:
        """Answer calls in their tools' place; those that were. One before which it is to stop first waits."""
        if not self._services.runs_tools() or first(self.stops(goal), stood) is not None:
            return []
        keys = []
        for hit in self._hits:
            if hit.point.action == "mock" and not hit.error and hit.key is not None and self._is_open(hit.key):
                self._journal.append(_answer(hit.point, hit.key), self._cursor)
                keys.append(hit.key)
        return keys

    def stops(self, goal: Goal | None) -> Iterator[Stopped]:
        """The stops here. What could not be worked out stops whatever the goal is."""
        at = self._cursor.at
        for hit in self._hits:
            place, point = hit.point.where, hit.point
            if hit.error:
                said = f"{written(point)}: {hit.error}"
                yield Stopped(at, "exception", place, hit.key, FAILED, said, point.id)
            elif point.action == "stop" and goal in _HEEDS:
                yield Stopped(at, "breakpoint", place, hit.key, text=written(point), breakpoint=point.id)

    def joined(self, stop: Stopped | None, goal: Goal) -> Stopped | None:
        """An approval that is wanted where a breakpoint stops, too, names it: one stop is enough."""
        if stop is None or stop.reason != "approval":
            return stop
        here = next((each for each in self.stops(goal) if (each.reason, each.call) == ("breakpoint", stop.call)), None)
        return replace(stop, breakpoint=here.breakpoint) if here is not None else stop

    def _is_open(self, key: CallKey) -> bool:
        found = self._call(key)
        return found is not None and found.status == "open"

    def _call(self, key: CallKey) -> CallState | None:
        return find_call(self._journal.tree.state(self._cursor.at), key)

    def _here(self, key: CallKey | None) -> Iterator[NodeId]:
        """The nodes that belong to this place: of a call all since its reply, else what was edited and chosen here."""
        tree, at = self._journal.tree, self._cursor.at
        yield at
        while at != ROOT and at in tree and (at > key[0] if key is not None else tree.kind(at) in (*EDITS, *CHOICES)):
            at = tree.parent(at)
            yield at

    def _log(self, hit: Hit) -> None:
        logged = self._journal.logged
        for at in self._here(hit.key):
            if any((note.breakpoint, note.call) == (hit.point.id, hit.key) for note in logged.get(at, ())):
                return
        state, cost = self._journal.tree.state(self._cursor.at), self._services.cost
        text = filled(hit.point.text, lambda asked: asked.search(document(state, hit.key, cost, asked.names)))
        self._journal.note(Logged(self._cursor.at, hit.point.id, text, hit.key))

    def _edit(self, point: Breakpoint, key: CallKey) -> None:
        """Change the call or its result, unless that was done already: what the person changed since stays."""
        found, before = self._call(key), point.where == "before_call"
        if found is None or not self._services.runs_tools():
            return
        made = self._call_edited(point, found) if before else _result_edited(point, found)
        if made is not None and not any(_is_of(event, point, key) for event in self._made(key)):
            self._journal.append(made, self._cursor)

    def _edit_request(self, patches: Sequence[dict[str, Any] | None]) -> None:
        """All that breakpoints change of the parameters, as one change."""
        params = self._journal.tree.state(self._cursor.at).setup.params
        made = reduce(merged, (patch for patch in patches if patch), params)
        if made == params or not self._services.changes_by_itself():
            return
        if not any(_is_of_request(event) for event in self._made(None)):
            self._journal.append(SetupChanged(params=made, automatic=True), self._cursor)

    def _made(self, key: CallKey | None) -> Iterator[Event]:
        """The edits that were made at this place."""
        tree = self._journal.tree
        return (tree.event(at) for at in self._here(key) if at != ROOT and tree.kind(at) in EDITS)

    def _call_edited(self, point: Breakpoint, found: CallState) -> CallEdited | None:
        value = arguments_of(found.call)
        made = merged(value, point.patch)
        if made == value:
            return None
        frame = frame_of(self._journal.tree.state(self._cursor.at), found.key)
        now = replace(found.call, arguments=json.dumps(made, ensure_ascii=False))
        truth = frame.setup.edit_truth if frame is not None and found.original is not None else "rewrite"
        said = notice(now.name, now.arguments) if truth == "notify" else ""
        return CallEdited(call=found.key, now=now, truth=truth, notice=said, rule=point.id)


def _answer(point: Breakpoint, key: CallKey) -> ResultRecorded:
    status = "error" if point.is_error else "ok"
    return ResultRecorded(
        call=key, source="mock", text=point.text, is_error=point.is_error, status=status, rule=point.id
    )


def _result_edited(point: Breakpoint, found: CallState) -> ResultEdited | None:
    """Members put into a result that is a JSON object; any other result gives way to the text, if there is one."""
    result = found.result
    if result is None:
        return None
    value = json_of(result.text)
    if point.patch is not None and isinstance(value, dict):
        made = merged(value, point.patch)
        text = json.dumps(made, ensure_ascii=False) if made != value else result.text
    else:
        text = point.text or result.text
    is_error = result.is_error or point.is_error
    if (text, is_error) == (result.text, result.is_error):
        return None
    return ResultEdited(call=found.key, text=text, is_error=is_error, rule=point.id)


def _is_of(event: Event, point: Breakpoint, key: CallKey) -> bool:
    return isinstance(event, CallEdited | ResultEdited) and (event.call, event.rule) == (key, point.id)


def _is_of_request(event: Event) -> bool:
    return isinstance(event, SetupChanged) and event.automatic and isinstance(event.params, dict)
