"""The chat format of Ollama (`/api/chat`), in both directions: lines of JSON, arguments as objects, results by tool name.

Above: `responders`, `engine`. Below: `messages`. Of a body all other members come first and `messages` last. Its pieces:
`ollama_chat_read`, `_write`, `_stream`, `_stream_write`.
"""

from collections.abc import Iterator
from typing import Any, Literal

from studio.dialects.dialect_error import DialectError
from studio.dialects.error_bodies import read_error
from studio.dialects.function_tools import read_tool, tool_entry
from studio.dialects.json_bytes import dumps, loads, read_object
from studio.dialects.ollama_chat_error import error_in
from studio.dialects.ollama_chat_read import NAME, read_message, read_messages, read_usage
from studio.dialects.ollama_chat_stream import OllamaChatReader
from studio.dialects.ollama_chat_stream_write import last_line, stream_lines
from studio.dialects.ollama_chat_write import message_items
from studio.messages.assemble import Assembly
from studio.messages.message import Message
from studio.messages.origin import marked
from studio.messages.parts import Text
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.said import said

_OWN = ("model", "messages", "tools", "stream")


class OllamaChat:
    """The dialect `ollama_chat`."""

    name = NAME
    path = "/api/chat"
    framing: Literal["sse", "ndjson"] = "ndjson"
    key_header = "authorization"
    headers: tuple[tuple[str, str], ...] = ()

    def shape(self, request: ChatRequest) -> ChatRequest:
        """As it is."""
        return request

    def write_frame(self, request: ChatRequest, *, stream: bool) -> tuple[bytes, bytes]:
        """`{…,"messages":[` and `]}`. `stream` is always said: left out it means true here."""
        members: dict[str, Any] = {"model": request.model_name}
        members.update((key, value) for key, value in request.params.items() if key not in _OWN)
        if request.tools:
            members["tools"] = [tool_entry(spec) for spec in request.tools]
        members["stream"] = stream
        return dumps(members)[:-1] + b',"messages":[', b"]}"

    def write_system(self, text: str) -> bytes:
        """The system text as the first item."""
        return dumps({"role": "system", "content": text})

    def write_message(self, message: Message) -> bytes:
        """The message as one item, a `tool` message as one item per result. DialectError for a part of another format and for
        a picture that is not inline."""
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
        system = messages.pop(0).text if messages and _is_plain_system(messages[0]) else None
        tools = value.get("tools") or []
        if not isinstance(tools, list):
            raise DialectError(said("tools has to be a list."), place="tools")
        specs = tuple(read_tool(entry, f"tools[{n}]", NAME) for n, entry in enumerate(tools))
        params = {key: inner for key, inner in value.items() if key not in _OWN}
        return ChatRequest(str(value.get("model") or ""), messages, system, specs, params)

    def read_reply(self, body: bytes, request: ChatRequest | None = None) -> ChatReply:  # noqa: ARG002 - it is all in the body
        """The reply in a whole body, or in the lines of a stream that nobody asked for. DialectError when there is none."""
        try:
            value = loads(body)
        except ValueError:
            return _from_lines(body)
        message = value.get("message") if isinstance(value, dict) else None
        if not isinstance(message, dict):
            provider = error_in(value) if isinstance(value, dict) else None
            raise DialectError(said("The body holds no reply."), place="message", provider=provider)
        if (failed := error_in(value)) is not None:
            raise DialectError(said("The reply ends with an error."), place="error", provider=failed)
        read = read_message({**message, "role": "assistant"})
        reason, model = value.get("done_reason"), value.get("model")
        reply = ChatReply(
            read.parts,
            reason if isinstance(reason, str) and reason else None,
            read_usage(value),
            model if isinstance(model, str) else "",
            extra={key: inner for key, inner in read.extra.items() if inner not in (None, [], {}, "")},
        )
        return marked(reply, NAME)

    def write_reply(self, reply: ChatReply) -> bytes:
        """The reply as a whole body."""
        return dumps(last_line(reply, message_items(reply.message)[0]))

    def write_stream(self, reply: ChatReply) -> Iterator[bytes]:
        """The reply as lines: a piece of text, thinking or one call each, the counts in the last."""
        return stream_lines(reply)

    def delta_reader(self, request: ChatRequest | None = None) -> OllamaChatReader:  # noqa: ARG002
        """A fresh reader for one streamed reply."""
        return OllamaChatReader()

    def read_error(self, status: int, body: bytes) -> ProviderError:
        """The error in the body of an answer that is not 2xx, in its own words ("… does not support tools")."""
        return read_error(status, body)


def _from_lines(body: bytes) -> ChatReply:
    reader, assembly = OllamaChatReader(), Assembly()
    for line in body.decode("utf-8", "replace").split("\n"):
        for delta in reader.feed(line.strip()):
            assembly.feed(delta)
    error = reader.end()
    if error is not None:
        raise DialectError(said("The body holds no whole reply."), provider=error if error.kind == "provider" else None)
    return marked(assembly.reply(), NAME)


def _is_plain_system(message: Message) -> bool:
    parts = message.parts
    plain = not parts or (len(parts) == 1 and isinstance(parts[0], Text))
    return message.role == "system" and plain and not message.extra
