"""A person who does something random to a session in memory, as the window lets one do it: a model, tools, agents, mocks, breakpoints,
edits of everything, one after the other or together.

Above: the flows over generated sessions. Below: `canned`, `undoable`. A seed gives the same session each time.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from studio.engine import edits, reply_edits
from studio.engine.rolling_back import skipped
from studio.messages.message import user
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.responders.responder import Asked, Closed
from studio.session.agents import Agent
from studio.session.breakpoints import Breakpoint
from studio.session.events import Event, GroupsChosen, HistoryEdited, SetupChanged
from studio.session.frames import is_inside
from studio.session.memory import Memory
from studio.session.mocks import MockRule
from studio.session.nodes import CallKey, NodeId, ResultSource
from studio.session.notes import BreakpointSet
from studio.session.policies import Policy, Strategies
from studio.session.renaming import renamed
from studio.session.setup import Stops
from studio.session.state import SessionState, settled
from studio.session.together import together
from studio.session.toolbox import Added, ByExpression, Chooser, Chosen, ToolGroup, ToolSearch, ToolSource
from studio.session.truths import Truth
from studio.tasks import spawn
from studio.tools.tool import Outcome
from tests.flow.canned import Answer, Answers, Canned, reply
from tests.flow.undoable import Bookings

NAMES = ("book", "book", "pay", "fly", "flaky", "flaky", "slow", "nothing", "cancel")
AGENT = Agent("You help.", ("book", "pay", "cancel", "flaky", "slow", "ask"), max_round_trips=2)
TEXTS = ('{"what":"a"}', '{"what":"b"}', '{"what":"b"}', '{"what":5}', "{}", "{")
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
SOURCES: dict[str, Any] = {"sources": (ToolSource("some", "some.py", "some", ("slow",)),)}
BOXES: tuple[dict[str, Any], ...] = (
    {"groups": (LATE, ToolGroup("used", ("pay",), ByExpression("length(used) > `1`")))},
    {"groups": (LATE,), "chooser": Chooser("model")},
    {"groups": (), "chooser": Chooser()},
    SOURCES,
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
POINTS = (
    Breakpoint("log", "before_call", tool="*", action="log", text="{call.name}"),
    Breakpoint("patch", "before_call", tool="book", count=2, action="edit", patch={"what": "patched"}),
    Breakpoint("answer", "before_call", tool="pay", every=2, action="mock", text="answered"),
    Breakpoint("told", "after_result", tool="slow", action="edit", text="told otherwise"),
    Breakpoint("warm", "before_request", every=3, action="edit", patch={"top_k": 3}),
    Breakpoint("halt", "after_reply", every=4),
    Breakpoint("trouble", trouble="tool_error", count=1),
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
            Answers(*(self._answer() for _ in range(60))),
            world,
            executors={"ask": replace(AGENT, keeps_memory=often() < 0.5)} if "ask" in self.names else {},
            concurrent=often() < 0.6,
            compensation=often() < 0.9,
            stops=Stops(*(often() < 0.3 for _ in range(4))),
            mocks=tuple(rule for rule in RULES if often() < 0.4),
            edit_truth=luck.choice(("rewrite", "notify", "keep")),
            strategies=Strategies(tool_error="again" if seed % 3 == 0 else luck.choice(("", "stop", "fail", "tell"))),
            policies=(Policy("pay", "ask"),) if often() < 0.3 else (),
        )
        self.canned.services.window = often() < 0.5
        self.canned.services.small_model, self.canned.services.sources = world, {"some": world.some}
        if self.boxes and often() < 0.4:
            self.canned.journal.append(SetupChanged(**SOURCES))
        self.canned.say()
        self.verbs: tuple[Callable[[], Any], ...] = (
            *(self._go,) * 6, self._by_hand, self._fill, self._give, self._reject, self._edit, self._edit_all, self._say, self._walk,
            self._told, self._result, self._reshape, self._history, self._together, self._point, self.canned.stepper.send_anyway,
            self._set, self._skip, self.canned.stepper.cancel, *(self._box, self._box, self._open, self._rename) * bool(self.boxes),
        )  # fmt: skip

    def _answer(self) -> Answer:
        """A reply, now and then a slow one or none."""
        said, odds = self._reply(), self.luck.random()
        if odds < 0.06:
            return ProviderError("http", "busy", 503)
        return said if odds < 0.85 else lambda: _slowly(said)

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
        own = f"own_{self.canned.journal.tree.last}"
        changes = self.luck.choice(
            ({"arguments": '{"what":"z"}'}, {"name": "book"}, {"id": own}, {"name": "pay", "id": own})
        )
        truth: Truth | None = self.luck.choice((None, "rewrite", "notify", "keep"))
        self._append(edits.edit_call(self.state, self._free(), changes, truth))

    def _edit_all(self) -> None:
        """All open calls at once, as one event."""
        calls = self.state.open.calls if self.state.open is not None else ()
        waiting = [call for call in calls if call.status == "open" and not self.canned.stepper.holds(call.key)]
        made = [edits.edit_call(self.state, call.key, {"arguments": '{"what":"all"}'}, "keep") for call in waiting]
        self._append(together([edit for edit in made if edit is not None]))

    def _told(self) -> None:
        self._append(
            edits.set_truth(self.state, self._key(), self.luck.choice(("rewrite", "notify", "keep")), "Changed.")
        )

    def _result(self) -> None:
        self._append(
            edits.edit_result(self.state, self._key(), self.luck.choice(("x", "")), is_error=self.luck.random() < 0.3)
        )

    def _reshape(self) -> None:
        opened = self.state.open
        if opened is None or not opened.calls or self.canned.stepper.busy:
            return
        at = self.luck.randrange(len(opened.calls))
        made = self.luck.choice(
            (
                lambda: reply_edits.moved(opened, at, 0),
                lambda: reply_edits.removed(opened, at),
                lambda: reply_edits.doubled(opened, at, [call.call.id for call in opened.calls]),
                lambda: reply_edits.Rearranged(
                    reply_edits.with_text(opened.reply, "u"), tuple(call.key[1] for call in opened.calls)
                ),
            )
        )()
        self._append(edits.edit_reply(self.state, made.reply, made.positions))

    def _history(self) -> None:
        self._append(self._of_history())

    def _together(self) -> None:
        changed = SetupChanged(params={"top_p": self.luck.random()})
        of_call = (
            edits.edit_result(self.state, self._key(), "together", is_error=False) if self.luck.random() < 0.5 else None
        )
        of_history = self._of_history() if of_call is None else None
        self._append(together([each for each in (changed, of_call, of_history) if each is not None]))

    def _of_history(self) -> HistoryEdited | None:
        """Another word of the person, or one of them less."""
        said = [at for at, message in enumerate(settled(self.state)) if message.role == "user"]
        if self.canned.stepper.busy or self.state.depth or not said:
            return None
        less = len(said) > 1 and self.luck.random() < 0.2
        return edits.edit_message(
            self.state, self.luck.choice(said), None if less else user(f"go {self.luck.random()}")
        )

    def _point(self) -> None:
        point = self.luck.choice(POINTS)
        here = point.id in self.canned.journal.breakpoints
        self.canned.journal.note(BreakpointSet(point.id, None if here else point))

    def _append(self, event: Event | None) -> None:
        if event is not None:
            self.canned.journal.append(event)

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


async def _slowly(said: ChatReply) -> AsyncIterator[Any]:
    """A reply that takes its time, so that things happen meanwhile."""
    yield ("text", "t")
    await asyncio.sleep(0.001)
    yield Closed(said)
