"""Tests of what the next request offers: every way in, every way out, and which goes before which."""

from typing import Any

import pytest

from studio.engine.offering import Offering, clash, offering, searchable, with_offering
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.chain import Chain
from studio.session.gathered import Gathered
from studio.session.policies import Policy
from studio.session.setup import Setup
from studio.session.skills import Skill
from studio.session.state import SessionState
from studio.session.toolbox import (
    Always,
    ByExpression,
    ByHand,
    ByWords,
    Chooser,
    Chosen,
    ToolGroup,
    ToolSearch,
    ToolSource,
)

SPECS = {"t": ToolSpec("t", source="shop.py"), "shown": ToolSpec("shown", always_visible=True)}
SEARCH = ToolSearch(on=True)


def _state(gathered: Gathered | None = None, text: str = "I want a refund", **setup: Any) -> SessionState:
    made = Setup(**{"tools": (SPECS["t"],), **setup})
    return SessionState(setup=made, messages=Chain[Any]().append(user(text)), gathered=gathered or Gathered())


def _group(rule: Any = None, on: bool = True, tools: tuple[str, ...] = ("t",), name: str = "g") -> ToolGroup:
    return ToolGroup(name, tools, Always() if rule is None else rule, on=on)


def _why(found: Offering, name: str = "t") -> tuple[bool, str, str]:
    """Whether a tool is in, and why or why not."""
    for tool in found.tools:
        if tool.name == name:
            return True, tool.why, tool.by
    left = next(tool for tool in found.left if tool.name == name)
    return False, left.why, left.by


@pytest.mark.parametrize(
    ("setup", "gathered", "why"),
    [
        ({}, {}, (True, "always", "")),
        ({"off": ("t",), "pinned": ("t",)}, {}, (False, "off", "")),
        ({"policies": (Policy("t", "deny"),), "groups": (_group(),), "pinned": ("t",)}, {}, (False, "denied", "")),
        ({"tools": (ToolSpec("t", undo_with="record"),)}, {}, (False, "undoes", "")),
        ({"groups": (_group(),)}, {}, (True, "group", "g")),
        ({"groups": (_group(ByHand()),)}, {}, (False, "group", "g")),
        ({"groups": (_group(ByHand(True)),)}, {}, (True, "group", "g")),
        ({"groups": (_group(on=False),)}, {}, (False, "group", "g")),
        ({"groups": (_group(ByHand()), _group(ByHand(True), name="h"))}, {}, (True, "group", "h")),
        ({"groups": (_group(ByHand()), _group(ByHand(), name="h"))}, {}, (False, "group", "g, h")),
        ({"groups": (_group(ByHand(), tools=("x", "t*")),)}, {}, (False, "group", "g")),
        ({"groups": (_group(ByWords(("refund",))),)}, {}, (True, "group", "g")),
        ({"groups": (_group(ByWords(("fund",))),)}, {}, (False, "group", "g")),
        ({"groups": (_group(ByExpression("context.role == 'admin'")),)}, {}, (False, "group", "g")),
        ({"groups": (_group(ByExpression("context.role")),), "context": {"role": "x"}}, {}, (True, "group", "g")),
        ({"groups": (_group(ByExpression("round == `1` && contains(message, 'refund')")),)}, {}, (True, "group", "g")),
        ({"groups": (_group(Chosen()),)}, {}, (False, "group", "g")),
        ({"groups": (_group(Chosen()),)}, {"groups": ("g",)}, (True, "group", "g")),
        ({"groups": (_group(ByHand()),), "pinned": ("t",)}, {}, (True, "pinned", "")),
        ({"groups": (_group(ByHand()),)}, {"sourced": {"t": "s"}}, (True, "source", "s")),
        ({"sources": (ToolSource("s", "f.py", "f", ("t",)),)}, {}, (False, "source", "s")),
        ({"sources": (ToolSource("s", "f.py", "f", ("t",)),)}, {"sourced": {"t": "s"}}, (True, "source", "s")),
        ({"skills": (Skill("k", "", "/k", tools=("t",)),)}, {}, (False, "skill", "k")),
        ({"skills": (Skill("k", "", "/k", tools=("t",)),)}, {"skills": ("k",)}, (True, "skill", "k")),
        ({"skills": (Skill("k", "", "/k", tools=("t",)),), "groups": (_group(),)}, {}, (True, "group", "g")),
        ({"search": SEARCH}, {}, (False, "search", "")),
        ({"search": SEARCH}, {"found": {"t": "money back"}}, (True, "found", "money back")),
        ({"search": SEARCH, "groups": (_group(ByHand()),)}, {"found": {"t": "q"}}, (False, "group", "g")),
        ({"search": SEARCH, "pinned": ("t",)}, {}, (True, "pinned", "")),
    ],
)
def test_a_tool_is_in_or_out_for_one_reason(
    setup: dict[str, Any], gathered: dict[str, Any], why: tuple[bool, str, str]
) -> None:
    assert _why(offering(_state(Gathered(**gathered), **setup))) == why


def test_an_always_visible_tool_is_in_whatever_is_closed_and_the_programs_own_stand_first() -> None:
    state = _state(tools=tuple(SPECS.values()), search=SEARCH, groups=(_group(ByHand(), tools=("shown",)),))
    found = offering(state)
    assert [(tool.name, tool.why) for tool in found.tools] == [("search_tools", "own"), ("shown", "visible")]


def test_a_rule_that_cannot_be_worked_out_closes_its_group_and_is_told() -> None:
    found = offering(_state(groups=(_group(ByExpression("length(round)")), _group(ByExpression("a ="), name="h"))))
    assert found.groups == ()
    assert [said[:21] for said in found.problems] == ["The group g is closed", "The group h is closed"]


def test_what_nobody_chooses_from_stays_as_it_is() -> None:
    state = _state()
    assert with_offering(state) is state


def test_the_state_with_its_offering_sends_what_it_says() -> None:
    state = with_offering(_state(tools=tuple(SPECS.values()), search=SEARCH))
    assert [tool.name for tool in state.setup.sent_tools] == ["search_tools", "shown"]
    assert with_offering(state) is state


def test_a_search_finds_only_what_would_come_in_by_nothing_else() -> None:
    tools = tuple(ToolSpec(name) for name in ("a", "b", "c", "d", "e", "f"))
    setup = Setup(
        tools=(*tools, SPECS["shown"]),
        search=SEARCH,
        off=("a",),
        pinned=("b",),
        groups=(_group(Chosen(), tools=("c",)),),
        sources=(ToolSource("s", "f.py", "f", ("d",)),),
        policies=(Policy("e", "deny"),),
    )
    assert [tool.name for tool in searchable(setup)] == ["f"]


def test_two_tools_of_one_name_are_named_with_where_each_comes_from() -> None:
    own = ToolSpec("choose_domain", source="shop.py")
    state = _state(tools=(own,), groups=(_group(Chosen()),), chooser=Chooser("tool"))
    assert clash(state).startswith("Two tools are named choose_domain: one of tool groups, one of shop.py.")
    assert clash(_state(tools=(own,), groups=(_group(Chosen()),), off=("choose_domain",))) == ""
    # Not found yet, and so not offered: a call of the search would reach it all the same.
    assert clash(_state(tools=(own,), search=ToolSearch(True, name=own.name))).startswith("Two tools are named")
