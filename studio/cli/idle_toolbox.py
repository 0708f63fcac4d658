"""What a run was given for choosing tools that does nothing, or less than it says: in sentences.

Above: `toolbox_options`. Below: `engine/offering`, `session`. Pure.
"""

from collections.abc import Iterator

from studio.checks.names import nearest_name
from studio.engine.offering import members, searchable
from studio.session.agents import Agent
from studio.session.setup import Setup
from studio.session.toolbox import ByExpression, Chosen


def idle(setup: Setup) -> Iterator[str]:
    """A sentence each, in the order of groups, sources, options and agents."""
    yield from _groups(setup)
    yield from _options(setup)
    known = [tool.name for tool in setup.tools]
    for name, agent in setup.executors.items():
        for wanted in agent.tools if isinstance(agent, Agent) else ():
            if not members(setup, (wanted,)):
                near = nearest_name(wanted, known)
                more = f" Did you mean {near}?" if near else ""
                yield f"The agent {name} may call {wanted}, and the session has no such tool.{more}"


def _groups(setup: Setup) -> Iterator[str]:
    for group in setup.groups:
        if not group.tools:
            yield f"The group {group.name} names no tool."
        if isinstance(group.rule, Chosen) and not group.description:
            yield f"The group {group.name} has no description: its name is all that the choice goes by."
    for kind, all_of in (("group", setup.groups), ("source", setup.sources)):
        for each in all_of:
            if each.tools and not members(setup, each.tools):
                yield f"The {kind} {each.name} holds nothing: no tool of the session fits it."


def _options(setup: Setup) -> Iterator[str]:
    known = {tool.name for tool in setup.tools}
    for name in setup.pinned:
        if name not in known:
            yield f"--pin {name} does nothing: the session has no tool {name}."
    if setup.context and not any(isinstance(group.rule, ByExpression) for group in setup.groups):
        yield "--context does nothing: no group has a rule of the kind expression, which could ask for it."
    if setup.search.on and not searchable(setup):
        yield "--search finds nothing: the session has no tool that a search may find."
