"""From a JSON Schema to the fields of a form: which editor, which bounds, which help. Pure.

What a form cannot show well (deep nesting, `anyOf`, no type) becomes a field of raw JSON. Above it `schema_form`.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

Kind = Literal["text", "date", "number", "switch", "choice", "list", "group", "json"]
DEEPEST_GROUP = 3
_LONGEST_REF_CHAIN = 20
_SIMPLE: dict[str, Kind] = {"string": "text", "number": "number", "integer": "number", "boolean": "switch"}


class Field(msgspec.Struct, frozen=True):
    """One member of a form. `choices` and `default` are JSON text; `least` and `most` are bounds as written."""

    kind: Kind
    key: str = ""
    help: str = ""
    required: bool = False
    nullable: bool = False
    integer: bool = False
    least: str = ""
    most: str = ""
    choices: tuple[str, ...] = ()
    default: str = ""
    members: tuple["Field", ...] = ()
    item: "Field | None" = None


def plan_form(schema: Mapping[str, object]) -> Field:
    """The fields of an object schema, as one group. Never raises: what is not understood becomes raw JSON."""
    return _Planner(schema).plan(schema, "", 0)


def starting_value(field: Field) -> str:
    """The JSON text that a field begins with when the person decides to send it."""
    if field.default:
        return field.default
    if field.choices:
        return field.choices[0]
    by_kind: dict[Kind, str] = {"text": '""', "date": '""', "switch": "false", "list": "[]", "group": "{}"}
    return by_kind.get(field.kind, (field.least or "0") if field.kind == "number" else "null")


def fits(field: Field, raw: str) -> bool:
    """Whether a value as it is spelled can be shown by the field's own editor."""
    if field.choices:
        return True
    if field.kind in ("text", "date"):
        return raw.startswith('"')
    if field.kind == "number":
        return raw[:1] in "-0123456789"
    if field.kind == "switch":
        return raw in ("true", "false")
    return raw.startswith({"list": "[", "group": "{"}.get(field.kind, ""))


class _Planner:
    """Holds the whole schema for its local references."""

    def __init__(self, root: Mapping[str, object]) -> None:
        self._root = root

    def plan(self, given: object, key: str, depth: int, *, required: bool = False) -> Field:
        schema, nullable = self._plain(given)
        kind, types_null = self._kind(schema, depth)
        description = schema.get("description") or schema.get("title")
        head = Field(
            kind=kind,
            key=key,
            help=description if isinstance(description, str) else "",
            required=required,
            nullable=nullable or types_null,
            default=_json(schema["default"]) if "default" in schema else "",
        )
        return self._filled(head, schema, depth)

    def _filled(self, head: Field, schema: Mapping[str, object], depth: int) -> Field:
        replace = msgspec.structs.replace
        if head.kind == "choice":
            return replace(head, choices=_choices(schema))
        if head.kind == "number":
            least, most = _bound(schema, "minimum", "exclusiveMinimum"), _bound(schema, "maximum", "exclusiveMaximum")
            return replace(head, integer=schema.get("type") == "integer", least=least, most=most)
        if head.kind == "list":
            return replace(head, item=self.plan(schema.get("items", {}), "", depth + 1))
        if head.kind == "group":
            return replace(head, members=self._members(schema, depth))
        return head

    def _members(self, schema: Mapping[str, object], depth: int) -> tuple[Field, ...]:
        properties, required = schema.get("properties"), schema.get("required")
        names = required if isinstance(required, list) else []
        if not isinstance(properties, Mapping):
            return ()
        return tuple(self.plan(part, str(key), depth + 1, required=key in names) for key, part in properties.items())

    def _plain(self, given: object) -> tuple[Mapping[str, object], bool]:
        """The schema behind references, and whether it is one of `X or null`."""
        schema: Mapping[str, object] = given if isinstance(given, Mapping) else {}
        nullable = False
        for _ in range(_LONGEST_REF_CHAIN):
            inner = self._step(schema)
            if inner is None:
                return schema, nullable
            nullable = nullable or "$ref" not in schema
            schema = {
                **inner,
                **{key: part for key, part in schema.items() if key in ("description", "default", "title")},
            }
        return {}, nullable

    def _step(self, schema: Mapping[str, object]) -> Mapping[str, object] | None:
        """One step nearer to the plain schema; None when it is plain."""
        ref = schema.get("$ref")
        if isinstance(ref, str):
            return self._resolved(ref)
        options = schema.get("anyOf") or schema.get("oneOf")
        if isinstance(options, Sequence) and not isinstance(options, str) and len(options) == 2:
            others = [
                option for option in options if not (isinstance(option, Mapping) and option.get("type") == "null")
            ]
            if len(others) == 1 and isinstance(others[0], Mapping):
                return others[0]
        return None

    def _resolved(self, ref: str) -> Mapping[str, object]:
        found: object = self._root
        for part in ref.removeprefix("#").split("/")[1:]:
            found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else None
        return found if isinstance(found, Mapping) and ref.startswith("#") else {}

    def _kind(self, schema: Mapping[str, object], depth: int) -> tuple[Kind, bool]:
        """The editor's kind, and whether `null` is among the types."""
        types = schema.get("type")
        names = [str(name) for name in types] if isinstance(types, list) else [str(types)] if types else []
        null = "null" in names
        named = [name for name in names if name != "null"]
        if any(key in schema for key in ("anyOf", "oneOf", "allOf", "not", "if")):
            return "json", null
        if isinstance(schema.get("enum"), list) or "const" in schema:
            return "choice", null
        if not named and isinstance(schema.get("properties"), Mapping):
            named = ["object"]
        if len(named) != 1:
            return "json", null
        return self._kind_of_type(named[0], schema, depth), null

    def _kind_of_type(self, name: str, schema: Mapping[str, object], depth: int) -> Kind:
        if name == "string" and schema.get("format") == "date":
            return "date"
        if name == "array":
            return "list" if depth <= DEEPEST_GROUP and isinstance(schema.get("items"), Mapping) else "json"
        if name == "object":
            return "group" if depth <= DEEPEST_GROUP and isinstance(schema.get("properties"), Mapping) else "json"
        return _SIMPLE.get(name, "json")


def _choices(schema: Mapping[str, object]) -> tuple[str, ...]:
    values = schema.get("enum")
    return tuple(_json(value) for value in values) if isinstance(values, list) else (_json(schema.get("const")),)


def _bound(schema: Mapping[str, object], *names: str) -> str:
    return next((_json(schema[name]) for name in names if isinstance(schema.get(name), int | float)), "")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
