"""Schemas and values by the pydantic of the person's own interpreter, when it has one (version 2).

Above: `hints`, `parameters`. Knows pydantic only by name: it is imported when a hint asks for it.
"""

from __future__ import annotations

import importlib
import json
import typing
from collections.abc import Callable
from typing import Any, NamedTuple

from .shapes import Convert, NoSchemaError, Schema, Shape  # noqa: TID252 - see the card of this package

_REFERENCES = "#/$defs/{model}"


class Factory(NamedTuple):
    """The default of a `Field(default_factory=…)`."""

    make: Callable[[], Any]


class _Known(NamedTuple):
    schema: Schema
    defs: dict[str, Schema]
    convert: Convert


_known: dict[Any, _Known] = {}


def belongs(hint: Any) -> bool:
    """Whether `hint` is a class of pydantic's kind (a model, a constrained type)."""
    return hasattr(hint, "__get_pydantic_core_schema__") or _is_theirs(hint)


def constrains(mark: Any) -> bool:
    """Whether `mark`, found in `Annotated[…]`, is for pydantic (a Field, a bound)."""
    return type(mark).__module__.partition(".")[0] in ("pydantic", "annotated_types")


def words_of(mark: Any) -> str | None:
    """The description in a `Field(…)` that says nothing of the value beside it; None for every other mark."""
    said = getattr(mark, "_attributes_set", None) if _is_field(mark) else None
    known = {"annotation", "default", "default_factory", "description", "title"}
    if not isinstance(said, dict) or mark.metadata or not said.keys() <= known:
        return None
    return mark.description or ""


def field_apart(hint: Any, default: Any, missing: Any) -> tuple[Any, Any]:
    """The hint and the default (`missing`: none; a `Factory`) where a `Field(…)` holds them, as its default or in `Annotated`."""
    if _is_field(default):
        return typing.Annotated[hint, default], _default_of(default, missing)
    marks = getattr(hint, "__metadata__", ())
    fields = [each for each in marks if _is_field(each)]
    return hint, _default_of(fields[0], missing) if fields and default is missing else default


def shape(hint: Any, defs: dict[str, Schema]) -> Shape:
    """The shape of `hint` by pydantic; its definitions are added to `defs`. NoSchemaError when it has none."""
    known = _made(hint)
    others = {name: _free(name, defs) for name, each in known.defs.items() if defs.get(name, each) != each}
    places = {f"#/$defs/{name}": f"#/$defs/{other}" for name, other in others.items()}
    for name, each in known.defs.items():
        defs[others.get(name, name)] = _led_to(places, each)
    return Shape(_led_to(places, known.schema), known.convert)


def _made(hint: Any) -> _Known:
    """What pydantic makes of a hint, made once: several functions of a file often take the same model."""
    try:
        found = _known.get(hint)
    except TypeError:  # a mark that cannot be hashed
        return _make(hint)
    if found is None:
        found = _known[hint] = _make(hint)
    return found


def _make(hint: Any) -> _Known:
    try:
        if isinstance(hint, type) and hasattr(hint, "model_json_schema"):
            schema, python, text = hint.model_json_schema(ref_template=_REFERENCES), *_validators(hint)
        else:
            adapter = importlib.import_module("pydantic").TypeAdapter(hint)
            schema = adapter.json_schema(ref_template=_REFERENCES)
            python, text = adapter.validate_python, adapter.validate_json
    except Exception as error:  # noqa: BLE001 - not installed, version 1, or no schema for this type
        raise NoSchemaError(str(error)) from None
    schema = _without_titles(schema)
    schema.pop("default", None)  # the parameter says it, and as the function takes it
    return _Known(schema, schema.pop("$defs", {}), lambda value: _validated(python, text, value))


def _free(name: str, defs: dict[str, Schema]) -> str:
    """Another name for a class, where one of that name stands there already."""
    while name in defs:
        name += "_"
    return name


def _led_to(places: dict[str, str], schema: Any) -> Any:
    """The same with its references leading to the new places."""
    if not places:
        return schema
    if isinstance(schema, list):
        return [_led_to(places, each) for each in schema]
    if isinstance(schema, dict):
        return {key: _led_to(places, each) for key, each in schema.items()}
    return places.get(schema, schema) if isinstance(schema, str) else schema


def _validators(model: Any) -> tuple[Convert, Convert]:
    return model.model_validate, model.model_validate_json


def _validated(python: Convert, text: Convert, value: Any) -> Any:
    """As a Python value, else as the JSON that it is: a strict model takes a date from JSON text only."""
    try:
        return python(value)
    except ValueError:
        return text(json.dumps(value))


def _is_theirs(hint: Any) -> bool:
    return str(getattr(hint, "__module__", "")).partition(".")[0] == "pydantic"


def _is_field(value: Any) -> bool:
    return type(value).__name__ == "FieldInfo" and _is_theirs(type(value))


def _default_of(field: Any, missing: Any) -> Any:
    if field.default_factory is not None:
        return Factory(lambda: field.get_default(call_default_factory=True))
    return missing if type(field.default).__name__ == "PydanticUndefinedType" or field.default is ... else field.default


def _without_titles(schema: Any, names: bool = False) -> Any:
    if isinstance(schema, list):
        return [_without_titles(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {}
    for key, each in schema.items():
        if names:
            kept[key] = _without_titles(each)
        elif key in ("default", "const", "enum", "examples"):
            kept[key] = each
        elif key != "title":
            kept[key] = _without_titles(each, key in ("properties", "$defs", "patternProperties"))
    return kept
