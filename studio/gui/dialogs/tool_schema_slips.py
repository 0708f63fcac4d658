"""What is wrong with the JSON Schema of a tool while it is typed, at its place. Pure.

Above: the JSON view of a schema. Below: `present/json_text`. Only what makes it no schema, or surely not what was meant.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from studio.gui.editors.json_editor import check_syntax
from studio.gui.editors.mark import Mark
from studio.gui.words import fill
from studio.present.json_text import join_pointer, scan
from studio.present.labels import QT_TRANSLATE_NOOP

TYPES = frozenset({"string", "integer", "number", "boolean", "array", "object", "null"})
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_GROUPS = ("properties", "$defs", "definitions", "patternProperties")
_SINGLE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")

NO_OBJECT = QT_TRANSLATE_NOOP("ToolSchemaSlips", "the schema of a tool is an object")
NOT_OBJECT_TYPE = QT_TRANSLATE_NOOP("ToolSchemaSlips", "the parameters of a tool are of type object")
NO_SCHEMA = QT_TRANSLATE_NOOP("ToolSchemaSlips", "must be a schema: an object, or true or false")
NO_GROUP = QT_TRANSLATE_NOOP("ToolSchemaSlips", "must be an object of schemas")
NO_LIST = QT_TRANSLATE_NOOP("ToolSchemaSlips", "must be a list with at least one value")
NO_TYPE = QT_TRANSLATE_NOOP("ToolSchemaSlips", "there is no type {name}")
NO_NAMES = QT_TRANSLATE_NOOP("ToolSchemaSlips", "must be a list of names")
NOT_THERE = QT_TRANSLATE_NOOP("ToolSchemaSlips", "{name} is required and not among the properties")
NO_TARGET = QT_TRANSLATE_NOOP("ToolSchemaSlips", "the reference {name} leads nowhere")

Slip = tuple[str, str, str]
"""(pointer, template, name)."""


def schema_marks(text: str) -> list[Mark]:
    """The marks of a text that is to be the schema of a tool's parameters."""
    found = check_syntax(text)
    map_ = scan(text)
    if not map_.is_valid or not text.strip():
        return found or [Mark(0, len(text), _words(NO_OBJECT, ""))]
    try:
        return [*found, *(_mark(map_, slip) for slip in schema_slips(json.loads(text)))]
    except (ValueError, RecursionError):  # a number too long for Python, a schema too deep
        return found


def schema_slips(schema: Any) -> list[Slip]:
    """What is wrong, by place."""
    if not isinstance(schema, dict):
        return [("", NO_OBJECT, "")]
    top = [("/type", NOT_OBJECT_TYPE, "")] if schema.get("type", "object") != "object" else []
    return top + list(_slips(schema, "", schema))


def _slips(schema: Any, at: str, root: Mapping[str, Any]) -> Iterator[Slip]:
    if isinstance(schema, bool):
        return
    if not isinstance(schema, dict):
        yield at, NO_SCHEMA, ""
        return
    yield from _own(schema, at, root)
    for word in _GROUPS:
        if word in schema:
            yield from _group(schema[word], join_pointer(at, word), root)
    for word in _LISTS:
        if word in schema:
            yield from _list(schema[word], join_pointer(at, word), root)
    for word in _SINGLE:
        if word in schema:
            yield from _slips(schema[word], join_pointer(at, word), root)


def _own(schema: dict[str, Any], at: str, root: Mapping[str, Any]) -> Iterator[Slip]:
    types = schema.get("type", [])
    for name in types if isinstance(types, list) else [types]:
        if name not in TYPES if isinstance(name, str) else True:
            yield join_pointer(at, "type"), NO_TYPE, json.dumps(name)
    if "enum" in schema and (not isinstance(schema["enum"], list) or not schema["enum"]):
        yield join_pointer(at, "enum"), NO_LIST, ""
    if "required" in schema:
        yield from _required(schema, at)
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#") and not _leads(reference, root):
        yield join_pointer(at, "$ref"), NO_TARGET, reference


def _required(schema: dict[str, Any], at: str) -> Iterator[Slip]:
    place, names, known = join_pointer(at, "required"), schema["required"], schema.get("properties")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        yield place, NO_NAMES, ""
        return
    for n, name in enumerate(names):
        if isinstance(known, dict) and name not in known:
            yield join_pointer(place, n), NOT_THERE, name


def _group(value: Any, at: str, root: Mapping[str, Any]) -> Iterator[Slip]:
    if not isinstance(value, dict):
        yield at, NO_GROUP, ""
        return
    for name, inner in value.items():
        yield from _slips(inner, join_pointer(at, name), root)


def _list(value: Any, at: str, root: Mapping[str, Any]) -> Iterator[Slip]:
    if not isinstance(value, list) or not value:
        yield at, NO_LIST, ""
        return
    for n, inner in enumerate(value):
        yield from _slips(inner, join_pointer(at, n), root)


def _leads(reference: str, root: Mapping[str, Any]) -> bool:
    found: Any = root
    for part in reference.removeprefix("#").split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, list):
            found = found[int(key)] if key.isdecimal() and int(key) < len(found) else None
        else:
            found = found.get(key) if isinstance(found, dict) else None
    return found is not None


def _mark(map_: Any, slip: Slip) -> Mark:
    pointer, template, name = slip
    span = map_.span(pointer) or (0, 1)
    newline = map_.text.find("\n", *span)
    return Mark(span[0], span[1] if newline < 0 else newline, _words(template, name))


def _words(template: str, name: str) -> str:
    return fill(QCoreApplication.translate("ToolSchemaSlips", template), name=name)
