"""What a small model is asked to choose groups of tools, and what it said, read leniently. Pure.

Above: `choosing`. Below: `state_document`, `checks/group_rules`. Knows no responder.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from studio.checks.group_rules import says
from studio.engine.state_document import history_of, message_of_turn
from studio.messages.message import user
from studio.messages.request import ChatRequest
from studio.session.own_tools import chosen_groups
from studio.session.setup import Setup
from studio.session.state import SessionState
from studio.session.toolbox import ToolGroup

INSTRUCTIONS = (
    "You choose which groups of tools an assistant needs to answer the user's last message. Answer with a JSON list of the names of "
    "these groups and nothing else, such as []. Leave out what is not needed; when in doubt, choose a group."
)
_LAST_MESSAGES = 6
_MOST_TEXT = 600
_MOST_SAID = 20_000
"""Of what it said only the end is read: a choice is short, and looking for lists in a long text takes long."""
_MOST_LISTS = 200
_NONE = ("none", "no", "nothing", "[]")


def chooser_setup(setup: Setup) -> Setup:
    """The settings with which the small model is asked: it has no tools. Without one of its own the session's model is asked."""
    return Setup(setup.chooser.responder or setup.responder, setup.chooser.instructions or INSTRUCTIONS)


def choice_request(state: SessionState) -> ChatRequest:
    """What it is asked: its instructions, the groups, the last messages."""
    setup = chooser_setup(state.setup)
    groups = "\n".join(map(_line, chosen_groups(state.setup.groups)))
    before = [f"{each['role']}: {each['text'][:_MOST_TEXT]}" for each in history_of(state)[-_LAST_MESSAGES - 1 : -1]]
    told = "\n".join(("The conversation before:", *before, "", "")) if before else ""
    text = f"The groups:\n{groups}\n\n{told}The user's last message:\n{message_of_turn(state)}"
    return ChatRequest(setup.responder.model_name, (user(text),), setup.system, (), setup.params)


def read_choice(text: str, groups: Sequence[ToolGroup]) -> tuple[str, ...] | None:
    """The names of the groups in what it said: a list anywhere in it, else the names in its words. None when it is neither a
    choice nor says that none is needed."""
    said = text.rpartition("</think>")[2][-_MOST_SAID:]
    known = {group.name.casefold(): group.name for group in groups}
    for listed in _lists(said):
        found = tuple(dict.fromkeys(known[name] for each in listed if (name := _name(each)) in known))
        if found or not listed:
            return found
    found = tuple(name for name in known.values() if says(said, name))
    return found or (() if said.strip(" .\n\"'`").casefold() in _NONE else None)


def _line(group: ToolGroup) -> str:
    described = group.description or ", ".join(group.tools)
    return f"- {group.name}: {described}" if described else f"- {group.name}"


def _name(value: Any) -> str:
    found = value.get("name", "") if isinstance(value, dict) else value
    return str(found).strip().casefold()


def _lists(text: str) -> Iterator[list[Any]]:
    """The JSON lists in a text, the outermost ones. Only so many beginnings are tried: each that has no end costs the whole rest."""
    reader, at = json.JSONDecoder(), text.find("[")
    for _ in range(_MOST_LISTS):
        if at < 0:
            return
        try:
            found, end = reader.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield found
        at = text.find("[", end)
