"""A tool as an MCP server lists it, made a tool of the session. Pure.

Above: `workspace`, `connection`. Below: `session/server_view`, `messages/toolspec`. A foreign schema is never refused here: what no
provider takes is said when it is shaped (`dialects/tool_shape`).
"""

from typing import Any

from studio.messages.toolspec import ToolSpec
from studio.session.server_view import ListedTool

_NEVER_SENT = ("title", "annotations", "outputSchema", "_meta", "icons", "execution")


def spec_of(listed: ListedTool, server: str, name: str) -> ToolSpec:
    """The tool under the model's `name`, its source the `server`. It is sensitive when it says that it destroys, and not that it only
    reads; idempotent when it says so, or that it only reads."""
    value = listed.value
    description = value.get("description")
    return ToolSpec(
        name,
        description if isinstance(description, str) else "",
        parameters_of(value.get("inputSchema")),
        source=server,
        sensitive=hint(listed, "destructiveHint") is True and hint(listed, "readOnlyHint") is not True,
        idempotent=hint(listed, "idempotentHint") is True or hint(listed, "readOnlyHint") is True,
        metadata={key: value[key] for key in _NEVER_SENT if value.get(key) is not None},
        own_name=listed.own_name if listed.own_name != name else "",
    )


def hint(listed: ListedTool, name: str) -> bool | None:
    """What a tool says of itself (`readOnlyHint`, …); None when it does not, or says no boolean."""
    annotations = listed.value.get("annotations")
    found = annotations.get(name) if isinstance(annotations, dict) else None
    return found if isinstance(found, bool) else None


def title_of(listed: ListedTool) -> str:
    """The title for people, empty when it has none."""
    annotations = listed.value.get("annotations")
    inner = annotations.get("title") if isinstance(annotations, dict) else None
    return next((each for each in (listed.value.get("title"), inner) if isinstance(each, str) and each), "")


def parameters_of(schema: Any) -> dict[str, Any]:
    """An object schema for whatever a server gave: as it stands where it is one, with the type where it only lacks that; a schema that
    is none, or true, takes anything; false takes nothing."""
    if schema is False:
        return {"type": "object", "properties": {}, "additionalProperties": False}
    if not isinstance(schema, dict):
        return {"type": "object", "properties": {}}
    if not schema:
        return {"type": "object", "properties": {}}
    kind = schema.get("type")
    if kind is None or (isinstance(kind, list) and "object" in kind):
        return {**schema, "type": "object"}
    return schema
