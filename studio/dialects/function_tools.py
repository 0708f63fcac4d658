"""Declared tools in the form that Chat Completions and Ollama share: `{"type": "function", "function": {…}}`, in both directions.

Above: `openai_chat`, `ollama_chat`. Below: `messages`.
"""

from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.messages.toolspec import ToolSpec, no_parameters
from studio.said import said


def read_tool(entry: Any, place: str, dialect: str) -> ToolSpec:
    """A declared tool, its unknown members bound to `dialect`. One that is no function (`custom`, a built-in one) is kept whole in
    `extra["entry"]`."""
    if not isinstance(entry, dict):
        raise DialectError(said("a tool has to be an object."), place=place)
    function = entry.get("function")
    if not isinstance(function, dict):
        inner = entry.get(str(entry.get("type")))
        name = inner.get("name") if isinstance(inner, dict) else None
        name = str(name or entry.get("name") or entry.get("type") or "")
        return ToolSpec(name, extra={"entry": entry}, origin=dialect)
    extra = _rest(function, "name", "description", "parameters")
    if beside := _rest(entry, "type", "function"):
        extra["entry"] = beside
    words = str(function.get("name") or ""), str(function.get("description") or "")
    parameters = function.get("parameters")
    schema = parameters if isinstance(parameters, dict) else no_parameters()
    return ToolSpec(*words, schema, extra=extra, origin=dialect if extra else "")


def tool_entry(spec: ToolSpec) -> dict[str, Any]:
    """One entry of `tools`."""
    beside = spec.extra.get("entry", {})
    if "type" in beside:
        return dict(beside)
    words = {"description": spec.description} if spec.description else {}
    extra = {key: value for key, value in spec.extra.items() if key != "entry"}
    function = {"name": spec.name, **words, "parameters": spec.parameters, **extra}
    return {"type": "function", "function": function, **beside}


def _rest(value: dict[str, Any], *known: str) -> dict[str, Any]:
    return {key: inner for key, inner in value.items() if key not in known}
