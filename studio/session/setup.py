"""How a session is set up, as values: who answers, which tools, where to stop, how far.

Above: `events`, `state`, `engine`. Below: `messages`. Holds no key and no secret header, ever.
"""

from typing import Any, Literal

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.session.executors import Executor
from studio.session.mocks import MockRule
from studio.session.policies import Coercion, Limits, Policy, Strategies, ToolChoices, decision

ResponderKind = Literal["live", "scripted", "by_hand"]


class ResponderChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who answers: the name of a profile and the facts needed to read the session without it.

    `calls` says how tools are told to the model: `native`, the name of a text form, or `auto`; `text_form` is what automatic came
    to when the provider had refused native tools.
    """

    kind: ResponderKind = "by_hand"
    profile: str = ""
    dialect: str = "openai_chat"
    base_url: str = ""
    model_name: str = ""
    stream: bool = True
    script: str = ""
    calls: str = "native"
    text_form: str = ""


class ToolFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Python tools file: where it is, under which interpreter it runs (empty: ours), and its content hash."""

    path: str
    interpreter: str = ""
    fingerprint: str = ""


class Stops(msgspec.Struct, frozen=True, omit_defaults=True):
    """Stop places that are switched on."""

    before_request: bool = False
    after_reply: bool = False
    before_call: bool = True
    after_result: bool = False


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """All settings of a session at one event. `off` names the tools that are known but not sent.

    `executors` says by tool name how a tool without Python code runs; `choices` by tool name what the person chose for it;
    `concurrent` runs the calls of one reply at the same time; `compensation` undoes what succeeded when a call fails; `strict`
    declares tools in the provider's strict mode; `result_chars` is where a result is cut, 0: nowhere; `memory_id` is told to tools that ask
    for it, empty: the session's id.
    """

    responder: ResponderChoice = ResponderChoice()
    system: str | None = None
    params: dict[str, Any] = {}
    tools: tuple[ToolSpec, ...] = ()
    off: tuple[str, ...] = ()
    files: tuple[ToolFile, ...] = ()
    stops: Stops = Stops()
    max_round_trips: int = 100
    call_seconds: float = 60.0
    executors: dict[str, Executor] = {}
    choices: dict[str, ToolChoices] = {}
    coercion: Coercion = "lossless"
    strategies: Strategies = Strategies()
    concurrent: bool = False
    compensation: bool = False
    limits: Limits = Limits()
    policies: tuple[Policy, ...] = ()
    mocks: tuple[MockRule, ...] = ()
    strict: bool = False
    result_chars: int = 200_000
    memory_id: str = ""

    @property
    def sent_tools(self) -> tuple[ToolSpec, ...]:
        """The tools that the next request declares: not those that are off or denied, nor those that only undo with a record."""
        return tuple(tool for tool in self.tools if tool.name not in self.off and self._offered(tool))

    def _offered(self, tool: ToolSpec) -> bool:
        return tool.undo_with != "record" and (not self.policies or decision(self.policies, tool) != "deny")

    def tool(self, name: str) -> ToolSpec | None:
        """The sent tool of that name; None when it is unknown to this turn."""
        return next((tool for tool in self.sent_tools if tool.name == name), None)

    def chosen(self, name: str) -> ToolChoices:
        """What the person chose for a tool."""
        return self.choices.get(name, _NOTHING)

    def undo_of(self, name: str) -> ToolSpec | None:
        """The tool that undoes the tool of that name."""
        return next((tool for tool in self.tools if tool.compensates == name), None)


_NOTHING = ToolChoices()
