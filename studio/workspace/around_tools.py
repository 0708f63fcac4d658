"""An open session and what MCP servers offer around their tools: resources and prompts, read and put into the session.

Above: `opened`. Below: `serving`, `servers`, `read_resources`. A server that is trusted is started for it; one that is not, is not.
"""

from typing import Literal

from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.said import said
from studio.session.server_view import PromptInfo, PromptMessages, ReadContent, ResourceInfo
from studio.session.state import settled
from studio.workspace.connected import Connected
from studio.workspace.read_resources import carried
from studio.workspace.serving import ServingSession


class AroundToolsSession(ServingSession):
    """Resources and prompts."""

    async def server_resources(self, server: str) -> tuple[ResourceInfo, ...]:
        """The resources and templates that a server offers, all pages. Raises ServerError."""
        return await (await self._connection(server)).resources()

    async def read_resource(self, server: str, uri: str) -> tuple[ReadContent, ...]:
        """Read a resource; of a template with its members filled in. Changes nothing. Raises ServerError."""
        return await (await self._connection(server)).read(uri)

    @property
    def resource_goes(self) -> Literal["message", "composer", ""]:
        """Where a resource can go: along with the `message` that is to be sent next, or with one that has to be written first; empty while
        the model is to be asked with the results of its calls."""
        history, opened = settled(self.state), self.state.open
        if history.length and history.value.role == "user":
            return "message"
        return "" if opened is not None and (opened.calls or opened.reply.resumable) else "composer"

    def insert_resource(self, server: str, contents: tuple[ReadContent, ...], *, always: bool = False) -> None:
        """Let what was read go along with the message that is to be sent next (text as passages, pictures as pictures). Raises
        EditRefusedError when there is no such message, ResourceError when it is neither text nor picture, or too long."""
        self._server(server)
        more = carried(contents, always=always)
        if self.resource_goes != "message":
            raise EditRefusedError(
                said("There is no message that is to be sent."), said("Write it first, then insert into it.")
            )
        history = settled(self.state)
        draft = history.value
        parts, passages = (*draft.parts, *more.pictures), (*draft.passages, *more.passages)
        self.edit_message(history.length - 1, replace(draft, parts=parts, passages=passages))

    async def server_prompts(self, server: str) -> tuple[PromptInfo, ...]:
        """The prompts that a server offers. Raises ServerError."""
        return await (await self._connection(server)).prompts()

    async def get_prompt(self, server: str, name: str, arguments: dict[str, str]) -> PromptMessages:
        """A prompt, filled in by the server; an argument left empty is left out. Changes nothing. Raises ServerError."""
        return await (await self._connection(server)).prompt(name, arguments)

    def insert_prompt(self, prompt: PromptMessages) -> None:
        """Append its messages to the history, as one change. Raises EditRefusedError."""
        if not prompt.messages:
            raise EditRefusedError(
                said("This prompt gave no message."), said("Fill it in otherwise, or choose another one.")
            )
        with self.one_step():
            for message in prompt.messages:
                self.add_message(message)

    async def _connection(self, server: str) -> Connected:
        return await self._wired.servers.ready(self._server(server))
