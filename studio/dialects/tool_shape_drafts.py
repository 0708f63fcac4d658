"""What older drafts and careless writers say, said in draft 2020-12, the one that providers read; what means nothing is a problem.

Above: `tool_shape`. Below: `tool_shape_tree`. The same for every provider; a schema that is sound stays as it is.
"""

from collections.abc import Callable
from typing import Any

from studio.dialects.tool_shape_tree import OF_LISTS, OF_NAMES, OF_ONE, Place, Work, step

TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))


def modernised(work: Work) -> None:
    """Mend and convert every schema in place."""
    for place in work.places():
        for keywords, mend in _MENDS:
            if not keywords.isdisjoint(place.schema):
                mend(work, place)
    if any(change.code == "draft_keyword_converted" for change in work.changes):
        # It would name a draft that it is no more.
        work.root.pop("$schema", None)


def _maps(work: Work, place: Place) -> None:
    """PHP writes an empty map as an empty list; null is written for nothing."""
    schema = place.schema
    for key in ("properties", "$defs", "definitions"):
        if key in schema and not isinstance(schema[key], dict):
            if schema[key]:
                work.problem("not_a_schema", place.at + step(key))
            schema[key] = {}
            work.change("mended", place.at, key)
    for key in OF_NAMES:
        named = schema.get(key)
        for name, inner in named.items() if isinstance(named, dict) else ():
            is_list = key == "dependencies" and isinstance(inner, list)
            if not isinstance(inner, dict | bool) and not is_list:
                work.problem("not_a_schema", place.at + step(key) + step(name))


def _shapes(work: Work, place: Place) -> None:
    """Keywords that hold schemas hold nothing else."""
    schema = place.schema
    for key in OF_LISTS:
        held = schema.get(key, [{}])
        sound = isinstance(held, list) and held and all(isinstance(one, dict | bool) for one in held)
        if not sound and not (key == "items" and isinstance(held, dict | bool)):
            work.problem("not_a_schema", place.at + step(key))
    for key in OF_ONE:
        if key != "items" and not isinstance(schema.get(key, {}), dict | bool):
            work.problem("not_a_schema", place.at + step(key))


def _required(work: Work, place: Place) -> None:
    """A list of names; in draft 3 each property said it of itself."""
    schema, properties = place.schema, place.schema.get("properties")
    names = [
        name
        for name, inner in (properties.items() if isinstance(properties, dict) else ())
        if isinstance(inner, dict) and isinstance(inner.get("required"), bool) and inner.pop("required")
    ]
    if names:
        held = schema.get("required")
        schema["required"] = [*(held if isinstance(held, list) else ()), *names]
        work.change("draft_keyword_converted", place.at, "required")
    held = schema.get("required", [])
    if not isinstance(held, list) or not all(isinstance(name, str) for name in held):
        del schema["required"]
        work.change("mended", place.at, "required")


def _enum(work: Work, place: Place) -> None:
    if "enum" in place.schema and not (isinstance(place.schema["enum"], list) and place.schema["enum"]):
        del place.schema["enum"]
        work.change("mended", place.at, "enum")


def _bounds(work: Work, place: Place) -> None:
    """Up to draft 4 an exclusive bound was a flag beside the bound."""
    schema = place.schema
    for flag, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(schema.get(flag), bool):
            if schema.pop(flag) and bound in schema:
                schema[flag] = schema.pop(bound)
            work.change("draft_keyword_converted", place.at, flag)
    if "divisibleBy" in schema:
        schema["multipleOf"] = schema.pop("divisibleBy")
        work.change("draft_keyword_converted", place.at, "divisibleBy")


def _items(work: Work, place: Place) -> None:
    """Up to 2019-09 a list of `items` stood for the places of a tuple."""
    schema = place.schema
    if isinstance(schema.get("items"), list):
        schema["prefixItems"] = schema.pop("items")
        if "additionalItems" in schema:
            schema["items"] = schema.pop("additionalItems")
        work.change("draft_keyword_converted", place.at, "items")


def _dependencies(work: Work, place: Place) -> None:
    schema = place.schema
    if not isinstance(schema.get("dependencies"), dict):
        return
    for name, inner in schema.pop("dependencies").items():
        kind = "dependentRequired" if isinstance(inner, list) else "dependentSchemas"
        schema.setdefault(kind, {})[name] = inner
    work.change("draft_keyword_converted", place.at, "dependencies")


def _references(work: Work, place: Place) -> None:
    schema = place.schema
    if "$recursiveRef" in schema:
        schema["$ref"] = schema.pop("$recursiveRef")
        schema.pop("$recursiveAnchor", None)
        work.change("draft_keyword_converted", place.at, "$recursiveRef")
    for key in ("disallow", "extends"):
        if key in schema:
            work.problem("old_draft", place.at, key)


def _types(work: Work, place: Place) -> None:
    schema = place.schema
    if "type" not in schema:
        return
    named: Any = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "any" in named:
        del schema["type"]
        work.change("draft_keyword_converted", place.at, "type")
    elif not named or any(not isinstance(one, str) or one not in TYPES for one in named):
        wrong = next((one for one in named if not isinstance(one, str) or one not in TYPES), "")
        work.problem("unknown_type", place.at, str(wrong)[:40])


_MENDS: tuple[tuple[frozenset[str], Callable[[Work, Place], None]], ...] = (
    (frozenset(OF_NAMES), _maps),
    (frozenset((*OF_LISTS, *OF_ONE)), _shapes),
    (frozenset(("properties", "required")), _required),
    (frozenset(("enum",)), _enum),
    (frozenset(("exclusiveMinimum", "exclusiveMaximum", "divisibleBy")), _bounds),
    (frozenset(("items",)), _items),
    (frozenset(("dependencies",)), _dependencies),
    (frozenset(("$recursiveRef", "disallow", "extends")), _references),
    (frozenset(("type",)), _types),
)
"""What is mended where one of the keywords stands."""
