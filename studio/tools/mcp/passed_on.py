"""A stream of the SDK passed on by a stream of ours, which looks at what goes through it.

Above: `lenient`, `stamped`. Below: the SDK's streams.
"""

from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from mcp.shared.message import SessionMessage

Item = SessionMessage | Exception
"""What a read stream gives: a message, or why there is none."""


class _Closing(Protocol):
    async def aclose(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> bool | None: ...


S = TypeVar("S", bound=_Closing)


class PassedOn(Generic[S]):
    """Opened and closed like the stream below it."""

    def __init__(self, inner: S) -> None:
        self._inner = inner

    async def aclose(self) -> None:
        """Close it."""
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        await self._inner.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._inner.__aexit__(kind, error, trace)
