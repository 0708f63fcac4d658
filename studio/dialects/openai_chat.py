"""The Chat Completions format of OpenAI and of the many servers that speak it, in both directions.

Above: `responders`, `engine`. Below: `messages`. Of a body all other members come first and `messages` last, so that a longer
history only adds bytes at its end. Its pieces: `openai_chat_read`, `_write`, `_stream`, `_calls`, `_error`.
"""

from collections.abc import Iterator
from typing import Any, Literal

from studio.dialects.dialect_error import DialectError
from studio.dialects.function_tools import read_tool, tool_entry
from studio.dialects.json_bytes import dumps, read_object
from studio.dialects.openai_chat_error import error_in, read_error
from studio.dialects.openai_chat_read import NAME, read_message, read_messages
from studio.dialects.openai_chat_stream import OpenAIChatReader
from studio.dialects.openai_chat_stream_write import stream_events
from studio.dialects.openai_chat_usage import read_usage, usage_value
from studio.dialects.openai_chat_write import assistant_item, message_items
from studio.messages.message import Message
from studio.messages.origin import marked
from studio.messages.parts import Text
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.said import said

_USAGE = {"include_usage": True}
_OWN = ("model", "messages", "tools", "stream")


class OpenAIChat:
    """The dialect `openai_chat`."""

    name = NAME
    path = "/chat/completions"
    framing: Literal["sse", "ndjson"] = "sse"
    key_header = "authorization"
    headers: tuple[tuple[str, str], ...] = ()

    def shape(self, request: ChatRequest) -> ChatRequest:
        """As it is."""
        return request

    def write_frame(self, request: ChatRequest, *, stream: bool) -> tuple[bytes, bytes]:
        """`{…,"messages":[` and `]}`. A streamed request asks for its usage unless the person's parameters say otherwise."""
        members: dict[str, Any] = {"model": request.model_name}
        members.update((key, value) for key, value in request.params.items() if key not in _OWN)
        if request.tools:
            members["tools"] = [tool_entry(spec) for spec in request.tools]
        members["stream"] = stream
        if stream:
            members.setdefault("stream_options", _USAGE)
        else:
            members.pop("stream_options", None)
        return dumps(members)[:-1] + b',"messages":[', b"]}"

    def write_system(self, text: str) -> bytes:
        """The system text as the first item."""
        return dumps({"role": "system", "content": text})

    def write_message(self, message: Message) -> bytes:
        """The message as one item, a `tool` message as one item per result. DialectError for a part of another format."""
        return b",".join(dumps(item) for item in message_items(message))

    def write_request(self, request: ChatRequest, *, stream: bool) -> bytes:
        """The whole body."""
        request = self.shape(request)
        head, tail = self.write_frame(request, stream=stream)
        items = [] if request.system is None else [self.write_system(request.system)]
        items.extend(item for item in map(self.write_message, request.messages) if item)
        return head + b",".join(items) + tail

    def read_request(self, body: bytes) -> ChatRequest:
        """The request in a body; members we do not know are `params`. A plain system text at the start is `system`."""
        value = read_object(body, said("request"))
        items = value.get("messages")
        if not isinstance(items, list):
            raise DialectError(said("The request has no list of messages."), place="messages")
        messages = [marked(message, NAME) for message in read_messages(items)]
        system = None
        if messages and _is_plain_system(messages[0]):
            system = messages.pop(0).text
        tools = value.get("tools") or []
        if not isinstance(tools, list):
            raise DialectError(said("tools has to be a list."), place="tools")
        specs = tuple(read_tool(entry, f"tools[{n}]", NAME) for n, entry in enumerate(tools))
        return ChatRequest(str(value.get("model") or ""), messages, system, specs, _params(value))

    def read_reply(self, body: bytes, request: ChatRequest | None = None) -> ChatReply:  # noqa: ARG002 - it is all in the body
        """The reply in a whole body, its first choice. DialectError when there is none; it carries the provider's error."""
        value = read_object(body, said("reply"))
        choices = value.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise DialectError(said("The body holds no reply."), place="choices[0].message", provider=error_in(value))
        failed = error_in(value) or error_in({**choice, "choices": None})
        if failed is not None:
            raise DialectError(said("Beside the reply stands an error."), place="error", provider=failed)
        read = read_message({**message, "role": "assistant"})
        usage = value.get("usage")
        reply = ChatReply(
            read.parts,
            _text(choice.get("finish_reason")) or None,
            read_usage(usage) if isinstance(usage, dict) else None,
            _text(value.get("model")),
            _text(value.get("id")),
            {key: inner for key, inner in read.extra.items() if inner not in (None, [], {}, "")},
        )
        return marked(reply, NAME)

    def write_stream(self, reply: ChatReply) -> Iterator[bytes]:
        """The reply as chunks, ending with `[DONE]`."""
        return stream_events(reply)

    def write_reply(self, reply: ChatReply) -> bytes:
        """The reply as a whole body."""
        choice = {"index": 0, "message": assistant_item(reply.message), "finish_reason": reply.finish}
        body: dict[str, Any] = {"id": reply.id, "object": "chat.completion", "created": 0, "model": reply.model_name}
        body["choices"] = [choice]
        if reply.usage is not None:
            body["usage"] = usage_value(reply.usage)
        return dumps(body)

    def delta_reader(self, request: ChatRequest | None = None, choice: int = 0) -> OpenAIChatReader:  # noqa: ARG002
        """A fresh reader; `choice` is the one that is read when the request asked for several."""
        return OpenAIChatReader(choice)

    def read_error(self, status: int, body: bytes) -> ProviderError:
        """The error in the body of an answer that is not 2xx."""
        return read_error(status, body)


def _params(value: dict[str, Any]) -> dict[str, Any]:
    params = {key: inner for key, inner in value.items() if key not in _OWN}
    if params.get("stream_options") == _USAGE:
        del params["stream_options"]
    return params


def _is_plain_system(message: Message) -> bool:
    parts = message.parts
    plain = not parts or (len(parts) == 1 and isinstance(parts[0], Text) and not parts[0].extra)
    return message.role == "system" and plain and not message.extra


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
