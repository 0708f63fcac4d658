"""Between the SDK and a host: what a server asks the person becomes a question, the answer what goes back.

Above: `lifetime`. Below: `mcp_types`, `session/server_view`. Nothing is answered here by itself; roots are not offered.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import mcp_types as types
from mcp.client import ClientRequestContext
from pydantic import BaseModel, ValidationError

from studio.session.server_view import Answer, Question
from studio.tools.mcp.lenient import asking_call

Ask = Callable[[Question], Awaitable[Answer]]
Sampled = types.CreateMessageResult | types.CreateMessageResultWithTools | types.ErrorData

MOST_OPEN = 100
"""Questions of one server that wait for the person: who asks without end would fill the session and the screen."""
REJECTED = -1
"""The code that the protocol names for a sampling that the person did not want."""


class Asked:
    """The callbacks of one server. `ask` gets each question, with the call that it is asked for where that is known."""

    def __init__(self, server: str, ask: Ask, clean: Callable[[Any], Any]) -> None:
        self._server = server
        self._ask = ask
        self._clean = clean
        self._open = 0

    async def elicited(
        self,
        context: ClientRequestContext,  # noqa: ARG002 - the SDK names it
        params: types.ElicitRequestParams,
    ) -> types.ElicitResult | types.ErrorData:
        """A form, or an address to visit."""
        url = params.url if isinstance(params, types.ElicitRequestURLParams) else ""
        question = self._question("url" if url else "form", params, message=params.message, url=url)
        return elicit_result(question, await self._answered(question))

    async def sampled(self, context: ClientRequestContext, params: types.CreateMessageRequestParams) -> Sampled:  # noqa: ARG002
        """What a model is to answer."""
        return sampling_result(await self._answered(self._question("sampling", params)))

    async def _answered(self, question: Question) -> Answer:
        if self._open >= MOST_OPEN:
            return Answer(action="cancel", error=f"{MOST_OPEN} questions wait for the user already.")
        self._open += 1
        try:
            return await self._ask(question)
        finally:
            self._open -= 1

    def _question(
        self, what: Literal["form", "url", "sampling"], params: BaseModel, message: str = "", url: str = ""
    ) -> Question:
        asked = self._clean(params.model_dump(by_alias=True, mode="json", exclude_none=True))
        schema = asked.get("requestedSchema")
        return Question(
            number=0,
            server=self._server,
            what=what,
            message=asked.get("message", message),
            schema=schema if isinstance(schema, dict) else None,
            url=url,
            asked=asked,
            call=asking_call(),
            since=time.monotonic(),
        )


def elicit_result(question: Question, answer: Answer) -> types.ElicitResult | types.ErrorData:
    """What goes back for a form or an address. Only an accepted form has content."""
    if answer.error:
        return types.ErrorData(code=types.INTERNAL_ERROR, message=answer.error)
    if answer.action != "accept" or question.what == "url":
        return types.ElicitResult(action=answer.action)
    try:
        return types.ElicitResult(action="accept", content=answer.content or {})
    except ValidationError:
        return types.ErrorData(code=types.INTERNAL_ERROR, message="The form was filled in a way that cannot be sent.")


def sampling_result(answer: Answer) -> Sampled:
    """What goes back for a sampling: the reply's text, or that the person did not want it."""
    if answer.error:
        return types.ErrorData(code=types.INTERNAL_ERROR, message=answer.error)
    if answer.action != "accept" or answer.reply is None:
        return types.ErrorData(code=REJECTED, message="User rejected sampling request")
    return types.CreateMessageResult(
        role="assistant",
        content=types.TextContent(type="text", text=answer.reply.text),
        model=answer.reply.model_name or "unknown",
        stop_reason=_stop_reason(answer.reply.finish),
    )


def _stop_reason(finish: str | None) -> str | None:
    """A finish reason of any provider in the protocol's words."""
    known = {"length": "maxTokens", "max_tokens": "maxTokens", "stop_sequence": "stopSequence"}
    return None if finish is None else known.get(finish, "endTurn")
