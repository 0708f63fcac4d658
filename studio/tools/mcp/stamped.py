"""The SDK's two streams over HTTP, so that the person can send a message again: its answer stays out, its headers are right.

Above: `http`. Below: the SDK's streams, `tapped`.
"""

from typing import Any, Self

from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.inbound import MCP_METHOD_HEADER, MCP_NAME_HEADER, NAME_BEARING_METHODS, encode_header_value
from mcp.shared.message import ClientMessageMetadata, SessionMessage
from mcp_types import JSONRPCMessage, JSONRPCRequest
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from studio.tools.mcp.passed_on import Item, PassedOn
from studio.tools.mcp.tapped import Tap

_VERSION_HEADER = "mcp-protocol-version"
_MOST_STAMPED = 500


class TappedRead(PassedOn[ReadStream[Item]]):
    """The SDK's read stream, without the answers that are the person's."""

    def __init__(self, inner: ReadStream[Item], tap: Tap) -> None:
        super().__init__(inner)
        self._tap = tap

    @property
    def last_context(self) -> Any:
        """The context of who wrote the last message, as the SDK looks it up."""
        return getattr(self._inner, "last_context", None)

    async def receive(self) -> Item:
        """The next message."""
        while True:
            item = await self._inner.receive()
            if not (isinstance(item, SessionMessage) and self._tap.is_ours(item.message)):
                return item

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        while True:
            item = await self._inner.__anext__()
            if not (isinstance(item, SessionMessage) and self._tap.is_ours(item.message)):
                return item


class StampedWrite(PassedOn[WriteStream[SessionMessage]]):
    """The SDK's write stream. It learns the headers with which a request has to go, for one that is sent again."""

    def __init__(self, inner: WriteStream[SessionMessage]) -> None:
        super().__init__(inner)
        self._version = ""
        self._stamped: dict[tuple[str, str], dict[str, str]] = {}

    async def send(self, item: SessionMessage, /) -> None:
        """Send a message of the SDK."""
        meta = item.metadata
        if isinstance(meta, ClientMessageMetadata) and meta.headers and isinstance(item.message, JSONRPCRequest):
            self._version = meta.headers.get(_VERSION_HEADER, self._version)
            self._stamped[_key(item.message)] = meta.headers
            if len(self._stamped) > _MOST_STAMPED:
                del self._stamped[next(iter(self._stamped))]
        await self._inner.send(item)

    async def again(self, message: JSONRPCMessage) -> None:
        """Send a message of the person."""
        headers = self._headers(message) if isinstance(message, JSONRPCRequest) else None
        await self._inner.send(SessionMessage(message, ClientMessageMetadata(headers=headers)))

    def _headers(self, message: JSONRPCRequest) -> dict[str, str] | None:
        method, name = key = _key(message)
        if key in self._stamped or self._version not in MODERN_PROTOCOL_VERSIONS:
            return self._stamped.get(key)
        headers = {_VERSION_HEADER: self._version, MCP_METHOD_HEADER: method}
        return headers | ({MCP_NAME_HEADER: encode_header_value(name)} if name else {})


def _key(message: JSONRPCRequest) -> tuple[str, str]:
    name = (message.params or {}).get(NAME_BEARING_METHODS.get(message.method, ""))
    return message.method, name if isinstance(name, str) else ""
