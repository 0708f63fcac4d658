"""What the stepper needs of the world: who answers, who runs tools. Handed in by `workspace/wiring`.

Above: `stepper`. Below: `responders`, `tools` by their contracts.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from studio.checks.problem import Problem
from studio.engine.compose import Composer
from studio.messages.toolspec import ToolSpec
from studio.responders.responder import Responder
from studio.session.events import ResultRecorded
from studio.session.journal import Cursor
from studio.session.setup import Setup
from studio.session.state import CallState
from studio.tools.tool import Outcome

Origin = Literal["live", "recorded", "scripted", "by_hand"]
OnOutput = Callable[[str, str], None]
"""Told of output while a tool runs: `stdout` or `stderr`, and the text."""


class Checked(Protocol):
    """A call's arguments, looked at: `value` is None when they cannot be used as they are."""

    @property
    def value(self) -> dict[str, Any] | None: ...

    @property
    def problems(self) -> Sequence[Problem]: ...


class Services(Protocol):
    """The world as the stepper sees it."""

    def origin(self, setup: Setup) -> Origin:
        """Who answers."""
        ...

    def responder(self, setup: Setup) -> Responder:
        """Who answers. Raises StudioError when the setup does not say, or a key is missing."""
        ...

    def composer(self, setup: Setup) -> Composer:
        """Who writes the requests; the same one as long as the dialect stays."""
        ...

    def check(self, spec: ToolSpec, arguments: str, form: str) -> Checked:
        """Look at the argument text of a call of that form."""
        ...

    async def prepare(self, setup: Setup, spec: ToolSpec) -> None:
        """Make a tool ready to run, before anything is written. Raises StudioError with what to do when it cannot be."""
        ...

    def runs_tools(self) -> bool:
        """Whether calls reach real tools; sensitive ones are asked for only then."""
        ...

    def recorded(self, call: CallState) -> ResultRecorded | None:
        """The recorded result of a call, where calls do not reach real tools; None when the recording has none."""
        ...

    def between(self, cursor: Cursor) -> None:
        """Called before each thing that is due: a replay does the person's recorded acts here."""
        ...

    def changes_by_itself(self) -> bool:
        """Whether the program may change the settings by itself, as the person chose: along a recording only where it did."""
        ...

    async def run_tool(
        self, spec: ToolSpec, arguments: dict[str, Any], *, call_id: str, seconds: float, on_output: OnOutput
    ) -> Outcome:
        """Run a tool once."""
        ...

    def unknown_tool(self, name: str, sent: Sequence[str]) -> str:
        """What the model is told about a name that was not sent."""
        ...

    def bad_arguments(self, spec: ToolSpec, problems: Sequence[Problem]) -> str:
        """What the model is told about arguments that do not fit."""
        ...
