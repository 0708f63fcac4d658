"""A schema for strict mode, where the provider holds the model to it: closed objects, every member required, no other keyword.

Above: `tool_shape`. Below: `tool_shape_tree`, `tool_shape_refs`. What cannot be said so is `not_strict_compatible`; bounds that are
left out are still checked when a call comes.
"""

from typing import Any

import msgspec

from studio.dialects.tool_shape_refs import target_of
from studio.dialects.tool_shape_tree import (
    Place,
    Schema,
    Work,
    copied,
    made_into,
    places,
    step,
    types_of,
)
from studio.dialects.value_type import type_of_value

_CARRY = frozenset(
    [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "enum",
        "const",
        "anyOf",
        "$ref",
        "$defs",
        "definitions",
        "description",
        "title",
    ]
)
_STRUCTURE = frozenset(
    [
        "not",
        "if",
        "then",
        "else",
        "dependentRequired",
        "dependentSchemas",
        "patternProperties",
        "propertyNames",
        "contains",
        "prefixItems",
        "unevaluatedProperties",
        "unevaluatedItems",
    ]
)
_MOST_TOLD = 5_000
"""Schemas that are told in place of references, all together."""
_FORMATS = frozenset(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"])


class Strictness(msgspec.Struct, frozen=True):
    """What a provider's strict mode takes. `keywords` beside those that carry the structure; `optional`: how many members may be
    left out, None: none at all; the most `properties`, `levels` of nesting and `values` of enums in one schema."""

    keywords: frozenset[str]
    formats: frozenset[str]
    optional: int | None = None
    all_of: bool = False
    recursive: bool = True
    properties: int = 5_000
    levels: int = 10
    values: int = 1_000


OPENAI = Strictness(
    frozenset(
        [
            "pattern",
            "format",
            "multipleOf",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minItems",
            "maxItems",
        ]
    ),
    _FORMATS,
)
ANTHROPIC = Strictness(
    frozenset(("format", "default", "allOf")), _FORMATS | {"uri"}, optional=24, all_of=True, recursive=False, levels=200
)


def made_strict(work: Work, by: Strictness) -> None:
    """Shape every schema in place."""
    one = _Strict(work, by)
    for place in work.places():
        one.shape(place)
    one.limits()


class _Strict:
    """One schema under way."""

    def __init__(self, work: Work, by: Strictness) -> None:
        self._work = work
        self._by = by
        self._properties = 0
        self._optional = 0
        self._values = 0
        self._told: dict[int, tuple[Schema, frozenset[str]]] = {}
        """By the identity of a schema: the references that were told in place in it."""
        self._grown = 0

    def shape(self, place: Place) -> None:
        """Shape one schema; its inner ones come after it."""
        schema = place.schema
        self._alternatives(place)
        self._impossible(place)
        self._left_out(place)
        if "$ref" in schema:
            self._ref(place)
        elif "anyOf" not in schema and not (self._by.all_of and "allOf" in schema):
            self._typed(place)
        if "object" in types_of(schema) or "properties" in schema:
            self._object(place)
        if "array" in types_of(schema) and not isinstance(schema.get("items"), dict):
            self._refused(place.at, "items")

    def limits(self) -> None:
        """What the provider takes in one schema."""
        by = self._by
        deepest = max((_levels(place) for place in self._work.places()), default=0)
        if self._properties > by.properties:
            self._refused("", f"{self._properties} properties")
        if deepest > by.levels:
            self._refused("", f"{deepest} levels")
        if self._values > by.values:
            self._refused("", f"{self._values} enum values")
        if by.optional is not None and self._optional > by.optional:
            self._refused("", f"{self._optional} optional properties")
        if not by.recursive and (at := _recursion(self._work.root)):
            self._refused(at, "recursion")

    def _refused(self, at: str, why: str) -> None:
        self._work.problem("not_strict_compatible", at, why)

    def _alternatives(self, place: Place) -> None:
        schema, work = place.schema, self._work
        if "oneOf" in schema and "anyOf" not in schema:
            made_into(schema, {("anyOf" if key == "oneOf" else key): value for key, value in schema.items()})
            work.change("one_of_as_any_of", place.at)
        elif "oneOf" in schema:
            self._refused(place.at, "oneOf")
        if "allOf" in schema and not self._by.all_of:
            merged = _merged(work.root, schema) if self._comes_to_an_end(place) else None
            if merged is None:
                self._refused(place.at, "allOf")
                return
            made_into(schema, merged)
            work.change("all_of_merged", place.at)

    def _comes_to_an_end(self, place: Place) -> bool:
        """Whether what an `allOf` refers to can be told in place: not again in what was told of it, and not without measure."""
        parts = place.schema["allOf"]
        named = (part.get("$ref") for part in parts if isinstance(part, dict)) if isinstance(parts, list) else ()
        refs = frozenset(ref for ref in named if isinstance(ref, str))
        around = place.above
        while refs and around is not None:
            if refs & self._told.get(id(around.schema), ({}, frozenset()))[1]:
                return False
            around = around.above
        self._told[id(place.schema)] = (place.schema, refs)
        self._grown += sum(1 for ref in refs for _ in places(target_of(self._work.root, {"$ref": ref})))
        return self._grown <= _MOST_TOLD

    def _impossible(self, place: Place) -> None:
        for key in place.schema:
            if key in _STRUCTURE:
                self._refused(place.at, key)

    def _left_out(self, place: Place) -> None:
        schema = place.schema
        for key in tuple(schema):
            if key == "default" and key not in self._by.keywords:
                self._work.change("default_dropped", place.at)
            elif key == "format" and not (isinstance(schema[key], str) and schema[key] in self._by.formats):
                self._work.change("keyword_dropped", place.at, f"format {schema[key]}")
            elif key in _CARRY or key in _STRUCTURE or key in self._by.keywords or key == "allOf":
                continue
            else:
                self._work.change("keyword_dropped", place.at, key)
            del schema[key]

    def _ref(self, place: Place) -> None:
        """Nothing may stand beside a reference: it becomes the one alternative, with the rest beside that."""
        schema = place.schema
        beside = {key: value for key, value in schema.items() if key not in ("$ref", "$defs", "definitions")}
        if beside.keys() - {"description", "title"}:
            self._refused(place.at, "$ref with " + ", ".join(beside))
        elif beside:
            made_into(schema, {"anyOf": [{"$ref": schema["$ref"]}], **beside})
            self._work.change("ref_wrapped", place.at)

    def _typed(self, place: Place) -> None:
        schema = place.schema
        values = schema.get("enum", [schema["const"]] if "const" in schema else [])
        self._values += len(values)
        if "type" in schema:
            return
        kinds = list(dict.fromkeys(map(type_of_value, values)))
        if not kinds and "properties" in schema:
            kinds = ["object"]
        if not kinds or (values and {"array", "object"} & set(kinds)):
            self._refused(place.at, "no type")
            return
        schema["type"] = kinds[0] if len(kinds) == 1 else kinds
        self._work.change("type_added", place.at, ", ".join(kinds))

    def _object(self, place: Place) -> None:
        schema, work = place.schema, self._work
        more, properties = schema.get("additionalProperties"), schema.get("properties")
        if more is True or isinstance(more, dict) or (not properties and more is None and place.at):
            self._refused(place.at, "additionalProperties")
            return
        if more is None:
            schema["additionalProperties"] = False
            work.change("closed", place.at)
        properties = schema.setdefault("properties", {})
        self._properties += len(properties)
        for name, inner in properties.items():
            if not isinstance(inner, dict):
                self._refused(f"{place.at}/properties{step(name)}", "no type")
        self._require(place, properties)

    def _require(self, place: Place, properties: Schema) -> None:
        schema, work = place.schema, self._work
        named = schema.get("required", [])
        required = [name for name in dict.fromkeys(named) if name in properties]
        for name in named:
            if name not in properties:
                work.change("required_dropped", place.at, name)
        optional = [name for name in properties if name not in required]
        if self._by.optional is not None:
            self._optional += len(optional)
            if "required" in schema:
                schema["required"] = required
            return
        for name in optional:
            if isinstance(properties[name], dict):
                _made_nullable(work.root, properties[name])
                work.change("made_required", f"{place.at}/properties{step(name)}")
        if optional or list(named) != required or "required" not in schema:
            schema["required"] = list(properties)


def _levels(place: Place) -> int:
    """How many objects stand in one another down to here."""
    count = 0
    around: Place | None = place
    while around is not None:
        count, around = count + ("properties" in around.schema), around.above
    return count


def _merged(root: Schema, schema: Schema) -> Schema | None:
    """The schema with its `allOf` told in one; None where parts speak of the same keyword."""
    made = {key: value for key, value in schema.items() if key != "allOf"}
    parts = schema["allOf"]
    for part in parts if isinstance(parts, list) else [None]:
        if not isinstance(part, dict):
            return None
        if len(parts) > 1 or made.keys() - {"description", "title", "default"}:
            part = copied(target_of(root, part))
        for key, value in part.items():
            if key == "required":
                made[key] = list(dict.fromkeys((*made.get(key, ()), *value)))
            elif key == "properties" and not set(value) & set(made.get(key, {})):
                made[key] = {**made.get(key, {}), **value}
            elif key in ("description", "title"):
                made.setdefault(key, value)
            elif made.setdefault(key, value) != value:
                return None
    return made


def _made_nullable(root: Schema, schema: Schema) -> None:
    """Let a member that could be left out be null instead."""
    if _takes_null(root, schema, 0):
        return
    if "anyOf" in schema:
        schema["anyOf"] = [*schema["anyOf"], {"type": "null"}]
    elif "oneOf" in schema:
        schema["oneOf"] = [*schema["oneOf"], {"type": "null"}]
    elif "$ref" in schema or "const" in schema or "allOf" in schema or "type" not in schema:
        words: Schema = {key: schema.pop(key) for key in ("description", "title") if key in schema}
        if "enum" in schema and "type" not in schema:
            schema["enum"] = [*schema["enum"], None]
            schema.update(words)
            return
        made_into(schema, {"anyOf": [dict(schema), {"type": "null"}], **words})
    else:
        schema["type"] = [*types_of(schema), "null"]
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]


def _takes_null(root: Schema, schema: Schema, depth: int) -> bool:
    """Whether a schema says by itself that it takes null."""
    schema = target_of(root, schema)
    if "enum" in schema and None not in schema["enum"]:
        return False
    if "const" in schema and schema["const"] is not None:
        return False
    if "type" in schema:
        return "null" in types_of(schema)
    ways: Any = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(ways, list) and depth < 10:
        return any(isinstance(one, dict) and _takes_null(root, one, depth + 1) for one in ways)
    return "enum" in schema or "const" in schema


def _recursion(root: Schema) -> str:
    """The pointer of a definition that holds itself; empty when there is none."""
    if "#" in _refs_in(root):
        return "#"
    for key in ("$defs", "definitions"):
        for name in root.get(key, {}):
            start = f"#/{key}{step(name)}"
            seen: set[str] = set()
            new = _refs_in(root[key][name])
            while new - seen:
                seen |= new
                new = {far for ref in new for far in _refs_in(target_of(root, {"$ref": ref}))}
            if start in seen:
                return start
    return ""


def _refs_in(schema: Any) -> set[str]:
    """The references in a schema, definitions in it left aside."""
    found: set[str] = set()
    stack = [schema]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            if isinstance(one.get("$ref"), str):
                found.add(one["$ref"])
            stack += [value for key, value in one.items() if key not in ("$defs", "definitions")]
        elif isinstance(one, list):
            stack += one
    return found
