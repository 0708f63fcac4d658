"""The request that is due, sent until there is a reply or no use: again after what may pass, with the tools as text when they are
refused.

Above: `stepper`. Below: `asking`, `falling_back`. Knows no tool.
"""

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from studio.engine.asking import Asking
from studio.engine.choosing import Choosing
from studio.engine.falling_back import as_text
from studio.engine.services import Services
from studio.engine.under_way import UnderWay
from studio.engine.validity import INVALID, InvalidHistoryError
from studio.problems import StudioError
from studio.responders.by_hand import ReplyWantedError
from studio.session.events import ReplyReceived, RequestFailed
from studio.session.journal import Cursor, Journal
from studio.session.notes import Stopped

REPLY_WANTED = "reply_wanted"
"""The code of a stop at a request that the person answers."""
RETRY_STATUS = (408, 409, 425, 429)
LONGEST_WAIT = 60
"""Seconds. A server that asks for more is not asked again by itself, and never earlier than it said."""
RETRY_TYPES = (
    "overloaded_error",
    "rate_limit_error",
    "rate_limit_exceeded",
    "api_error",
    "server_error",
    "timeout_error",
)
"""Errors that come inside an answer, with status 200."""


class Sending:
    """Sends the requests of one session. `retries` is how often a failed one is sent again by itself."""

    def __init__(
        self, journal: Journal, services: Services, under_way: UnderWay, choosing: Choosing, retries: int
    ) -> None:
        self.retries = retries
        self.anyway = False
        """Whether the next request goes although the provider would refuse its history: the person wants it, this once."""
        self._choosing = choosing
        self._journal = journal
        self._services = services
        self._under_way = under_way

    async def send(self, cursor: Cursor, held: Callable[[], Stopped | None] = lambda: None) -> Stopped | None:
        """Ask the model, with what is offered now; the stop when no reply came. Where it is `held` after a failure it is not sent again."""
        refused = self._choosing.offer(cursor)
        if refused is not None:
            return refused
        anyway, self.anyway = self.anyway, False
        for attempt in range(self.retries + 1):
            try:
                end = await self._once(cursor, anyway)
            except StudioError as error:
                return _unsent(error, cursor)
            if not isinstance(end, RequestFailed):
                return None
            if self._fell_back(end, cursor):
                goes_on = self._goes_on()
                return await self.send(cursor, held) if goes_on else Stopped(cursor.at, "pause", "before_request")
            wait = end.error.retry_after or 0.5 * 2**attempt
            failed = Stopped(cursor.at, "exception", "before_request", what=_what(end))
            holds = held()
            if holds is not None:
                return replace(failed, breakpoint=holds.breakpoint)
            last = attempt == self.retries or anyway  # what goes anyway goes once
            if last or not worth_a_retry(end) or wait > LONGEST_WAIT or not self._goes_on():
                return failed
            await asyncio.sleep(wait)
            if not self._goes_on():
                return failed
        return None

    def _goes_on(self) -> bool:
        """Whether the person has not paused meanwhile."""
        return not self._under_way.paused

    def _fell_back(self, failed: RequestFailed, cursor: Cursor) -> bool:
        """Whether tools are told as text from now on, because the person chose automatic and the provider takes none natively."""
        change = as_text(self._journal.tree.state(cursor.at).setup, failed)
        if change is None or not self._services.changes_by_itself():
            return False
        self._journal.append(change, cursor)
        self._services.between(cursor)
        return True

    async def _once(self, cursor: Cursor, anyway: bool) -> ReplyReceived | RequestFailed:
        self._under_way.asking = Asking(self._journal, self._services, self._under_way.delta)
        self._under_way.tell("sending")
        try:
            return await self._under_way.asking.ask(cursor, anyway=anyway)
        finally:
            self._under_way.asking = None
            self._under_way.tell()


def worth_a_retry(failed: RequestFailed) -> bool:
    """Whether sending again may help: too many requests, a server's own fault, a broken connection."""
    status = failed.error.status
    if failed.error.kind == "http" and status is not None:
        return status in RETRY_STATUS or status >= 500
    if failed.error.kind == "provider":
        return failed.error.type in RETRY_TYPES or (status is not None and (status in RETRY_STATUS or status >= 500))
    return failed.error.kind in ("connection", "timeout", "incomplete")


def _unsent(error: StudioError, cursor: Cursor) -> Stopped:
    """The stop before a request that did not go."""
    match error:
        case ReplyWantedError():
            return Stopped(cursor.at, "pause", "before_request", what=REPLY_WANTED)
        case InvalidHistoryError():
            return Stopped(cursor.at, "exception", "before_request", what=INVALID, text=error.sentence)
        case _:
            return Stopped(cursor.at, "exception", "before_request", what="no_answer", text=str(error))


def _what(failed: RequestFailed) -> str:
    return "differs" if failed.error.kind == "missed" else "provider_error"
