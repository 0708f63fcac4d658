"""From a file to an open session, and from nothing to a new file.

Above: `workspace`. Below: `store`, `session`, `services`. A file that another program writes, or a newer one wrote, opens for reading only.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from studio.engine.compose import request_of
from studio.engine.left_replay import LeftReplay
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.messages.reply import ProviderError
from studio.problems import StudioError
from studio.said import joined, said
from studio.session.events import CallStarted, Header, ReplyReceived, RequestFailed, RequestSent, ResultRecorded
from studio.session.frames import find_call
from studio.session.journal import Journal, NowhereSink, Sink
from studio.session.kept_exchange import kept
from studio.session.lines import LineError, encode
from studio.session.nodes import NodeId
from studio.session.notes import Closed, Opened
from studio.session.replay_rules import ReplayRules
from studio.session.tree import ROOT, Tree
from studio.store import half_reply, session_file
from studio.store.half_reply import HalfReply
from studio.store.lines import Damage
from studio.store.session_error import SessionFileError
from studio.store.session_file import SessionSink
from studio.wire.exchange import Exchange
from studio.workspace import wiring
from studio.workspace.damage_words import LOOKED_AT, damage_said
from studio.workspace.opened import OpenedSession
from studio.workspace.services import ModelMode, ToolsMode, Wired
from studio.workspace.world import World

Told = Callable[[float], object]
_READ = 0.3
"""The share of opening a file that goes into reading it; the rest makes the state of its head."""
OTHER = said("Choose another branch.")


class Source(msgspec.Struct, frozen=True):
    """What a replay goes along."""

    title: str
    recording: Recording


def create(world: World, path: Path, header: Header, retries: int) -> OpenedSession:
    """A new session in a new file, which begins with `header`. Raises SessionFileError."""
    sink = session_file.create(path, header)
    writer = _Redacted(world, sink)
    journal = Journal(Tree(), writer, _Clock(header.created))
    journal.title = header.title
    journal.note(Opened())
    session = _session(world, header.id, path, journal, sink, retries)
    session.begun = _began(header.created) or 0.0
    writer.told = session.take_saved
    return session


def open_file(world: World, path: Path, retries: int) -> OpenedSession:
    """A session file, where it stood. Raises SessionFileError."""
    return _made(world, path, retries, session_file.read(path))


def open_ahead(world: World, path: Path, retries: int, told: Told) -> OpenedSession:
    """The same, with what the first look at a long session asks for read as well: for a thread. `told` hears how far it is, and ends it
    by what it raises: nothing is written or locked before all is read. Raises SessionFileError."""
    opened = session_file.read(path, lambda fraction: told(fraction * _READ))
    with opened.tree.keeping(), session_file.collector_paused():
        with suppress(LineError):  # what cannot be read is damage, found below
            opened.tree.state(opened.head, lambda fraction: told(_READ + fraction * (1 - _READ)))
        session = _made(world, path, retries, opened)
        session.read_ahead()
    return session


def _made(world: World, path: Path, retries: int, opened: session_file.Opened) -> OpenedSession:
    head, broken = _readable(opened)
    sink, why = _resume(opened)
    writer = _Redacted(world, sink or NowhereSink())
    journal = Journal(
        opened.tree,
        writer,
        _Clock(opened.header.created),
        opened.notes,
        head,
    )
    journal.title = journal.title or opened.header.title
    session = _session(world, opened.header.id, path, journal, sink, retries)
    session.begun = _began(opened.header.created) or 0.0
    _tell_damage(session, (*opened.damage, *broken))
    writer.told = session.take_saved
    session.model_mode = journal.state.setup.responder.kind
    if opened.header.source:
        _follow_again(session, opened.header)
    if sink is None:
        journal.read_only = why
    else:
        journal.note(Opened())
        _take_half_reply(session)
        _end_recorded(session)
    return session


def look(world: World, path: Path) -> OpenedSession:
    """A session file, where it stood, only to be looked at: nothing is written, whoever else has it open. Raises SessionFileError."""
    opened = session_file.read(path)
    head, broken = _readable(opened)
    journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, head)
    journal.title = journal.title or opened.header.title
    journal.read_only = LOOKED_AT
    session = _session(world, opened.header.id, path, journal, None, 0)
    session.begun = _began(opened.header.created) or 0.0
    _tell_damage(session, (*opened.damage, *broken))
    return session


def _follow_again(session: OpenedSession, header: Header) -> None:
    """Go on along the recording of a replay. Without it nobody answers and no tool runs until the person says who does."""
    session.model_mode, session.tools_mode = _last_modes(session, header.rules)
    try:
        source = recording(Path(header.source), None, header.leaf)
    except SessionFileError as error:
        told = said(
            "This replay goes on without its recording. {why} Switch Model and Tools to live to go on.",
            why=joined(error.said, error.advice),
        )
        session.damage = (*session.damage, told)
        return
    pace = wiring.pace(source.recording)
    session.replay(LeftReplay(source.recording, session.journal, header.rules, pace), begun=True)


def _last_modes(session: OpenedSession, rules: ReplayRules) -> tuple[ModelMode, ToolsMode]:
    """The two switches of a replay as they were used last; recorded when they were not. A tool that runs for real by the rules says
    nothing of the others."""
    model: ModelMode = "recorded"
    tools: ToolsMode = "recorded"
    for event in session.tree.events(session.head):
        if isinstance(event, RequestSent):
            model = event.source
        elif isinstance(event, CallStarted) and not _is_live(session, event, rules):
            tools = "live"
        elif isinstance(event, ResultRecorded) and event.source == "recorded":
            tools = "recorded"
    return model, tools


def _is_live(session: OpenedSession, event: CallStarted, rules: ReplayRules) -> bool:
    call = find_call(session.tree.state(session.tree.parent(event.id)), event.call)
    return call is not None and rules.runs(call.call.name)


def _session(
    world: World, id: str, path: Path, journal: Journal, sink: SessionSink | None, retries: int
) -> OpenedSession:
    half = HalfReply(lambda: session.path)

    def came(data: bytes) -> None:
        half.add(data)
        session.wire.add(data)

    session = OpenedSession(path, journal, Wired(world, came, id), sink, retries)
    journal.subscribe(lambda change: half.drop() if isinstance(change, ReplyReceived | RequestFailed) else None)
    return session


def _resume(opened: session_file.Opened) -> tuple[SessionSink | None, str]:
    try:
        return session_file.resume(opened), ""
    except SessionFileError as error:
        return None, str(error)


def _readable(opened: session_file.Opened) -> tuple[NodeId, list[Damage]]:
    """The newest head whose events can all be read; lines that look whole but are not become damage."""
    broken: list[Damage] = []
    head = opened.head
    while True:
        try:
            with session_file.collector_paused():
                opened.tree.state(head)
        except LineError:
            node = next(node for node in opened.tree.path(head) if not _reads(opened.tree, node))
            opened.tree.part(node)
            broken.append(Damage("bad_line", opened.line_of(node)))
            head = session_file.whole_head(opened.tree, head)
        else:
            return head, broken


def _reads(tree: Tree, node: NodeId) -> bool:
    try:
        tree.event(node)
    except LineError:
        return False
    return True


def _tell_damage(session: OpenedSession, damage: Sequence[Damage]) -> None:
    session.damaged_lines = {damage_said(each, set_aside=True): each.line for each in damage}
    session.damage = tuple(damage_said(each, set_aside=True) for each in damage)


class _Redacted:
    """A sink that blanks registered secrets in everything that is written, and tells whether it could be written."""

    def __init__(self, world: World, sink: Sink) -> None:
        self.told: Callable[[str, int], None] = _nobody
        self._redactor = world.redactor
        self._sink = sink

    def write(self, line: bytes) -> None:
        try:
            self._sink.write(self._redactor.data(line))
        except StudioError as error:
            self.told(str(error), (error.__cause__.errno or 0) if isinstance(error.__cause__, OSError) else 0)
            raise
        self.told("saved", 0)


def _nobody(_saved: str, _number: int) -> None:
    """Nobody has to be told yet."""


def _began(created: str) -> float | None:
    """The time of a header in seconds since 1970; None when it is none."""
    try:
        return datetime.fromisoformat(created).timestamp()
    except ValueError:
        return None


class _Clock:
    """Milliseconds since a session began; never runs backwards."""

    def __init__(self, created: str) -> None:
        began = _began(created) or time.time()
        self._offset = time.time() - began - time.monotonic()

    def __call__(self) -> int:
        return max(0, int((time.monotonic() + self._offset) * 1000))


def _take_half_reply(session: OpenedSession) -> None:
    """When the program ended in mid-reply, what had come becomes a failed request with its partial reply."""
    asked = session.state.asked
    ended, data = half_reply.last_written(session.path), half_reply.take(session.path)
    if not data or asked is None:
        return
    event = session.tree.event(asked)
    url = event.url if isinstance(event, RequestSent) else ""
    began = session.begun + event.t / 1000 if session.begun else ended
    session.journal.append(
        RequestFailed(
            error=ProviderError(
                "incomplete", said("The program ended while the reply came. What had arrived is kept.")
            ),
            partial=wiring.half_reply(session.dialect, request_of(session.state), data),
            exchange=kept(Exchange("POST", url, body=data, seconds=max(ended - began, 0.0))),
        )
    )


def _end_recorded(session: OpenedSession) -> None:
    """When the program ended while a recorded reply took its time, nothing had been sent: the request is due again."""
    asked = session.state.asked
    event = session.tree.event(asked) if asked is not None else None
    if isinstance(event, RequestSent) and event.source == "recorded":
        told = ProviderError(
            "cancelled", said("The program ended while the recorded reply was waited for. Nothing was sent.")
        )
        session.journal.append(RequestFailed(error=told))


def mark_closed(path: Path) -> None:
    """Write that a session was closed, without opening it. Raises SessionFileError."""
    sink = session_file.resume(session_file.read(path))
    sink.write(encode(Closed()))
    sink.close()


def recording(path: Path, branch: str | None, leaf: NodeId = ROOT, told: Told | None = None) -> Source:
    """What was recorded in a file, along the path to `leaf`, else the branch of that name, else that of the head. `told` hears how far it
    is, and ends it by what it raises. Raises SessionFileError."""
    opened = session_file.read(path, told)
    head, _ = _readable(opened)
    journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, head)
    branches = opened.tree.branches(journal.names)
    if leaf != ROOT and not opened.tree.whole(leaf):
        raise SessionFileError(
            said("{file} has changed: the path that was replayed is not there any more.", file=path.name)
        )
    leaf = leaf or opened.tree.tip(head)
    if branch is not None:
        named = [one for one in branches if one.name == branch]
        if not named:
            known = ", ".join(one.name for one in branches)
            raise SessionFileError(
                said("{file} has no branch named {branch}.", file=path.name, branch=branch),
                said("It has: {known}.", known=known),
            )
        leaf = named[0].tip
    if not opened.tree.whole(leaf):
        raise SessionFileError(
            said("This branch of {file} cannot be replayed: what stood before it is damaged.", file=path.name), OTHER
        )
    try:
        start = opened.tree.branch_of(leaf) if leaf != ROOT else ROOT
        name = next((one.name for one in branches if one.start == start), "")
        found = Recording(opened.tree, leaf, path, name)
    except LineError as error:
        raise SessionFileError(
            said("This branch of {file} cannot be replayed: a line of it is not readable.", file=path.name), OTHER
        ) from error
    return Source(journal.title or opened.header.title or path.stem, found)


def recorded_tools(path: Path, branch: str | None = None) -> tuple[str, ...]:
    """The names of the tools that were called on a branch, else on that of the head, in the order of their first calls. Raises
    SessionFileError."""
    return tuple(dict.fromkeys(call.call.name for call in recording(path, branch).recording.calls))


def recorded_branches(path: Path) -> tuple[tuple[str, ...], str]:
    """The names of the branches of a file that can be replayed, main first, and that of the head. Raises SessionFileError."""
    return tuple(leaves(path)), recording(path, None).recording.branch


def leaves(path: Path) -> list[str]:
    """The names of all branches of a file, main first. Raises SessionFileError."""
    return looked_at(path)[0]


def looked_at(path: Path) -> tuple[list[str], tuple[str, ...]]:
    """The names of all branches of a file, main first, but for those whose beginning is lost, and what of it is damaged, in sentences.
    Raises SessionFileError."""
    opened = session_file.read(path)
    head, broken = _readable(opened)
    journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, head)
    names = [branch.name for branch in opened.tree.branches(journal.names) if opened.tree.whole(branch.tip)]
    damage = (str(damage_said(each, set_aside=False)) for each in (*opened.damage, *broken))
    return names, tuple(damage)


def follow(session: OpenedSession, source: Recording, model: ModelMode, tools: ToolsMode, rules: ReplayRules) -> None:
    """Make a new session go along a recording: its first settings and messages stand there at once, nothing is sent."""
    session.model_mode, session.tools_mode = model, tools
    session.replay(Replay(source, session.journal, rules, wiring.pace(source)))
    session.model_mode = model  # the settings that it begins with say who answered there, not who does here
