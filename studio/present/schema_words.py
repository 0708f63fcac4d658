"""A change of a tool's schema, or a problem of it, as a sentence; its place is a JSON pointer beside it.

Above: both fronts. Below: `schema_labels`, `dialects/tool_shape_values`. Pure; a code that this version does not know is shown as it is.
"""

from studio.dialects.tool_shape_values import SchemaChange, SchemaProblem
from studio.present.schema_labels import SCHEMA_TEMPLATES
from studio.present.words import Words, words


def schema_words(found: SchemaChange | SchemaProblem) -> Words:
    """The sentence of a change or a problem."""
    kind = "change" if isinstance(found, SchemaChange) else "problem"
    key = f"schema.{kind}.{found.code}"
    if key not in SCHEMA_TEMPLATES:
        return words(f"schema.{kind}.other", code=found.code, detail=found.detail)
    return words(key, detail=found.detail)
