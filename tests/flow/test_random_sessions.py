"""Random sessions with calls at once, agents, mocks, retries, undoing, chosen tools, memory and edits while things run: what is kept is
what is shown, nothing runs twice unasked, nothing is lost wherever the program is killed, and a replay sends the same."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from studio.engine import edits
from studio.engine.due import due
from studio.engine.offering import offering
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.engine.rolling_back import skipped
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.responders.responder import Asked, Closed
from studio.session.agents import Agent
from studio.session.events import CallStarted, GroupsChosen, ResultRecorded, SetupChanged, UndoEnded, UndoStarted
from studio.session.folding import fold
from studio.session.frames import is_inside
from studio.session.memory import Memory
from studio.session.mocks import MockRule
from studio.session.nodes import CallKey, NodeId, ResultSource
from studio.session.policies import Policy, Strategies
from studio.session.renaming import renamed
from studio.session.setup import Stops
from studio.session.state import EMPTY, SessionState, settled
from studio.session.together import together
from studio.session.toolbox import Added, ByExpression, Chooser, Chosen, ToolGroup, ToolSearch, ToolSource
from studio.session.truths import Truth
from studio.tasks import spawn
from studio.tools.tool import Outcome
from tests.flow.canned import Answers, Canned, Tools, reply
from tests.flow.undoable import Bookings

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C8"), pytest.mark.promise("C10"), pytest.mark.promise("D1")]

NAMES = ("book", "book", "pay", "fly", "flaky", "slow", "nothing", "cancel")
AGENT = Agent("You help.", ("book", "pay", "cancel", "flaky", "slow", "ask"), max_round_trips=2)
TEXTS = ('{"what":"a"}', '{"what":"b"}', '{"what":5}', "{}", "{")
RULES = (
    MockRule("once", "pay", text="paid", times=1),
    MockRule("late", "slow", answer="real", delay=0.001),
    MockRule("down", "book", fault="error", nth=2),
    MockRule("undone", "cancel", text="gone", times=1, delay=0.001),
)
BROUGHT = {
    "search_tools": Added(("slow", "nothing"), query="slow"),
    "choose_domain": Added(groups=("late",)),
}
"""What the program's own tools bring, called with `OWN`."""
OWN = {"search_tools": '{"query":"slow"}', "choose_domain": '{"domains":["late"]}'}
LATE = ToolGroup("late", ("slow",), Chosen())
BOXES: tuple[dict[str, Any], ...] = (
    {"groups": (LATE, ToolGroup("used", ("pay",), ByExpression("length(used) > `1`")))},
    {"groups": (LATE,), "chooser": Chooser("model")},
    {"groups": (), "chooser": Chooser()},
    {"sources": (ToolSource("some", "some.py", "some", ("slow",)),)},
    {"sources": ()},
    {"search": ToolSearch(True)},
    {"search": ToolSearch()},
    {"pinned": ("pay", "nothing")},
    {"off": ("book",)},
    {"off": ()},
    {"memory": Memory("messages", 1)},
    {"memory": Memory("tokens", 60)},
    {"executors": {}},
)
UNDER_WAY = ("request", "call_started", "undo_started")


class World(Bookings):
    """Tools that undo one another, one that often raises, and one that takes its time."""

    def __init__(self, luck: Random) -> None:
        super().__init__(flaky=self._flaky, slow=self._slow, ask=str)
        self._luck = luck

    def specs(self) -> tuple[ToolSpec, ...]:
        """The declarations; `flaky` and the agent `ask` may be run again."""
        return tuple(replace(spec, idempotent=spec.name in ("flaky", "ask")) for spec in super().specs())

    async def run(self, name: str, arguments: dict[str, Any]) -> Outcome:
        """Run one; raw arguments are an error of the tool."""
        if name in BROUGHT:
            return Outcome("ok", name, adds=BROUGHT[name])
        try:
            return await super().run(name, arguments)
        except TypeError as error:
            return Outcome("error", str(error))

    def some(self, message: str, history: list[dict[str, Any]]) -> list[str]:
        """Which tools a source names."""
        if self._luck.random() < 0.2:
            raise ValueError(message)
        return self._luck.choice(([], ["slow"], ["pay", history[-1]["role"]]))

    async def answer(self, asked: Asked) -> AsyncIterator[Closed]:
        """What a small model says of the groups."""
        await asyncio.sleep(0 if asked.body() else 1)
        yield Closed(reply(self._luck.choice(('["late"]', "[]", "What?"))))

    def _flaky(self, what: str) -> str:
        return self._worked(what, 0.6)

    async def _slow(self, what: str) -> str:
        await asyncio.sleep(self._luck.choice((0, 0, 0.001)))
        return self._worked(what, 0.3)

    def _worked(self, what: str, odds: float) -> str:
        if self._luck.random() < odds:
            raise ValueError(what)
        return what


class Player:
    """Does something random to a session, as the window lets a person do it."""

    def __init__(self, seed: int) -> None:
        self.luck = luck = Random(seed)
        often = luck.random
        self.names = NAMES + ("ask",) * luck.choice((0, 0, 2, 6))
        self.boxes = BOXES if seed % 2 else ()
        self.names += (*OWN, *OWN) if self.boxes else ()
        world = World(luck)
        self.canned = Canned(
            Answers(*(self._reply() for _ in range(60))),
            world,
            executors={"ask": replace(AGENT, keeps_memory=often() < 0.5)} if "ask" in self.names else {},
            concurrent=often() < 0.6,
            compensation=often() < 0.8,
            stops=Stops(*(often() < 0.3 for _ in range(4))),
            mocks=tuple(rule for rule in RULES if often() < 0.4),
            strategies=Strategies(tool_error=luck.choice(("", "again", "stop", "fail", "tell"))),
            policies=(Policy("pay", "ask"),) if often() < 0.3 else (),
        )
        self.canned.services.window = often() < 0.5
        self.canned.services.small_model, self.canned.services.sources = world, {"some": world.some}
        self.canned.say()
        self.verbs: tuple[Callable[[], Any], ...] = (
            *(self._go,) * 6, self._by_hand, self._fill, self._give, self._reject, self._edit, self._edit_all, self._say, self._walk,
            self._set, self._skip, self.canned.stepper.cancel, *(self._box, self._box, self._open, self._rename) * bool(self.boxes),
        )  # fmt: skip

    def _reply(self) -> ChatReply:
        some = range(self.luck.choice((0, 1, 2, 3)))
        return reply(
            self.luck.choice(("t", "t", "t", "")),
            *((name := self.luck.choice(self.names), OWN.get(name) or self.luck.choice(TEXTS)) for _ in some),
        )

    async def act(self) -> None:
        """Do one thing."""
        try:
            doing = self.luck.choice(self.verbs)()
            if asyncio.iscoroutine(doing):
                await doing
        except StudioError:
            pass  # refused, as a person would be

    @property
    def state(self) -> SessionState:
        return self.canned.journal.state

    def _key(self) -> CallKey:
        calls = [call.key for call in self.state.open.calls] if self.state.open is not None else []
        inside = [self.state.inside] if self.state.inside is not None else []
        return self.luck.choice(
            calls + inside + [(NodeId(ran.key[0]), ran.key[1]) for ran in self.state.done] or [(NodeId(1), 0)]
        )

    def _free(self) -> CallKey:
        key = self._key()
        if self.canned.stepper.holds(key) or (self.canned.stepper.busy and is_inside(self.state, key)):
            raise edits.EditRefusedError("It runs.")
        return key

    async def _go(self) -> None:
        going = spawn(self._moved(), name="go")
        await asyncio.wait({going}, timeout=self.luck.choice((0, 0.0005, 5)))

    async def _moved(self) -> None:
        try:
            await self.canned.stepper.go(self.luck.choice(("step", "into", "out", "round", "run", "end")))
        except StudioError:
            pass  # it runs already

    async def _by_hand(self) -> None:
        await (self.canned.stepper.run_call if self.luck.random() < 0.5 else self.canned.stepper.approve)(self._key())

    async def _fill(self) -> None:
        await self.canned.stepper.run_open()

    def _give(self) -> None:
        key = self._free()
        source: ResultSource = "by_hand" if edits.open_call(self.state, key).status == "started" else "mock"
        self.canned.journal.append(edits.give_result(self.state, key, source, "m", is_error=self.luck.random() < 0.3))

    def _reject(self) -> None:
        self.canned.journal.append(edits.give_result(self.state, self._free(), "rejected", "no", is_error=True))

    def _edit(self) -> None:
        changes = self.luck.choice(({"arguments": '{"what":"z"}'}, {"name": "book"}))
        truth: Truth | None = self.luck.choice((None, None, "keep", "notify"))
        edited = edits.edit_call(self.state, self._free(), changes, truth)
        if edited is not None:
            self.canned.journal.append(edited)

    def _edit_all(self) -> None:
        """All open calls at once, as one event."""
        calls = self.state.open.calls if self.state.open is not None else ()
        waiting = [call for call in calls if call.status == "open" and not self.canned.stepper.holds(call.key)]
        made = [edits.edit_call(self.state, call.key, {"arguments": '{"what":"all"}'}, "keep") for call in waiting]
        found = together([edit for edit in made if edit is not None])
        if found is not None:
            self.canned.journal.append(found)

    def _say(self) -> None:
        calls = self.state.open.calls if self.state.open is not None else ()
        edits.refuse_while_undoing(self.state)
        if not self.canned.stepper.busy and all(call.status == "done" for call in calls):
            self.canned.say()

    def _walk(self) -> None:
        tree = self.canned.journal.tree
        node = NodeId(self.luck.randint(2, tree.last))
        while tree.kind(node) in UNDER_WAY:
            node = tree.parent(node)
        if not self.canned.stepper.busy:
            self.canned.journal.move(node)

    def _set(self) -> None:
        half = self.luck.random() < 0.5
        members: dict[str, Any] = self.luck.choice(
            (
                {"concurrent": half},
                {"compensation": half},
                {"mocks": RULES if half else ()},
                {"policies": (Policy("book", "deny"),)},
            )
        )
        self.canned.journal.append(SetupChanged(**members))

    def _box(self) -> None:
        self.canned.journal.append(SetupChanged(**self.luck.choice(self.boxes)))

    def _open(self) -> None:
        if not self.canned.stepper.busy:
            self.canned.journal.append(GroupsChosen(groups=("late",)))

    def _rename(self) -> None:
        calls = self.state.open.calls if self.state.open is not None else ()
        old, new = self.luck.choice((("fly", "float"), ("float", "fly")))
        setup = self.state.setup
        there = self.state.outer is None and any(tool.name == old for tool in setup.tools)
        if there and not self.canned.stepper.busy and all(call.status == "done" for call in calls):
            self.canned.journal.append(SetupChanged(**renamed(setup, old, new)))

    def _skip(self) -> None:
        self.canned.journal.append(skipped(self.state, self._free()))


def _seen(state: SessionState) -> str:
    seen = (list(settled(state)), state.open, state.done, state.turn, state.trips, state.asked, state.setup, due(state))
    return repr(
        (seen, state.gathered, offering(state), state.inside, _seen(state.outer) if state.outer is not None else None)
    )


async def _played(seed: int) -> Canned:
    player = Player(seed)
    for _ in range(40):
        await player.act()
        assert _seen(player.canned.reopened().journal.state) == _seen(player.state)
    await player.canned.stepper.cancel()
    return player.canned


@pytest.mark.parametrize("seed", range(25))
async def test_what_is_kept_is_what_is_shown_and_each_call_has_one_result(seed: int) -> None:
    canned = await _played(seed)
    tree = canned.journal.tree
    for branch in tree.branches():
        state = EMPTY
        for event in tree.events(branch.tip):
            state = fold(state, event)
        assert _seen(state) == _seen(tree.state(branch.tip))
        ends = [
            (type(event), event.call)
            for event in tree.events(branch.tip)
            if isinstance(event, ResultRecorded | UndoEnded)
        ]
        assert len(ends) == len(set(ends))


@pytest.mark.parametrize("seed", range(25))
async def test_wherever_it_is_killed_what_had_begun_does_not_run_again_by_itself(seed: int) -> None:
    lines, luck = (await _played(seed)).lines.lines, Random(seed)
    for _ in range(8):
        killed = Canned(Answers(*(reply("end"),) * 4), None)
        killed.tools = world = World(luck)
        killed.lines.lines = lines[: luck.randrange(2, len(lines) + 1)]
        again = killed.reopened()
        again.services.small_model, again.services.sources = world, {"some": world.some}
        state, last = again.journal.state, again.journal.tree.last
        calls = state.open.calls if state.open is not None else ()
        begun = {call.key for call in calls if call.status == "started"}
        begun |= {(NodeId(ran.key[0]), ran.key[1]) for ran in state.done if ran.undo == "started"}
        for goal in ("end", "run", "step", "end"):
            await again.stepper.go(goal)
        later = (event for event in again.journal.tree.events(again.journal.head) if event.id > last)
        assert not begun & {event.call for event in later if isinstance(event, CallStarted | UndoStarted)}


@pytest.mark.parametrize("seed", range(25))
async def test_each_branch_comes_out_the_same_in_a_replay_and_nothing_runs(seed: int) -> None:
    tree = (await _played(seed)).journal.tree
    for branch in tree.branches():
        along = Canned(Answers(), Tools())
        replay = along.services.replay = Replay(Recording(tree, branch.tip), along.journal)
        along.services.recorded_model = along.services.recorded_tools = True
        replay.between(along.journal.cursor)
        for _ in range(40):
            if (await along.stepper.go("end")).reason in ("finished", "waiting") or replay.over:
                break
        assert (replay.difference, replay.over, along.tools.ran) == (None, True, [])
        for body in map(json.loads, along.bodies()):
            names = [tool["function"]["name"] for tool in body.get("tools", ())]
            assert len(names) == len(set(names))
        recorded = [message.text for message in settled(tree.state(branch.tip))]
        assert [message.text for message in settled(along.journal.state)][: len(recorded)] == recorded
