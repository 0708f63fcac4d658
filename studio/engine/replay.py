"""A recording played again, step by step: the person's acts are done again, replies and results come from it, differences are shown.

Above: `workspace`. Below: `recording`, `difference`, `session`. The stepper moves; this only answers and acts.
"""

from collections.abc import AsyncIterator

import msgspec
from msgspec.structs import replace

from studio.engine.difference import Difference, first_difference
from studio.engine.due import AskModel, Finished, due
from studio.engine.recording import Act, RecordedCall, Recording, is_act, same_call
from studio.messages.delta import Delta
from studio.messages.parts import Call
from studio.messages.reply import ProviderError
from studio.responders.responder import Asked, Closed, Failed, Opened
from studio.session.events import (
    AnyNote,
    CallEdited,
    CallKey,
    CallStarted,
    Event,
    NodeId,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
)
from studio.session.journal import Cursor, Journal


class Replay:
    """One replay into `journal`. It is a responder, too: the recorded model."""

    def __init__(self, recording: Recording, journal: Journal) -> None:
        self.recording = recording
        self.difference: Difference | None = None
        self.nearest: Call | None = None
        self._journal = journal
        self._at = 0
        self._replies: dict[NodeId, NodeId] = {}
        self._recorded_reply: dict[NodeId, NodeId] = {}
        self._calls = {call.event.id: call for call in recording.calls}
        self._by_key = {call.event.call: call for call in recording.calls}
        self._pending: NodeId | None = None
        self._accept = False
        journal.subscribe(self._saw)

    @property
    def over(self) -> bool:
        """Whether everything recorded was played."""
        return self._at >= len(self.recording.events)

    @property
    def unused(self) -> list[RecordedCall]:
        """Recorded calls that were not asked for."""
        return [call for call in self.recording.calls if not call.used]

    def accept(self) -> None:
        """Take the recorded reply although the request differs, this once."""
        self._accept = True
        self.difference = None

    def between(self, cursor: Cursor) -> None:
        """Do again what the person did before the next recorded move."""
        while self._at < len(self.recording.events):
            event = self.recording.events[self._at]
            if self._is_move(event):
                break
            self._at += 1
            if is_act(event):
                self._act(event, cursor)
        self._at_request(cursor)

    def _is_move(self, event: Event) -> bool:
        """Whether the model or a tool has to move before what stands behind `event`."""
        if isinstance(event, RequestSent):
            return self.recording.end_of(self._at) is not None
        return isinstance(event, ResultRecorded) and not is_act(event) and not self._used(event)

    def _used(self, event: ResultRecorded) -> bool:
        return event.id in self._calls and self._calls[event.id].used

    def _at_request(self, cursor: Cursor) -> None:
        """When a request is due, recorded results that nobody asked for are left behind."""
        if not isinstance(due(self._journal.tree.state(cursor.at)), AskModel | Finished):
            return
        while self._at < len(self.recording.events) and isinstance(
            self.recording.events[self._at], ResultRecorded | CallStarted
        ):
            self._at += 1
            self.between(cursor)

    def _act(self, event: Event, cursor: Cursor) -> None:
        assert isinstance(event, Act)
        fresh = replace(event, id=NodeId(0), parent=None, t=0)
        if isinstance(fresh, CallEdited | ResultEdited | ResultRecorded):
            key = self._now(fresh.call)
            found = self._journal.tree.state(cursor.at).call(key) if key is not None else None
            if found is None or (isinstance(fresh, ResultRecorded) and found.status == "done"):
                return
            fresh = replace(fresh, call=key)
        if event.id in self._calls:
            self._calls[event.id].used = True
        self._journal.append(fresh, cursor)

    def _now(self, key: CallKey) -> CallKey | None:
        reply = self._replies.get(key[0])
        return (reply, key[1]) if reply is not None else None

    async def answer(self, asked: Asked) -> AsyncIterator[Opened | Delta | Failed | Closed]:
        """The recorded reply to the next recorded request, or a miss that names the first differing place."""
        event = self.recording.events[self._at] if not self.over else None
        if not isinstance(event, RequestSent):
            yield Failed(ProviderError("missed", "The recording holds no further request here."))
            return
        self.difference = None if self._accept else self._differs(event, asked)
        self._accept = False
        if self.difference is not None:
            yield Failed(
                ProviderError("missed", f"The request differs from the recorded one at {self.difference.pointer}.")
            )
            return
        end = self.recording.end_of(self._at)
        assert end is not None
        self._at += 2
        if isinstance(end, RequestFailed):
            yield Failed(end.error, None, end.partial)
            return
        self._pending = end.id
        yield Closed(end.reply)

    def follow(self) -> None:
        """A live model answers: go past the recorded request and its end."""
        if not self.over and isinstance(self.recording.events[self._at], RequestSent):
            end = self.recording.end_of(self._at)
            self._pending = end.id if isinstance(end, ReplyReceived) else None
            self._at += 2

    def _differs(self, event: RequestSent, asked: Asked) -> Difference | None:
        sent = self._journal.tree.event(self._journal.tree.last)
        if isinstance(sent, RequestSent) and sent.digest == event.digest:
            return None
        return first_difference(self.recording.body(event), msgspec.json.decode(asked.body()))

    def result(self, key: CallKey, call: Call) -> ResultRecorded | None:
        """The recorded result of a call: of the same place when it asks for the same, else of any unused call that does."""
        found = self._recorded(key, call)
        if found is None:
            self.nearest = next((old.call for old in self.recording.calls if old.call.name == call.name), None)
            return None
        found.used = True
        source = found.event.source if is_act(found.event) else "recorded"
        return replace(found.event, id=NodeId(0), parent=None, t=0, call=key, source=source)

    def _recorded(self, key: CallKey, call: Call) -> RecordedCall | None:
        here = self._by_key.get((self._recorded_reply.get(key[0], NodeId(0)), key[1]))
        if here is not None and not here.used and same_call(here.call, call):
            return here
        return next((old for old in self.recording.calls if not old.used and same_call(old.call, call)), None)

    def _saw(self, change: Event | AnyNote) -> None:
        if isinstance(change, ReplyReceived) and self._pending is not None:
            self._replies[self._pending] = change.id
            self._recorded_reply[change.id] = self._pending
            self._pending = None
