"""A transport in front of another: the SDK checks results strictly and drops what it does not know; here the result as it came is put
aside for who asked, and the SDK gets one that it takes. Also tells of each notification, in wire order, and when the server fell silent.

Above: `lifetime`. Below: the transports, `fitted`. What goes to the server passes unchanged, and so does the rest of what it says.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self

from mcp.client import Transport
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.dispatcher import coerce_request_id
from mcp.shared.message import SessionMessage
from mcp_types import (
    INTERNAL_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from studio.messages.depth import is_too_deep
from studio.said import said
from studio.session.nodes import CallKey
from studio.tools.mcp.fitted import fitted
from studio.tools.mcp.passed_on import Item, PassedOn

_TOO_DEEP = ErrorData(code=INTERNAL_ERROR, message=said("The server's answer is nested too deep."))
Error = tuple[type[BaseException] | None, BaseException | None, TracebackType | None]


class Given:
    """What the server gave to the requests of one asker: the newest result of each method, as it came. `call` is what it asks for."""

    def __init__(self, call: CallKey | None = None) -> None:
        self.call = call
        self.results: dict[str, dict[str, Any]] = {}


_asker: ContextVar[Given | None] = ContextVar("_asker", default=None)


@contextmanager
def results_kept(call: CallKey | None = None) -> Iterator[Given]:
    """Within it the results of this task's requests are put aside."""
    given = Given(call)
    token = _asker.set(given)
    try:
        yield given
    finally:
        _asker.reset(token)


def asking_call() -> CallKey | None:
    """The call whose request this task is busy with; None where that is not known."""
    given = _asker.get()
    return given.call if given is not None else None


class Lenient:
    """The transport. `on_notice(method)` hears of each notification before the SDK does, `on_silence()` of the end."""

    def __init__(self, inner: Transport, on_notice: Callable[[str], None], on_silence: Callable[[], None]) -> None:
        self._inner = inner
        self._on_notice = on_notice
        self._on_silence = on_silence
        self._asked: dict[RequestId, tuple[str, Given]] = {}

    async def __aenter__(self) -> tuple["_Read", "_Write"]:
        read, write = await self._inner.__aenter__()
        return _Read(read, self._came, self._on_silence), _Write(write, self._goes)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._inner.__aexit__(kind, error, trace)

    def _goes(self, item: SessionMessage) -> None:
        message, given = item.message, _asker.get()
        if isinstance(message, JSONRPCRequest) and given is not None:
            self._asked[coerce_request_id(message.id)] = (message.method, given)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._asked.pop((message.params or {}).get("requestId", ""), None)

    def _came(self, item: Item) -> Item:
        message = item.message if isinstance(item, SessionMessage) else None
        match message:
            case JSONRPCNotification():
                self._on_notice(message.method)
            case JSONRPCResponse() if is_too_deep(message.result):
                self._asked.pop(coerce_request_id(message.id), None)
                return SessionMessage(JSONRPCError(jsonrpc="2.0", id=message.id, error=_TOO_DEEP))
            case JSONRPCResponse():
                method, given = self._asked.pop(coerce_request_id(message.id), ("", None))
                if given is not None:
                    given.results[method] = message.result
                    return SessionMessage(
                        JSONRPCResponse(jsonrpc="2.0", id=message.id, result=fitted(method, message.result))
                    )
            case JSONRPCError() if message.id is not None:
                self._asked.pop(coerce_request_id(message.id), None)
                if is_too_deep(message.error.data):
                    plain = ErrorData(code=message.error.code, message=message.error.message)
                    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=message.id, error=plain))
            case _:
                pass
        return item


class _Read(PassedOn[ReadStream[Item]]):
    """What comes from the server."""

    def __init__(self, inner: ReadStream[Item], came: Callable[[Item], Item], on_silence: Callable[[], None]) -> None:
        super().__init__(inner)
        self._came = came
        self._on_silence = on_silence

    async def receive(self) -> Item:
        return self._came(await self._inner.receive())

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        try:
            return self._came(await self._inner.__anext__())
        except StopAsyncIteration:
            self._on_silence()
            raise


class _Write(PassedOn[WriteStream[SessionMessage]]):
    """What goes to it."""

    def __init__(self, inner: WriteStream[SessionMessage], goes: Callable[[SessionMessage], None]) -> None:
        super().__init__(inner)
        self._goes = goes

    async def send(self, item: SessionMessage, /) -> None:
        self._goes(item)
        await self._inner.send(item)
