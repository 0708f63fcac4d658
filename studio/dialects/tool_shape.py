"""Shapes a tool's parameters schema for who takes it: what is refused there is said otherwise, each change by name, or is a problem.

Above: `tool_shaping`, the fronts by the workspace. Below: the parts of it, `tool_shape_…`. Pure and bounded: whatever the schema is, it
ends in time and never runs down the stack. A schema that needs nothing comes back as it is.
"""

import re
from typing import Any, assert_never

from studio.dialects import tool_shape_drafts as drafts
from studio.dialects import tool_shape_gemini as gemini
from studio.dialects import tool_shape_ollama as ollama
from studio.dialects import tool_shape_refs as refs
from studio.dialects import tool_shape_strict as strict
from studio.dialects import tool_shape_top as top
from studio.dialects.tool_shape_tree import Work, copied, step, types_of, unfit
from studio.dialects.tool_shape_values import SchemaProblem, Shaped, Target

_ALTERNATIVES = frozenset(("allOf", "anyOf", "oneOf"))
_AT_TOP = _ALTERNATIVES | {"const", "enum", "not"}
"""What OpenAI refuses at the top; Anthropic only the alternatives."""

_PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
"""Names of properties that Anthropic takes."""


def shape(schema: Any, target: Target) -> Shaped:
    """`schema` as it is sent to `target`. With problems it is not sent, and comes back as it was."""
    if schema is None or schema is True:
        schema = {}
    if not isinstance(schema, dict):
        return Shaped(schema, problems=(SchemaProblem("not_a_schema"),), target=target)
    why = unfit(schema)
    if why:
        return Shaped(schema, problems=(SchemaProblem(why),), target=target)
    work = Work(copied(schema))
    _shape(work, target)
    if not work.problems and work.changes and (why := unfit(work.root)):
        work.problem(why)
    if work.problems:
        return Shaped(schema, problems=tuple(dict.fromkeys(work.problems)), target=target)
    changes = tuple(dict.fromkeys(work.changes))
    return Shaped(work.root if changes else schema, changes, target=target)


def _shape(work: Work, target: Target) -> None:
    drafts.modernised(work)
    if not work.problems:
        refs.settled(work)
    if not work.problems and target in ("gemini_compat", "ollama"):
        _written_out(work, target)
    if not work.problems:
        top.settled(work, _ALTERNATIVES if target in ("anthropic", "anthropic_strict") else _AT_TOP)
    if not work.problems:
        _for(work, target)


def _written_out(work: Work, target: Target) -> None:
    """Where there are no references; a schema that would begin to repeat itself ends as an open object there."""
    if not any("$ref" in place.schema for place in work.places()):
        return
    end = {"type": "object"} if target == "gemini_compat" else {}
    work.root = refs.WrittenOut(work, end).root()


def _for(work: Work, target: Target) -> None:
    match target:
        case "openai":
            _with_items(work)
        case "openai_strict":
            strict.made_strict(work, strict.OPENAI)
        case "anthropic":
            _named(work)
        case "anthropic_strict":
            _named(work)
            strict.made_strict(work, strict.ANTHROPIC)
        case "gemini_compat":
            gemini.made_fit(work)
        case "ollama":
            ollama.made_fit(work)
        case _:
            assert_never(target)


def _with_items(work: Work) -> None:
    """A list has to say of what, be it of anything."""
    for place in work.places():
        if "array" in types_of(place.schema) and "items" not in place.schema:
            place.schema["items"] = {}
            work.change("items_added", place.at)


def _named(work: Work) -> None:
    """Names of properties have to be of a form, and cannot be changed: a call is made with them."""
    for place in work.places():
        properties = place.schema.get("properties")
        for name in properties if isinstance(properties, dict) else ():
            if not _PROPERTY.fullmatch(name):
                work.problem("bad_property_name", place.at + "/properties" + step(name), name[:80])
