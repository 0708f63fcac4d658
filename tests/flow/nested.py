"""A session with agents in memory: a model that answers by what it reads, so that any part of a session can be gone on with.

Above: the flows of agents. Below: `canned`.
"""

import json
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

from msgspec.structs import replace

from studio.engine.due import Uncertain, due
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.messages.reply import ChatReply, Usage
from studio.messages.toolspec import ToolSpec
from studio.responders.responder import Asked, Closed
from studio.session.agents import Agent
from studio.session.executors import Executor
from studio.session.notes import Stopped
from tests.flow.canned import NO_STOPS, Answers, Canned, Tools, reply

HELPER = Agent(system="You look things up.", tools=("look", "wipe", "fail"))
BOSS = Agent(system="You ask others.", tools=("helper",))


class Reader:
    """A model that answers by what it reads: `said` gives the reply to (system text, the last message's text). `bodies` are the
    requests. Each reply costs 10 tokens in and 5 out."""

    def __init__(self, said: Callable[[str, str], ChatReply]) -> None:
        self._said = said
        self.bodies: list[bytes] = []

    async def answer(self, asked: Asked) -> AsyncIterator[Closed]:
        """The reply."""
        self.bodies.append(asked.body())
        messages = json.loads(asked.body())["messages"]
        system = messages[0]["content"] if messages[0]["role"] == "system" else ""
        yield Closed(replace(self._said(system, messages[-1]["content"]), usage=Usage(10, 5)))


def usual(system: str, last: str) -> ChatReply:
    """The session asks the helper (or the boss, who asks the helper), the helper looks, and each ends with what it was told."""
    match system, last:
        case "", "go":
            return reply("", ("helper", '{"task":"find"}'))
        case "", "deep":
            return reply("", ("boss", '{"task":"find"}'))
        case "You ask others.", "find":
            return reply("", ("helper", '{"task":"find"}'))
        case "You look things up.", _ if last in ("find", "again"):
            return reply("", ("look", '{"what":"a"}'))
    return reply(f"{last}!")


class World(Tools):
    """`look`, `wipe` (asks first), `fail`, and the named agents."""

    def __init__(self, agents: Iterable[str]) -> None:
        super().__init__(look=lambda what="": f"seen {what}", wipe=lambda: "wiped", fail=_fail)
        self.sensitive = {"wipe"}
        self._agents = tuple(agents)

    def specs(self) -> tuple[ToolSpec, ...]:
        """Their declarations; an agent may be run again."""
        return (*super().specs(), *(ToolSpec(name, idempotent=True) for name in self._agents))


class Nested(Canned):
    """A session that may call the agents `helper` and `boss`, whose tools are off for itself."""

    def __init__(self, said: Callable[[str, str], ChatReply] | None = None, **setup: Any) -> None:
        agents: dict[str, Executor] = setup.pop("executors", {"helper": HELPER, "boss": BOSS})
        members = {"executors": agents, "stops": NO_STOPS, "off": ("look", "wipe", "fail"), **setup}
        self.reader = Reader(said or usual)
        super().__init__(self.reader, World(agents), **members)

    async def go(self, *goals: Any) -> Stopped:
        """Move several times; the last stop."""
        for goal in goals:
            stop = await self.stepper.go(goal)
        return stop

    @property
    def depth(self) -> int:
        """How many agents deep the session stands."""
        return self.journal.state.depth

    def text(self) -> str:
        """What the session ended with."""
        opened = self.journal.state.open
        return opened.reply.text if opened is not None else ""

    async def mended(self) -> Stopped:
        """Go on to the end as a person would whose program was killed: what may have happened is done again."""
        while isinstance(todo := due(self.journal.state), Uncertain):
            if todo.call is None:
                self.journal.move(self.journal.tree.parent(self.journal.head))
            else:
                await self.stepper.run_call(todo.call)
        return await self.stepper.go("end")


def _fail() -> None:
    raise ValueError("it failed")


def along(canned: Canned, *, live_tools: bool = False) -> Canned:
    """A replay of a session at its beginning: a recorded model, and recorded tools unless they are live."""
    made = Canned(Answers())
    made.tools = made.services.tools = canned.tools
    replay = made.services.replay = Replay(Recording(canned.journal.tree, canned.journal.head), made.journal)
    made.services.recorded_model, made.services.recorded_tools = True, not live_tools
    replay.between(made.journal.cursor, results=not live_tools)
    return made
