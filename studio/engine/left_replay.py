"""A replay whose file was closed, or whose program was killed, and that is gone on with: its place is found again.

Above: `workspace`. Below: `replay`. What the replay did already is not done again; what the person did in it on their own is passed over.
"""

from msgspec.structs import replace

from studio.engine.edits_again import again
from studio.engine.recorded_choices import bare
from studio.engine.recording import Recording, is_act, is_told
from studio.engine.replay import AS_IT_WAS, OfCall, Pace, Replay
from studio.session.events import (
    AgentStarted,
    Event,
    GroupsChosen,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultRecorded,
    SourceAsked,
    UndoEnded,
)
from studio.session.journal import Journal
from studio.session.replay_rules import ReplayRules


class LeftReplay(Replay):
    """The replay as it was when it was left."""

    def __init__(
        self, recording: Recording, journal: Journal, rules: ReplayRules = AS_IT_WAS, pace: Pace | None = None
    ) -> None:
        """`journal` is that of the replay; it was left at its head."""
        super().__init__(recording, journal, rules, pace)
        for event in journal.tree.events(journal.head):
            if isinstance(event, ReplyReceived | RequestFailed):
                self._pass_request(event)
            elif isinstance(event, AgentStarted) or (
                isinstance(event, ResultRecorded | UndoEnded) and not is_act(event)
            ):
                self._saw(event)
            elif is_told(event):
                self._pass_told(event)
            elif isinstance(event, SourceAsked):
                self.source(event.source)
            elif isinstance(event, GroupsChosen):
                self.choice()
        while not self.over and not self._is_move(self._at) and not recording.is_told(recording.events[self._at]):
            if self._choices.is_due(recording.events[self._at]):
                break
            self._at += 1

    def _pass_request(self, end: ReplyReceived | RequestFailed) -> None:
        if self._pending is None:
            events = self.recording.events
            places = range(self._at, len(events))
            at = next((at for at in places if isinstance(events[at], RequestSent) and self._is_move(at)), None)
            recorded = self.recording.end_of(at) if at is not None else None
            if at is None or _missed(end, recorded):
                return
            self._pending = recorded.id if isinstance(recorded, ReplyReceived) else None
            self._at = at + 2
        self._saw(end)

    def _pass_told(self, event: Event) -> None:
        for at in range(self._at, len(self.recording.events)):
            recorded = self.recording.events[at]
            if self._is_move(at):
                return
            if self.recording.is_told(recorded) and self._here(recorded) == bare(event):
                self._at = at + 1
                if recorded.id in self._calls:
                    self._calls[recorded.id].used = True
                return

    def _here(self, event: Event) -> Event:
        """What the recording tells, as it would be told here."""
        made = bare(event)
        if isinstance(made, OfCall):
            return replace(made, call=self._now(made.call) or made.call)
        return again(made, lambda key: self._now(key) or key) or made


def _missed(end: ReplyReceived | RequestFailed, recorded: ReplyReceived | RequestFailed | None) -> bool:
    """Whether a request got nothing that was recorded: it was missed, cancelled, or failed live. A recorded failure is another thing."""
    if not isinstance(end, RequestFailed):
        return False
    if not isinstance(recorded, RequestFailed):
        return True
    return end.error.kind in ("missed", "cancelled") and recorded.error != end.error
