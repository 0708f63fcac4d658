"""A small session in memory for the tests of words and transcripts: two calls, one edited, one rejected, a fork."""

from studio.messages.message import user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.toolspec import ToolSpec
from studio.session.events import (
    CallEdited,
    CallStarted,
    MessageAdded,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultRecorded,
    SetupChanged,
)
from studio.session.journal import Journal, NowhereSink
from studio.session.nodes import NodeId
from studio.session.setup import ResponderChoice
from studio.session.tree import Tree

ONE = Call("get_order", '{"id": 1}', "c1")
TWO = Call("issue_refund", '{"id": 2}', "c2")


class Sample:
    """`journal` grows by the methods; `reply` is the id of the last reply."""

    def __init__(self) -> None:
        self.time = 0
        self.journal = Journal(Tree(), NowhereSink(), lambda: self.time)
        tools = (ToolSpec("get_order"), ToolSpec("issue_refund", sensitive=True))
        self.journal.append(
            SetupChanged(responder=ResponderChoice("scripted", model_name="m"), system="Be kind.", tools=tools)
        )
        self.journal.append(MessageAdded(message=user("Refund order 1.")))
        self.reply = NodeId(0)

    def ask(self, *calls: Call, text: str = "Well.") -> None:
        self.journal.append(RequestSent(count=1, tools=2, source="scripted"))
        self.reply = self.journal.append(ReplyReceived(reply=ChatReply((Text(text), *calls)), seconds=1.5)).id

    def fail(self, status: int = 429) -> None:
        self.journal.append(RequestSent(count=1, tools=2))
        self.journal.append(RequestFailed(error=ProviderError("http", "slow down", status)))

    def edit(self, at: int, now: Call) -> None:
        self.journal.append(CallEdited(call=(self.reply, at), now=now))

    def start(self, at: int) -> None:
        self.journal.append(CallStarted(call=(self.reply, at)))

    def run(self, at: int, text: str = "done", **more: object) -> None:
        self.start(at)
        self.journal.append(ResultRecorded(call=(self.reply, at), text=text, seconds=0.25, **more))  # type: ignore[arg-type]

    def reject(self, at: int) -> None:
        told = "The user rejected this call."
        self.journal.append(
            ResultRecorded(call=(self.reply, at), source="rejected", text=told, is_error=True, status="error")
        )
