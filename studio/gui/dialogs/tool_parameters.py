"""The parameters of a tool as rows over its JSON Schema: what a row says is changed, all else stays as it is. Pure.

Above: the schema form. Below: nothing. A row knows a name, whether it is required, and the schema of its value as it stands.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

Schema = dict[str, Any]

TYPES = ("string", "integer", "number", "boolean", "array", "object")
OTHER = ""
"""The type of a value whose schema says more than one plain type: it is edited as JSON."""


_PYTHON: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}


class Parameter(msgspec.Struct, frozen=True):
    """One parameter; `schema` is that of its value, with members that a form has no field for."""

    name: str
    required: bool = False
    schema: Schema = {}

    @property
    def type(self) -> str:
        """One of TYPES, or OTHER."""
        said = self.schema.get("type")
        return said if isinstance(said, str) and said in TYPES and not _says_more(self.schema) else OTHER

    @property
    def description(self) -> str:
        """What the model is told about it."""
        said = self.schema.get("description")
        return said if isinstance(said, str) else ""

    @property
    def nested(self) -> bool:
        """Whether its value has a schema that a line cannot say."""
        return self.type in ("array", "object", OTHER)


def _says_more(schema: Schema) -> bool:
    return any(word in schema for word in ("anyOf", "oneOf", "allOf", "not", "$ref", "if"))


def parameters(schema: Schema) -> tuple[Parameter, ...]:
    """The parameters of a tool's schema in their order; none where it has no usable `properties`."""
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return ()
    required = schema.get("required")
    names = required if isinstance(required, list) else []
    return tuple(
        Parameter(name, name in names, value if isinstance(value, dict) else {}) for name, value in properties.items()
    )


def fits_a_form(schema: Any) -> bool:
    """Whether rows can say the parameters: an object whose properties are objects (no `true`, no list of alternatives at the top)."""
    if not isinstance(schema, dict) or schema.get("type", "object") != "object" or _says_more(schema):
        return False
    properties = schema.get("properties", {})
    return isinstance(properties, dict) and all(isinstance(value, dict) for value in properties.values())


def with_parameters(schema: Schema, rows: Sequence[Parameter]) -> Schema:
    """The schema with these parameters. Its other members stay, in their places; `required` goes when nothing is."""
    made = {"type": "object", **schema} if "type" not in schema else dict(schema)
    made["properties"] = {row.name: row.schema for row in rows}
    needed = [row.name for row in rows if row.required]
    if needed:
        made["required"] = _in_old_order(schema.get("required"), needed)
    else:
        made.pop("required", None)
    return made


def _in_old_order(old: Any, names: list[str]) -> list[str]:
    kept = [name for name in old if name in names] if isinstance(old, list) else []
    return [*dict.fromkeys(kept), *(name for name in names if name not in kept)]


def with_type(row: Parameter, type: str) -> Parameter:
    """The same parameter with values of another plain type; allowed values and default of the old type go."""
    if type in (row.type, OTHER):
        return row
    left = {key: value for key, value in row.schema.items() if key in ("title", "description")}
    inner: Schema = {"items": {"type": "string"}} if type == "array" else {}
    if type == "object":
        inner = {"properties": {}}
    return replace(row, schema={"type": type, **left, **inner})


def with_description(row: Parameter, text: str) -> Parameter:
    """The same with another description; an empty one is left out."""
    return replace(row, schema=_with(row.schema, "description", text or None))


def allowed_text(row: Parameter) -> str:
    """The allowed values as they are typed: `EUR, USD`, or JSON where a text holds a comma."""
    values = row.schema.get("enum")
    if not isinstance(values, list):
        return ""
    shown = [_shown(value, row.type) for value in values]
    plain = all(text and not set(text) & set(',[]"') and text == text.strip() for text in shown)
    return ", ".join(shown) if plain else json.dumps(values, ensure_ascii=False)


def with_allowed(row: Parameter, text: str) -> Parameter:
    """The same with other allowed values; an empty text allows all. Raises ValueError for a text that is no list of such values."""
    text = text.strip()
    if not text:
        return replace(row, schema=_with(row.schema, "enum", None))
    if text.startswith("["):
        values: Any = json.loads(text)
        if not isinstance(values, list) or not values:
            raise ValueError(text)
    else:
        values = [_value(part.strip(), row.type) for part in text.split(",") if part.strip()]
    return replace(row, schema=_with(row.schema, "enum", values or None))


def default_text(row: Parameter) -> str:
    """The default as it is typed: a text as it is, anything else as JSON; empty where there is none."""
    if "default" not in row.schema:
        return ""
    value = row.schema["default"]
    if row.type == "string" and isinstance(value, str) and _is_plain(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def with_default(row: Parameter, text: str) -> Parameter:
    """The same with another default; an empty text takes it away (`""` is the empty text). Raises ValueError for one that is none."""
    if not text.strip():
        return replace(row, schema={key: value for key, value in row.schema.items() if key != "default"})
    return replace(row, schema={**row.schema, "default": _value(text.strip(), row.type)})


def free_name(rows: Sequence[Parameter]) -> str:
    """A name that no parameter has yet."""
    taken = {row.name for row in rows}
    return next(name for at in range(1, len(taken) + 2) if (name := f"parameter_{at}") not in taken)


def _with(schema: Schema, key: str, value: Any) -> Schema:
    if value is None:
        return {name: old for name, old in schema.items() if name != key}
    return {**schema, key: value}


def _shown(value: Any, type: str) -> str:
    return value if type == "string" and isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _value(text: str, type: str) -> Any:
    """A typed value: JSON, or for a text what was typed as it is."""
    if type == "string" and not text.startswith('"'):
        return text
    value: Any = json.loads(text, parse_constant=_no_constant)
    wanted = _PYTHON.get(type)
    if wanted is not None and (not isinstance(value, wanted) or (isinstance(value, bool) and type != "boolean")):
        raise ValueError(text)
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _is_plain(text: str) -> bool:
    return bool(text.strip()) and text == text.strip() and not text.startswith('"')
