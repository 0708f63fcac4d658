"""The Responses format of OpenAI and of the servers that speak it, in both directions.

Above: `responders`, `engine`. Below: `messages`. `instructions` is the system text and stands in the frame; `input` comes last in a
body, so that a longer history only adds bytes. Its pieces: `openai_responses_items`, `_read`, `_write`, `_reply`, `_stream`, ….
"""

from collections.abc import Iterator
from typing import Any, Literal

from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import dumps, read_object
from studio.dialects.openai_chat_error import read_error
from studio.dialects.openai_responses_items import NAME
from studio.dialects.openai_responses_read import read_input, read_tool
from studio.dialects.openai_responses_reply import failure_in, read_response, response_value
from studio.dialects.openai_responses_stream import OpenAIResponsesReader
from studio.dialects.openai_responses_stream_write import stream_events
from studio.dialects.openai_responses_write import message_items, tool_entry
from studio.messages.message import Message
from studio.messages.origin import marked
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.said import said

_OWN = ("model", "input", "tools", "stream")


class OpenAIResponses:
    """The dialect `openai_responses`."""

    name = NAME
    path = "/responses"
    framing: Literal["sse", "ndjson"] = "sse"
    key_header = "authorization"
    headers: tuple[tuple[str, str], ...] = ()

    def shape(self, request: ChatRequest) -> ChatRequest:
        """As it is."""
        return request

    def write_frame(self, request: ChatRequest, *, stream: bool) -> tuple[bytes, bytes]:
        """`{…,"input":[` and `]}`; the system text is `instructions`."""
        members: dict[str, Any] = {"model": request.model_name}
        members.update((key, value) for key, value in request.params.items() if key not in _OWN)
        if request.system is not None:
            members["instructions"] = request.system
        if request.tools:
            members["tools"] = [tool_entry(spec) for spec in request.tools]
        members["stream"] = stream
        if not stream:
            members.pop("stream_options", None)
        return dumps(members)[:-1] + b',"input":[', b"]}"

    def write_system(self, text: str) -> bytes:  # noqa: ARG002 - it stands in the frame
        """Nothing: the system text is in the frame."""
        return b""

    def write_message(self, message: Message) -> bytes:
        """The message as its items. DialectError for a part of another format."""
        return b",".join(dumps(item) for item in message_items(message))

    def write_request(self, request: ChatRequest, *, stream: bool) -> bytes:
        """The whole body."""
        request = self.shape(request)
        head, tail = self.write_frame(request, stream=stream)
        return head + b",".join(item for item in map(self.write_message, request.messages) if item) + tail

    def read_request(self, body: bytes) -> ChatRequest:
        """The request in a body; members we do not know are `params`."""
        value = read_object(body, said("request"))
        if "input" not in value and "messages" in value:
            raise DialectError(
                said("The request has messages instead of input: it is one of another format."), place="input"
            )
        messages = [marked(message, NAME) for message in read_input(value.get("input"))]
        tools = value.get("tools") or []
        if not isinstance(tools, list):
            raise DialectError(said("tools has to be a list."), place="tools")
        specs = tuple(read_tool(entry, f"tools[{n}]") for n, entry in enumerate(tools))
        params = {key: inner for key, inner in value.items() if key not in _OWN}
        system = params.pop("instructions") if isinstance(params.get("instructions"), str) else None
        model = value.get("model")
        return ChatRequest(model if isinstance(model, str) else "", messages, system, specs, params)

    def read_reply(self, body: bytes, request: ChatRequest | None = None) -> ChatReply:  # noqa: ARG002 - it is all in the body
        """The reply in a whole body. DialectError when there is none, or when it failed; it carries the provider's error."""
        value = read_object(body, said("reply"))
        failure = failure_in(value)
        if failure is not None or not isinstance(value.get("output"), list):
            raise DialectError(said("The body holds no reply."), place="output", provider=failure)
        return read_response(value)

    def write_reply(self, reply: ChatReply) -> bytes:
        """The reply as a whole body."""
        return dumps(response_value(reply))

    def write_stream(self, reply: ChatReply) -> Iterator[bytes]:
        """The reply as its events."""
        return stream_events(reply)

    def delta_reader(self, request: ChatRequest | None = None) -> OpenAIResponsesReader:  # noqa: ARG002
        """A fresh reader."""
        return OpenAIResponsesReader()

    def read_error(self, status: int, body: bytes) -> ProviderError:
        """The error in the body of an answer that is not 2xx."""
        return read_error(status, body)
