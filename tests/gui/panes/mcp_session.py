"""An open session with MCP servers whose looks, tools and messages a test sets: the door of the dock, in memory."""

from collections.abc import Sequence

from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import PromptArgument, PromptInfo, ResourceInfo, ServerLook, WireMessage
from studio.session.setup import Setup
from studio.workspace.changes import ServerChanged
from studio.workspace.serving import TakenTool
from tests.gui.panes.memory_session import MemorySession


class ServedSession(MemorySession):
    """`looks` are the servers as they are; `did` notes each verb with its arguments; a verb fails while `fails` holds a sentence."""

    def __init__(self, *looks: ServerLook) -> None:
        servers = tuple(McpServer(look.name, Stdio("run-me", (look.name,)), without=("hidden",)) for look in looks)
        super().__init__(Setup(servers=servers), [])
        self.looks = {look.name: look for look in looks}
        self.tools: tuple[TakenTool, ...] = ()
        self.messages: list[WireMessage] = []
        self.did: list[tuple[str, ...]] = []
        self.fails = ""

    @property
    def servers(self) -> tuple[ServerLook, ...]:
        return tuple(self.looks[each.name] for each in self.state.setup.servers)

    def put(self, name: str, **members: object) -> None:
        """Let a server be otherwise, and tell."""
        self.looks[name] = replace(self.looks[name], **members)
        self._tell(ServerChanged(name, "state"))

    def say(self, *messages: WireMessage) -> None:
        """Let messages go, and tell."""
        self.messages += messages
        self._tell(ServerChanged(self.servers[0].name, "messages"))

    def server_tools(self, _name: str) -> tuple[TakenTool, ...]:
        return self.tools

    def server_messages(self, _name: str) -> Sequence[WireMessage]:
        return self.messages

    async def start_server(self, name: str) -> None:
        self._do("start", name)

    async def restart_server(self, name: str) -> None:
        self._do("restart", name)

    async def stop_server(self, name: str) -> None:
        self._do("stop", name)

    async def refresh_server(self, name: str) -> None:
        self._do("refresh", name)

    async def send_message_again(self, name: str, text: str) -> None:
        self._do("send", name, text)

    async def server_resources(self, name: str) -> tuple[ResourceInfo, ...]:
        self._do("resources", name)
        return (
            ResourceInfo("note://1", "first", media_type="text/plain", size=2048),
            ResourceInfo("note://{number}", "a note", template=True),
        )

    async def server_prompts(self, name: str) -> tuple[PromptInfo, ...]:
        self._do("prompts", name)
        return (PromptInfo("greet", arguments=(PromptArgument("tone", required=True), PromptArgument("length"))),)

    def put_server(self, server: McpServer, *, was: str = "") -> None:
        self._do("put", server.name)
        servers = tuple(server if each.name == was else each for each in self.state.setup.servers)
        self.change_setup(servers=servers)

    def remove_server(self, name: str) -> None:
        self._do("remove", name)
        self.change_setup(servers=tuple(each for each in self.state.setup.servers if each.name != name))

    def _do(self, *what: str) -> None:
        self.did.append(what)
        if self.fails:
            raise StudioError(self.fails)


def taken(own_name: str, name: str = "", **more: object) -> TakenTool:
    """A tool of a server; without a `name` for the model it is left out."""
    spec = ToolSpec(name, "", {"type": "object"}) if name else None
    return TakenTool(own_name, spec, **more)  # type: ignore[arg-type]
