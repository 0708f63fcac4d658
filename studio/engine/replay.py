"""A recording played again, step by step: the person's acts are done again, replies and results come from it, differences are shown.

Above: `workspace`. Below: `recording`, `difference`, `session`. The stepper moves; this only answers and acts.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable

from msgspec.structs import replace

from studio.engine.compared_requests import ComparedRequests
from studio.engine.difference import Difference
from studio.engine.due import AskModel, ChooseTools, Finished, RunCalls, UndoCalls, due
from studio.engine.edits_again import again, is_of_history
from studio.engine.missing import Miss, MissedError, call_missed, undo_missed
from studio.engine.recorded_choices import RecordedChoices, bare
from studio.engine.recording import Act, RecordedCall, Recording, fell_back, same_call
from studio.engine.rollback import ran_of
from studio.engine.volatile import Volatile
from studio.messages.delta import Delta
from studio.messages.parts import Call
from studio.messages.reply import ProviderError
from studio.responders.responder import Asked, Closed, Failed, Opened
from studio.said import said
from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    CallEdited,
    CallStarted,
    Event,
    GroupsChosen,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    ServerAsked,
    SetupChanged,
    SourceAsked,
    UndoEnded,
    UndoStarted,
)
from studio.session.frames import find_call
from studio.session.journal import Cursor, Journal
from studio.session.nodes import CallKey, NodeId, ResultSource
from studio.session.notes import AnyNote
from studio.session.replay_rules import ReplayRules
from studio.session.state import SessionState

OfCall = CallEdited | ResultEdited | ResultRecorded | AttemptFailed | UndoEnded
AS_IT_WAS = ReplayRules()
Pace = Callable[[RequestSent, ReplyReceived | RequestFailed, Asked], AsyncIterator[Delta]]
"""Takes the time that a recorded answer took, and gives what came of it meanwhile as it came."""
LEFT_BEHIND = AgentStarted | ResultRecorded | CallStarted | AttemptFailed | UndoStarted | UndoEnded | ServerAsked


class Replay:
    """One replay into `journal`, by `rules`. It is a responder, too: the recorded model. `miss` is what was missed last; `pace` takes the
    time where the rules say so."""

    def __init__(
        self, recording: Recording, journal: Journal, rules: ReplayRules = AS_IT_WAS, pace: Pace | None = None
    ) -> None:
        self.recording = recording
        self.rules = rules
        self.difference: Difference | None = None
        self.miss: Miss | None = None
        self._pace = pace if rules.paced else None
        self._requests = ComparedRequests(recording, journal, Volatile(rules.volatile))
        self._journal = journal
        self._at = 0
        self._replies: dict[NodeId, NodeId] = {}
        self._recorded_reply: dict[NodeId, NodeId] = {}
        self._calls = {call.event.id: call for call in recording.calls}
        self._by_key = {call.event.call: call for call in recording.calls}
        self._passed: set[NodeId] = set()
        self._begun: Counter[CallKey] = Counter()
        self._promised: set[CallKey] = set()
        self._ended: set[CallKey] = set()
        self._pending: NodeId | None = None
        self._accept = False
        self._choices = RecordedChoices(recording)
        self._followed = 0
        journal.subscribe(self._saw)

    @property
    def over(self) -> bool:
        """Whether everything recorded was played."""
        return self._at >= len(self.recording.events)

    @property
    def unused(self) -> list[RecordedCall]:
        """Recorded calls that were not asked for."""
        return [call for call in self.recording.calls if not call.used]

    @property
    def changed_by_itself(self) -> bool:
        """Whether the program changed the settings by itself at this place of the recording."""
        event = self.recording.events[self._at] if not self.over else None
        return isinstance(event, SetupChanged) and fell_back(event)

    @property
    def sent_anyway(self) -> bool:
        """Whether the next recorded request was sent although its history was invalid."""
        event = self.recording.events[self._at] if not self.over else None
        return isinstance(event, RequestSent) and bool(event.invalid)

    def is_live(self, tool: str) -> bool:
        """Whether calls of a tool run for real although the recording gives the results of others."""
        return self.rules.runs(tool)

    def accept(self) -> None:
        """Take the recorded reply although the request differs, this once."""
        self._accept = True
        self.difference = self.miss = None

    def between(self, cursor: Cursor, *, results: bool = True) -> None:
        """Do again what the person did before the next recorded move. With `results` also that calls were run out of turn:
        then their recorded results are given now."""
        while self._at < len(self.recording.events):
            event = self.recording.events[self._at]
            if isinstance(event, AgentStarted) and event.call in self._ended:
                self._at = self.recording.agents[event.call].end
                continue
            if is_of_history(event) and not self._can_be_said(event, cursor):
                break
            if self._waits_for_choice(event, cursor):
                break
            if self._is_move(self._at) and not (results and self._out_of_turn(event, cursor)):
                break
            self._at += 1
            if self.recording.is_act(event) or (results and self.recording.is_told(event)):
                self._act(event, cursor)
            elif results and self._choices.is_due(event):
                self._journal.append(self._choices.give(event), cursor)
        self._at_request(cursor)

    def _is_move(self, at: int) -> bool:
        """Whether the model or a tool has to move before what stands behind place `at`."""
        event = self.recording.events[at]
        if isinstance(event, RequestSent):
            return self.recording.end_of(at) is not None
        if isinstance(event, UndoEnded):
            return not self.recording.is_act(event) and event.id not in self._passed
        if isinstance(event, AgentStarted):
            return self._begins(event, at)
        if not isinstance(event, ResultRecorded):
            return False
        return not self.recording.is_act(event) and not self._has_result(event)

    def _begins(self, event: AgentStarted, at: int) -> bool:
        """Whether the agent that began at place `at` has yet to begin here, before what was done in it."""
        agent = self.recording.agents.get(event.call)
        return agent is not None and self._begun[event.call] <= agent.starts.index(at)

    def _waits_for_choice(self, event: Event, cursor: Cursor) -> bool:
        """Whether what was done after a choice of tools has to wait until it is made here."""
        return self._choices.is_due(event) and isinstance(due(self._journal.tree.state(cursor.at)), ChooseTools)

    def source(self, name: str) -> SourceAsked | None:
        """What the source of that name gave before the next recorded request; None when it was not asked there."""
        return self._choices.source(name, self._at)

    def choice(self) -> GroupsChosen | None:
        """The groups that a small model chose before the next recorded request; None when it was not asked there."""
        return self._choices.groups(self._at)

    def _has_result(self, event: ResultRecorded) -> bool:
        """Whether the call of a recorded result has its result here, from wherever it came."""
        return event.id in self._passed or (event.id in self._calls and self._calls[event.id].used)

    def _can_be_said(self, event: Event, cursor: Cursor) -> bool:
        """Whether all calls of the round have their results, and it is as many agents deep here as there: else nothing may be said yet."""
        state = self._journal.tree.state(cursor.at)
        waits = state.open is not None and any(call.status != "done" for call in state.open.calls)
        return not waits and state.depth == self.recording.tree.state(event.id).depth

    def _at_request(self, cursor: Cursor) -> None:
        """When a request is due, recorded results, undos and agents that nobody asked for are left behind."""
        if not isinstance(due(self._journal.tree.state(cursor.at)), AskModel | ChooseTools | Finished):
            return
        while self._at < len(self.recording.events) and isinstance(self.recording.events[self._at], LEFT_BEHIND):
            event = self.recording.events[self._at]
            self._at = self.recording.agents[event.call].end if isinstance(event, AgentStarted) else self._at + 1
            self.between(cursor)

    def _out_of_turn(self, event: Event, cursor: Cursor) -> bool:
        """Give a call the recorded result, or begin its agent, when it is not the one that is due; whether that was done."""
        if isinstance(event, UndoEnded):
            return self._undone_meanwhile(event, cursor)
        if not isinstance(event, ResultRecorded | AgentStarted):
            return False
        begins = isinstance(event, AgentStarted)
        if not begins and event.call in self.recording.agents:
            return False
        key, state = self._now(event.call), self._journal.tree.state(cursor.at)
        if key is None or not _waits(state, key) or (begins and state.call(key) is None):
            return False
        call = find_call(state, key)
        found = self.result(key, call.call) if call is not None and not self.is_live(call.call.name) else None
        if found is not None:
            self._journal.append(found, cursor)
        return found is not None

    def _undone_meanwhile(self, event: UndoEnded, cursor: Cursor) -> bool:
        """Undo a call that is not to be undone any more: while that was under way the person changed what is to be. Whether it was done."""
        key, state = self._now(event.call), self._journal.tree.state(cursor.at)
        if key is None or isinstance(due(state), UndoCalls) or self.is_live(event.tool) or not _fits(state, event, key):
            return False
        self._journal.append(replace(bare(event), call=key, source=_again(event)), cursor)
        return True

    def _act(self, event: Event, cursor: Cursor) -> None:
        assert isinstance(event, Act | AttemptFailed)
        state = self._journal.tree.state(cursor.at)
        fresh = again(bare(event), self._now, state)
        if fresh is None:
            return
        if isinstance(fresh, OfCall):
            key = self._now(fresh.call)
            if key is None or not _fits(state, fresh, key) or self._happens_anew(state, fresh, key):
                return
            fresh = replace(fresh, call=key)
            if event.id in self._calls:
                self._calls[event.id].used = True
                self._promised.add(key)
        self._journal.append(fresh, cursor)

    def _happens_anew(self, state: SessionState, event: OfCall, key: CallKey) -> bool:
        """Whether an attempt is that of a tool that runs for real: it fails again or not."""
        call = find_call(state, key) if isinstance(event, AttemptFailed) else None
        return call is not None and self.is_live(call.call.name)

    def _now(self, key: CallKey) -> CallKey | None:
        reply = self._replies.get(key[0])
        return (reply, key[1]) if reply is not None else None

    async def answer(self, asked: Asked) -> AsyncIterator[Opened | Delta | Failed | Closed]:
        """The recorded reply to the next recorded request, or a miss that names the first differing place."""
        event = self.recording.events[self._at] if not self.over else None
        expected = event if isinstance(event, RequestSent) else None
        self.difference = self.miss = None
        if expected is None or not self._accept:
            missed, self.miss = self._requests.missed(expected, asked)
            if missed or expected is None:
                self.difference = self.miss.difference if self.miss is not None and expected is not None else None
                yield Failed(ProviderError("missed", missed))
                return
        end = self.recording.end_of(self._at)
        assert end is not None
        if self._pace is not None:  # before anything is passed: a request that is cancelled meanwhile is due again
            async for delta in self._pace(expected, end, asked):
                yield delta
        self._accept = False
        self._at += 2
        if isinstance(end, RequestFailed):
            yield Failed(end.error, None, end.partial)
            return
        self._pending = end.id
        yield Closed(end.reply)

    def follow(self) -> None:
        """A live model answers: go past the recorded request and its end. Where it fails, and the recorded one did not, it is due again."""
        self._followed = self._at
        if not self.over and isinstance(self.recording.events[self._at], RequestSent):
            end = self.recording.end_of(self._at)
            self._pending = end.id if isinstance(end, ReplyReceived) else None
            self._at += 2

    def result(self, key: CallKey, call: Call) -> ResultRecorded | AgentStarted | None:
        """The recorded result of a call: of the same place when it asks for the same, else of any unused call that does. Where that was an
        agent, it begins, and is gone through again. Raises MissedError where the recording ends before this very call."""
        self.miss = None
        agent = self.recording.agents.get(self._before(key))
        if agent is not None and same_call(agent.call, call) and self._begun[self._before(key)] < len(agent.starts):
            return replace(bare(agent.event), call=key)
        found = self._recorded(key, call)
        if found is None:
            self.miss = call_missed(self.recording, call, self._before(key))
            if self.miss.ends:
                raise MissedError(
                    said("The recording ends before {tool}.", tool=call.name),
                    said("Type the result, or switch Tools to live."),
                )
            return None
        elsewhere = self.recording.agents.get(found.event.call)
        if elsewhere is not None and elsewhere is not agent:
            return replace(bare(elsewhere.event), call=key)
        found.used = True
        self._promised.add(key)
        return replace(bare(found.event), call=key, source=_again(found.event))

    def seconds(self, key: CallKey, call: Call | None) -> float:
        """How long the recorded result of a call (None: its undoing) is waited for: as long as it took, where the rules say so."""
        if not self.rules.paced:
            return 0.0
        if call is None:
            undone = self.recording.undos.get(self._before(key))
            return undone.seconds if undone is not None else 0.0
        found = self._recorded(key, call)
        return found.event.seconds if found is not None and found.event.call not in self.recording.agents else 0.0

    def ends_agent(self, key: CallKey) -> bool:
        """Whether the agent of a call came to its end in the recording, too."""
        agent = self.recording.agents.get(self._before(key))
        return agent is None or agent.ended

    def undo(self, key: CallKey) -> UndoEnded | None:
        """What came of undoing the recorded call at the same place; None when it was not undone, or not by a tool."""
        found = self.recording.undos.get(self._before(key))
        if found is not None:
            return replace(bare(found), call=key, source=_again(found))
        ran = ran_of(self._journal.state, key)
        self.miss = undo_missed(self.recording, ran, self._before(key)) if ran is not None else None
        return None

    def _recorded(self, key: CallKey, call: Call) -> RecordedCall | None:
        here = self._by_key.get(self._before(key))
        if here is not None and not here.used and same_call(here.call, call):
            return here
        return next((old for old in self.recording.calls if not old.used and same_call(old.call, call)), None)

    def _saw(self, change: Event | AnyNote) -> None:
        if isinstance(change, ReplyReceived) and self._pending is not None:
            self._replies[self._pending] = change.id
            self._recorded_reply[change.id] = self._pending
            self._pending = None
        elif isinstance(change, RequestFailed) and self._pending is not None:
            self._at, self._pending = self._followed, None
        elif isinstance(change, ResultRecorded):
            old = self._by_key.get(self._before(change.call))
            if old is not None:
                self._passed.add(old.event.id)
            self._take(change)
            self._end_agent(self._before(change.call))
        elif isinstance(change, AgentStarted):
            self._begun[self._before(change.call)] += 1
        elif isinstance(change, UndoEnded):
            undo = self.recording.undos.get(self._before(change.call))
            if undo is not None:
                self._passed.add(undo.id)

    def _take(self, result: ResultRecorded) -> None:
        """A call that the recording did not give its result was asked for all the same."""
        if result.call in self._promised:
            self._promised.discard(result.call)
            return
        tree = self._journal.tree
        call = find_call(tree.state(tree.parent(result.id)), result.call)
        found = self._recorded(result.call, call.call) if call is not None else None
        if found is not None:
            found.used = True

    def _end_agent(self, key: CallKey) -> None:
        """A call has its result that ran an agent in the recording: what else the agent did there is left behind."""
        agent = self.recording.agents.get(key)
        if agent is None:
            return
        self._ended.add(key)
        if key in self._by_key:
            self._by_key[key].used = True
        if agent.starts[0] <= self._at < agent.end:
            self._at = agent.end

    def _before(self, key: CallKey) -> CallKey:
        """The key of the recorded call at the same place."""
        return (self._recorded_reply.get(key[0], NodeId(0)), key[1])


def _again(event: ResultRecorded | UndoEnded) -> ResultSource:
    """Where a recorded result comes from when it is given again: what a tool gave is recorded, anything else stays what it was."""
    return "recorded" if event.source == "ran" else event.source


def _waits(state: SessionState, key: CallKey) -> bool:
    """Whether a call is open and not the one that is due: a later one of its reply, one that the person ran although others are to be
    undone, or one of whoever called the agent that is at work."""
    found, todo = find_call(state, key), due(state)
    return found is not None and found.status == "open" and not (isinstance(todo, RunCalls) and todo.calls[0] == key)


def _fits(state: SessionState, event: OfCall, key: CallKey) -> bool:
    """Whether something that was done to a call can be done to it here."""
    if isinstance(event, UndoEnded):
        ran = ran_of(state, key)
        return ran is not None and ran.undo in ("", "started")
    found = find_call(state, key)
    return found is not None and not (isinstance(event, ResultRecorded | AttemptFailed) and found.status == "done")
