"""The transcript of a path, and of a whole session with its branches: entries in the order in which things happened.

Above: the command line, the window's export. Below: `transcript_entries`, `session`. Pure and the same for the same
events: no clock, no ids of ours. A call that was started and then has a result is one entry.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import assert_never

from msgspec.structs import replace

from studio.messages.message import Message
from studio.messages.parts import Call, Opaque, Reasoning, Refusal, Text
from studio.messages.reply import Usage
from studio.present.branch_facts import is_within_round
from studio.present.labels import english
from studio.present.stop_words import stop_words
from studio.present.transcript_asked import asked_entry
from studio.present.transcript_entries import (
    AnyEntry,
    CallEditedEntry,
    DamagedEntry,
    FailedEntry,
    HistoryEntry,
    MessageEntry,
    ReplyEditedEntry,
    ReplyEntry,
    RequestEntry,
    ResultEditedEntry,
    Section,
    SetupEntry,
    StopEntry,
    UncertainEntry,
)
from studio.present.transcript_parts import (
    call_shown,
    calls_of,
    hosted_shown,
    joined,
    remarks_shown,
    said_in,
    sealed_shown,
    shown,
    text_of,
)
from studio.present.transcript_runs import Place, attempt_entry, result_entry, undone_entry
from studio.present.transcript_settings import settings_of
from studio.present.transcript_toolbox import agent_entry, choosing_entry, passages_shown
from studio.problems import StudioError
from studio.session.answered_by import by_breakpoint
from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    CallEdited,
    CallStarted,
    EditedTogether,
    GroupsChosen,
    HistoryEdited,
    MessageAdded,
    OneEvent,
    ReplyEdited,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    ServerAsked,
    SetupChanged,
    SourceAsked,
    ToolsOffered,
    UndoEnded,
    UndoStarted,
)
from studio.session.folding import fold
from studio.session.frames import frames, is_inside
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import Stopped
from studio.session.state import SessionState, settled
from studio.session.tree import ROOT, Branch, Tree


def transcript(
    tree: Tree, node: NodeId, *, since: NodeId = ROOT, stop: Stopped | None = None, times: bool = False
) -> tuple[AnyEntry, ...]:
    """The entries after `since` up to `node`, which stands below it; with the `stop` at `node`, when there is one.

    Lines that cannot be read are entries too. `times` fills in the seconds of replies and tool runs.
    """
    return tuple(entry for _, told, _ in steps(tree, node, since=since, stop=stop, times=times) for entry in told)


def steps(
    tree: Tree, node: NodeId, *, since: NodeId = ROOT, stop: Stopped | None = None, times: bool = False
) -> Iterator[tuple[NodeId, list[AnyEntry], SessionState]]:
    """The same node by node, made as they are asked for: the node, its entries, and the state after it. What has no end stands last,
    under node 0."""
    new, begin = _path_since(tree, node, since)
    teller = _Teller(tree, begin, times)
    for at in new:
        yield at, teller.tell(at), teller.state
    entries = teller.loose_ends()
    if stop is not None and stop.at == node:
        said = tuple(english(words) for words in stop_words(stop, teller.state))
        entries.append(StopEntry(teller.state.rounds, stop.reason, stop.place, stop.what, said))
    yield ROOT, entries, teller.state


def _path_since(tree: Tree, node: NodeId, since: NodeId) -> tuple[list[NodeId], NodeId]:
    """The nodes after `since` up to `node`, and `since`; where it is not on the way, all of the path and the root. Costs only
    what is returned: a session may have many branches."""
    found: list[NodeId] = []
    while node not in (since, ROOT) and node in tree:
        found.append(node)
        node = tree.parent(node)
    found.reverse()
    return found, since if node == since else ROOT


def entries_of(tree: Tree, node: NodeId, *, times: bool = False) -> tuple[AnyEntry, ...]:
    """The entries of one node."""
    return tuple(_Teller(tree, tree.parent(node), times).tell(node))


def whole_transcript(
    tree: Tree, branches: Iterable[Branch], *, head: NodeId, stop: Stopped | None = None, times: bool = False
) -> tuple[Section, ...]:
    """All branches, oldest first; each but the first begins after its fork."""
    return tuple(_section(tree, branch, head, stop, times) for branch in branches)


def _section(tree: Tree, branch: Branch, head: NodeId, stop: Stopped | None, times: bool) -> Section:
    made = section_of(tree, branch, head)
    entries = transcript(tree, branch.tip, since=branch.fork, stop=stop if made.current else None, times=times)
    return replace(made, entries=entries)


def section_of(tree: Tree, branch: Branch, head: NodeId) -> Section:
    """A branch without its entries."""
    current = tree.branch_of(head) == branch.start
    from_round = _state_at(tree, branch.fork).rounds if branch.fork in tree else 0
    return Section(branch.name, (), from_round, current, branch.gap, is_within_round(tree, branch.fork))


def _state_at(tree: Tree, node: NodeId) -> SessionState:
    """The state at a node; where lines before it cannot be read, what the others say."""
    try:
        return tree.state(node)
    except StudioError:
        state = tree.state(ROOT)
        for at in tree.path(node):
            with suppress(StudioError):
                state = fold(state, tree.event(at))
        return state


def _undo_begun(tree: Tree, node: NodeId) -> dict[CallKey, UndoStarted]:
    """The undo that begins with the event of `node`, which the entry of its end tells of too."""
    if node == ROOT or node not in tree or tree.kind(node) != "undo_started":
        return {}
    with suppress(StudioError):
        event = tree.event(node)
        return {event.call: event} if isinstance(event, UndoStarted) else {}
    return {}


class _Teller:
    """Goes along a path: the state before each event says what the event changed. `_at` is that of the session, or of the agent, that
    the event belongs to."""

    def __init__(self, tree: Tree, since: NodeId, times: bool) -> None:
        self.state = self._at = _state_at(tree, since)
        self._tree = tree
        self._times = times
        self._undos = _undo_begun(tree, since)
        self._carried: dict[NodeId, int] = {}

    def tell(self, node: NodeId) -> list[AnyEntry]:
        """The entries of one node; the state goes on past it."""
        try:
            event = self._tree.event(node)
        except StudioError as error:
            return [DamagedEntry(self.state.rounds, str(error), depth=self.state.depth)]
        if isinstance(event, EditedTogether):
            entries = [entry for edit in event.edits for entry in self._told(edit)]
            self.state = replace(self.state, node=event.id)
            return entries
        return self._told(event)

    def _told(self, event: OneEvent) -> list[AnyEntry]:
        self._at = _owner(self.state, event)
        entry, depth = self._entry(event), self._at.depth
        self.state = fold(self.state, event)
        return [] if entry is None else [replace(entry, depth=depth) if depth else entry]

    def loose_ends(self) -> list[AnyEntry]:
        """What began and has no end where the path ends."""
        state = self.state
        if state.asked is not None:
            return [UncertainEntry(state.rounds + 1, depth=state.depth)]
        calls = state.open.calls if state.open is not None else ()
        begun = [call.call.name for call in calls if call.status == "started"]
        begun += [undo.tool for undo in self._undos.values()]
        return [UncertainEntry(state.rounds, tool, depth=state.depth) for tool in begun]

    def _entry(self, event: OneEvent) -> AnyEntry | None:
        rounds = self._at.rounds
        match event:
            case SetupChanged():
                return SetupEntry(
                    rounds, settings_of(event), event.id == 1, event.automatic, remarks_shown(event.remarks)
                )
            case MessageAdded(message=message):
                return _message(rounds, message)
            case HistoryEdited():
                return self._history(event)
            case RequestSent():
                return self._request(event)
            case RequestFailed(error=error, partial=partial):
                cut = (partial.text, shown(partial.calls)) if partial is not None else ()
                return FailedEntry(rounds + 1, error.kind, error.status, error.message, *cut)
            case ReplyReceived():
                return self._reply(event)
            case ReplyEdited() | CallEdited() | CallStarted() | ResultRecorded() | ResultEdited():
                return self._of_reply(event)
            case AttemptFailed() | UndoStarted() | UndoEnded() | ServerAsked():
                return self._of_run(event)
            case SourceAsked() | GroupsChosen() | ToolsOffered() | AgentStarted():
                return self._of_toolbox(event)
            case _:
                assert_never(event)

    def _of_toolbox(self, event: SourceAsked | GroupsChosen | ToolsOffered | AgentStarted) -> AnyEntry:
        if isinstance(event, AgentStarted):
            return agent_entry(self._at.rounds, event, self._find(event.call))
        return choosing_entry(self.state, event, times=self._times)

    def _of_run(self, event: AttemptFailed | UndoStarted | UndoEnded | ServerAsked) -> AnyEntry | None:
        match event:
            case ServerAsked(call=key):
                place = self._find(key) if key is not None else (None, 0, 0)
                return asked_entry(self._at.rounds, event, place, times=self._times)
            case AttemptFailed():
                return attempt_entry(
                    self._at.rounds, event, self._find(event.call), twin=self._has_twin(event.call), times=self._times
                )
            case UndoStarted():
                self._undos[event.call] = event
                return None
            case UndoEnded():
                return undone_entry(self.state, event, self._undos.pop(event.call, None), times=self._times)
            case _:
                assert_never(event)

    def _history(self, event: HistoryEdited) -> HistoryEntry:
        rounds = self.state.rounds
        old = settled(self.state).since(event.start)[: event.removed]
        removed, inserted = (tuple(_message(rounds, message) for message in some) for some in (old, event.inserted))
        return HistoryEntry(rounds, event.start, removed, inserted)

    def _request(self, event: RequestSent) -> RequestEntry:
        count, before = len(settled(self.state)), self._before()
        self._carried[event.id] = count
        left_out = sum(number for _, number in event.left_out)
        return RequestEntry(
            self.state.rounds + 1,
            count - left_out,
            max(count - before, 0),
            event.tools,
            event.source,
            self.state.setup.responder.model_name,
            event.form,
            remarks_shown(event.remarks),
            left_out,
            event.passages,
        )

    def _before(self) -> int:
        """How many messages there were at the request before."""
        last = self.state.last_request
        if last is None:
            return 0
        known = self._carried.get(last)
        return len(_state_at(self._tree, last).messages) if known is None else known

    def _reply(self, event: ReplyReceived) -> ReplyEntry:
        reply, usage = event.reply, event.reply.usage or Usage()
        return ReplyEntry(
            self.state.rounds + 1,
            reply.text,
            joined(part.text for part in reply.parts if isinstance(part, Reasoning)),
            sealed_shown(reply.parts, reply.extra),
            joined(part.text for part in reply.parts if isinstance(part, Refusal)),
            hosted_shown(reply.parts),
            sum(not isinstance(part, Text | Reasoning | Refusal | Call | Opaque) for part in reply.parts),
            shown(reply.calls),
            reply.finish,
            reply.resumable,
            usage.input,
            usage.output,
            event.seconds if self._times else None,
        )

    def _of_reply(
        self, event: ReplyEdited | CallEdited | CallStarted | ResultRecorded | ResultEdited
    ) -> AnyEntry | None:
        rounds = self._at.rounds
        match event:
            case ReplyEdited(parts=parts):
                opened = self.state.open
                old = opened.reply.parts if opened is not None else ()
                return ReplyEditedEntry(rounds, text_of(old), text_of(parts), calls_of(old), calls_of(parts))
            case CallEdited(call=key, now=now):
                found, at, of = self._find(key)
                before = call_shown(found.call) if found else None
                return CallEditedEntry(rounds, at, of, before, call_shown(now), event.truth, event.notice, event.rule)
            case CallStarted():
                return None
            case ResultRecorded(call=key):
                entry = result_entry(rounds, event, self._find(key), twin=self._has_twin(key), times=self._times)
                entry = replace(entry, by_breakpoint=by_breakpoint(event, self.state))
                return replace(entry, agent=True) if is_inside(self.state, key) else entry
            case ResultEdited(call=key, text=text, is_error=is_error):
                found, at, of = self._find(key)
                was = found.result.text if found is not None and found.result is not None else None
                name = found.call.name if found else ""
                return ResultEditedEntry(rounds, at, of, name, was, text, is_error, event.rule)
            case _:
                assert_never(event)

    def _find(self, key: CallKey) -> Place:
        """The open call, its place from 1 on, and how many there are; zeros when it is not there."""
        calls = self._at.open.calls if self._at.open is not None else ()
        for at, call in enumerate(calls, 1):
            if call.key == key:
                return call, at, len(calls)
        return None, 0, 0

    def _has_twin(self, key: CallKey) -> bool:
        """Whether another call of the same reply has the same tool, so that the name alone does not say which one is meant."""
        found, _, of = self._find(key)
        calls = self._at.open.calls if self._at.open is not None and of > 1 else ()
        return found is not None and sum(call.call.name == found.call.name for call in calls) > 1


def _message(rounds: int, message: Message) -> MessageEntry:
    told = (hosted_shown(message.parts), passages_shown(message.passages))
    return MessageEntry(rounds, message.role, said_in(message), *told)


def _owner(state: SessionState, event: OneEvent) -> SessionState:
    """The state of the session, or of the agent, that an event belongs to: a call is of whoever asked for it."""
    of_call = CallEdited | CallStarted | AttemptFailed | ResultRecorded | ResultEdited | ServerAsked
    if state.outer is None or not isinstance(event, of_call) or event.call is None:
        return state
    key = event.call
    return next((frame for frame in frames(state) if frame.call(key) is not None), state)
