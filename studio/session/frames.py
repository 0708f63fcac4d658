"""An agent's own session within a session: entered with its call, left with the call's result. Pure.

Above: `folding`, `engine`, `present`. Below: `state`, `agents`. While it runs, the state is that of the agent, and `outer` its caller's.
"""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

import msgspec
from msgspec.structs import replace

from studio.messages.message import Message
from studio.session.agents import Agent
from studio.session.chain import Chain
from studio.session.events import AgentStarted, CallKey, SetupChanged
from studio.session.setup import SETTINGS, Setup
from studio.session.state import CallState, SessionState, settled
from studio.session.toolbox import Chooser, ToolSearch

LOCAL = frozenset(
    (
        "responder",
        "system",
        "params",
        "off",
        "max_round_trips",
        "groups",
        "sources",
        "chooser",
        "search",
        "pinned",
        "skills",
        "skills_text",
        "memory",
    )
)
"""Settings that each agent has for itself; a change of any other one, made within an agent, holds for its callers too."""


def agent_of(setup: Setup, name: str) -> Agent | None:
    """The agent that a call of that name runs; None for any other tool."""
    found = setup.executors.get(name)
    return found if isinstance(found, Agent) else None


def frames(state: SessionState) -> Iterator[SessionState]:
    """The state and those of its callers, the innermost first."""
    at: SessionState | None = state
    while at is not None:
        yield at
        at = at.outer


def find_call(state: SessionState, key: CallKey) -> CallState | None:
    """The open call with that key, of this session or of a caller."""
    return next((found for frame in frames(state) if (found := frame.call(key)) is not None), None)


def is_inside(state: SessionState, key: CallKey) -> bool:
    """Whether the call of that key is an agent's that runs now."""
    return any(frame.inside == key for frame in frames(state))


def entered(state: SessionState, event: AgentStarted) -> SessionState:
    """The agent's session at its beginning; nothing changes where the call is no agent's."""
    found = state.call(event.call)
    agent = agent_of(state.setup, found.call.name) if found is not None else None
    if found is None or agent is None or state.open is None:
        return state
    now = replace(found, status="started", ran_with=event.ran_with, approved=event.approved)
    calls = tuple(now if call is found else call for call in state.open.calls)
    outer = replace(state, open=replace(state.open, calls=calls), memo=None)
    return SessionState(
        setup=setup_of(state.setup, agent),
        messages=_before(outer, agent, found.call.name).append(event.message),
        outer=outer,
        inside=event.call,
        memories=state.memories,
    )


def _before(outer: SessionState, agent: Agent, name: str) -> Chain[Message]:
    return outer.memories.get((name, outer.setup.memory_id), Chain()) if agent.keeps_memory else Chain()


def setup_of(setup: Setup, agent: Agent) -> Setup:
    """The agent's settings: its own, and those of its caller that hold for all."""
    return replace(
        setup,
        responder=agent.responder or setup.responder,
        params=setup.params if agent.params is None else agent.params,
        system=agent.system,
        off=tuple(tool.name for tool in setup.tools if not named(tool.name, agent.tools)),
        max_round_trips=agent.max_round_trips,
        groups=(),
        sources=(),
        chooser=Chooser(),
        search=ToolSearch(),
        pinned=(),
        skills=(),
        skills_text=None,
        memory=agent.memory,
        offered=None,
    )


def named(name: str, patterns: Sequence[str]) -> bool:
    """Whether a name is one of the names or patterns (`issue_*`)."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def left(state: SessionState, key: CallKey) -> SessionState:
    """The state of the caller of the agent of call `key`, as it goes on: with the tokens that were spent and what the agent remembers."""
    outer = _caller(state)
    return outer if state.inside == key or outer.outer is None else left(outer, key)


def _caller(state: SessionState) -> SessionState:
    outer, key = state.outer, state.inside
    assert outer is not None
    assert key is not None
    found = outer.call(key)
    memories = state.memories
    if found is not None and (agent := agent_of(outer.setup, found.call.name)) is not None and agent.keeps_memory:
        memories = {**memories, (found.call.name, outer.setup.memory_id): settled(state)}
    spent = outer.turn
    turn = replace(
        spent,
        input=spent.input + state.input_tokens,
        output=spent.output + state.output_tokens,
        seconds=spent.seconds + state.turn.seconds,
    )
    return replace(
        outer,
        turn=turn,
        input_tokens=outer.input_tokens + state.input_tokens,
        output_tokens=outer.output_tokens + state.output_tokens,
        memories=memories,
        memo=None,
    )


def setup_changed(state: SessionState, event: SetupChanged) -> SessionState:
    """The state after a change of settings: what is no agent's own holds for its callers too."""
    if state.outer is None:
        return replace(state, setup=changed(state.setup, event))
    return replace(state, setup=changed(state.setup, event), outer=_shared(state.outer, event))


def _shared(state: SessionState, event: SetupChanged) -> SessionState:
    outer = _shared(state.outer, event) if state.outer is not None else None
    return replace(state, setup=changed(state.setup, event, LOCAL), outer=outer)


def changed(setup: Setup, event: SetupChanged, but: frozenset[str] = frozenset()) -> Setup:
    """The setup with the members that `event` names, without those in `but`."""
    named = {name: getattr(event, name) for name in SETTINGS if name not in but}
    return replace(setup, **{name: value for name, value in named.items() if value is not msgspec.UNSET})
