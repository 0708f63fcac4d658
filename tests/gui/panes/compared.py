"""A session with two branches that differ in a known place, made without a model and without a loop."""

from pathlib import Path

from studio.messages.message import user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, Usage
from studio.session.events import ReplyReceived, RequestSent, ResultRecorded
from studio.session.nodes import NodeId
from studio.session.notes import SampleEnded, SampleStarted, SampleTaken
from studio.session.samples import SampleArm, SamplePlan, SampleReply
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


def rounds(session: OpenedSession, count: int, word: str) -> NodeId:
    """Rounds with one call each, then an answer; the node before them."""
    journal, before = session.journal, session.head
    for at in range(count):
        journal.append(RequestSent())
        call = Call("get_order", f'{{"id": {at}}}', f"c{at}")
        reply = journal.append(ReplyReceived(reply=ChatReply((Text("Looking."), call), usage=Usage(100 + at, 5))))
        journal.append(ResultRecorded(call=(reply.id, 0), text=f'{{"state": "{word}", "at": {at}}}'))
    journal.append(RequestSent())
    journal.append(ReplyReceived(reply=ChatReply((Text(f"It is {word}."),), "stop")))
    return before


def two_branches(workspace: Workspace, path: Path | None = None) -> OpenedSession:
    """Two rounds and an answer on each branch: the same calls, another result of each, another answer."""
    session = workspace.new(path=path) if path is not None else workspace.new()
    session.add_message(user("Where is my order?"))
    before = rounds(session, 2, "sent")
    session.fork(before)
    rounds(session, 2, "lost")
    return session


def sampled(session: OpenedSession) -> str:
    """Three answers of a sample, one of them another tool; its id."""
    note, plan = session.journal.note, SamplePlan((SampleArm("as it is", model_name="tiny"),), times=3)
    note(SampleStarted("s1", session.head, plan))
    for at, name in enumerate(("get_order", "get_order", "refund")):
        reply = ChatReply((Call(name, '{"id": 1}', f"c{at}"),), "tool_calls", Usage(50, 7))
        note(SampleTaken("s1", SampleReply(0, 0, at, reply=reply, seconds=0.5)))
    note(SampleEnded("s1", ""))
    return "s1"
