"""What the rules of tool groups make of an open session as it stands now: each group open or closed, and why.

Above: the editor of groups. Below: `engine/offering`, `checks/group_rules`. Changes nothing, and takes groups that are only being typed.
"""

from collections.abc import Sequence
from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from studio.checks.group_rules import rule_problem, says
from studio.engine.offering import members, open_groups
from studio.engine.state_document import message_of_turn
from studio.session.state import SessionState
from studio.session.toolbox import Always, ByExpression, ByHand, ByWords, Chosen, ToolGroup
from studio.workspace.seen import SeenSession

GroupWhy = Literal[
    "off", "wrong", "always", "word", "no_word", "holds", "does_not_hold", "opened", "closed", "chosen", "not_chosen"
]


class GroupLook(msgspec.Struct, frozen=True):
    """Whether a group would be open in the next request. `detail` is the word that was found, or what is wrong; `tools` are the names of
    the session's tools that are in it."""

    name: str
    open: bool
    why: GroupWhy
    detail: str = ""
    tools: tuple[str, ...] = ()


def group_looks(session: SeenSession, groups: Sequence[ToolGroup]) -> tuple[GroupLook, ...]:
    """A look at each of `groups`, in order."""
    state = session.state
    message = message_of_turn(state)
    return tuple(_look(state, group, message) for group in groups)


def _look(state: SessionState, group: ToolGroup, message: str) -> GroupLook:
    setup = replace(state.setup, groups=(group,))
    opened, problems = open_groups(replace(state, setup=setup))
    why, detail = _why(group, message, opened=bool(opened), problem=problems[0] if problems else "")
    inside = members(setup, group.tools)
    return GroupLook(
        group.name, bool(opened), why, detail, tuple(tool.name for tool in setup.tools if tool.name in inside)
    )


def _why(group: ToolGroup, message: str, *, opened: bool, problem: str) -> tuple[GroupWhy, str]:
    if not group.on:
        return "off", ""
    wrong = rule_problem(group.rule) or problem
    if wrong:
        return "wrong", wrong
    match group.rule:
        case Always():
            return "always", ""
        case ByWords(words=words):
            found = next((word for word in words if says(message, word)), "")
            return ("word", found) if opened and found else ("chosen", "") if opened else ("no_word", "")
        case ByExpression():
            return ("holds" if opened else "does_not_hold"), ""
        case ByHand():
            return ("opened" if opened else "closed"), ""
        case Chosen():
            return ("chosen" if opened else "not_chosen"), ""
        case _:
            assert_never(group.rule)
