"""What the stepper needs of the world: who answers, who runs tools. Handed in by `workspace/wiring`.

Above: `stepper`. Below: `responders`, `tools` by their contracts.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from studio.checks.change import Change
from studio.checks.problem import Problem
from studio.engine.compose import Composer
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec
from studio.responders.responder import Responder
from studio.session.events import AgentStarted, Event, GroupsChosen, ResultRecorded, SetupChanged, UndoEnded
from studio.session.journal import Cursor
from studio.session.nodes import CallKey
from studio.session.policies import Coercion
from studio.session.setup import Setup
from studio.session.state import CallState, SessionState
from studio.session.toolbox import ToolSource
from studio.tools.tool import CallContext, Outcome

if TYPE_CHECKING:
    from studio.tools.canned import Canned

Origin = Literal["live", "recorded", "scripted", "by_hand"]


class SourceAnswer(msgspec.Struct, frozen=True):
    """The names of tools that a source gave, and in how many seconds; with `error` it gave none, and that is why."""

    names: tuple[str, ...] = ()
    error: str = ""
    seconds: float = 0.0


class Settled(msgspec.Struct, frozen=True):
    """What comes of looking after those who give tools before a request: `changed` is written as it is; `problem` says why no request
    may go."""

    changed: SetupChanged | None = None
    problem: str = ""


class Checked(Protocol):
    """A call's arguments, looked at: `value` is what the tool would get, None when they cannot be used; `changes` are what was made to
    fit (in the setting `ask`: what could be, while `problems` name it)."""

    @property
    def value(self) -> dict[str, Any] | None: ...

    @property
    def problems(self) -> Sequence[Problem]: ...

    @property
    def changes(self) -> Sequence[Change]: ...


class Services(Protocol):
    """The world as the stepper sees it."""

    def origin(self, setup: Setup) -> Origin:
        """Who answers."""
        ...

    def responder(self, setup: Setup) -> Responder:
        """Who answers. Raises StudioError when the setup does not say, or a key is missing."""
        ...

    def chooser(self, setup: Setup) -> Responder:
        """Who chooses among groups of tools; `setup` is that of this choice. Raises StudioError when it does not say."""
        ...

    def recorded_choice(self) -> GroupsChosen | None:
        """The recorded choice of groups before the next request; None when the recording has none."""
        ...

    async def ask_source(
        self, setup: Setup, source: ToolSource, message: str, history: list[dict[str, Any]]
    ) -> SourceAnswer:
        """Ask a source which tools to offer; the recorded answer where calls do not reach real tools. Raises nothing but cancellation."""
        ...

    async def settle(self, state: SessionState) -> Settled:
        """Called before a request or a choice of its tools is due: have those who give tools ready, and what they give known. Takes a
        bounded time; raises nothing but cancellation."""
        ...

    def composer(self, setup: Setup) -> Composer:
        """Who writes the requests; the same one as long as the dialect stays."""
        ...

    def check(self, spec: ToolSpec, arguments: str, form: str, coercion: Coercion) -> Checked:
        """Look at the argument text of a call of that form."""
        ...

    def stops_by_default(self) -> bool:
        """Whether a strategy that nobody chose is to stop (the window), else to tell the model."""
        ...

    def cost(self, setup: Setup, input: int, output: int) -> float | None:
        """What so many tokens cost with the setup's model, in US dollars; None when its price is not known."""
        ...

    def mocked(
        self, setup: Setup, call: CallState, arguments: dict[str, Any], path: Iterable[Event]
    ) -> "Canned | None":
        """What a mock rule answers in the tool's place; `path` are the events so far. None when no rule does."""
        ...

    async def prepare(self, setup: Setup, spec: ToolSpec) -> None:
        """Make a tool ready to run, before anything is written. Raises StudioError with what to do when it cannot be."""
        ...

    def runs_tools(self) -> bool:
        """Whether calls reach real tools, whatever their tool."""
        ...

    def runs(self, tool: str) -> bool:
        """Whether calls of a tool of that name reach it; a sensitive one is asked for only then."""
        ...

    def recorded(self, call: CallState) -> ResultRecorded | AgentStarted | None:
        """The recorded result of a call, where calls do not reach real tools, or the beginning of the agent that was gone through there;
        None when the recording has none."""
        ...

    def ends_agent(self, key: CallKey, name: str) -> bool:
        """Whether an agent that has come to its end gives its answer to its caller: where its calls do not reach it only if it did so in
        the recording."""
        ...

    def seconds(self, key: CallKey, call: Call | None = None) -> float:
        """How long the recorded result of `call` is waited for (None: of undoing it); 0 for not at all."""
        ...

    def recorded_undo(self, key: CallKey) -> UndoEnded | None:
        """What came of undoing a call in the recording; None when it was not undone there."""
        ...

    def between(self, cursor: Cursor) -> None:
        """Called before each thing that is due: a replay does the person's recorded acts here."""
        ...

    def changes_by_itself(self) -> bool:
        """Whether the program may change the settings by itself, as the person chose: along a recording only where it did."""
        ...

    def sends_anyway(self) -> bool:
        """Whether the request that is due goes although its history is invalid, because the person sent it so in the recording."""
        ...

    async def run_tool(self, setup: Setup, spec: ToolSpec, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run a tool once. The context's session and memory ids are filled in here."""
        ...

    def unknown_tool(self, name: str, sent: Sequence[str]) -> str:
        """What the model is told about a name that was not sent."""
        ...

    def bad_arguments(self, spec: ToolSpec, problems: Sequence[Problem]) -> str:
        """What the model is told about arguments that do not fit."""
        ...
