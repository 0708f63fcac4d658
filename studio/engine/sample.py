"""One request asked many times: in turn or several at once, within a budget, each reply told as it comes.

Above: `workspace/sampled`. Below: `sample_requests`, `responders`. Writes no event, runs no tool, retries nothing but what the provider
asks to wait for.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from typing import cast

from studio.engine.limits import Cost
from studio.engine.sample_requests import SampleRequest
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.tokens import message_tokens
from studio.problems import StudioError
from studio.responders.responder import Asked, Closed, Failed, Responder
from studio.said import said
from studio.session.samples import SamplePlan, SampleReply
from studio.session.setup import Setup
from studio.tasks import spawn

LONGEST_WAIT = 60
"""Seconds. Where the provider asks for more, that is the answer."""
MOST_WAITS = 4
"""How often one request waits because there were too many."""
HOPELESS = 5
"""An arm that failed so often and was never replied to is asked no more."""


class Sampler:
    """Asks `requests` as often as `plan` says. `responder` gives who answers a setup and may raise StudioError; `take` hears of each reply;
    `spent` counts what came so far, `cost` None where a price is not known."""

    def __init__(
        self,
        plan: SamplePlan,
        requests: Sequence[SampleRequest],
        responder: Callable[[Setup], Responder],
        cost: Cost,
        take: Callable[[SampleReply], None],
    ) -> None:
        self._plan, self._cost, self._take = plan, cost, take
        self._left = deque(_in_turn(requests, plan.times))
        self._answers = {one.arm: responder(one.setup) for one in requests}
        self._told: set[tuple[int, int]] = set()
        self._failed: Counter[int] = Counter()
        self._replied: Counter[int] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        self._under_way = 0
        self._ended = ""
        self._error: StudioError | OSError | None = None
        self.tokens = 0
        self.cost: float | None = 0.0

    async def run(self) -> str:
        """Ask until all is asked, or until something ends it early: why (see `SampleEnded`), empty when all was asked. Cancelling it ends
        what is under way first. Raises StudioError when a reply cannot be taken."""
        self._tasks = [spawn(self._work(), name="sample") for _ in range(max(1, self._plan.at_once))]
        seconds = self._plan.budget.seconds or None
        try:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            if late:
                self.end("seconds")
                await asyncio.wait(self._tasks)
        except asyncio.CancelledError:
            self.end("cancelled")
            await asyncio.wait(self._tasks)
            raise
        if self._error is not None:
            raise self._error
        return self._why()

    def end(self, why: str = "cancelled") -> None:
        """Ask no more and give up what is under way; it counts as cancelled."""
        self._ended = self._ended or why
        for task in self._tasks:
            task.cancel()

    def _why(self) -> str:
        """Why it ended; the plan is fulfilled when nothing is left."""
        if self._ended or self._left:
            return self._ended or "failed"
        return "failed" if self._failed and all(map(self._hopeless, self._answers)) else ""

    async def _work(self) -> None:
        """Ask one request after the other."""
        try:
            while (request := self._next()) is not None:
                self._under_way += 1
                try:
                    taken = await self._ask(*request)
                finally:
                    self._under_way -= 1
                self._count(request[0], taken)
                self._take(taken)
                await asyncio.sleep(0)  # a script answers at once, and the window would stand still
        except (StudioError, OSError) as error:  # what came cannot be kept, or nobody reads it any more
            self._error = error
            self.end("failed")

    def _next(self) -> tuple[SampleRequest, int] | None:
        """The next request that may go; None when there is none, or the budget is used up by what came and what is under way."""
        while self._left and self._hopeless(self._left[0][0].arm):
            self._left.popleft()
        if not self._left or self._ended:
            return None
        used_up = self._used_up()
        if used_up:
            self._ended = used_up if not self._under_way else self._ended
            return None
        return self._left.popleft()

    def _used_up(self) -> str:
        """The budget that what came, and what is under way at the usual price, uses up."""
        budget, came = self._plan.budget, sum(self._replied.values())
        ahead = 1 + self._under_way / came if came else 1
        if budget.tokens and self.tokens * ahead >= budget.tokens:
            return "tokens"
        if budget.cost and self.cost is not None and self.cost * ahead >= budget.cost:
            return "cost"
        return ""

    def _hopeless(self, arm: int) -> bool:
        return not self._replied[arm] and self._failed[arm] >= HOPELESS

    async def _ask(self, request: SampleRequest, nth: int) -> SampleReply:
        """What comes of one request. Given up, it is told as cancelled; where too many are asked for, it waits as it is told to."""
        for waits in range(MOST_WAITS + 1):
            began = time.monotonic()
            try:
                end = await _listen(self._answers[request.arm], request)
            except asyncio.CancelledError:
                gone = ProviderError("cancelled", said("Given up before it was answered."))
                self._take(self._made(request, nth, gone, time.monotonic() - began))
                raise
            wait = _wait(end, waits)
            if wait is None or waits == MOST_WAITS:
                break
            await asyncio.sleep(wait)
        came = end.reply if isinstance(end, Closed) else end.error
        return self._made(request, nth, came, time.monotonic() - began)

    def _made(self, request: SampleRequest, nth: int, came: ChatReply | ProviderError, seconds: float) -> SampleReply:
        place = request.arm, request.probe
        asked = request.kept if place not in self._told else ""
        self._told.add(place)
        reply, error = (came, None) if isinstance(came, ChatReply) else (None, came)
        return SampleReply(*place, nth, asked, reply, error, round(seconds, 3))

    def _count(self, request: SampleRequest, taken: SampleReply) -> None:
        """Count what it used up: as the provider says, else as estimated."""
        if taken.reply is None:
            self._failed[taken.arm] += 1
            return
        self._replied[taken.arm] += 1
        usage = taken.reply.usage
        into = usage.input if usage is not None and usage.input is not None else request.tokens
        out = usage.output if usage is not None and usage.output is not None else message_tokens(taken.reply.message)
        self.tokens += into + out
        price = self._cost(request.setup, into, out)
        self.cost = None if self.cost is None or price is None else self.cost + price


def _in_turn(requests: Sequence[SampleRequest], times: int) -> Iterator[tuple[SampleRequest, int]]:
    """Each request once, then each once more: what ends early has asked all about as often. Those of the arms stand side by side."""
    by_probe = sorted(requests, key=lambda one: (one.probe, one.arm))
    return ((one, nth) for nth in range(times) for one in by_probe)


async def _listen(responder: Responder, request: SampleRequest) -> Closed | Failed:
    asked = Asked(request.request, lambda: request.sent, request.setup.responder.stream)
    # Closed at once when it is given up: the exchange ends with it.
    async with aclosing(cast("AsyncGenerator[object, None]", responder.answer(asked))) as answer:
        async for item in answer:
            if isinstance(item, Closed | Failed):
                return item
    return Failed(ProviderError("incomplete", said("The answer ended without an end.")))


def _wait(end: Closed | Failed, waits: int) -> float | None:
    """The seconds to wait before the same is asked again; None when it is not."""
    if isinstance(end, Closed) or not _too_many(end.error):
        return None
    wait = end.error.retry_after if end.error.retry_after is not None else 0.5 * 2**waits
    return wait if wait <= LONGEST_WAIT else None


def _too_many(error: ProviderError) -> bool:
    return error.status == 429 or error.type in ("rate_limit_error", "rate_limit_exceeded")
