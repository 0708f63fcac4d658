"""A tool under another name: everywhere in the settings, while its source goes on knowing it by its own. Pure.

Above: `workspace/offered`. Below: `setup`. Patterns stay; a name that is written out follows.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.executors import Executor
from studio.session.policies import decision
from studio.session.setup import Setup

T = TypeVar("T")


def renamed(setup: Setup, old: str, new: str) -> dict[str, Any]:
    """The members of the setup in which the tool `old` is named, with `new` in its place."""
    return all_renamed(setup, {old: new})


def all_renamed(setup: Setup, names: Mapping[str, str]) -> dict[str, Any]:
    """The same for many tools at once, old name to new: a name may be given that another of them had."""
    executors = {names.get(name, name): _executor(each, names) for name, each in setup.executors.items()}
    return {
        "tools": tuple(respelled(tool, names) for tool in setup.tools),
        "off": _all(setup.off, names),
        "pinned": _all(setup.pinned, names),
        "executors": executors,
        "choices": {names.get(name, name): each for name, each in setup.choices.items()},
        "groups": tuple(replace(each, tools=_all(each.tools, names)) for each in setup.groups),
        "sources": tuple(replace(each, tools=_all(each.tools, names)) for each in setup.sources),
        "skills": tuple(replace(each, tools=_all(each.tools, names)) for each in setup.skills),
        "policies": tuple(replace(each, pattern=names.get(each.pattern, each.pattern)) for each in setup.policies),
        "kept_calls": tuple(replace(each, tool=names.get(each.tool, each.tool)) for each in setup.kept_calls),
        "mocks": tuple(replace(each, tool=names.get(each.tool, each.tool)) for each in setup.mocks),
    }


def respelled(tool: ToolSpec, names: Mapping[str, str]) -> ToolSpec:
    """A tool with the names of `names`, for itself and for the one that it undoes."""
    own, now = tool.own_name or tool.name, names.get(tool.name, tool.name)
    undoes = names.get(tool.compensates, tool.compensates)
    own = "" if own == now else own
    return (
        tool
        if (now, undoes) == (tool.name, tool.compensates)
        else replace(tool, name=now, own_name=own, compensates=undoes)
    )


def with_names(specs: Sequence[ToolSpec], names: Mapping[str, str]) -> tuple[ToolSpec, ...]:
    """The tools of a source, as they are declared there, under the names of the session."""
    return tuple(respelled(spec, names) for spec in specs) if names else tuple(specs)


def names_of(setup: Setup, source: str) -> dict[str, str]:
    """The names that tools of a source have in the session in place of their own."""
    return {tool.own_name: tool.name for tool in setup.tools if tool.source == source and tool.own_name}


def policy_differs(setup: Setup, old: str, new: str) -> str:
    """The pattern of a policy that treats the tool `old` otherwise under the name `new`; empty when none does."""
    tool = next(tool for tool in setup.tools if tool.name == old)
    policies = tuple(replace(each, pattern=new if each.pattern == old else each.pattern) for each in setup.policies)
    before = decision(setup.policies, tool)
    if before == decision(policies, replace(tool, name=new)):
        return ""
    alone = [each.pattern for each in policies if decision((each,), tool) != decision((each,), replace(tool, name=new))]
    return next(iter(alone), "")


def _all(names: Sequence[str], by: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(by.get(name, name) for name in names)


def _executor(executor: Executor, names: Mapping[str, str]) -> Executor:
    return replace(executor, tools=_all(executor.tools, names)) if isinstance(executor, Agent) else executor
