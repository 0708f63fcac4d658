"""How an agent stands in a JSON file of tools, both ways.

Above: `declared_file`. Below: `session/agents`. A model is named alone: who answers is the caller's.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from studio.session.agents import Agent
from studio.session.frames import named
from studio.session.memory import Memory


class AgentForm(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The member `agent` of a tool."""

    system: str | None = None
    tools: list[str] = []
    model: str = ""
    params: dict[str, Any] | None = None
    prompt: str = ""
    memory: Memory = Memory()
    keeps_memory: bool = False
    max_round_trips: int = Agent().max_round_trips


def agent_from(form: AgentForm) -> Agent:
    """The agent that a file declares."""
    members = {name: getattr(form, name) for name in AgentForm.__struct_fields__ if name not in ("tools", "model")}
    return Agent(**members, tools=tuple(form.tools), model_name=form.model)


def form_of(agent: Agent) -> AgentForm:
    """The same to be written. A file names no profile: of an answerer of its own only the model is kept."""
    usual = Agent()
    names = (name for name in AgentForm.__struct_fields__ if name not in ("tools", "model"))
    members = {name: getattr(agent, name) for name in names if getattr(agent, name) != getattr(usual, name)}
    model = agent.model_name or (agent.responder.model_name if agent.responder is not None else "")
    return AgentForm(**members, tools=list(agent.tools), model=model)


def missing_tools(agent: Agent, names: Iterable[str]) -> Iterator[str]:
    """A sentence for each tool that the agent may call and that is none of `names`."""
    known = list(names)
    for each in agent.tools:
        if not any(named(name, (each,)) for name in known):
            yield f"the agent may call {each}, which this file does not have: another file has to have it."
