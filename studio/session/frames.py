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
from studio.session.events import AgentStarted, SetupChanged
from studio.session.nodes import CallKey
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import SETTINGS, Setup
from studio.session.state import CallState, SessionState, settled
from studio.session.toolbox import Chooser, ToolSearch
from studio.session.turn import Turn

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


def agent_at(state: SessionState, key: CallKey) -> Agent | None:
    """The agent that the open call with that key runs, in this session or a caller's; None for any other tool."""
    frame, found = _found(state, key)
    return agent_of(frame.setup, found.call.name) if frame is not None and found is not None else None


def frames(state: SessionState) -> Iterator[SessionState]:
    """The state and those of its callers, the innermost first."""
    at: SessionState | None = state
    while at is not None:
        yield at
        at = at.outer


def frame_of(state: SessionState, key: CallKey) -> SessionState | None:
    """The state, or that of the caller, whose open call has that key."""
    return _found(state, key)[0]


def find_call(state: SessionState, key: CallKey) -> CallState | None:
    """The open call with that key, of this session or of a caller."""
    return _found(state, key)[1]


def _found(state: SessionState, key: CallKey) -> tuple[SessionState | None, CallState | None]:
    """Whose open call has that key, and the call."""
    at: SessionState | None = state
    while at is not None:
        call = at.call(key)
        if call is not None:
            return at, call
        at = at.outer
    return None, None


def inside_name(state: SessionState) -> str:
    """The name of the agent whose session this is; empty in the session itself."""
    found = state.outer.call(state.inside) if state.outer is not None and state.inside is not None else None
    return found.call.name if found is not None else ""


def spent(state: SessionState) -> tuple[int, int]:
    """Tokens in and out of the whole session so far: while an agent runs, those of its callers and its own."""
    at = list(frames(state))
    return sum(frame.input_tokens for frame in at), sum(frame.output_tokens for frame in at)


def turn_of(state: SessionState) -> Turn:
    """What the turn of the session itself has come to, with all that the agents that run in it have spent so far."""
    return state.turn if state.outer is None else turn_of(_charged(state.outer, state))


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
        turn=_asked(state, found),
        outer=outer,
        inside=event.call,
        memories=state.memories,
    )


def _asked(state: SessionState, call: CallState) -> Turn:
    """The turn of an agent begins with its own call as the last one: an agent that calls itself in the same words asks for the same."""
    last = (call.call.name, call.call.arguments)
    return Turn(last=last, same=state.turn.same if state.turn.last == last else 1)


def _before(outer: SessionState, agent: Agent, name: str) -> Chain[Message]:
    return outer.memories.get((name, outer.setup.memory_id), Chain()) if agent.keeps_memory else Chain()


def setup_of(setup: Setup, agent: Agent) -> Setup:
    """The agent's settings: its own, and those of its caller that hold for all."""
    return replace(
        setup,
        responder=_responder(setup, agent),
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


def _responder(setup: Setup, agent: Agent) -> ResponderChoice:
    found = agent.responder or setup.responder
    return replace(found, model_name=agent.model_name) if agent.model_name else found


def named(name: str, patterns: Sequence[str]) -> bool:
    """Whether a name is one of the names or patterns (`issue_*`)."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def left(state: SessionState, key: CallKey, *, keeps: bool = True) -> SessionState:
    """The state of the caller of the agent of call `key`, as it goes on: with what was spent and, if it `keeps`, what the agent
    remembers."""
    outer = _caller(state, keeps=keeps)
    return outer if state.inside == key or outer.outer is None else left(outer, key, keeps=keeps)


def _caller(state: SessionState, *, keeps: bool) -> SessionState:
    outer, key = state.outer, state.inside
    assert outer is not None
    assert key is not None
    memories, name = state.memories, inside_name(state)
    agent = agent_of(outer.setup, name)
    if keeps and agent is not None and agent.keeps_memory:
        memories = {**memories, (name, outer.setup.memory_id): _kept(state)}
    return replace(_charged(outer, state), memories=memories, memo=None)


def _charged(outer: SessionState, state: SessionState) -> SessionState:
    """The caller with what its agent spent."""
    return replace(
        outer,
        turn=_joined(outer, state),
        input_tokens=outer.input_tokens + state.input_tokens,
        output_tokens=outer.output_tokens + state.output_tokens,
    )


def _kept(state: SessionState) -> Chain[Message]:
    """What the agent remembers: a call that never got its result is not parted from it, so its reply is forgotten."""
    waits = state.open is not None and any(call.result is None for call in state.open.calls)
    return state.messages if waits else settled(state)


def _joined(outer: SessionState, state: SessionState) -> Turn:
    """The turn of the caller with what its agent spent; what another model than the caller's said is kept apart, for its price."""
    into, out, others = state.input_tokens, state.output_tokens, state.turn.others
    if state.setup.responder != outer.setup.responder:
        rest = (into - sum(each[1] for each in others), out - sum(each[2] for each in others))
        others = (*others, (state.setup.responder, *rest))
    turn = outer.turn
    return replace(
        turn,
        input=turn.input + into,
        output=turn.output + out,
        seconds=turn.seconds + state.turn.seconds,
        others=(*turn.others, *others),
    )


def setup_changed(state: SessionState, event: SetupChanged) -> SessionState:
    """The state after a change of settings: what is no agent's own holds for its callers too."""
    now = changed(state.setup, event)
    if state.outer is None:
        return replace(state, setup=now)
    return replace(state, setup=_without_new(state, now), outer=_shared(state.outer, event))


def _shared(state: SessionState, event: SetupChanged) -> SessionState:
    now = changed(state.setup, event, LOCAL)
    if state.outer is None:
        return replace(state, setup=now)
    return replace(state, setup=_without_new(state, now), outer=_shared(state.outer, event))


def _without_new(state: SessionState, now: Setup) -> Setup:
    """The settings of an agent without the tools that came into the session while it runs, but for those that it names."""
    if now.tools is state.setup.tools or state.outer is None:
        return now
    known = {tool.name for tool in state.setup.tools}
    agent = agent_of(state.outer.setup, inside_name(state))
    new = (tool.name for tool in now.tools if tool.name not in known)
    more = tuple(name for name in new if agent is None or not named(name, agent.tools))
    return replace(now, off=(*now.off, *more)) if more else now


def changed(setup: Setup, event: SetupChanged, but: frozenset[str] = frozenset()) -> Setup:
    """The setup with the members that `event` names, without those in `but`."""
    named = {name: getattr(event, name) for name in SETTINGS if name not in but}
    return replace(setup, **{name: value for name, value in named.items() if value is not msgspec.UNSET})
