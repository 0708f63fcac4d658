"""A schema in the part of OpenAPI 3.0 that Gemini reads: one type, `nullable`, enums of text, no references, no other keywords.

Above: `tool_shape`. Below: `tool_shape_tree`. Works on a schema whose references are written out. What is left out is still checked
when a call comes.
"""

import json
from typing import Any

from studio.dialects.tool_shape_tree import Place, Schema, Work, made_into, types_of
from studio.dialects.value_type import type_of_value

_KNOWN = frozenset(
    [
        "type",
        "format",
        "title",
        "description",
        "nullable",
        "enum",
        "maxItems",
        "minItems",
        "properties",
        "required",
        "minProperties",
        "maxProperties",
        "minLength",
        "maxLength",
        "pattern",
        "example",
        "anyOf",
        "propertyOrdering",
        "default",
        "items",
        "minimum",
        "maximum",
    ]
)
_FORMATS = {
    "string": ("enum", "date-time"),
    "number": ("float", "double"),
    "integer": ("int32", "int64"),
}


def made_fit(work: Work) -> None:
    """Shape every schema in place."""
    for place in work.places():
        for rule in (_alternatives, _null, _types, _enum, _tuple, _object, _bounds, _keywords, _alone):
            rule(work, place)


def _alternatives(work: Work, place: Place) -> None:
    schema = place.schema
    for one in schema.pop("allOf", []):
        for key, value in one.items() if isinstance(one, dict) else ():
            if isinstance(schema.get(key), dict) and isinstance(value, dict):
                schema[key] = {**value, **schema[key]}
            elif key == "required":
                schema[key] = list(dict.fromkeys((*schema.get(key, ()), *value)))
            else:
                schema.setdefault(key, value)
        work.change("all_of_merged", place.at)
    if "oneOf" in schema:
        schema["anyOf"] = [*schema.get("anyOf", ()), *schema.pop("oneOf")]
        work.change("one_of_as_any_of", place.at)
    if "anyOf" in schema:
        schema["anyOf"] = [one for one in schema["anyOf"] if isinstance(one, dict)]


def _null(work: Work, place: Place) -> None:
    """Null is no type here but a flag of the others."""
    schema = place.schema
    ways = schema.get("anyOf")
    if isinstance(ways, list):
        rest = [one for one in ways if types_of(one) != ("null",)]
        if len(rest) != len(ways):
            schema["nullable"] = True
            work.change("nullable_converted", place.at)
        if len(rest) == 1:
            del schema["anyOf"]
            made_into(schema, {**rest[0], **schema})
        elif rest:
            schema["anyOf"] = rest
        else:
            del schema["anyOf"]


def _types(work: Work, place: Place) -> None:
    schema = place.schema
    if "const" in schema:
        schema.setdefault("enum", [schema.pop("const")])
        work.change("const_as_enum", place.at)
    kinds = types_of(schema)
    if "null" in kinds and isinstance(schema["type"], list):
        schema["nullable"] = True
        work.change("nullable_converted", place.at)
        kinds = tuple(kind for kind in kinds if kind != "null")
    if len(kinds) > 1:
        schema.pop("type")
        schema["anyOf"] = [_only(schema, kind) for kind in kinds]
        work.change("types_as_any_of", place.at, ", ".join(kinds))
    elif kinds:
        schema["type"] = kinds[0] if kinds[0] != "null" else "string"
    elif "type" in schema or "anyOf" not in schema:
        schema["type"] = _likely(schema)
        work.change("type_added", place.at, schema["type"])


def _only(schema: Schema, kind: str) -> Schema:
    """What a schema says of one of its types."""
    own = {"array": ("items", "minItems", "maxItems"), "object": ("properties", "required"), "string": ("pattern",)}
    kept = {key: schema[key] for key in own.get(kind, ()) if key in schema}
    values = [value for value in schema.get("enum", ()) if type_of_value(value) == kind]
    return {"type": kind, **kept, **({"enum": values} if values else {})}


def _likely(schema: Schema) -> str:
    for key, kind in (("properties", "object"), ("items", "array"), ("prefixItems", "array")):
        if key in schema:
            return kind
    kinds = {type_of_value(value) for value in schema.get("enum", ())} - {"null"}
    return kinds.pop() if len(kinds) == 1 else "string"


def _enum(work: Work, place: Place) -> None:
    """Only texts may be listed: numbers are told as texts, which a call's check turns back."""
    schema = place.schema
    values: list[Any] = schema.get("enum", [])
    if "anyOf" in schema or not values:
        schema.pop("enum", None)
        return
    if None in values:
        schema["nullable"] = True
        work.change("nullable_converted", place.at)
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values if value is not None]
    if any(not isinstance(value, str) for value in values if value is not None) or schema["type"] != "string":
        schema["type"] = "string"
        work.change("enum_as_text", place.at)
    if "" in texts:
        work.change("enum_value_dropped", place.at, '""')
    schema["enum"] = [text for text in dict.fromkeys(texts) if text]
    if not schema["enum"]:
        del schema["enum"]


def _tuple(work: Work, place: Place) -> None:
    schema = place.schema
    if "prefixItems" in schema:
        ways: list[Schema] = []
        for one in (*schema.pop("prefixItems"), schema.get("items")):
            if isinstance(one, dict) and one not in ways:
                ways.append(one)
        schema["items"] = ways[0] if len(ways) == 1 else {"anyOf": ways} if ways else {"type": "string"}
        work.change("tuple_as_list", place.at)
    if schema.get("type") == "array" and not isinstance(schema.get("items"), dict):
        schema["items"] = {"type": "string"}
        work.change("items_added", place.at)


def _object(work: Work, place: Place) -> None:
    schema = place.schema
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return
    for name, one in properties.items():
        if not isinstance(one, dict):
            properties[name] = {}
    named = schema.get("required", [])
    kept = [name for name in named if name in properties]
    for name in named:
        if name not in properties:
            work.change("required_dropped", place.at, name)
    if len(kept) != len(named):
        schema["required"] = kept
    if "required" in schema and not schema["required"]:
        del schema["required"]


def _bounds(work: Work, place: Place) -> None:
    schema = place.schema
    for key, bound, by in (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)):
        value = schema.get(key)
        if isinstance(value, int | float):
            whole = schema.get("type") == "integer" and isinstance(value, int)
            schema.setdefault(bound, value + by if whole else value)
            del schema[key]
            work.change("bound_converted", place.at, key)


def _keywords(work: Work, place: Place) -> None:
    schema = place.schema
    for key in tuple(schema):
        if key not in _KNOWN:
            del schema[key]
            work.change("keyword_dropped", place.at, key)
    format_ = schema.get("format")
    if format_ is not None and format_ not in _FORMATS.get(str(schema.get("type")), ()):
        del schema["format"]
        work.change("keyword_dropped", place.at, f"format {format_}")


def _alone(work: Work, place: Place) -> None:
    """Alternatives have to stand alone: the words go into each of them."""
    schema = place.schema
    if "anyOf" not in schema or schema.keys() <= {"anyOf", "nullable"}:
        return
    words = {key: schema[key] for key in ("description",) if key in schema}
    nullable = {"nullable": True} if schema.get("nullable") else {}
    made_into(schema, {"anyOf": [{**words, **one} for one in schema["anyOf"]], **nullable})
    work.change("any_of_alone", place.at)
