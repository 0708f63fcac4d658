"""A journal in memory with a clock that is moved by hand, and a rich session told in a few verbs; for tests, pictures and benchmarks."""

from typing import Literal

from studio.messages.message import Message, user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.present.row import Live, Standing
from studio.session.events import (
    AgentStarted,
    CallEdited,
    CallStarted,
    Edit,
    EditedTogether,
    GroupsChosen,
    HistoryEdited,
    MessageAdded,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    ServerAsked,
    SetupChanged,
    SourceAsked,
    ToolsOffered,
)
from studio.session.expectations import Expectation
from studio.session.journal import Journal, NowhereSink
from studio.session.kept_exchange import KeptExchange
from studio.session.nodes import CallKey, NodeId, ResultSource
from studio.session.toolbox import Added, OfferedTool
from studio.session.tree import Tree


class Sample:
    """A journal and the verbs to fill it. `ms` is the clock."""

    def __init__(self) -> None:
        self.ms = 0
        self.journal = Journal(Tree(), NowhereSink(), lambda: self.ms)
        self._reply = NodeId(0)

    def say(self, text: str) -> NodeId:
        """The person's message."""
        return self.journal.append(MessageAdded(message=user(text))).id

    def setup(self, **members: object) -> NodeId:
        """A change of settings."""
        return self.journal.append(SetupChanged(**members)).id  # type: ignore[arg-type]

    def ask(self, count: int = 1, tools: int = 0, left_out: int = 0, passages: int = 0) -> NodeId:
        """A request goes out."""
        out = ((0, left_out),) if left_out else ()
        return self.journal.append(RequestSent(count=count, tools=tools, left_out=out, passages=passages)).id

    def offer(self, *names: str) -> NodeId:
        """The tools of the next request are chosen."""
        return self.journal.append(ToolsOffered(tools=tuple(map(OfferedTool, names)))).id

    def source(self, name: str, *tools: str, error: str = "", ms: int = 0) -> NodeId:
        """A source is asked for tools."""
        self.ms += ms
        return self.journal.append(SourceAsked(source=name, tools=tools, error=error, seconds=ms / 1000)).id

    def choose(self, *groups: str, said: str = "", error: str = "") -> NodeId:
        """A small model chooses groups of tools."""
        reply = ChatReply((Text(said),)) if said else None
        return self.journal.append(GroupsChosen(groups=groups, reply=reply, error=error)).id

    def enter(self, at: int, text: str = "Go.") -> NodeId:
        """The call of an agent begins; its session is asked `text`."""
        return self.journal.append(AgentStarted(call=self.key(at), message=user(text))).id

    def leave(self, text: str, ms: int = 0) -> NodeId:
        """The agent's answer becomes the result of its call; what follows is said of its caller again."""
        key = self.journal.state.inside
        assert key is not None
        self.ms += ms
        node = self.journal.append(ResultRecorded(call=key, text=text, seconds=ms / 1000)).id
        self._reply = key[0]
        return node

    def reply(
        self,
        *calls: tuple[str, str],
        text: str = "",
        ms: int = 0,
        first: int = 0,
        tokens: tuple[int, int] | None = None,
    ) -> NodeId:
        """The reply comes after `ms`, its first byte after `first`."""
        self.ms += ms
        parts = ((Text(text),) if text else ()) + tuple(
            Call(name, arguments, f"call_{at}") for at, (name, arguments) in enumerate(calls)
        )
        usage = Usage(*tokens) if tokens else None
        exchange = KeptExchange("POST", "", 200, chunks=(0, first, 9, ms - first), seconds=ms / 1000) if first else None
        made = ChatReply(parts, "tool_calls" if calls else "stop", usage, "gpt-4o-mini")
        self._reply = self.journal.append(ReplyReceived(reply=made, exchange=exchange, seconds=ms / 1000)).id
        return self._reply

    def fail(self, status: int, message: str, ms: int = 0) -> NodeId:
        """The request fails."""
        self.ms += ms
        return self.journal.append(RequestFailed(error=ProviderError("http", message, status))).id

    def key(self, at: int) -> CallKey:
        """The key of a call of the last reply."""
        return (self._reply, at)

    def start(self, at: int) -> NodeId:
        """A call begins to run."""
        return self.journal.append(CallStarted(call=self.key(at))).id

    def asked(self, at: int | None, action: Literal["accept", "decline", "cancel"] = "decline") -> NodeId:
        """A server asked something while it worked on a call; None: nobody knows on which."""
        call = self.key(at) if at is not None else None
        return self.journal.append(ServerAsked(server="files", call=call, asked={"message": "Who?"}, action=action)).id

    def result(
        self,
        at: int,
        text: str,
        source: ResultSource = "ran",
        ms: int = 0,
        error: bool = False,
        adds: Added | None = None,
    ) -> NodeId:
        """A call has its result."""
        self.ms += ms
        event = ResultRecorded(
            call=self.key(at), source=source, text=text, is_error=error, seconds=ms / 1000, adds=adds
        )
        return self.journal.append(event).id

    def run(self, at: int, text: str, ms: int = 0, error: bool = False) -> NodeId:
        """A call begins and has its result after `ms`."""
        self.start(at)
        return self.result(at, text, "ran", ms, error)

    def edit_call(self, at: int, name: str, arguments: str) -> NodeId:
        """The person changes a call."""
        return self.journal.append(CallEdited(call=self.key(at), now=Call(name, arguments, f"call_{at}"))).id

    def edit_result(self, at: int, text: str) -> NodeId:
        """The person changes a result."""
        return self.journal.append(ResultEdited(call=self.key(at), text=text)).id

    def edit_history(self, text: str) -> NodeId:
        """The person changes what will be sent."""
        return self.journal.append(HistoryEdited(start=0, removed=1, inserted=(Message("user", (Text(text),)),))).id

    def edit_all(self, text: str) -> NodeId:
        """The person changes settings and all calls and results, or else the history, as one event."""
        opened = self.journal.state.open
        edits: list[Edit] = [SetupChanged(system=text)]
        for call in opened.calls if opened is not None else ():
            now = Call("all", text, call.call.id)
            kept = CallEdited(call=call.key, now=now, truth="keep")
            edits.append(kept if call.result is None else ResultEdited(call=call.key, text=text))
        if len(edits) == 1:
            edits.append(HistoryEdited(start=0, removed=1, inserted=(Message("user", (Text(text),)),)))
        return self.journal.append(EditedTogether(edits=tuple(edits))).id

    def move(self, node: NodeId) -> None:
        """The head goes elsewhere; the calls in question are those of its reply."""
        self.journal.move(node)
        opened = self.journal.state.open
        self._reply = opened.event if opened else NodeId(0)

    def back_out(self, text: str) -> None:
        """The call of the agent that is within is answered by hand, if there is one."""
        if self.journal.state.inside is not None:
            self.leave(text)

    def answer_outer(self, at: int, text: str) -> None:
        """A call of the caller of the agent that is within is answered by hand, if there is one."""
        inside = self.journal.state.inside
        if inside is not None:
            self.journal.append(ResultRecorded(call=(inside[0], at), source="mock", text=text))
            self.move(self.journal.head)

    def rounds(self, count: int) -> None:
        """Plain rounds of six events each, one call in each."""
        for at in range(count):
            self.ask(2 * at + 1, 6)
            self.reply(("get_order", f'{{"order_id": "{at}"}}'), ms=900, first=200, tokens=(1000 + at, 30))
            self.run(0, f'{{"status": "delivered", "round": {at}}}', ms=80)


def refund_session() -> Sample:
    """Three rounds with a fork, a provider error, a mock, edits; it stands before `issue_refund`."""
    sample = Sample()
    sample.setup(system="You settle refund requests.")
    sample.say("Order 48213 arrived with a broken cup. Please refund it. 订单 48213 到货时杯子碎了，请帮我退款。")
    sample.ask(2, 6)
    sample.reply(("get_order", '{"order_id": "48213"}'), ms=1210, first=380, tokens=(1204, 38))
    sample.run(0, '{"status": "delivered", "total": 129.9, "currency": "EUR", "items": 3}', ms=182)
    sample.ms += 9000
    sample.ask(4, 6)
    sample.fail(429, "rate limited, retry after 1.0 s", ms=1020)
    sample.ms += 1000
    sample.ask(4, 6)
    sample.reply(
        ("search_policy", '{"query": "refund damaged item"}'),
        ("get_customer", '{"id": "C-1907"}'),
        ("lookup_stock", '{"sku": 7}'),
        text="Let me look.",
        ms=1120,
        first=350,
        tokens=(1318, 71),
    )
    policy = _three_results(sample)
    sample.move(policy)
    sample.result(1, "denied by policy", "rejected", error=True)
    sample.result(2, "not needed", "rejected", error=True)
    sample.ask(6, 6)
    sample.reply(text="I cannot refund this order.", ms=900, first=300, tokens=(1400, 20))
    sample.move(sample.journal.tree.tip(NodeId(1)))
    return sample


def _three_results(sample: Sample) -> NodeId:
    """The calls of round 2 and the whole of round 3; returns the result that the second branch leaves from."""
    policy = sample.run(0, "3 passages: damaged goods are refunded within 30 days", ms=640)
    sample.result(1, '{"tier": "gold"}', "mock")
    sample.run(2, "ValueError: sku must be text", ms=310, error=True)
    sample.ms += 20_000
    sample.edit_result(0, "Damaged goods: refund the damaged item, not the shipping.")
    sample.edit_history("Order 48213 arrived with a broken cup.")
    sample.ask(9, 6)
    sample.reply(
        (
            "issue_refund",
            '{"order_id": "48213", "amount": "89.90", "currency": "eur", "reason": "杯子破损 damaged cup"}',
        ),
        ("notify_customer", '{"channel": "email", "template": "refund_ok"}'),
        text="The cup is covered by the policy.",
        ms=1840,
        first=700,
        tokens=(1803, 96),
    )
    sample.edit_call(0, "issue_refund", '{"order_id": "48213", "amount": "89.90", "currency": "eur"}')
    return policy


class SampleSource:
    """A sample as the timeline's source."""

    def __init__(self, sample: Sample, standing: Standing) -> None:
        self.sample = sample
        self.standing = standing
        self.begun = "14:02"
        self.forkable = False
        self.live: Live | None = None
        self.tools: tuple[str, ...] = ("get_order", "issue_refund", "notify_customer", "search_policy")
        self.became: dict[NodeId, Expectation] = {}

    @property
    def journal(self) -> Journal:
        """The sample's journal."""
        return self.sample.journal

    def expectation(self, start: NodeId) -> Expectation | None:
        """Nothing is looked at; a test says what became of it."""
        return self.became.get(start)

    def allowed(self, verb: str, node: NodeId) -> bool:
        """Everything but standing where it stands."""
        return node != self.journal.head or (verb == "fork" and self.forkable)
