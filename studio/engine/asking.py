"""One request to whoever answers, from the event before it to the event after it.

Above: `stepper`. Below: `compose`, `services`. Knows no stop and no tool.
"""

import asyncio
import time
from collections.abc import Callable

from msgspec.structs import replace

from studio.checks.history.problem import HistoryProblem
from studio.checks.rules import judged
from studio.engine.services import Services
from studio.engine.validity import InvalidHistoryError, all_in, levels, refusal
from studio.messages.assemble import Assembly
from studio.messages.delta import Delta
from studio.messages.reply import ChatReply, ProviderError
from studio.responders.responder import Asked, Closed, Failed, Responder
from studio.said import said
from studio.session.events import ReplyReceived, RequestFailed
from studio.session.journal import Cursor, Journal
from studio.session.kept_exchange import NO_TIME, kept


class Asking:
    """A request under way. `partial` is what has come so far; `on_delta` is told of each delta."""

    def __init__(self, journal: Journal, services: Services, on_delta: Callable[[Delta], None]) -> None:
        self._journal = journal
        self._services = services
        self._on_delta = on_delta
        self._assembly = Assembly()

    @property
    def partial(self) -> ChatReply:
        """The reply as far as it came."""
        return self._assembly.reply()

    async def ask(self, cursor: Cursor, *, anyway: bool = False) -> ReplyReceived | RequestFailed:
        """Send the next request of `cursor` and append what came of it. A cancelled one is recorded, then cancels. Raises
        InvalidHistoryError before anything is written when the provider would refuse it, unless it is to go `anyway`."""
        state = self._journal.tree.state(cursor.at)
        anyway = anyway or self._services.sends_anyway()  # asked before a live answer goes past the recorded one
        responder = self._services.responder(state.setup)
        composer = self._services.composer(state.setup)
        composed = composer.compose(state)
        event = composer.event(composed, self._journal.tree, state)
        origin = self._services.origin(state.setup)
        found = all_in(composer, composed, state)
        if found and not anyway and origin != "recorded":
            _check(judged(found, levels(composer, state)))
        invalid = _codes(found)
        event = replace(event, source=origin, url=state.setup.responder.base_url, invalid=invalid)
        sent = self._journal.append(event, cursor)
        composer.sent(sent.id, composed)
        began = time.monotonic()
        asked = Asked(composed.request, composed.sent.join, state.setup.responder.stream)
        try:
            end = await self._listen(responder, asked)
        except asyncio.CancelledError:
            self._failed(Failed(ProviderError("cancelled", said("Stopped by the person.")), None, self.partial), cursor)
            raise
        if isinstance(end, Failed):
            return self._failed(end, cursor)
        seconds = round(time.monotonic() - began, 3) or NO_TIME
        return self._journal.append(
            ReplyReceived(reply=end.reply, exchange=kept(end.exchange), seconds=seconds), cursor
        )

    async def _listen(self, responder: Responder, asked: Asked) -> Closed | Failed:
        async for item in responder.answer(asked):
            if isinstance(item, tuple):
                self._assembly.feed(item)
                self._on_delta(item)
            elif isinstance(item, Closed | Failed):
                return item
        return Failed(ProviderError("incomplete", said("The answer ended without an end.")), None, self.partial)

    def _failed(self, end: Failed, cursor: Cursor) -> RequestFailed:
        partial = end.partial if end.partial is not None and end.partial.parts else None
        return self._journal.append(
            RequestFailed(error=end.error, partial=partial, exchange=kept(end.exchange)), cursor
        )


def _check(found: tuple[HistoryProblem, ...]) -> None:
    """Raise InvalidHistoryError for what the provider would refuse. A recording has answered already."""
    why = refusal(found)
    if why:
        raise InvalidHistoryError(why, said("Mend the history, or send it anyway."))


def _codes(found: tuple[HistoryProblem, ...]) -> tuple[str, ...]:
    """The codes of what the provider would refuse, each once, also where the person has switched the rule off: it was sent anyway."""
    return tuple(dict.fromkeys(problem.code for problem in found if problem.severity == "error"))
