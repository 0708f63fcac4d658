"""How a session is set up, as values: who answers, which tools, where to stop, how far.

Above: `events`, `state`, `engine`. Below: `messages`. Holds no key and no secret header, ever.
"""

from typing import Any

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.session import own_tools
from studio.session.executors import Executor
from studio.session.memory import Memory
from studio.session.mocks import MockRule
from studio.session.policies import Coercion, Limits, Policy, Strategies, ToolChoices, decision
from studio.session.responder_choice import ResponderChoice, ResponderKind
from studio.session.skills import Skill
from studio.session.toolbox import Chooser, ToolGroup, ToolSearch, ToolSource

__all__ = ["SETTINGS", "ResponderChoice", "ResponderKind", "Setup", "Stops", "ToolFile"]


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

    `groups`, `sources`, `chooser` and `search` say which tools a request offers, `pinned` those that it offers in any case (unless off or
    denied), `context` holds values that rules of groups may ask for. `skills_text` is what the system text says of the skills, None for
    the usual words. `offered` is no setting: the names of the last choice (`ToolsOffered`), None as long as none was made.
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
    groups: tuple[ToolGroup, ...] = ()
    sources: tuple[ToolSource, ...] = ()
    chooser: Chooser = Chooser()
    search: ToolSearch = ToolSearch()
    pinned: tuple[str, ...] = ()
    context: dict[str, Any] = {}
    skills: tuple[Skill, ...] = ()
    skills_text: str | None = None
    memory: Memory = Memory()
    offered: tuple[str, ...] | None = None

    @property
    def own_tools(self) -> tuple[ToolSpec, ...]:
        """The program's own tools that these settings switch on: tool search, skills, the choice of groups."""
        return own_tools.of(self.search, self.skills, self.groups, self.chooser)

    @property
    def sent_tools(self) -> tuple[ToolSpec, ...]:
        """The tools that requests declare, in order: of those that may be offered, what the last choice let in."""
        may = self.may_offer
        if self.offered is None:
            return may
        known = {tool.name: tool for tool in may}
        return tuple(known[name] for name in self.offered if name in known)

    @property
    def may_offer(self) -> tuple[ToolSpec, ...]:
        """All tools but those that are off or denied, and those that only undo with a record; the program's own stand first."""
        own = self.own_tools
        theirs = tuple(tool for tool in self.tools if tool.name not in self.off and self.offers(tool))
        return (*(tool for tool in own if self.offers(tool)), *theirs) if own else theirs

    def offers(self, tool: ToolSpec) -> bool:
        """Whether nothing forbids to offer a tool that is on."""
        return tool.undo_with != "record" and (not self.policies or decision(self.policies, tool) != "deny")

    @property
    def chooses(self) -> bool:
        """Whether the offered tools are a choice, made anew for each request."""
        return bool(self.search.on or self.groups or self.sources or self.skills)

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

SETTINGS = tuple(name for name in Setup.__struct_fields__ if name != "offered")
"""The members that a person sets."""
