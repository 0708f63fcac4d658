"""The connection to one MCP server: started, asked for its lists, called, ended; over the official SDK.

Above: `workspace` through `wiring`. Below: `lifetime` (the SDK's client in its task), `pages`, `listed`, `returned`, `around`, `asked`,
`stdio`, `http`, `wire_log`. Knows no session: what a server asks goes to its host.
"""

from collections.abc import Sequence
from typing import Any, Literal, Protocol

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


class Host(Protocol):
    """Who owns a connection."""

    def changed(self, what: What) -> None:
        """Something of the connection is otherwise now. Must not block, must not raise."""
        ...

    async def asked(self, question: Question) -> Answer:
        """Answer a question of the server. `number` is 0: the host gives it its own. Cancelled when the server wants no answer any more."""
        ...


class Connection:
    """One server. `way` has its `${NAME}`s filled in; `token` goes along as bearer token over HTTP. Nothing starts before `start`."""

    def __init__(
        self, server: McpServer, way: Way, redactor: Redactor, host: Host, *, token: str | None = None
    ) -> None:
        self.server = server
        self.phase: Phase = "stopped"
        self.why = ""
        self.since = 0.0
        self.pid: int | None = None
        self.title = ""
        self.version = ""
        self.protocol = ""
        self.instructions = ""
        self.unused: tuple[str, ...] = ()
        self.listed: tuple[ListedTool, ...] = ()

    @property
    def messages(self) -> Sequence[WireMessage]:
        """The messages both ways, noise and stderr, oldest first; bounded; of all lives of this server."""
        raise NotImplementedError

    async def start(self) -> None:
        """Start the server and learn its tools; nothing when it is ready; waits when it is starting. Raises ServerError with what it
        wrote last to stderr. Cancelled: no process stays."""
        raise NotImplementedError

    async def restart(self) -> None:
        """End the server and start it anew. Raises ServerError."""
        raise NotImplementedError

    async def close(self) -> None:
        """End the server; its process is gone when this returns. A later call starts it again."""
        raise NotImplementedError

    async def refresh(self) -> None:
        """Ask for the list of tools again, all pages. Raises ServerError, and then the list stays as it was."""
        raise NotImplementedError

    async def settled(self) -> None:
        """Wait, at most 5 s, until a change of the list that the server told of is learned. Raises nothing."""
        raise NotImplementedError

    async def call(self, own_name: str, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run a tool once, by the server's own name; a server that does not run is started. Raises nothing but cancellation; the server
        is told of that, and of a time-out."""
        raise NotImplementedError

    async def resources(self) -> tuple[ResourceInfo, ...]:
        """The resources and templates, all pages; empty when it offers none. Raises ServerError."""
        raise NotImplementedError

    async def read(self, uri: str) -> tuple[ReadContent, ...]:
        """Read a resource. Raises ServerError."""
        raise NotImplementedError

    async def prompts(self) -> tuple[PromptInfo, ...]:
        """The prompts, all pages; empty when it offers none. Raises ServerError."""
        raise NotImplementedError

    async def prompt(self, name: str, arguments: dict[str, str]) -> PromptMessages:
        """A prompt, filled in; an argument that is an empty text is left out. Raises ServerError."""
        raise NotImplementedError

    async def send_again(self, text: str) -> None:
        """Send a JSON-RPC message as it stands; a request gets an id of its own. Its answer is only shown. Raises ServerError."""
        raise NotImplementedError
