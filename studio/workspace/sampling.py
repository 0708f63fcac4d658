"""What an MCP server wants a model to answer, as a request: its messages, its limits, and what is not as it wishes. Pure.

Above: `asked_by_servers`. Below: `messages`, `dialects/parameters`. Reads the parameters of `sampling/createMessage` as JSON and takes any
of them that is not what it should be for absent.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.parameters import put
from studio.messages.message import Message
from studio.messages.parts import Image, Part, Text
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.said import said
from studio.session.responder_choice import ResponderChoice

PERSON = "human"
"""The name of the model, as the server is told it, where the person wrote the answer."""
_WISHES = (("temperature", "temperature"), ("max_tokens", "maxTokens"), ("stop", "stopSequences"))
_SIZE_OF_BASE64 = 4 / 3


def sampling_chat(
    asked: Mapping[str, Any], choice: ResponderChoice, params: Mapping[str, Any]
) -> tuple[ChatRequest, tuple[str, ...]]:
    """The request that says what the server wants said to the model of `choice`, and sentences on what is not as it wished. `params` are
    those of the profile."""
    made, refused = _params(asked, choice.dialect, dict(params))
    messages, left = _messages(asked.get("messages"))
    system = asked.get("systemPrompt")
    request = ChatRequest(choice.model_name, messages, system if isinstance(system, str) and system else None, (), made)
    return request, (*_not_followed(asked, choice.model_name), *refused, *left)


def written(text: str) -> ChatReply:
    """An answer that the person writes in the model's place."""
    return ChatReply((Text(text),), "stop", model_name=PERSON)


def _params(asked: Mapping[str, Any], dialect: str, params: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    refused: list[str] = []
    for name, key in _WISHES:
        value = asked.get(key)
        if value is None or value == []:
            continue
        try:
            params = put(dialect, params, name, value)
        except DialectError as error:
            refused.append(said("{key} is left out. {why}", key=key, why=error.said))
    return params, refused


def _not_followed(asked: Mapping[str, Any], model_name: str) -> Iterator[str]:
    hints = _hints(asked.get("modelPreferences"))
    if hints:
        yield said(
            "The server would like a model such as {names}; {model_name} is asked.",
            names=", ".join(hints),
            model_name=model_name or said("the chosen model"),
        )
    if asked.get("includeContext") in ("thisServer", "allServers"):
        yield said("The server asks for what was said in the session to go along; nothing of it is sent.")
    tools = asked.get("tools")
    if isinstance(tools, list) and tools:
        yield said("The server gives tools that the model may call; they are not sent.")
    if asked.get("metadata"):
        yield said("The server gives metadata for the provider; it is not sent.")


def _hints(preferences: Any) -> list[str]:
    hints = preferences.get("hints") if isinstance(preferences, Mapping) else None
    listed = hints if isinstance(hints, list) else []
    return [str(hint["name"]) for hint in listed if isinstance(hint, Mapping) and hint.get("name")]


def _messages(given: Any) -> tuple[tuple[Message, ...], tuple[str, ...]]:
    made: list[Message] = []
    left: dict[str, None] = {}
    for one in given if isinstance(given, list) else ():
        if not isinstance(one, Mapping):
            continue
        content = one.get("content")
        blocks = content if isinstance(content, list) else [content]
        parts = tuple(_part(block, left) for block in blocks if isinstance(block, Mapping))
        made.append(Message("assistant" if one.get("role") == "assistant" else "user", parts))
    return tuple(made), tuple(left)


def _part(block: Mapping[str, Any], left: dict[str, None]) -> Part:
    kind, data = block.get("type"), block.get("data")
    if kind == "text":
        return Text(str(block.get("text", "")))
    if kind == "image" and isinstance(data, str):
        media_type = str(block.get("mimeType", ""))
        return Image(f"data:{media_type};base64,{data}", media_type)
    left[_NOT_SENT.get(str(kind), said("A part of the kind {kind} is told in words only.", kind=kind))] = None
    return Text(_told(kind, block))


_NOT_SENT = {
    "audio": said("Audio is not sent: the model reads only that it is there."),
    "tool_use": said("Calls and results of the server's own tools are told as text."),
    "tool_result": said("Calls and results of the server's own tools are told as text."),
}


def _told(kind: Any, block: Mapping[str, Any]) -> str:
    """A part that the request cannot hold, in words."""
    match kind:
        case "audio":
            size = round(len(str(block.get("data", ""))) / _SIZE_OF_BASE64)
            return f"[audio, {block.get('mimeType', 'of unknown kind')}, {size} bytes]"
        case "tool_use":
            return f"[called {block.get('name')}({json.dumps(block.get('input', {}), ensure_ascii=False)})]"
        case "tool_result":
            return f"[result: {_texts(block.get('content'))}]"
        case _:
            return f"[{kind}]"


def _texts(content: Any) -> str:
    blocks = content if isinstance(content, list) else []
    return "\n".join(str(block.get("text", f"[{block.get('type')}]")) for block in blocks if isinstance(block, Mapping))
