"""A reply that a person writes in the model's place: no network, no key, nothing is counted.

Above: `engine` (that somebody still has to write), `workspace/wiring`. Below: `responder`. Gives what it was given, once for each request.
"""

from collections.abc import AsyncGenerator

from msgspec.structs import replace

from studio.messages.delta import Delta
from studio.messages.reply import ChatReply
from studio.problems import StudioError
from studio.responders.responder import Asked, Closed, Failed, Opened


class ReplyWantedError(StudioError):
    """The person answers, and has not written the reply yet."""


class ByHandResponder:
    """Answers with `reply`."""

    def __init__(self, reply: ChatReply) -> None:
        self._reply = reply

    async def answer(self, asked: Asked) -> AsyncGenerator[Opened | Delta | Failed | Closed, None]:
        """The reply as it was written. Why it ends follows from it where nobody said so; it names the model that was asked."""
        finish = self._reply.finish or ("tool_calls" if self._reply.calls else "stop")
        yield Closed(replace(self._reply, finish=finish, model_name=self._reply.model_name or asked.request.model_name))
