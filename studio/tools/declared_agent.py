"""How an agent stands in a JSON file of tools, both ways.

Above: `declared_file`. Below: `session/agents`. A model is named alone: who answers is the caller's.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from studio.said import said
from studio.session.agents import Agent
from studio.session.frames import named
from studio.session.memory import Memory, memory_named


class MemoryForm(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """How much of its history a request of the agent carries."""

    kind: Literal["all", "messages", "tokens"] = "all"
    most: int = 0


class AgentForm(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The member `agent` of a tool. `memory` may also be in short: `messages:20`."""

    system: str | None = None
    tools: list[str] = []
    model: str = ""
    params: dict[str, Any] | None = None
    prompt: str = ""
    memory: MemoryForm | str = "all"
    keeps_memory: bool = False
    max_round_trips: int = Agent().max_round_trips


_SHARED = tuple(name for name in AgentForm.__struct_fields__ if name not in ("tools", "model", "memory"))


def agent_from(form: AgentForm) -> Agent:
    """The agent that a file declares. ValueError when its memory in short is none."""
    members = {name: getattr(form, name) for name in _SHARED}
    return Agent(**members, memory=_memory(form.memory), tools=tuple(form.tools), model_name=form.model)


def _memory(form: MemoryForm | str) -> Memory:
    return memory_named(form) if isinstance(form, str) else Memory(form.kind, form.most)


def form_of(agent: Agent) -> AgentForm:
    """The same to be written. A file names no profile: of an answerer of its own only the model is kept."""
    usual = Agent()
    members = {name: getattr(agent, name) for name in _SHARED if getattr(agent, name) != getattr(usual, name)}
    if agent.memory != usual.memory:
        members["memory"] = MemoryForm(agent.memory.kind, agent.memory.most)
    model = agent.model_name or (agent.responder.model_name if agent.responder is not None else "")
    return AgentForm(**members, tools=list(agent.tools), model=model)


def missing_tools(agent: Agent, names: Iterable[str]) -> Iterator[str]:
    """A sentence for each tool that the agent may call and that is none of `names`."""
    known = list(names)
    for each in agent.tools:
        if not any(named(name, (each,)) for name in known):
            yield said(
                "the agent may call {name}, which this file does not have: another file has to have it.", name=each
            )
