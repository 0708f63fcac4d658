"""Real sessions that spent something, made event by event: two models, an agent, a failed request, cached tokens. Nothing is asked."""

from studio.messages.message import Message, user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import AgentStarted, CallStarted, ReplyReceived, RequestFailed, RequestSent, ResultRecorded
from studio.session.nodes import NodeId
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import Setup
from studio.store.settings import OwnPrice
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

MINI = ResponderChoice("live", "p", "openai_chat", "https://api.example.com/v1", "mini")
LARGE = ResponderChoice("live", "p", "openai_chat", "https://api.example.com/v1", "large-thinking")
ORDER = {"type": "object", "properties": {"order_id": {"type": "string", "description": "As on the receipt."}}}
TOOLS = (
    ToolSpec("get_order", "One order of the shop, with its items, what was paid and where it is now.", ORDER),
    ToolSpec("issue_refund", "Pays an order back.", ORDER),
    ToolSpec("ask_helper", "Asks somebody who knows the rules of the shop.", ORDER),
)
USUAL = Setup(
    MINI,
    system="You help customers of a shop. Be brief, and be kind.",
    tools=TOOLS,
    executors={"ask_helper": Agent(responder=LARGE)},
)


def priced(workspace: Workspace) -> None:
    """The person knows what the small model costs and how much it reads; nothing is looked up."""
    workspace.settings.prices = {"mini": OwnPrice(input=0.15, output=0.6, cached=0.075)}
    workspace.settings.windows = {"mini": 16_000}


class Spender:
    """Adds rounds to a session."""

    def __init__(self, workspace: Workspace, setup: Setup = USUAL, title: str = "Refund") -> None:
        self.session: OpenedSession = workspace.new(title, setup=setup)
        self.session.add_message(user("Order 48213 came broken. Please pay it back."))

    def ask(self, source: str = "live") -> NodeId:
        """A request goes out."""
        return self.session.journal.append(RequestSent(source=source)).id  # type: ignore[arg-type]

    def fail(self) -> None:
        """It fails."""
        self.session.journal.append(RequestFailed(error=ProviderError("http", "busy", 429)))

    def reply(self, usage: Usage | None, *calls: str, text: str = "", seconds: float = 1.2) -> NodeId:
        """The reply comes."""
        parts = (*((Text(text),) if text else ()), *(Call(name, '{"order_id": "48213"}', name) for name in calls))
        made = ReplyReceived(reply=ChatReply(parts, usage=usage, model_name="mini"), seconds=seconds)
        return self.session.journal.append(made).id

    def run(self, reply: NodeId, at: int, text: str, seconds: float = 0.4, *, error: bool = False) -> None:
        """A call runs."""
        self.session.journal.append(CallStarted(call=(reply, at)))
        made = ResultRecorded(call=(reply, at), text=text, seconds=seconds, is_error=error)
        self.session.journal.append(made)

    def help(self, reply: NodeId, at: int, source: str = "live") -> None:
        """An agent answers, with a model of its own."""
        self.session.journal.append(AgentStarted(call=(reply, at), message=Message("user", (Text("May I?"),))))
        self.ask(source)
        self.reply(
            Usage(900, 240, raw={"completion_tokens_details": {"reasoning_tokens": 180}}), text="Yes.", seconds=6.5
        )
        self.session.journal.append(ResultRecorded(call=(reply, at), text="Yes.", seconds=7.0))


def spent(workspace: Workspace, source: str = "live") -> OpenedSession:
    """Three rounds; what the agent's model costs is not known."""
    priced(workspace)
    made = Spender(workspace)
    made.ask(source)
    first = made.reply(Usage(1240, 62), "get_order")
    made.run(first, 0, '{"status": "delivered", "items": ["cup", "plate"], "paid": 31.5, "notes": "' + "x" * 600 + '"}')
    made.ask(source)
    made.fail()
    made.ask(source)
    second = made.reply(Usage(1810, 48, 1024), "ask_helper", "issue_refund", seconds=2.1)
    made.help(second, 0, source)
    made.run(second, 1, "the amount is more than was paid", 1.9, error=True)
    made.ask(source)
    made.reply(Usage(2260, 96, 1536), text="I paid 31.50 back. Sorry for the broken cup!", seconds=1.6)
    return made.session


def long(workspace: Workspace, rounds: int, sizes: tuple[int, int] = (1000, 30)) -> OpenedSession:
    """Many rounds with a call each."""
    priced(workspace)
    made = Spender(workspace)
    for _ in range(rounds):
        made.ask()
        made.run(made.reply(Usage(*sizes), "get_order"), 0, "delivered")
    return made.session
