"""How a session is set up, as values: who answers, which tools, where to stop, how far.

Above: `events`, `state`, `engine`. Below: `messages`. Holds no key and no secret header, ever.
"""

from typing import Any, NamedTuple

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.session import own_tools
from studio.session.executors import Executor
from studio.session.mcp_servers import KeptCall, McpServer
from studio.session.memory import Memory
from studio.session.mocks import MockRule
from studio.session.policies import Coercion, Limits, Policy, RuleLevel, Strategies, ToolChoices, decision
from studio.session.responder_choice import ResponderChoice, ResponderKind
from studio.session.skills import Skill
from studio.session.toolbox import Chooser, ToolGroup, ToolSearch, ToolSource
from studio.session.truths import Truth

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
    the usual words. `servers` are the MCP servers, `kept_calls` what the person keeps to call by hand. `edit_truth` is what the
    history says of an edited call where nothing else is said. `rules` are the rules of the checks that are off here, or count for more or
    less than usual, by id. `offered` is no setting: the
    names of the last choice (`ToolsOffered`), None as long as none was made.
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
    servers: tuple[McpServer, ...] = ()
    kept_calls: tuple[KeptCall, ...] = ()
    edit_truth: Truth = "rewrite"
    rules: dict[str, RuleLevel] = {}
    offered: tuple[str, ...] | None = None

    @property
    def own_tools(self) -> tuple[ToolSpec, ...]:
        """The program's own tools that these settings switch on: tool search, skills, the choice of groups."""
        return own_tools.of(self.search, self.skills, self.groups, self.chooser)

    @property
    def sent_tools(self) -> tuple[ToolSpec, ...]:
        """The tools that requests declare, in order: of those that may be offered, what the last choice let in, and what was pinned
        since."""
        return _read(self).sent

    @property
    def may_offer(self) -> tuple[ToolSpec, ...]:
        """All tools but those that are off or denied, and those that only undo with a record; the program's own stand first."""
        return _read(self).may_offer

    def offers(self, tool: ToolSpec) -> bool:
        """Whether nothing forbids to offer a tool that is on."""
        if tool.undo_with == "record" or (self.servers and self.is_served_no_more(tool)):
            return False
        return not self.policies or decision(self.policies, tool) != "deny"

    def is_served_no_more(self, tool: ToolSpec) -> bool:
        """Whether a tool is of an MCP server that is switched off."""
        return any(server.name == tool.source and not server.on for server in self.servers)

    @property
    def chooses(self) -> bool:
        """Whether the offered tools are a choice, made anew for each request."""
        return bool(self.search.on or self.groups or self.sources or self.skills)

    def tool(self, name: str) -> ToolSpec | None:
        """The sent tool of that name; None when it is unknown to this turn."""
        return _read(self).by_name.get(name)

    def chosen(self, name: str) -> ToolChoices:
        """What the person chose for a tool."""
        return self.choices.get(name, _NOTHING)

    def undo_of(self, name: str) -> ToolSpec | None:
        """The tool that undoes the tool of that name."""
        return next((tool for tool in self.tools if tool.compensates == name), None)


_NOTHING = ToolChoices()


class _Read(NamedTuple):
    """What is read off settings again and again; `setup` is kept beside it, so that its id stays its own."""

    setup: Setup
    may_offer: tuple[ToolSpec, ...]
    sent: tuple[ToolSpec, ...]
    by_name: dict[str, ToolSpec]


_MOST_READ = 8
_last_read: dict[int, _Read] = {}


def _read(setup: Setup) -> _Read:
    """The tools of settings, read once while they are in use: with 1,000 tools each reading takes a millisecond."""
    known = _last_read.get(id(setup))
    if known is not None and known.setup is setup:
        return known
    may = _may_offer(setup)
    sent = may
    if setup.offered is not None:
        of_name = {tool.name: tool for tool in may}
        names = dict.fromkeys((*setup.offered, *setup.pinned)) if setup.pinned else setup.offered
        sent = tuple(of_name[name] for name in names if name in of_name)
    made = _Read(setup, may, sent, {tool.name: tool for tool in reversed(sent)})
    if len(_last_read) >= _MOST_READ:
        _last_read.pop(next(iter(_last_read)), None)
    _last_read[id(setup)] = made
    return made


def _may_offer(setup: Setup) -> tuple[ToolSpec, ...]:
    own, off = setup.own_tools, frozenset(setup.off)
    theirs = tuple(tool for tool in setup.tools if tool.name not in off and setup.offers(tool))
    return (*(tool for tool in own if setup.offers(tool)), *theirs) if own else theirs


SETTINGS = tuple(name for name in Setup.__struct_fields__ if name != "offered")
"""The members that a person sets."""
