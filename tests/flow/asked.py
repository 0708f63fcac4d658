"""A session whose model calls a real server that asks the person, and the moment at which a question is there.

Above: the flows of what servers ask. Below: `mcp_servers/asking.py`, `chat_server`.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from studio.session.events import ServerAsked
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.notes import Stopped
from studio.session.server_view import Question
from studio.session.setup import Setup
from studio.tasks import spawn
from studio.workspace.changes import Change, ServerChanged
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, say

ASKING = Path(__file__).parent / "mcp_servers" / "asking.py"
PROFILE = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}, "password": {"type": "string"}},
    "required": ["name"],
}


def form(message: str = "Who are you?", then: str = "", schema: Any = PROFILE) -> str:
    """The arguments of a call whose server asks for a form."""
    return asks("elicitation/create", {"message": message, "requestedSchema": schema}, then)


def url(address: str) -> str:
    """The arguments of one whose server wants an address to be opened."""
    return asks("elicitation/create", {"mode": "url", "message": "Sign in.", "url": address, "elicitationId": "1"})


def sampling(text: str = "Name a colour.", then: str = "", **members: Any) -> str:
    """The arguments of one whose server wants a model to answer."""
    said = {"role": "user", "content": {"type": "text", "text": text}}
    return asks("sampling/createMessage", {"messages": [said], "maxTokens": 9, **members}, then)


def asks(method: str, params: Any, then: str = "") -> str:
    """The arguments of a call whose server asks for that."""
    return json.dumps({"method": method, "params": params, **({"then": then} if then else {})})


def calls(*arguments: str) -> dict[str, Any]:
    """A reply with a call of the server for each of these."""
    return says("", *(("ask", text) for text in arguments))


def with_server(shop: Shop, workspace: Workspace, chat: ChatServer, **members: Any) -> OpenedSession:
    """A session with the server `asking`, trusted, nothing started; `chat` is its model."""
    setup = Setup(**{"responder": shop.live(workspace, chat.url), "stops": NO_STOPS, **members})
    made = workspace.new("Asked", setup=setup, path=shop.folder / "asked.tcsession")
    made.put_server(McpServer("asking", Stdio(sys.executable, (str(ASKING),))))
    made.trust_server("asking", for_good=False)
    say(made, "hello")
    return made


class Running:
    """A turn that goes on while its servers ask."""

    def __init__(self, session: OpenedSession) -> None:
        self._session = session
        self._turned = asyncio.Event()
        self._end = session.subscribe(self._heard)
        self.task = spawn(session.run(), name="turn")
        self.task.add_done_callback(lambda _: self._turned.set())

    def _heard(self, change: Change) -> None:
        if isinstance(change, ServerChanged) and change.what == "question":
            self._turned.set()

    async def questions(self, count: int = 1) -> tuple[Question, ...]:
        """So many open questions, once they are there."""
        while len(self._session.questions) != count:
            assert not self.task.done(), f"It ended at {self.task.result()} without them."
            self._turned.clear()
            await self._turned.wait()
        return self._session.questions

    async def question(self) -> Question:
        """The only open question."""
        (found,) = await self.questions()
        return found

    async def stop(self) -> Stopped:
        """Where the turn came to rest."""
        return await self.task

    def over(self) -> None:
        """Hear nothing more."""
        self._end()


@contextlib.asynccontextmanager
async def running(session: OpenedSession) -> AsyncIterator[Running]:
    """The turn; the session is closed when it is left, and with it the server ends."""
    made = Running(session)
    try:
        yield made
    finally:
        made.over()
        await session.close()
        await made.task


def events(session: OpenedSession) -> list[ServerAsked]:
    """What was asked on the path to the head."""
    return [each for each in session.tree.events(session.head) if isinstance(each, ServerAsked)]


def told_server(chat: ChatServer) -> list[str]:
    """What the server says it was answered, as the model reads it in the last request."""
    return [message["content"] for message in chat.requests[-1]["messages"] if message["role"] == "tool"]
