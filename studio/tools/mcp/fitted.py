"""A server's result made one that the SDK takes, by what was asked. Pure. What the person sees and the model reads is never this one.

Above: `lenient`. Below: nothing. The SDK refuses a whole answer for one tool without a schema, or one content of an unknown type; and it
need not read 50 MB of base64 that are read elsewhere.
"""

from typing import Any

_WHOLE = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
_LISTS = {
    "tools/list": "tools",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "prompts/list": "prompts",
    "resources/read": "contents",
    "prompts/get": "messages",
}


def fitted(method: str, result: dict[str, Any]) -> dict[str, Any]:
    """The least that an answer to `method` has to hold. One that asks back (`inputRequests`), or to another method, stays as it is."""
    if "inputRequests" in result or "requestState" in result or result.get("resultType") == "input_required":
        return result
    if method == "tools/call":
        return {**_WHOLE, "content": [], "isError": result.get("isError") is True}
    key = _LISTS.get(method)
    if key is None:
        return result
    cursor = result.get("nextCursor")
    made: dict[str, Any] = {**_WHOLE, key: _tools(result.get(key)) if key == "tools" else []}
    return {**made, "nextCursor": cursor} if isinstance(cursor, str) else made


def _tools(listed: Any) -> list[dict[str, Any]]:
    """Names, and of the schemas what the SDK looks for: the headers that arguments go along in. Output schemas stay out, so that it
    checks no result by them."""
    tools = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return [{"name": each["name"], "inputSchema": _input(each.get("inputSchema"))} for each in tools if _named(each)]


def _named(tool: dict[str, Any]) -> bool:
    return isinstance(tool.get("name"), str) and bool(tool["name"])


def _input(schema: Any) -> dict[str, Any]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    inner = properties if isinstance(properties, dict) else {}
    return {"type": "object", "properties": {name: each for name, each in inner.items() if isinstance(each, dict)}}
