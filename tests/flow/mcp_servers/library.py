"""An MCP server with things around its tools: resources, a template, prompts, and a tool that gives every kind of content.

Run by the tests as a process of its own; raw lines and the standard library alone, so that it starts at once. Its key comes from the
variable LIBRARY_KEY and stands in what it gives, as careless servers do.
"""

import base64
import json
import os
import sys
from typing import Any

KEY = os.environ.get("LIBRARY_KEY", "")
PNG = "iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAAGklEQVR4nGPQCT1JFcQwatCoQaMGjRpEGQIAkyjvEFvjKqMAAAAASUVORK5CYII="
SOUND = base64.b64encode(b"RIFF" + b"\0" * 60).decode()
BIG = "line of a long text\n" * 60_000
BLOCKS: list[dict[str, Any]] = [
    {"type": "text", "text": "First."},
    {"type": "image", "data": PNG, "mimeType": "image/png", "annotations": {"audience": ["user"]}},
    {"type": "text", "text": "Second."},
    {"type": "audio", "data": SOUND, "mimeType": "audio/wav", "_meta": {"of": "the library"}},
    {"type": "resource", "resource": {"uri": "lib://notes", "mimeType": "text/markdown", "text": "# Notes"}},
    {"type": "resource_link", "uri": "lib://book/7", "name": "seven", "mimeType": "text/plain"},
]
TOOL = {
    "name": "everything",
    "title": "Everything at once",
    "description": "Gives one of each.",
    "inputSchema": {"type": "object", "properties": {}},
    "outputSchema": {"type": "object", "properties": {"secret_of_schema": {"type": "string"}}},
    "annotations": {"readOnlyHint": True, "openWorldHint": False, "title": "annotated_title"},
    "_meta": {"shelf": "meta_of_tool"},
}
RESOURCES = [
    {"uri": "lib://notes", "name": "notes", "mimeType": "text/markdown", "size": 7},
    {"uri": "lib://cover", "name": "cover", "title": "The cover", "mimeType": "image/png"},
    {"uri": "lib://sound", "name": "sound", "mimeType": "audio/wav"},
    {"uri": "lib://big", "name": "big", "mimeType": "text/plain", "size": len(BIG)},
]
TEMPLATES = [{"uriTemplate": "lib://book/{number}{?page,lang}", "name": "book", "description": "A page of a book."}]
PROMPTS = [
    {"name": "greet", "description": "Says hello.", "arguments": [{"name": "who", "required": True}, {"name": "tone"}]},
    {"name": "plain"},
]


def read(uri: str) -> list[dict[str, Any]]:
    """The contents of a resource."""
    if uri == "lib://cover":
        return [{"uri": uri, "mimeType": "image/png", "blob": PNG}]
    if uri == "lib://sound":
        return [{"uri": uri, "mimeType": "audio/wav", "blob": SOUND}]
    texts = {"lib://notes": f"# Notes {KEY}", "lib://big": BIG}
    return [{"uri": uri, "mimeType": "text/plain", "text": texts.get(uri, f"You read {uri}.")}]


def prompt(name: str, arguments: dict[str, str]) -> dict[str, Any]:
    """The messages of a prompt."""
    said = f"Greet {json.dumps(arguments, sort_keys=True)}."
    messages: list[dict[str, Any]] = [{"role": "user", "content": {"type": "text", "text": said}}]
    if name == "greet":
        messages += [
            {"role": "assistant", "content": {"type": "text", "text": "How?"}},
            {"role": "user", "content": {"type": "image", "data": PNG, "mimeType": "image/png"}},
            {"role": "user", "content": {"type": "resource", "resource": read("lib://notes")[0]}},
            {"role": "user", "content": {"type": "audio", "data": SOUND, "mimeType": "audio/wav"}},
        ]
    return {"description": "A greeting", "messages": messages}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """The result of a request; None for one that is not known."""
    match method:
        case "initialize":
            capabilities: dict[str, Any] = {"tools": {}, "resources": {}, "prompts": {}}
            named = {"name": "library", "version": "1"}
            return {"protocolVersion": params["protocolVersion"], "capabilities": capabilities, "serverInfo": named}
        case "tools/list":
            return {"tools": [TOOL]}
        case "tools/call":
            return {"content": BLOCKS, "structuredContent": {"total": 2, "key": KEY}}
        case "resources/list":
            first = params.get("cursor") is None
            return {"resources": RESOURCES[:2], "nextCursor": "more"} if first else {"resources": RESOURCES[2:]}
        case "resources/templates/list":
            return {"resourceTemplates": TEMPLATES}
        case "resources/read":
            return {"contents": read(params["uri"])}
        case "prompts/list":
            return {"prompts": PROMPTS}
        case "prompts/get":
            return prompt(params["name"], params.get("arguments") or {})
        case "ping":
            return {}
        case _:
            return None


def main() -> None:
    """Answer line by line until the input ends."""
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        result = answer(message["method"], message.get("params") or {})
        said: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        said |= {"result": result} if result is not None else {"error": {"code": -32601, "message": "not known"}}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
