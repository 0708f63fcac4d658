"""The Messages format of Anthropic and of the servers that speak it, in both directions.

Above: `responders`, `engine`. Below: `messages`. Of a body all other members come first and `messages` last, so that a longer
history only adds bytes at its end. Its pieces: `anthropic_read`, `_read_tools`, `_write`, `_write_tools`, `_stream`, `_blocks`, `_error`.
"""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from studio.dialects.anthropic_error import error_in, read_error
from studio.dialects.anthropic_read import NAME, REPLY, read_messages, read_reply_block, rest
from studio.dialects.anthropic_read_tools import read_tool, read_usage, system_text
from studio.dialects.anthropic_stream import RESUMABLE, AnthropicReader
from studio.dialects.anthropic_stream_write import message_frame, stream_events
from studio.dialects.anthropic_write import message_item, part_block
from studio.dialects.anthropic_write_tools import system_value, tool_entry, with_max_tokens
from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import dumps, read_object
from studio.messages.message import Message
from studio.messages.origin import marked
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.said import said

_OWN = ("model", "messages", "system", "tools", "stream")


class AnthropicMessages:
    """The dialect `anthropic_messages`."""

    name = NAME
    path = "/messages"
    framing: Literal["sse", "ndjson"] = "sse"
    key_header = "x-api-key"
    headers: tuple[tuple[str, str], ...] = (("anthropic-version", "2023-06-01"),)

    def shape(self, request: ChatRequest) -> ChatRequest:
        """With `max_tokens`, which is required here: the person's, or `DEFAULT_MAX_TOKENS`."""
        params = with_max_tokens(request.params)
        return request if params is request.params else replace(request, params=params)

    def write_frame(self, request: ChatRequest, *, stream: bool) -> tuple[bytes, bytes]:
        """`{…,"messages":[` and `]}`, the system text among the members before."""
        members: dict[str, Any] = {"model": request.model_name, **rest(with_max_tokens(request.params), *_OWN)}
        if system := system_value(request):
            members["system"] = system
        if request.tools:
            members["tools"] = [tool_entry(spec) for spec in request.tools]
        members["stream"] = stream
        return dumps(members)[:-1] + b',"messages":[', b"]}"

    def write_system(self, text: str) -> bytes:  # noqa: ARG002 - it stands in the frame
        """Nothing: the system text belongs into the frame."""
        return b""

    def write_message(self, message: Message) -> bytes:
        """The message as one item, or nothing when nothing is left of it without empty texts. DialectError for a part of
        another format."""
        item = message_item(message)
        return b"" if item is None else dumps(item)

    def write_request(self, request: ChatRequest, *, stream: bool) -> bytes:
        """The whole body."""
        request = self.shape(request)
        head, tail = self.write_frame(request, stream=stream)
        return head + b",".join(item for item in map(self.write_message, request.messages) if item) + tail

    def read_request(self, body: bytes) -> ChatRequest:
        """The request in a body; members we do not know are `params`, and so is a system text in blocks, beside its words in
        `system`."""
        value = read_object(body, said("request"))
        items = value.get("messages")
        if not isinstance(items, list):
            raise DialectError(said("The request has no list of messages."), place="messages")
        messages = [marked(message, NAME) for message in read_messages(items)]
        tools = value.get("tools") or []
        if not isinstance(tools, list):
            raise DialectError(said("tools has to be a list."), place="tools")
        specs = tuple(read_tool(entry, f"tools[{n}]") for n, entry in enumerate(tools))
        system = value.get("system")
        kept = {} if isinstance(system, str | None) else {"system": system}
        return ChatRequest(
            str(value.get("model") or ""), messages, system_text(system), specs, {**rest(value, *_OWN), **kept}
        )

    def read_reply(self, body: bytes, request: ChatRequest | None = None) -> ChatReply:  # noqa: ARG002 - it is all in the body
        """The reply in a whole body. DialectError when there is none; it carries the provider's error."""
        value = read_object(body, said("reply"))
        content = value.get("content")
        if not isinstance(content, list):
            raise DialectError(said("The body holds no reply."), place="content", provider=error_in(value))
        known = ("id", "type", "role", "model", "content", "stop_reason", "usage")
        beside = {key: inner for key, inner in rest(value, *known).items() if inner is not None}
        usage, finish = value.get("usage"), _text(value.get("stop_reason")) or None
        reply = ChatReply(
            tuple(read_reply_block(block) for block in content),
            finish,
            read_usage({k: v for k, v in usage.items() if v is not None}) if isinstance(usage, dict) else None,
            _text(value.get("model")),
            _text(value.get("id")),
            {REPLY: beside} if beside else {},
        )
        return marked(replace(reply, resumable=finish in RESUMABLE and not reply.calls), NAME)

    def write_stream(self, reply: ChatReply) -> Iterator[bytes]:
        """The reply as events, ending with `message_stop`."""
        return stream_events(reply)

    def write_reply(self, reply: ChatReply) -> bytes:
        """The reply as a whole body."""
        content = {"content": [part_block(part) for part in reply.parts], "stop_reason": reply.finish}
        return dumps({**message_frame(reply), **content, **reply.extra.get(REPLY, {})})

    def delta_reader(self, request: ChatRequest | None = None) -> AnthropicReader:  # noqa: ARG002
        """A fresh reader for one streamed reply."""
        return AnthropicReader()

    def read_error(self, status: int, body: bytes) -> ProviderError:
        """The error in the body of an answer that is not 2xx."""
        return read_error(status, body)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
