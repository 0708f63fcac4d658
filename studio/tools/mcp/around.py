"""Resources and prompts of an MCP server, from its JSON to values. Pure; what is not understood is left out, nothing raises.

Above: `connection`. Below: `session/server_view`, `messages`, `returned`, `blobs`.
"""

from typing import Any, Literal

from studio.messages.message import Message
from studio.messages.parts import Image, Text
from studio.said import said
from studio.session.server_view import PromptArgument, PromptInfo, PromptMessages, ReadContent, ResourceInfo
from studio.tools.mcp.blobs import picture, picture_of
from studio.tools.mcp.returned import line_of


def resource_info(value: Any) -> ResourceInfo | None:
    """A resource or a template of a list."""
    if not isinstance(value, dict):
        return None
    template = _text(value, "uriTemplate")
    uri, size = template or _text(value, "uri"), value.get("size")
    if not uri:
        return None
    return ResourceInfo(
        uri,
        _text(value, "name"),
        _text(value, "title"),
        _text(value, "description"),
        _text(value, "mimeType"),
        size if isinstance(size, int) and not isinstance(size, bool) else None,
        template=bool(template),
    )


def read_content(value: Any) -> ReadContent | None:
    """A content of a resource that was read."""
    if not isinstance(value, dict):
        return None
    text = value.get("text")
    return ReadContent(
        _text(value, "uri"), _text(value, "mimeType"), text if isinstance(text, str) else None, _text(value, "blob")
    )


def prompt_info(value: Any) -> PromptInfo | None:
    """A prompt of a list."""
    if not isinstance(value, dict) or not _text(value, "name"):
        return None
    given = value.get("arguments")
    arguments = [each for each in given if isinstance(each, dict)] if isinstance(given, list) else []
    return PromptInfo(
        _text(value, "name"),
        _text(value, "title"),
        _text(value, "description"),
        tuple(
            PromptArgument(_text(each, "name"), _text(each, "description"), each.get("required") is True)
            for each in arguments
            if _text(each, "name")
        ),
    )


def prompt_messages(result: dict[str, Any]) -> PromptMessages:
    """The messages of `prompts/get`. Pictures become pictures, text of resources text under its address; of all else one line says what it
    is, and a note."""
    messages: list[Message] = []
    notes: list[str] = []
    listed = result.get("messages")
    for each in listed if isinstance(listed, list) else ():
        if not isinstance(each, dict):
            notes.append(said("One message could not be read and was left out."))
            continue
        message, told = _message(each)
        messages.append(message)
        notes += told
    return PromptMessages(tuple(messages), _text(result, "description"), tuple(notes))


def _message(value: dict[str, Any]) -> tuple[Message, list[str]]:
    role, content = value.get("role"), value.get("content")
    blocks = content if isinstance(content, list) else [content]
    parts: list[Text | Image] = []
    notes: list[str] = []
    known: Literal["user", "assistant"] = "assistant" if role == "assistant" else "user"
    if role not in ("user", "assistant"):
        notes.append(said("A message of the role {role} was taken as the user's.", role=role))
    for block in blocks:
        part, note = _part(block if isinstance(block, dict) else {"type": "text", "text": str(block)})
        parts.append(part)
        notes += [note] if note else []
    return Message(known, tuple(parts)), notes


def _part(block: dict[str, Any]) -> tuple[Text | Image, str]:
    made = _picture(block)
    if made is not None:
        return made, ""
    line = "\n".join(line_of(block))
    plain = block.get("type") == "text" or (block.get("type") == "resource" and _has_text(block))
    return Text(line), "" if plain else said("Not taken as it stands: {line}", line=line)


def _picture(block: dict[str, Any]) -> Image | None:
    if block.get("type") == "image":
        return picture(block)
    resource = block.get("resource")
    if block.get("type") == "resource" and isinstance(resource, dict):
        return picture_of(resource.get("blob"), resource.get("mimeType"))
    return None


def _has_text(block: dict[str, Any]) -> bool:
    resource = block.get("resource")
    return isinstance(resource, dict) and isinstance(resource.get("text"), str)


def _text(value: dict[str, Any], key: str) -> str:
    found = value.get(key)
    return found if isinstance(found, str) else ""
