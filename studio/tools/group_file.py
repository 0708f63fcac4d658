"""A JSON file with groups of tools, sources and who chooses: read with the place of what is wrong in it. Runs nothing.

Above: `cli`, `workspace`. Below: `session/toolbox`, `checks/group_rules`. A source's file is named from the folder of this one.
"""

import json
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from studio.checks.group_rules import rule_problem
from studio.paths import file_bytes
from studio.problems import StudioError
from studio.said import said
from studio.session.toolbox import Always, ByExpression, ByHand, ByWords, Chosen, ToolGroup, ToolSource
from studio.tools.misfit import known_members, misfit

T = TypeVar("T")

EXAMPLE = (
    '{"groups": [{"name": "refunds", "tools": ["refund_*"], "rule": {"kind": "words", "words": ["refund"]}}], '
    '"sources": [{"name": "by page", "file": "pages.py", "function": "tools_of_page"}], '
    '"chooser": {"by": "model", "profile": "small"}}'
)
RULES: dict[str, type[msgspec.Struct]] = {
    "always": Always,
    "words": ByWords,
    "expression": ByExpression,
    "hand": ByHand,
    "chosen": Chosen,
}
_CHOOSER = ("by", "profile", "instructions")


class GroupFileError(StudioError):
    """A file of groups that cannot be used; the sentence begins with the place."""


class ChooserNamed(msgspec.Struct, frozen=True):
    """Who chooses, as the file says it: `by` the model's own `tool` or a small `model`, of that profile (empty: the session's)."""

    by: str = "tool"
    profile: str = ""
    instructions: str = ""


class GroupFile(msgspec.Struct, frozen=True):
    """What the file says; None where it does not."""

    groups: tuple[ToolGroup, ...] = ()
    sources: tuple[ToolSource, ...] | None = None
    chooser: ChooserNamed | None = None


def read_groups(path: Path) -> GroupFile:
    """Read the file. Raises GroupFileError with the place of the first thing that is wrong."""
    try:
        value = json.loads(file_bytes(path))
    except OSError as error:
        raise GroupFileError(said("{file} cannot be read: {why}.", file=path, why=error.strerror)) from error
    except json.JSONDecodeError as error:
        raise GroupFileError(
            said("{file}, line {line}: this is not JSON: {why}.", file=path.name, line=error.lineno, why=error.msg)
        ) from error
    except (ValueError, RecursionError) as error:
        raise GroupFileError(said("{file} is not JSON: {why}.", file=path.name, why=error)) from error
    _members(path.name, value, GroupFile.__struct_fields__)
    groups = tuple(_group(f"groups[{at}]", each) for at, each in enumerate(_list("groups", value)))
    sources = tuple(_source(f"sources[{at}]", each, path.parent) for at, each in enumerate(_list("sources", value)))
    return GroupFile(groups, sources if "sources" in value else None, _chooser(value.get("chooser")))


def _group(place: str, value: Any) -> ToolGroup:
    _members(place, value, ToolGroup.__struct_fields__, needs="name")
    rule = value.get("rule", {"kind": "always"})
    _members(f"{place}.rule", rule, None, needs="kind")
    kind = RULES.get(rule["kind"]) if isinstance(rule["kind"], str) else None
    if kind is None:
        raise GroupFileError(
            said("{place}.rule.kind: there is no rule {rule}.", place=place, rule=f"{rule['kind']!r}"),
            said("There are: {names}.", names=", ".join(RULES)),
        )
    _members(f"{place}.rule", rule, ("kind", *kind.__struct_fields__))
    told = {name: each for name, each in rule.items() if name != "kind"}
    group = _made(place, {**value, "rule": {"type": rule["kind"], **told}}, ToolGroup)
    problem = rule_problem(group.rule)
    if problem:
        raise GroupFileError(said("{place}.rule: {problem}", place=place, problem=problem))
    return group


def _source(place: str, value: Any, folder: Path) -> ToolSource:
    _members(place, value, ToolSource.__struct_fields__)
    source = _made(place, {"name": value.get("function", ""), **value}, ToolSource)
    return msgspec.structs.replace(source, file=str((folder / source.file).absolute()))


def _chooser(value: Any) -> ChooserNamed | None:
    if value is None:
        return None
    _members("chooser", value, _CHOOSER)
    made = _made("chooser", value, ChooserNamed)
    if made.by not in ("tool", "model"):
        raise GroupFileError(
            said("chooser.by: {by} chooses nothing.", by=f"{made.by!r}"), said('It may be "tool" or "model".')
        )
    return made


def _members(place: str, value: Any, known: tuple[str, ...] | None, needs: str = "") -> None:
    if not isinstance(value, dict):
        raise GroupFileError(
            said("{place}: this must be an object.", place=place), said("Such as {example}", example=EXAMPLE)
        )
    unknown = next((name for name in value if known is not None and name not in known), None)
    if unknown is not None and known is not None:
        raise GroupFileError(
            said("{place}: there is no member {unknown}.", place=place, unknown=unknown), known_members(unknown, known)
        )
    if needs and needs not in value:
        raise GroupFileError(said("{place}: the member {needs} is missing.", place=place, needs=needs))


def _list(name: str, value: dict[str, Any]) -> list[Any]:
    found = value.get(name, [])
    if not isinstance(found, list):
        raise GroupFileError(
            said("{name}: this must be a list.", name=name), said("Such as {example}", example=EXAMPLE)
        )
    return found


def _made(place: str, value: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        wrong = misfit(error)
        raise GroupFileError(said("{place}: {why}.", place=f"{place}{wrong.place}", why=wrong.said)) from error
