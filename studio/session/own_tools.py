"""The program's own tools, as the settings switch them on: search, skills, the choice of groups. Pure.

Above: `setup`, `tools/own`. Below: `toolbox`, `skills`. They are declared here and nowhere else; what they do stands in `tools`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from studio.messages.toolspec import ToolSpec
from studio.session.skills import Skill
from studio.session.toolbox import Chooser, Chosen, ToolGroup, ToolSearch

SEARCH = "tool search"
SKILLS = "skills"
GROUPS = "tool groups"
OWN_SOURCES = (SEARCH, SKILLS, GROUPS)
"""Where the program's own tools say that they come from."""

ACTIVATE_SKILL = "activate_skill"
READ_SKILL_RESOURCE = "read_skill_resource"
CHOOSE_DOMAIN = "choose_domain"

Own = Literal["search", "activate_skill", "read_skill_resource", "choose_domain"]


def of(
    search: ToolSearch, skills: Sequence[Skill], groups: Sequence[ToolGroup], chooser: Chooser
) -> tuple[ToolSpec, ...]:
    """The tools that are switched on, in a fixed order."""
    found: tuple[ToolSpec, ...] = ()
    if search.on:
        found += (_search(search.name),)
    names = tuple(skill.name for skill in skills if skill.on)
    if names:
        found += (_activate(names), _read(names))
    choice = chosen_groups(groups) if chooser.by == "tool" else ()
    return (*found, _choose(tuple((group.name, group.description) for group in choice))) if choice else found


def chosen_groups(groups: Sequence[ToolGroup]) -> tuple[ToolGroup, ...]:
    """The groups that are opened by a choice."""
    return tuple(group for group in groups if group.on and isinstance(group.rule, Chosen))


def own(tool: ToolSpec) -> Own | None:
    """Which of the program's own tools a tool is; None for any other."""
    match tool.source:
        case "tool search":
            return "search"
        case "skills":
            return "activate_skill" if tool.name == ACTIVATE_SKILL else "read_skill_resource"
        case "tool groups":
            return "choose_domain"
        case _:
            return None


@cache
def _search(name: str) -> ToolSpec:
    text = "Words that say what the tool you need does or is called, for example: refund order."
    return ToolSpec(
        name,
        "Finds more tools than those you have. Call it when no tool you have fits the task; the tools that it finds can be called from "
        "your next reply on.",
        _schema({"query": {"type": "string", "description": text}}),
        SEARCH,
        always_visible=True,
    )


@cache
def _activate(names: tuple[str, ...]) -> ToolSpec:
    return ToolSpec(
        ACTIVATE_SKILL,
        "Gives the instructions of a skill. Call it before you work on a task that the skill is described for.",
        _schema({"name": {"type": "string", "enum": list(names), "description": "The skill."}}),
        SKILLS,
        always_visible=True,
    )


@cache
def _read(names: tuple[str, ...]) -> ToolSpec:
    return ToolSpec(
        READ_SKILL_RESOURCE,
        "Gives a file of a skill that its instructions name.",
        _schema(
            {
                "skill": {"type": "string", "enum": list(names), "description": "The skill."},
                "path": {
                    "type": "string",
                    "description": "The file, as the instructions name it: a path inside the skill.",
                },
            }
        ),
        SKILLS,
        always_visible=True,
    )


@cache
def _choose(groups: tuple[tuple[str, str], ...]) -> ToolSpec:
    told = "\n".join(f"- {name}: {description}" if description else f"- {name}" for name, description in groups)
    names = [name for name, _ in groups]
    return ToolSpec(
        CHOOSE_DOMAIN,
        f"Opens groups of tools; theirs can be called from your next reply on. The groups:\n{told}",
        _schema(
            {
                "domains": {
                    "type": "array",
                    "items": {"type": "string", "enum": names},
                    "description": "The groups to open.",
                }
            }
        ),
        GROUPS,
        always_visible=True,
    )


def _schema(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
