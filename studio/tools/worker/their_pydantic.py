"""Schemas and values by the pydantic of the person's own interpreter, when it has one (version 2).

Above: `hints`. Knows pydantic only by name: it is imported when a hint asks for it.
"""

from __future__ import annotations

import importlib
from typing import Any

from .shapes import NoSchemaError, Schema, Shape  # noqa: TID252 - see the card of this package


def belongs(hint: Any) -> bool:
    """Whether `hint` is a class of pydantic's kind (a model, a constrained type)."""
    module = str(getattr(hint, "__module__", ""))
    return hasattr(hint, "__get_pydantic_core_schema__") or module.partition(".")[0] == "pydantic"


def constrains(mark: Any) -> bool:
    """Whether `mark`, found in `Annotated[…]`, is for pydantic (a Field, a bound)."""
    return type(mark).__module__.partition(".")[0] in ("pydantic", "annotated_types")


def shape(hint: Any, defs: dict[str, Schema]) -> Shape:
    """The shape of `hint` by pydantic; its definitions are added to `defs`. NoSchemaError when it has none."""
    try:
        adapter = importlib.import_module("pydantic").TypeAdapter(hint)
        schema = adapter.json_schema(ref_template="#/$defs/{model}")
    except Exception as error:  # noqa: BLE001 - not installed, version 1, or no schema for this type
        raise NoSchemaError(str(error)) from None
    schema = _without_titles(schema)
    for name, each in schema.pop("$defs", {}).items():
        if defs.setdefault(name, each) != each:
            raise NoSchemaError(f"two classes are called {name}")
    return Shape(schema, adapter.validate_python)


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
