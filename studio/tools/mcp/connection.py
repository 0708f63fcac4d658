"""The connection to one MCP server: its tools called, its resources and prompts read; over the official SDK.

Above: `workspace` through `wiring`. Below: `held` (its life and its tools), `server_calls`, `offers`, `around`. Knows no session: what a
server asks goes to its host.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from msgspec.structs import replace

from studio.problems import StudioError
from studio.said import said
from studio.session.mcp_servers import McpServer, Way
from studio.session.server_view import Answer, PromptInfo, PromptMessages, Question, ReadContent, ResourceInfo
from studio.tools import strategies
from studio.tools.mcp import around, offers
from studio.tools.mcp.held import HeldServer, Host, What
from studio.tools.mcp.lifetime import Lifetime, Reached
from studio.tools.mcp.server_calls import CALL_SECONDS, ServerCalls, SessionOverError
from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.wire_log import WireLog
from studio.tools.tool import CallContext, Outcome
from studio.wire.redact import Redactor

__all__ = ["Connection", "Host", "What"]

T = TypeVar("T")


class Connection(HeldServer):
    """One server. `way` has its `${NAME}`s filled in; `token` goes along as bearer token over HTTP. Nothing starts before `start`."""

    def __init__(
        self,
        server: McpServer,
        way: Way,
        redactor: Redactor,
        host: Host,
        *,
        token: str | None = None,
        reached: Callable[[WireLog], Reached] | None = None,
    ) -> None:
        super().__init__(server, way, redactor, host, token=token, reached=reached)
        self._calls = ServerCalls(server.name, redactor.value)

    async def call(self, own_name: str, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Run a tool once, by the server's own name; a server that does not run is started.

        Raises nothing. Cancelled, the server is told, the outcome is `cancelled`, and the cancellation goes on at the caller's next
        wait: so the call has a result, and whoever was to stop stops.
        """
        try:
            await self._ready()
        except ServerError as error:
            return Outcome("error", strategies.not_run(own_name, str(error)))
        except asyncio.CancelledError:
            _cancel_at_next_wait()
            return Outcome("cancelled", strategies.not_run(own_name, "the call was cancelled by the user."))
        began = self._clock()
        try:
            return await self._called(own_name, arguments, context)
        except ServerError as error:
            return Outcome("error", strategies.not_run(own_name, str(error)))
        except asyncio.CancelledError:
            _cancel_at_next_wait()
            told = f"{own_name} was cancelled by the user, and {self.server.name} was told so."
            return Outcome("cancelled", f"{told} It may have had part of its effect.", seconds=self._clock() - began)

    def _clock(self) -> float:
        """Seconds; they stand still while a question of the server waits for the person."""
        return time.monotonic() - self._calls.patience.stood

    async def _called(self, own_name: str, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """Over HTTP a server that was started anew does not know our session: then there is another one, once."""
        for again in (True, False):
            life = await self._ready()
            tool = next((each for each in self.listed if each.own_name == own_name), None)
            try:
                return await self._calls.call(life, tool, own_name, arguments, context)
            except SessionOverError:
                if again:
                    await self._over(life)
        return Outcome(
            "error",
            strategies.not_run(own_name, said("{server} ended every session at once.", server=self.server.name)),
        )

    async def resources(self) -> tuple[ResourceInfo, ...]:
        """The resources and templates, all pages; empty when it offers none. Raises ServerError."""
        listed = await self._asked("resources/list", lambda life: offers.resources_of(life.client))
        return tuple(made for each in listed if (made := around.resource_info(each)) is not None)

    async def read(self, uri: str) -> tuple[ReadContent, ...]:
        """Read a resource. Raises ServerError."""
        listed = await self._asked("resources/read", lambda life: offers.contents_of(life.client, uri))
        return tuple(made for each in listed if (made := around.read_content(each)) is not None)

    async def prompts(self) -> tuple[PromptInfo, ...]:
        """The prompts, all pages; empty when it offers none. Raises ServerError."""
        listed = await self._asked("prompts/list", lambda life: offers.prompts_of(life.client))
        return tuple(made for each in listed if (made := around.prompt_info(each)) is not None)

    async def prompt(self, name: str, arguments: dict[str, str]) -> PromptMessages:
        """A prompt, filled in; an argument that is an empty text is left out. Raises ServerError."""
        given = await self._asked("prompts/get", lambda life: offers.prompt_of(life.client, name, arguments))
        return around.prompt_messages(given)

    async def send_again(self, text: str) -> None:
        """Send a JSON-RPC message as it stands; a request gets an id of its own. Its answer is only shown. Raises ServerError."""
        life = await self._ready()
        await life.reached.again(text)

    async def _asked(self, doing: str, work: Callable[[Lifetime], Coroutine[Any, Any, T]]) -> T:
        """What a running server gives, without secrets."""
        life = await self._ready()
        try:
            given: T = self._redactor.value(await self._calls.within(work(life), CALL_SECONDS))
        except Exception as error:
            raise self._problem(error, life, doing) from error
        return given

    async def _answer(self, question: Question) -> Answer:
        """The clocks of this server's calls stand still while somebody thinks."""
        asked = replace(question, call=question.call or self._calls.only)
        self._calls.patience.begin_question()
        try:
            return await self._host.asked(asked)
        except StudioError as error:
            return Answer(action="cancel", error=str(error))
        finally:
            self._calls.patience.end_question()


def _cancel_at_next_wait() -> None:
    task = asyncio.current_task()
    assert task is not None
    task.uncancel()
    task.cancel()
