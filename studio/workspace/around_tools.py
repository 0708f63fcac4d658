"""An open session and what MCP servers offer around their tools: resources and prompts, read and put into the session.

Above: `opened`. Below: `serving`.
"""

from studio.session.server_view import PromptInfo, PromptMessages, ReadContent, ResourceInfo
from studio.workspace.serving import ServingSession


class AroundToolsSession(ServingSession):
    """Resources and prompts."""

    async def server_resources(self, server: str) -> tuple[ResourceInfo, ...]:
        """The resources and templates that a server offers, all pages. Raises ServerError."""
        raise NotImplementedError

    async def read_resource(self, server: str, uri: str) -> tuple[ReadContent, ...]:
        """Read a resource; of a template with its members filled in. Changes nothing. Raises ServerError."""
        raise NotImplementedError

    def insert_resource(self, server: str, contents: tuple[ReadContent, ...], *, always: bool = False) -> None:
        """Let what was read go along with the message that is to be sent next (text as passages, pictures as pictures). Raises
        EditRefusedError when there is no such message, or it is neither text nor picture."""
        raise NotImplementedError

    async def server_prompts(self, server: str) -> tuple[PromptInfo, ...]:
        """The prompts that a server offers. Raises ServerError."""
        raise NotImplementedError

    async def get_prompt(self, server: str, name: str, arguments: dict[str, str]) -> PromptMessages:
        """A prompt, filled in by the server; an argument left empty is left out. Changes nothing. Raises ServerError."""
        raise NotImplementedError

    def insert_prompt(self, prompt: PromptMessages) -> None:
        """Append its messages to the history, as one change. Raises EditRefusedError."""
        raise NotImplementedError
