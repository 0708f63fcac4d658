"""What was said to a choice of tools in a recording, given once each where a replay chooses.

Above: `replay`. Below: `recording`. A choice that was left in the middle, and made once more after something else, is due only once here.
"""

from bisect import bisect_left
from typing import TypeVar

from msgspec.structs import replace

from studio.engine.recording import Recording, is_act
from studio.session.events import Event, GroupsChosen, RequestSent, SourceAsked
from studio.session.nodes import NodeId

E = TypeVar("E", bound=Event)


class RecordedChoices:
    """The choices of one recording; `at` is always the place in its path that the replay has come to."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._given: set[NodeId] = set()
        self._requests = [place for place, event in enumerate(recording.events) if isinstance(event, RequestSent)]

    def is_due(self, event: Event) -> bool:
        """Whether this was said to a choice of tools, and was not given here yet."""
        return isinstance(event, SourceAsked | GroupsChosen) and not is_act(event) and event.id not in self._given

    def source(self, name: str, at: int) -> SourceAsked | None:
        """What the source of that name gave before the next recorded request, once more where it was given already; None when it was not
        asked there."""
        asked = [event for event in self._before_request(at) if isinstance(event, SourceAsked) and event.source == name]
        fresh = (event for event in asked if event.id not in self._given)
        found = next(fresh, asked[-1] if asked else None)
        return self.give(found) if found is not None else None

    def groups(self, at: int) -> GroupsChosen | None:
        """The groups that a small model chose before the next recorded request; None when it was not asked there."""
        made = (event for event in self._before_request(at) if isinstance(event, GroupsChosen))
        found = next((event for event in made if self.is_due(event)), None)
        return self.give(found) if found is not None else None

    def give(self, event: E) -> E:
        """It is given now."""
        self._given.add(event.id)
        return bare(event)

    def _before_request(self, at: int) -> list[Event]:
        """What stands between the request before this place and the next one."""
        events, next_one = self._recording.events, bisect_left(self._requests, at)
        first = self._requests[next_one - 1] + 1 if next_one else 0
        end = self._requests[next_one] if next_one < len(self._requests) else len(events)
        return events[first:end]


def bare(event: E) -> E:
    """An event without its place in the tree."""
    return replace(event, id=NodeId(0), parent=None, t=0)
