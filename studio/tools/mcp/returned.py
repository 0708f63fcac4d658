"""What a tool of an MCP server gave, as an outcome: what the model reads, and everything else for the person. Pure.

Above: `connection`. Below: `tool`, `messages/parts`, `blobs`. Knows neither the SDK nor secrets: the result is as it came, cleaned before.
"""

import json
from collections.abc import Sequence
from typing import Any

from studio.messages.parts import Image
from studio.tools.mcp.blobs import picture, size_told
from studio.tools.tool import Outcome

NOTHING = "Success"
FAILED = "The tool reported an error and did not say which."


def outcome_of(result: dict[str, Any]) -> Outcome:
    """The outcome of the result of `tools/call`, as JSON.

    Texts are joined by lines; of what is neither text nor picture one line says what it is. With no content the structured content is
    the text, as JSON. `isError` is an error. Content of a kind that is not known is kept and told.
    """
    blocks = _blocks(result.get("content"))
    structured = result.get("structuredContent")
    told = _Told()
    for block in blocks:
        told.take(block)
    failed = result.get("isError") is True
    return Outcome(
        "error" if failed else "ok",
        told.text or _instead(structured, told.media, failed=failed),
        media=tuple(told.media),
        parts=tuple(told.parts) if any(not _is_plain(block) for block in blocks) else (),
        structured=structured,
    )


class _Told:
    """What was said so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.media: list[Image] = []
        self.parts: list[dict[str, Any]] = []

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def take(self, block: dict[str, Any]) -> None:
        """A content block, of whatever kind."""
        made = picture(block) if block.get("type") == "image" else None
        if made is None:
            self.lines += line_of(block)
            self.parts.append(block)
            return
        others = {key: each for key, each in block.items() if key not in ("type", "data", "mimeType")}
        self.parts.append({"type": "image", "media": len(self.media), **others})
        self.media.append(made)


def line_of(block: dict[str, Any]) -> Sequence[str]:
    """What is read in the place of a block that is no picture; nothing for an empty text."""
    kind, name = block.get("type"), _words(block, "title", "name", "uri")
    match kind:
        case "text" if isinstance(block.get("text"), str):
            return (block["text"],) if block["text"] else ()
        case "image":
            return (f"[A picture that cannot be shown ({size_told(block, 'data')})]",)
        case "audio":
            return (f"[Sound ({size_told(block, 'data')})]",)
        case "resource_link":
            told = ", ".join(dict.fromkeys((name, *_words_each(block, "uri", "mimeType", "description"))))
            return (f"[A link to a resource: {told}]",)
        case "resource" if isinstance(block.get("resource"), dict):
            return _resource(block["resource"])
        case _:
            return (
                f"[Content of the type {kind if isinstance(kind, str) else 'that it does not name'}, which is not read here]",
            )


def _resource(resource: dict[str, Any]) -> Sequence[str]:
    uri, text = _words(resource, "uri") or "without an address", resource.get("text")
    if isinstance(text, str):
        return (f"[Resource {uri}]", text)
    return (f"[Resource {uri} ({size_told(resource, 'blob')})]",)


def _instead(structured: Any, media: Sequence[Image], *, failed: bool) -> str:
    """What is read where no text came."""
    if structured is not None:
        return json.dumps(structured, ensure_ascii=False)
    if media:
        kinds = ", ".join(each.media_type for each in media)
        return f"A picture ({kinds})." if len(media) == 1 else f"{len(media)} pictures ({kinds})."
    return FAILED if failed else NOTHING


def _blocks(content: Any) -> list[dict[str, Any]]:
    """The blocks; a server that gives a bare text or block, against the rules, is understood."""
    listed = content if isinstance(content, list) else [] if content is None else [content]
    return [each if isinstance(each, dict) else _bare(each) for each in listed]


def _bare(value: Any) -> dict[str, Any]:
    return {"type": "text", "text": value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}


def _is_plain(block: dict[str, Any]) -> bool:
    return block.get("type") == "text" and set(block) == {"type", "text"} and isinstance(block["text"], str)


def _words(block: dict[str, Any], *keys: str) -> str:
    return next(iter(_words_each(block, *keys)), "")


def _words_each(block: dict[str, Any], *keys: str) -> list[str]:
    return [block[key] for key in keys if isinstance(block.get(key), str) and block[key]]
