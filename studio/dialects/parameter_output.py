"""The form of the reply's text, as each dialect says it: plain, JSON mode, or JSON by a schema.

Above: `parameters`. Below: `parameter_places`. The neutral value is `"text"`, `"json"` or an object with `schema` and, where the
dialect has a place for them, `name`, `strict` and `description`.
"""

from collections.abc import Mapping
from typing import Any

from studio.dialects.parameter_paths import Params, Path, at, with_at, without
from studio.dialects.parameter_places import Place, UnsupportedError
from studio.said import said

_NAME = "reply"
_MEMBERS = ("name", "schema", "strict", "description")
_OPENAI_PATHS: dict[str, Path] = {"chat": ("response_format",), "responses": ("text", "format")}
_ANTHROPIC = ("output_config", "format")
_ANTHROPIC_EARLIER = ("output_format",)


def openai_output(kind: str) -> Place:
    """`response_format` of Chat Completions (`chat`), where the schema has an object of its own, or `text.format` of Responses."""
    path = _OPENAI_PATHS[kind]
    inner = ("json_schema",) if kind == "chat" else ()

    def read(params: Params) -> Any:
        format = at(params, path)
        match at(format, ("type",)) if isinstance(format, Mapping) else None:
            case "text":
                return "text"
            case "json_schema":
                return _schema_of(at(format, inner))
            case "json_object":
                return _schema_of(format) or "json"  # llama.cpp takes a schema beside json_object
            case _:
                return None

    def put(params: Params, value: Any) -> dict[str, Any]:
        if value is None:
            return without(params, path)
        if isinstance(value, str):
            return with_at(params, path, {"type": "json_object" if value == "json" else "text"})
        named = {"name": _NAME, **_known(value)}
        return with_at(params, path, {"type": "json_schema", **({inner[0]: named} if inner else named)})

    return Place(read, put)


def _schema_of(holder: Any) -> dict[str, Any] | None:
    known = _known(holder) if isinstance(holder, Mapping) else {}
    return known if isinstance(known.get("schema"), Mapping) else None


def _known(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value[key] for key in _MEMBERS if value.get(key) is not None}


def _read_anthropic(params: Params) -> Any:
    format = at(params, _ANTHROPIC) or at(params, _ANTHROPIC_EARLIER)
    schema = format.get("schema") if isinstance(format, Mapping) and format.get("type") == "json_schema" else None
    return {"schema": schema} if isinstance(schema, Mapping) else None


def _put_anthropic(params: Params, value: Any) -> dict[str, Any]:
    if value == "json":
        raise UnsupportedError(
            said("There is no JSON mode without a schema here: give a schema, or ask for JSON in the system text.")
        )
    if value is None or value == "text":
        return without(without(params, _ANTHROPIC), _ANTHROPIC_EARLIER)
    path = _ANTHROPIC_EARLIER if at(params, _ANTHROPIC_EARLIER) and not at(params, _ANTHROPIC) else _ANTHROPIC
    return with_at(params, path, {"type": "json_schema", "schema": value["schema"]})


def _read_ollama(params: Params) -> Any:
    format = params.get("format")
    if isinstance(format, Mapping):
        return {"schema": format}
    return "json" if format == "json" else None


def _put_ollama(params: Params, value: Any) -> dict[str, Any]:
    if value is None or value == "text":
        return without(params, ("format",))
    return with_at(params, ("format",), value if value == "json" else value["schema"])


ANTHROPIC_OUTPUT = Place(_read_anthropic, _put_anthropic)
"""`output_config.format` (or the earlier `output_format` where that stands): a schema or nothing, which is plain text."""

OLLAMA_OUTPUT = Place(_read_ollama, _put_ollama)
"""`format`: `json`, a schema, or nothing, which is plain text."""
