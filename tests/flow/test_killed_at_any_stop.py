"""Killed at any stop and gone on with is the same as not killed, byte for byte: generated sessions whose person, model and tools decide by
what stands in the file alone, cut behind any stop, read again and gone on with. `STUDIO_EXAMPLES` says how many seeds are tried."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from studio.engine import edits
from studio.engine.due import AskModel, Finished, due
from studio.messages.message import user
from studio.messages.reply import ProviderError
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.responders.responder import Asked, Closed, Failed
from studio.session.events import (
    AttemptFailed,
    Event,
    ReplyReceived,
    RequestSent,
    ResultRecorded,
    SetupChanged,
    UndoEnded,
)
from studio.session.kept_exchange import NO_TIME
from studio.session.lines import decode
from studio.session.mocks import MockRule
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import BreakpointSet
from studio.session.policies import Policy, Strategies
from studio.session.setup import Stops
from studio.session.state import SessionState
from studio.session.truths import Truth
from tests.flow.canned import ALL_STOPS, Canned, reply
from tests.flow.player import AGENT, POINTS, TEXTS, UNDER_WAY
from tests.flow.shop import Shop, say, to_the_end, told
from tests.flow.undoable import Bookings

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F5")]
SEEDS = range(int(os.environ.get("STUDIO_EXAMPLES", "12")))
EACH = 4 if "STUDIO_EXAMPLES" not in os.environ else 1
NAMES = ("book", "book", "pay", "pay", "fly", "cancel", "ask", "ask", "nothing")
MANY = 250
MOST = 45
"""Decisions of one session."""


class Dice:
    """A model that rolls dice over what it is asked: the same body gets the same answer."""

    async def answer(self, asked: Asked) -> AsyncIterator[Closed | Failed]:
        """A reply with up to three calls, or now and then a failure."""
        luck = Random(asked.body())
        if luck.random() < 0.05:
            yield Failed(ProviderError("http", "busy", 503))
            return
        some = range(luck.choice((0, 1, 2, 3)) if len(asked.request.messages) < 12 else 0)
        yield Closed(reply("t", *((luck.choice(NAMES), luck.choice(TEXTS)) for _ in some)))


class Still(Bookings):
    """Tools that give the same to the same arguments, whatever ran before."""

    def __init__(self) -> None:
        super().__init__(ask=str)
        same: dict[str, Callable[..., str]] = {
            name: lambda what, name=name: f"{name} {what}" for name in ("book", "cancel", "pay_back")
        }
        self.functions |= {**same, "pay": self._paid}

    def specs(self) -> tuple[ToolSpec, ...]:
        """The declarations; `pay` and the agent may be run again."""
        return tuple(replace(spec, idempotent=spec.name in ("pay", "ask")) for spec in super().specs())

    def _paid(self, what: str) -> str:
        if what == "b":
            raise ValueError("no money")
        return f"paid {what}"


class Person:
    """Decides by the seed and what stands in the file."""

    def __init__(self, seed: int, canned: Canned) -> None:
        self.seed, self.canned = seed, canned
        self.luck = Random(seed)

    async def decide(self, number: int) -> None:
        """Do one thing that comes to its end; what is refused changes nothing."""
        self.luck = Random(f"{self.seed} {number} {self.canned.journal.head} {len(self.canned.lines.lines)}")
        verbs: tuple[Callable[[], Any], ...] = (
            *(self._go,) * 7,
            *(self._edit, self._told, self._result, self._mock, self._reject, self._run, self._approve),
            *(self._say, self._history, self._set, self._point, self._walk),
        )
        try:
            doing = self.luck.choice(verbs)()
            if asyncio.iscoroutine(doing):
                await doing
        except StudioError:
            pass

    @property
    def state(self) -> SessionState:
        return self.canned.journal.state

    def _key(self) -> CallKey:
        calls = self.state.open.calls if self.state.open is not None else ()
        return self.luck.choice([call.key for call in calls] or [(NodeId(1), 0)])

    def _add(self, event: Event | None) -> None:
        if event is not None:
            self.canned.journal.append(event)

    async def _go(self) -> None:
        await self.canned.stepper.go(self.luck.choice(("step", "into", "out", "round", "run", "run", "end")))

    async def _run(self) -> None:
        await self.canned.stepper.run_call(self._key())

    async def _approve(self) -> None:
        await self.canned.stepper.approve(self._key())

    def _edit(self) -> None:
        changes = self.luck.choice(({"arguments": '{"what":"z"}'}, {"name": "book"}))
        truth: Truth | None = self.luck.choice((None, "rewrite", "notify", "keep"))
        self._add(edits.edit_call(self.state, self._key(), changes, truth))

    def _told(self) -> None:
        self._add(edits.set_truth(self.state, self._key(), self.luck.choice(("rewrite", "notify", "keep"))))

    def _result(self) -> None:
        self._add(edits.edit_result(self.state, self._key(), "edited", is_error=False))

    def _mock(self) -> None:
        self._add(edits.give_result(self.state, self._key(), "mock", "m", is_error=False))

    def _reject(self) -> None:
        self._add(edits.give_result(self.state, self._key(), "rejected", "no", is_error=True))

    def _say(self) -> None:
        if isinstance(due(self.state), Finished):
            self.canned.say("more")

    def _history(self) -> None:
        if isinstance(due(self.state), AskModel) and not self.state.depth:
            self._add(edits.edit_message(self.state, 0, user(f"go {self.luck.random()}")))

    def _set(self) -> None:
        self._add(
            self.luck.choice(
                (SetupChanged(params={"top_p": 1}), SetupChanged(concurrent=True), SetupChanged(off=("fly",)))
            )
        )

    def _point(self) -> None:
        point = self.luck.choice(POINTS)
        here = point.id in self.canned.journal.breakpoints
        self.canned.journal.note(BreakpointSet(point.id, None if here else point))

    def _walk(self) -> None:
        tree = self.canned.journal.tree
        node = NodeId(self.luck.randint(2, tree.last))
        while tree.kind(node) in UNDER_WAY:
            node = tree.parent(node)
        self.canned.journal.move(node)


def _begun(seed: int) -> Canned:
    luck = Random(seed)
    often = luck.random
    canned = Canned(
        Dice(),
        Still(),
        executors={"ask": AGENT},
        concurrent=often() < 0.5,
        compensation=often() < 0.8,
        stops=Stops(*(often() < 0.4 for _ in range(4))),
        mocks=(MockRule("once", "book", text="booked by rule", times=1),) if often() < 0.4 else (),
        strategies=Strategies(tool_error=luck.choice(("", "again", "again", "tell"))),
        policies=(Policy("pay", "ask"),) if often() < 0.3 else (),
    )
    canned.services.window = seed % 2 == 0
    canned.say()
    return canned


async def _to_the_end(seed: int, canned: Canned, done: int = 0) -> list[int]:
    """Decide until so many things were decided in all; how many lines the file had behind each."""
    person, stops = Person(seed, canned), []
    for number in range(done, MOST):
        await person.decide(number)
        stops.append(len(canned.lines.lines))
    return stops


def _left(canned: Canned, lines: list[bytes]) -> Canned:
    """What another program finds where the first one was killed behind so many lines."""
    left = Canned(canned.services.model, None)
    left.tools, left.lines.lines = Still(), list(lines)
    again = left.reopened()
    again.services.window = canned.services.window
    return again


@pytest.mark.parametrize("seed", SEEDS)
async def test_killed_at_any_stop_and_gone_on_with_is_not_killed(seed: int) -> None:
    whole = _begun(seed)
    stops = await _to_the_end(seed, whole)
    for done in range(seed % EACH, MOST, EACH):
        again = _left(whole, whole.lines.lines[: stops[done]])
        await _to_the_end(seed, again, done + 1)
        assert _kept(again) == _kept(whole)


def _kept(canned: Canned) -> list[Any]:
    """All that a file says, line by line, but how long something took; of a request its body, however it was put down."""
    tree = canned.journal.tree
    kept: list[Any] = []
    for line in map(decode, canned.lines.lines):
        match line:
            case RequestSent():
                kept.append((replace(line, base=None, body=()), tree.body(line.id)))
            case ReplyReceived() | ResultRecorded() | AttemptFailed() | UndoEnded():
                kept.append(replace(line, seconds=NO_TIME))
            case _:
                kept.append(line)
    return kept


def _kinds(canned: Canned) -> set[str]:
    tree = canned.journal.tree
    return {tree.kind(NodeId(node)) for node in range(1, tree.last + 1)}


async def test_the_sessions_hold_what_they_shall_hold() -> None:
    left = {
        *(
            "request_failed",
            "call_edited",
            "result_edited",
            "history_edited",
            "agent_started",
            "undone",
            "attempt_failed",
        ),
        *("reply", "result", "setup", "message", "call_started"),
    }
    for seed in range(MANY):
        canned = _begun(seed)
        await _to_the_end(seed, canned)
        left -= _kinds(canned)
        if not left:
            return
    raise AssertionError(f"Never met in {MANY} sessions: {left}")


async def test_a_real_file_cut_at_any_stop_goes_on_to_the_same_end(shop: Shop) -> None:
    workspace = shop.workspace()
    session = await shop.session(workspace, shop.folder / "whole.tcsession", stops=ALL_STOPS)
    say(session, "two")
    cuts: list[bytes] = []
    while (await session.run()).reason != "finished":
        cuts.append(session.path.read_bytes())
    whole = told(session)
    await workspace.close()
    assert len(cuts) > 5
    for at, data in enumerate(cuts):
        file = shop.folder / f"cut{at}.tcsession"
        file.write_bytes(data)
        again = shop.workspace()
        left = again.open(file)
        assert (await to_the_end(left)).reason == "finished"
        assert told(left) == whole
        await again.close()
    assert sorted(shop.runs()) == sorted(["note", "note"] + ["note"] * sum(_open_calls(data) for data in cuts))


def _open_calls(data: bytes) -> int:
    """How many of the two calls had no result in a file yet."""
    return 2 - data.count(b'"kind":"result"')
