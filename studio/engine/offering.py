"""Which of the known tools the next request offers, and why; why not the others. Pure.

Above: `choosing`, `sending`, `workspace`. Below: `checks/group_rules`, `session`. Asks nobody: what sources and a small model said, what
was found and activated stands in the state.
"""

import fnmatch
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from studio.checks.expressions import ExpressionError
from studio.checks.group_rules import rule_holds
from studio.engine.state_document import document_of, message_of_turn
from studio.messages.toolspec import ToolSpec
from studio.said import joined, said
from studio.session.frames import agent_of, inside_name
from studio.session.setup import Setup
from studio.session.skills import Skill
from studio.session.state import SessionState, settled
from studio.session.toolbox import ByExpression, LeftTool, OfferedTool, ToolGroup, ToolSource, WhyNot


class Offering(msgspec.Struct, frozen=True):
    """`tools` are those that the next request declares, in order; `left` the other known ones, in the order of the session; `groups` the
    names of the open groups. `problems` are sentences: what is wrong with a rule, and what came of it."""

    tools: tuple[OfferedTool, ...] = ()
    left: tuple[LeftTool, ...] = ()
    groups: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the offered tools."""
        return tuple(tool.name for tool in self.tools)


@lru_cache(maxsize=1)
def offering(state: SessionState) -> Offering:
    """What the next request at `state` offers. Worked out once for a state while it is the one that is looked at."""
    setup = state.setup
    opened, problems = open_groups(state)
    known = _names(setup)
    ways, gates = _ways(state, opened, known), _gates(setup, known)
    offered: list[OfferedTool] = []
    left: list[LeftTool] = []
    off, (agent, mine) = frozenset(setup.off), _agent(state, known)
    for tool in setup.own_tools:
        _sort(offered, left, OfferedTool(tool.name, "own") if setup.offers(tool) else _forbidden(setup, tool))
    for tool in setup.tools:
        if tool.name in off:
            strange = agent and tool.name not in mine
            left.append(LeftTool(tool.name, "agent", agent) if strange else LeftTool(tool.name))
        elif not setup.offers(tool):
            left.append(_forbidden(setup, tool))
        else:
            _sort(offered, left, ways.get(tool.name) or gates.get(tool.name) or _else(state, tool.name))
    return Offering(tuple(offered), tuple(left), opened, problems)


def _agent(state: SessionState, known: tuple[str, ...]) -> tuple[str, frozenset[str]]:
    """The agent whose session this is, and the names of the tools that it may call; nothing in the session itself."""
    name = inside_name(state)
    agent = agent_of(state.outer.setup, name) if state.outer is not None else None
    return (name, _members(known, agent.tools)) if agent is not None else ("", frozenset())


def _sort(offered: list[OfferedTool], left: list[LeftTool], found: OfferedTool | LeftTool) -> None:
    if isinstance(found, OfferedTool):
        offered.append(found)
    else:
        left.append(found)


def _else(state: SessionState, name: str) -> OfferedTool | LeftTool:
    """Where no group, source or skill is concerned: search, if there is one."""
    if not state.setup.search.on:
        return OfferedTool(name)
    found = state.gathered.found
    return OfferedTool(name, "found", found[name]) if name in found else LeftTool(name, "search")


@lru_cache(maxsize=1)
def with_offering(state: SessionState) -> SessionState:
    """The state with the tools that the next request offers; the same object where none were ever to be chosen, and each time the
    same for one state."""
    settled(state)  # settled once, for this state and the one that is made of it
    names = offered_names(state)
    return state if names == state.setup.offered else replace(state, setup=replace(state.setup, offered=names))


def offered_names(state: SessionState) -> tuple[str, ...] | None:
    """The names of what the next request offers; None where none were ever to be chosen: all that may be offered."""
    if not state.setup.chooses and state.setup.offered is None:
        return None
    return offering(state).names


def clash(state: SessionState, offered: Sequence[str] | None = None) -> str:
    """Which two of the tools that the next request offers have one name, with where each comes from, and what to do; empty when none.
    `offered` are their names, where they are known already."""
    setup = state.setup
    names = offered_names(state) if offered is None else offered
    if names is None:
        names = [tool.name for tool in setup.may_offer]
    hidden = _hidden(setup, names)
    if len(set(names)) == len(names) and not hidden:
        return ""
    twice = hidden or next(name for at, name in enumerate(names) if name in names[:at])
    sources = [tool.source or said("this session") for tool in (*setup.own_tools, *setup.tools) if tool.name == twice]
    return said(
        "Two tools are named {twice}: one of {one}, one of {other}. Rename one of them, or switch it off.",
        twice=twice,
        one=sources[0],
        other=sources[1],
    )


def _hidden(setup: Setup, names: Sequence[str]) -> str:
    """The name of one of the program's own tools that a tool of the session has, too, even one that is not offered now: a call of it
    would reach the other. Empty when there is none."""
    own = {tool.name for tool in setup.own_tools}.intersection(names)
    return next((tool.name for tool in setup.tools if own and tool.name in own and tool.name not in setup.off), "")


def open_groups(state: SessionState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the groups that are open for the next request, and a sentence for each rule that cannot be worked out: its group is
    closed."""
    groups = state.setup.groups
    if not groups:
        return (), ()
    message = message_of_turn(state)
    document = document_of(state) if any(isinstance(group.rule, ByExpression) for group in groups) else {}
    opened: list[str] = []
    problems: list[str] = []
    for group in groups:
        try:
            chosen = group.name in state.gathered.groups
            if group.on and (chosen or rule_holds(group.rule, message, lambda: document)):
                opened.append(group.name)
        except ExpressionError as error:
            problems.append(
                said(
                    "The group {group} is closed, because its rule cannot be worked out. {why}",
                    group=group.name,
                    why=joined(error.said, error.advice),
                )
            )
    return tuple(opened), tuple(problems)


def searchable(setup: Setup) -> tuple[ToolSpec, ...]:
    """The tools that a search may find: those that may be offered and are not in by another way (always visible, pinned), nor let in by a
    group, a source or a skill."""
    gates, never = _gates(setup, _names(setup)), frozenset((*setup.off, *setup.pinned))
    return tuple(
        tool
        for tool in setup.tools
        if not (tool.always_visible or tool.name in never or tool.name in gates) and setup.offers(tool)
    )


def members(setup: Setup, patterns: Sequence[str]) -> frozenset[str]:
    """The names of the session's tools that are one of the names or patterns."""
    return _members(_names(setup), tuple(patterns))


def _names(setup: Setup) -> tuple[str, ...]:
    return tuple(tool.name for tool in setup.tools)


@lru_cache(maxsize=256)
def _members(names: tuple[str, ...], patterns: tuple[str, ...]) -> frozenset[str]:
    exact = frozenset(patterns)
    globs = [fnmatch.translate(pattern) for pattern in patterns if any(mark in pattern for mark in "*?[")]
    fits = re.compile("|".join(globs)).match if globs else None
    return frozenset(name for name in names if name in exact or (fits is not None and fits(name)))


def _gates(setup: Setup, known: tuple[str, ...]) -> dict[str, LeftTool]:
    """The tools that stay out until something opens, each with what would let it in: groups before sources before skills."""
    found: dict[str, LeftTool] = {}
    openers: tuple[tuple[WhyNot, Iterable[ToolGroup | ToolSource | Skill]], ...] = (
        ("skill", setup.skills),
        ("source", setup.sources),
        ("group", setup.groups),
    )
    for why, all_of in openers:
        names: dict[str, list[str]] = {}
        for each in all_of:
            for name in _members(known, each.tools):
                names.setdefault(name, []).append(each.name)
        found.update({name: LeftTool(name, why, ", ".join(by)) for name, by in names.items()})
    return found


def _ways(state: SessionState, opened: Sequence[str], known: tuple[str, ...]) -> dict[str, OfferedTool]:
    """The tools that come in by more than that nothing speaks against them: the way that is told is the last one here."""
    setup, gathered = state.setup, state.gathered
    found = {name: OfferedTool(name, "source", source) for name, source in gathered.sourced.items()}
    groups = {group.name: group for group in setup.groups}
    for group in reversed(opened):
        found.update({name: OfferedTool(name, "group", group) for name in _members(known, groups[group].tools)})
    for skill in setup.skills:
        if skill.on and skill.name in gathered.skills:
            found.update({name: OfferedTool(name, "skill", skill.name) for name in _members(known, skill.tools)})
    found.update({tool.name: OfferedTool(tool.name, "visible") for tool in setup.tools if tool.always_visible})
    found.update({name: OfferedTool(name, "pinned") for name in setup.pinned})
    return found


def _forbidden(setup: Setup, tool: ToolSpec) -> LeftTool:
    if setup.is_served_no_more(tool):
        return LeftTool(tool.name, "server", tool.source)
    return LeftTool(tool.name, "undoes" if tool.undo_with == "record" else "denied")
