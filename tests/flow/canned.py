"""The engine's world in memory: answers given in advance, tools that are plain functions, a journal that is kept as lines.

Above: tests of the engine and of whole flows. Below: `engine`. The services are real ones, only small: nothing is patched.
"""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

from studio.dialects.openai_chat import OpenAIChat
from studio.engine.compose import Composer
from studio.engine.replay import Replay
from studio.engine.services import Checked, Origin, Settled, SourceAnswer
from studio.engine.stepper import Stepper
from studio.engine.under_way import Watcher
from studio.messages.delta import Delta
from studio.messages.message import user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.responders.responder import Asked, Closed, Failed, Opened, Responder
from studio.session.events import (
    AgentStarted,
    Event,
    GroupsChosen,
    MessageAdded,
    RequestSent,
    ResultRecorded,
    SetupChanged,
    UndoEnded,
)
from studio.session.journal import Cursor, Journal
from studio.session.lines import decode
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import HeadMoved, Note
from studio.session.policies import Coercion
from studio.session.setup import Setup, Stops
from studio.session.state import CallState, SessionState
from studio.session.toolbox import ToolSource
from studio.session.tree import Tree
from studio.tools import strategies
from studio.tools.canned import Canned as Answered
from studio.tools.canned import answer
from studio.tools.coerce import check_call
from studio.tools.tool import CallContext, Outcome

Answer = ChatReply | ProviderError | Callable[[], AsyncIterator[Any]]


def reply(text: str = "", *calls: tuple[str, str]) -> ChatReply:
    """A reply of a text and calls (name, argument text)."""
    said = (Text(text),) if text else ()
    asked = tuple(Call(name, arguments, f"id_{at}") for at, (name, arguments) in enumerate(calls))
    return ChatReply((*said, *asked), "tool_calls" if calls else "stop")


class Answers:
    """A responder that gives these answers in turn, then `missed`. `bodies` are the requests as they came."""

    def __init__(self, *answers: Answer) -> None:
        self.left = list(answers)
        self.bodies: list[bytes] = []

    async def answer(self, asked: Asked) -> AsyncIterator[Opened | Delta | Failed | Closed]:
        """The next answer; a callable is its own stream."""
        self.bodies.append(asked.body())
        now = self.left.pop(0) if self.left else ProviderError("missed", "Nothing more was prepared.")
        if isinstance(now, ProviderError):
            yield Failed(now)
        elif isinstance(now, ChatReply):
            if now.text:
                yield ("text", now.text)
            yield Closed(now)
        else:
            async for item in now():
                yield item


class Tools:
    """Tools by name: functions of the arguments, async ones too. `ran` tells every run, in order."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        self.functions = functions
        self.ran: list[tuple[str, dict[str, Any]]] = []
        self.sensitive: set[str] = set()

    def specs(self) -> tuple[ToolSpec, ...]:
        """Their declarations; every parameter may be anything."""
        return tuple(
            ToolSpec(name, parameters={"type": "object"}, sensitive=name in self.sensitive) for name in self.functions
        )

    async def run(self, name: str, arguments: dict[str, Any]) -> Outcome:
        """Run one."""
        self.ran.append((name, arguments))
        try:
            value = self.functions[name](**arguments)
            return Outcome("ok", str(await value if inspect.isawaitable(value) else value))
        except ValueError as error:
            return Outcome("error", f"ValueError: {error}")


class CannedServices:
    """The stepper's services over `Answers` and `Tools`; with a `replay` that answers instead of either."""

    def __init__(self, model: Responder, tools: Tools) -> None:
        self.model = model
        self.tools = tools
        self.replay: Replay | None = None
        self.recorded_model = self.recorded_tools = False
        self.small_model: Responder = Answers()
        self.sources: dict[str, Callable[[str, list[dict[str, Any]]], list[str]]] = {}
        self.unready = ""
        self.settled: list[Settled] = []
        self.window = False
        self.price: float | None = 0.001
        self.contexts: list[CallContext] = []
        self._composer = Composer(OpenAIChat())

    def origin(self, setup: Setup) -> Origin:
        """Who answers."""
        return "recorded" if self.recorded_model else "live"

    def responder(self, setup: Setup) -> Responder:
        """Who answers."""
        if self.recorded_model and self.replay is not None:
            return self.replay
        if self.replay is not None:
            self.replay.follow()
        return self.model

    def chooser(self, setup: Setup) -> Responder:
        """Who chooses among groups."""
        return self.small_model

    def recorded_choice(self) -> GroupsChosen | None:
        """From the recording."""
        return self.replay.choice() if self.replay is not None else None

    async def ask_source(
        self, setup: Setup, source: ToolSource, message: str, history: list[dict[str, Any]]
    ) -> SourceAnswer:
        """The function of that name, or the recorded answer."""
        if self.recorded_tools:
            recorded = self.replay.source(source.name) if self.replay is not None else None
            return SourceAnswer(recorded.tools, recorded.error) if recorded is not None else SourceAnswer(error="None.")
        try:
            return SourceAnswer(tuple(self.sources[source.function](message, history)))
        except ValueError as error:
            return SourceAnswer(error=str(error))

    async def settle(self, state: SessionState) -> Settled:
        """Nothing to look after, unless the test says what comes of it."""
        return self.settled.pop(0) if self.settled else Settled()

    def composer(self, setup: Setup) -> Composer:
        """One composer for all."""
        return self._composer

    def check(self, spec: ToolSpec, arguments: str, form: str, coercion: Coercion) -> Checked:
        """The real check."""
        return check_call(spec, arguments, form, coercion)

    def stops_by_default(self) -> bool:
        """As the test says."""
        return self.window

    def cost(self, setup: Setup, input: int, output: int) -> float | None:
        """A dollar for a thousand tokens, unless the test takes the price away."""
        return (input + output) * self.price if self.price is not None else None

    def mocked(
        self, setup: Setup, call: CallState, arguments: dict[str, Any], path: Iterable[Event]
    ) -> Answered | None:
        """The real rules."""
        return answer(setup.mocks, call, arguments, path)

    async def prepare(self, setup: Setup, spec: ToolSpec) -> None:
        """Ready, unless the test says why not."""
        if self.unready:
            raise StudioError(self.unready)

    def runs_tools(self) -> bool:
        """Unless results are recorded."""
        return not self.recorded_tools

    def runs(self, tool: str) -> bool:
        """All, or as the rules of the replay say."""
        return self.runs_tools() or (self.replay is not None and self.replay.is_live(tool))

    def seconds(self, key: CallKey, call: Call | None = None) -> float:
        """From the recording."""
        return self.replay.seconds(key, call) if self.replay is not None else 0.0

    def recorded(self, call: CallState) -> ResultRecorded | AgentStarted | None:
        """From the recording."""
        return self.replay.result(call.key, call.call) if self.replay is not None else None

    def ends_agent(self, key: CallKey, name: str) -> bool:
        """Along a recording only where it did there."""
        return self.runs(name) or self.replay is None or self.replay.ends_agent(key)

    def recorded_undo(self, key: CallKey) -> UndoEnded | None:
        """From the recording."""
        return self.replay.undo(key) if self.replay is not None else None

    def between(self, cursor: Cursor) -> None:
        """The recorded acts."""
        if self.replay is not None:
            self.replay.between(cursor, results=not self.runs_tools())

    def changes_by_itself(self) -> bool:
        """Always, but along a recording only where the program did it there."""
        return self.replay is None or not self.recorded_model or self.replay.changed_by_itself

    def sends_anyway(self) -> bool:
        """Only along a recording in which it was sent so."""
        return self.replay is not None and self.replay.sent_anyway

    async def run_tool(self, setup: Setup, spec: ToolSpec, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run the function."""
        self.contexts.append(context)
        if context.on_output is not None:
            context.on_output("stdout", f"{spec.name}\n")
        return await self.tools.run(spec.name, arguments)

    def unknown_tool(self, name: str, sent: Sequence[str]) -> str:
        """The real words."""
        return strategies.unknown_tool(name, sent)

    def bad_arguments(self, spec: ToolSpec, problems: Any) -> str:
        """The real words."""
        return strategies.bad_arguments(spec.name, problems)


class Lines:
    """A sink that keeps lines, and refuses them when `full`."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.full = False

    def write(self, line: bytes) -> None:
        """Keep one."""
        if self.full:
            raise StudioError("The disk is full.")
        self.lines.append(line)


class Canned:
    """A session in memory with its stepper. `setup` members go into its first event."""

    def __init__(
        self, model: Responder, tools: Tools | None = None, watcher: Watcher | None = None, **setup: Any
    ) -> None:
        self.tools = tools or Tools()
        self.lines = Lines()
        self.services = CannedServices(model, self.tools)
        self.watcher = watcher
        self.journal = Journal(Tree(), self.lines, lambda: 0)
        self.stepper = Stepper(self.journal, self.services, watcher)
        if setup or self.tools.functions:
            self.journal.append(SetupChanged(**{"tools": self.tools.specs(), **setup}))

    def say(self, text: str = "go") -> None:
        """A message of the person."""
        self.journal.append(MessageAdded(message=user(text)))

    def key(self, at: int = 0) -> CallKey:
        """The key of an open call."""
        assert self.journal.state.open is not None
        return self.journal.state.open.calls[at].key

    def bodies(self) -> list[bytes]:
        """The request bodies along the path to the head, as the journal kept them."""
        tree = self.journal.tree
        return [tree.body(event.id) for event in tree.events(self.journal.head) if isinstance(event, RequestSent)]

    def reopened(self) -> "Canned":
        """The session as another program would find it: read from its lines, with the same world around it."""
        again = Canned(self.services.model, None, self.watcher)
        tree, notes, head = Tree(), [], NodeId(0)
        for line in map(decode, self.lines.lines):
            if isinstance(line, Note):
                notes.append(line)
                head = line.at if isinstance(line, HeadMoved) else head
            elif isinstance(line, Event):
                tree.add(line)
                head = line.id
        again.tools, again.lines, again.services.tools = self.tools, self.lines, self.tools
        again.journal = Journal(tree, self.lines, lambda: 0, tuple(notes), head)
        again.stepper = Stepper(again.journal, again.services, self.watcher)
        return again


class Gate:
    """Something a test lets through: `reached` when it is waited at, `open` to go on."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.open = asyncio.Event()

    async def pass_through(self) -> None:
        """Wait here until the test opens."""
        self.reached.set()
        await self.open.wait()


ALL_STOPS = Stops(before_request=True, after_reply=True, before_call=True, after_result=True)
NO_STOPS = Stops(before_call=False)
