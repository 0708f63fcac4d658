"""A schema for Ollama, which reads a fixed set of members and drops all others unseen: what would be lost is said with those.

Above: `tool_shape`. Below: `tool_shape_tree`. Works on a schema whose references are written out. Bounds and defaults are left as
they are: newer versions read more of them.
"""

from studio.dialects.tool_shape_tree import Place, Work, types_of


def made_fit(work: Work) -> None:
    """Shape every schema in place."""
    for place in work.places():
        _alternatives(work, place)
        _const(work, place)
        _booleans(work, place)


def _alternatives(work: Work, place: Place) -> None:
    schema = place.schema
    if "oneOf" in schema and "anyOf" not in schema:
        schema["anyOf"] = schema.pop("oneOf")
        work.change("one_of_as_any_of", place.at)
    parts = schema.get("allOf")
    if isinstance(parts, list) and len(parts) == 1 and isinstance(parts[0], dict):
        del schema["allOf"]
        for key, value in parts[0].items():
            schema.setdefault(key, value)
        work.change("all_of_merged", place.at)


def _const(work: Work, place: Place) -> None:
    schema = place.schema
    if "const" in schema and "enum" not in schema:
        schema["enum"] = [schema.pop("const")]
        work.change("const_as_enum", place.at)


def _booleans(work: Work, place: Place) -> None:
    """A property that may be anything is `true` in short, which is no object and refused."""
    properties = place.schema.get("properties")
    if isinstance(properties, dict):
        for name in [name for name, one in properties.items() if isinstance(one, bool)]:
            properties[name] = {}
            work.change("mended", place.at, name)
    if "array" in types_of(place.schema) and isinstance(place.schema.get("items"), bool):
        place.schema["items"] = {}
        work.change("mended", place.at, "items")
