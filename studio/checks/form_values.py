"""The fields of a flat form (a tool's parameters, what a server asks), and what is sent for the state that the person left them in. Pure.

Above: the fronts, `workspace`. Below: `spelled_numbers`, `sentences`. A field that nobody touched is left out, whatever its kind; a null
that was chosen is sent; nothing is made up. Whether the whole fits its schema is for `arguments.check`.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal, assert_never

import msgspec

from studio.checks.change import pointer
from studio.checks.problem import Problem
from studio.checks.sentences import MISSING, must_be, sentence_for
from studio.checks.spelled_numbers import number, whole
from studio.said import QT_TRANSLATE_NOOP, said

Kind = Literal["text", "number", "integer", "switch", "choice", "choices", "json"]
"""One line or more of text · · · on or off · one of `options` · any of `options`, as a list · all else, as JSON text."""

_TYPES: dict[str, Kind] = {"string": "text", "number": "number", "integer": "integer", "boolean": "switch"}
_COMPOSED = ("$ref", "allOf", "anyOf", "not", "if")
_NO_JSON = QT_TRANSLATE_NOOP("checks", "is no JSON")


class Option(msgspec.Struct, frozen=True):
    """A value to choose, and what the person reads."""

    value: Any
    title: str


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    """A field. `title` is what to show (the key when the schema gives none), `format` the schema's (`email`, `uri`, `date`, …).
    `default` is the schema's value, None when `has_default` is off: for the person to see, never sent by itself."""

    key: str
    kind: Kind
    title: str
    description: str = ""
    required: bool = False
    nullable: bool = False
    has_default: bool = False
    default: Any = None
    format: str = ""
    options: tuple[Option, ...] = ()


class FieldState(msgspec.Struct, frozen=True):
    """What stands in a field. `set` is off until the person touches it, and again when it is taken back. `value` is the JSON value, or the
    text that was typed; None is a null that was chosen."""

    set: bool = False
    value: Any = None


class Filled(msgspec.Struct, frozen=True):
    """The arguments, in the order of the fields, and what is wrong, by field (`/key`); with a problem they are not to be sent."""

    arguments: dict[str, Any]
    problems: tuple[Problem, ...] = ()


def form_fields(schema: Any) -> tuple[FormField, ...]:
    """The fields of an object schema; empty for any other. Never raises: what is not understood is a field of JSON."""
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    if not isinstance(properties, Mapping):
        return ()
    named = schema.get("required")
    required = named if isinstance(named, list) else []
    return tuple(_field(str(key), inner, required=key in required) for key, inner in properties.items())


def arguments_of(fields: Iterable[FormField], states: Mapping[str, FieldState]) -> Filled:
    """What is sent. A text in the field of a number is converted where it spells one, else it is a problem there; so is a required
    field that was not filled, and a value that is none of the options."""
    arguments: dict[str, Any] = {}
    problems: list[Problem] = []
    for field in fields:
        state = states.get(field.key, FieldState())
        if not state.set:
            problems += [
                Problem("schema.required", pointer([field.key]), said(MISSING, name=field.key))
            ] * field.required
            continue
        value, wrong = (None, None) if state.value is None else _read(field, state.value)
        arguments[field.key] = value
        if wrong is not None:
            problems.append(msgspec.structs.replace(wrong, pointer=pointer([field.key])))
    return Filled(arguments, tuple(problems))


def _field(key: str, given: Any, *, required: bool) -> FormField:
    schema: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    names, nullable = _types(schema)
    options = _options(schema) or (_options(schema.get("items")) if names == ["array"] else ())
    return FormField(
        key=key,
        kind=_kind(schema, names, options),
        title=_text(schema.get("title")) or key,
        description=_text(schema.get("description")),
        required=required,
        nullable=nullable,
        has_default="default" in schema,
        default=schema.get("default"),
        format=_text(schema.get("format")),
        options=options,
    )


def _kind(schema: Mapping[str, Any], names: list[str], options: tuple[Option, ...]) -> Kind:
    if options:
        return "choices" if names == ["array"] else "choice"
    if len(names) != 1 or any(key in schema for key in (*_COMPOSED, "oneOf")):
        return "json"
    return _TYPES.get(names[0], "json")


def _types(schema: Mapping[str, Any]) -> tuple[list[str], bool]:
    """The types beside null, and whether null is among them."""
    kind = schema.get("type")
    names = [each for each in (kind if isinstance(kind, list) else [kind]) if isinstance(each, str)]
    return [each for each in names if each != "null"], "null" in names


def _options(schema: Any) -> tuple[Option, ...]:
    """The listed values: `enum` (titles in `enumNames`), `const`, or `oneOf`/`anyOf` of which each has a `const`."""
    if not isinstance(schema, Mapping):
        return ()
    listed = schema.get("enum")
    if isinstance(listed, list):
        titles = schema.get("enumNames")
        names = titles if isinstance(titles, list) and len(titles) == len(listed) else [None] * len(listed)
        return tuple(Option(value, _text(name) or _shown(value)) for value, name in zip(listed, names, strict=True))
    if "const" in schema:
        return (Option(schema["const"], _text(schema.get("title")) or _shown(schema["const"])),)
    branches = schema.get("oneOf", schema.get("anyOf"))
    if isinstance(branches, list) and all(isinstance(each, Mapping) and "const" in each for each in branches):
        return tuple(Option(each["const"], _text(each.get("title")) or _shown(each["const"])) for each in branches)
    return ()


def _read(field: FormField, value: Any) -> tuple[Any, Problem | None]:
    """The value that stands in a field, and what is wrong with it; a wrong one comes back as it is."""
    match field.kind:
        case "text":
            return (value, None) if isinstance(value, str) else (value, _no("string"))
        case "integer":
            made = whole(value.strip()) if isinstance(value, str) else value
            fits = isinstance(made, int) and not isinstance(made, bool)
            return (made, None) if fits else (value, _no("integer"))
        case "number":
            made = number(value.strip()) if isinstance(value, str) else value
            fits = isinstance(made, int | float) and not isinstance(made, bool)
            return (made, None) if fits else (value, _no("number"))
        case "switch":
            return (value, None) if isinstance(value, bool) else (value, _no("boolean"))
        case "choice":
            return (value, None) if _among(field, value) else (value, _none_of(field))
        case "choices":
            fits = isinstance(value, list) and all(_among(field, each) for each in value)
            return (value, None) if fits else (value, _none_of(field))
        case "json":
            return _json(value)
        case _:
            assert_never(field.kind)


def _json(value: Any) -> tuple[Any, Problem | None]:
    if not isinstance(value, str):
        return value, None
    try:
        return json.loads(value, parse_constant=_refuse), None
    except (ValueError, RecursionError):
        return value, Problem("json.invalid", "", said(_NO_JSON))


def _refuse(name: str) -> Any:
    raise ValueError(name)


def _among(field: FormField, value: Any) -> bool:
    return any(type(each.value) is type(value) and each.value == value for each in field.options)


def _no(kind: str) -> Problem:
    return Problem("schema.type", "", must_be([kind]))


def _none_of(field: FormField) -> Problem:
    rule, sentence = sentence_for("enum", [each.value for each in field.options], "")
    return Problem(rule, "", sentence)


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
