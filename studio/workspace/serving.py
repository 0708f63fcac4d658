"""An open session and its MCP servers: added, changed, trusted, started, and what each of them lists.

Above: `opened`. Below: `declared`, `servers`. Nothing of a server starts before it is trusted exactly as it is.
"""

from collections.abc import Sequence

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.session.mcp_servers import McpServer
from studio.session.server_view import ServerLook, WireMessage
from studio.workspace.declared import DeclaringSession


class ServerShown(msgspec.Struct, frozen=True, kw_only=True):
    """A server as a person sees it before trusting it. No value that the environment or the keyring fills in stands here.

    `command` is the exact command line (POSIX quoting) or the address; `program` the file that it starts, empty when it is not found;
    `env` are pairs of a name and the text as it is written, `headers` names; `variables` are those that are filled in, `unset` the
    first that holds nothing; `problem` is why it cannot be used at all.
    """

    name: str
    kind: str
    trusted: bool
    command: str
    program: str = ""
    folder: str = ""
    env: tuple[tuple[str, str], ...] = ()
    headers: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    unset: str = ""
    problem: str = ""


class TakenTool(msgspec.Struct, frozen=True):
    """A tool that a server lists: `spec` as the session has it (under the model's name), None where it is filtered out."""

    own_name: str
    spec: ToolSpec | None
    title: str = ""
    description: str = ""
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


class ReadServers(msgspec.Struct, frozen=True):
    """What a `mcpServers` file holds. `secrets` are keys that stood in it, by (server, NAME): they are never written to a session; the
    servers say `${NAME}` in their place. `notes` are sentences about what was not taken as it stands."""

    servers: tuple[McpServer, ...]
    secrets: dict[tuple[str, str], str] = {}
    notes: tuple[str, ...] = ()


class ServingSession(DeclaringSession):
    """Servers. Each change is one change of the setup."""

    @property
    def servers(self) -> tuple[ServerLook, ...]:
        """The servers of the session as they are now, in their order."""
        raise NotImplementedError

    def put_server(self, server: McpServer, *, was: str = "") -> None:
        """Add a server, or put it in the place of the one that is named `was`. Trusts and starts nothing; a running one that is reached
        otherwise from now on ends. Raises EditRefusedError, TakenNameError."""
        raise NotImplementedError

    def remove_server(self, name: str) -> None:
        """Take a server and its tools out of the session; it ends."""
        raise NotImplementedError

    def read_servers(self, data: bytes, name: str = "") -> ReadServers:
        """The servers of a `mcpServers` file, or of pasted JSON. Adds nothing. Raises ServersFileError with the place."""
        raise NotImplementedError

    def add_servers(self, read: ReadServers) -> tuple[str, ...]:
        """Add what was read; keys go to the keyring (where there is none they are kept for this run). The names; those of servers that
        were there are replaced."""
        raise NotImplementedError

    def servers_text(self) -> str:
        """The servers as a `mcpServers` file, without any secret."""
        raise NotImplementedError

    def store_server_secret(self, server: str, name: str, value: str) -> None:
        """Keep what `${name}` of a server stands for in the keyring (`name` empty: its bearer token). Raises KeyringError."""
        raise NotImplementedError

    def server_trust(self, name: str) -> ServerShown:
        """What to see before trusting a server, and whether it is trusted."""
        raise NotImplementedError

    def trust_server(self, name: str, *, for_good: bool = True) -> None:
        """Trust a server exactly as it is now; `for_good` remembers it. Starts nothing."""
        raise NotImplementedError

    def untrusted_servers(self) -> tuple[str, ...]:
        """The servers that are on and wait for trust."""
        raise NotImplementedError

    async def start_server(self, name: str) -> None:
        """Start a trusted server and take its tools in; nothing when it is ready. Raises ServerError with what to do."""
        raise NotImplementedError

    async def restart_server(self, name: str) -> None:
        """End a server and start it anew. Raises ServerError."""
        raise NotImplementedError

    async def stop_server(self, name: str) -> None:
        """End a server; its tools stay in the session, and the next call of one starts it again."""
        raise NotImplementedError

    async def refresh_server(self, name: str) -> None:
        """Ask a server for its lists again. Raises ServerError."""
        raise NotImplementedError

    def server_tools(self, name: str) -> tuple[TakenTool, ...]:
        """What a server lists (while it never was ready: what the session has of it)."""
        raise NotImplementedError

    def server_messages(self, name: str) -> Sequence[WireMessage]:
        """The messages both ways, noise and stderr, oldest first; of very many only the newest."""
        raise NotImplementedError

    async def send_message_again(self, name: str, text: str) -> None:
        """Send a JSON-RPC message as it stands in `text`; a request gets an id of its own. Its answer is shown, nothing else comes of it.
        Raises EditRefusedError for what is no message, ServerError."""
        raise NotImplementedError
