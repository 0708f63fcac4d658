"""A connection to an MCP server as the workspace sees it, and who owns it: the shapes alone, so that nothing of the protocol is loaded.

Above: `world`, `servers`. Below: `session/server_view`, `tools/tool`. `tools/mcp/connection` fits.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from studio.session.mcp_servers import McpServer, Way
    from studio.session.server_view import (
        Answer,
        ListedTool,
        Phase,
        PromptInfo,
        PromptMessages,
        Question,
        ReadContent,
        ResourceInfo,
        WireMessage,
    )
    from studio.tools.tool import CallContext, Outcome
    from studio.wire.redact import Redactor

What = Literal["state", "lists", "messages", "question"]


class Connected(Protocol):
    """A connection, as `tools/mcp/connection` has it."""

    server: "McpServer"
    phase: "Phase"
    why: str
    since: float
    title: str
    version: str
    protocol: str
    instructions: str
    unused: tuple[str, ...]
    listed: tuple["ListedTool", ...]

    @property
    def pid(self) -> int | None: ...

    @property
    def messages(self) -> Sequence["WireMessage"]: ...

    async def start(self) -> None: ...

    async def restart(self) -> None: ...

    async def close(self) -> None: ...

    async def refresh(self) -> None: ...

    async def settled(self) -> None: ...

    async def call(self, own_name: str, arguments: dict[str, Any], context: "CallContext") -> "Outcome": ...

    async def resources(self) -> tuple["ResourceInfo", ...]: ...

    async def read(self, uri: str) -> tuple["ReadContent", ...]: ...

    async def prompts(self) -> tuple["PromptInfo", ...]: ...

    async def prompt(self, name: str, arguments: dict[str, str]) -> "PromptMessages": ...

    async def send_again(self, text: str) -> None: ...


class Owner(Protocol):
    """Who is told by a connection and answers its questions."""

    def changed(self, what: What) -> None: ...

    async def asked(self, question: "Question") -> "Answer": ...


class Connect(Protocol):
    """Makes a connection; nothing starts. `way` has its variables filled in."""

    def __call__(
        self, server: "McpServer", way: "Way", redactor: "Redactor", host: Owner, *, token: str | None
    ) -> Connected: ...
