"""1,000 recorded rounds with results of 1 KB: the time, the file, opening it, walking every request. Run: python tests/bench/rounds.py

Prints each figure beside its floor, measured in the same run: the least that writing and reading the same payload costs here.
Processor time of this process; no test, nothing fails on a figure.
"""

import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from studio.dialects import roster
from studio.engine.compose import Composer
from studio.engine.stepper import Stepper
from studio.messages.message import user
from studio.messages.parts import Call
from studio.messages.reply import ChatReply, Usage
from studio.messages.toolspec import ToolSpec
from studio.responders.responder import Asked, Closed
from studio.session.events import MessageAdded, SetupChanged
from studio.session.journal import Journal
from studio.session.memory import Memory
from studio.session.nodes import NodeId
from studio.session.policies import Coercion
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.session.tree import Tree
from studio.store import session_file
from studio.tools.coerce import check_call
from studio.tools.tool import CallContext, Outcome

RESULT = "The order has been shipped and will arrive soon. " * 21
SPEC = ToolSpec(
    "lookup",
    "Look something up.",
    {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    "bench.py",
)


ALL = Memory()


class Bench:
    """A model and a tool that cost nothing, so that only our own work is measured."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.asked = 0
        self._composer = Composer(roster.make("openai_chat"))

    async def answer(self, asked: Asked) -> AsyncIterator[Closed]:
        self.asked += 1
        if self.asked > self.rounds:
            yield Closed(ChatReply((), "stop"))
            return
        call = Call("lookup", f'{{"n": {self.asked}}}', f"call_{self.asked}")
        yield Closed(ChatReply((call,), "tool_calls", Usage(100, 10)))

    def origin(self, setup: Setup) -> str:
        return "live"

    def responder(self, setup: Setup) -> "Bench":
        return self

    def composer(self, setup: Setup) -> Composer:
        return self._composer

    def check(self, spec: ToolSpec, arguments: str, form: str, coercion: Coercion) -> Any:
        return check_call(spec, arguments, form, coercion)

    def stops_by_default(self) -> bool:
        return False

    def cost(self, setup: Setup, input: int, output: int) -> None:
        return None

    def mocked(self, setup: Setup, *_: Any) -> None:
        return None

    def bad_arguments(self, spec: ToolSpec, problems: Any) -> str:
        return ""

    def runs_tools(self) -> bool:
        return True

    def runs(self, tool: str) -> bool:
        return True

    def between(self, cursor: Any) -> None:
        pass

    def changes_by_itself(self) -> bool:
        return True

    def sends_anyway(self) -> bool:
        return False

    async def prepare(self, setup: Setup, spec: ToolSpec) -> None:
        pass

    async def run_tool(self, setup: Setup, spec: ToolSpec, arguments: dict[str, Any], context: CallContext) -> Outcome:
        return Outcome("ok", f"{arguments['n']}: {RESULT}")


def session(sink: session_file.SessionSink, rounds: int, memory: Memory) -> tuple[Journal, Stepper]:
    journal = Journal(Tree(), sink, lambda: int(time.monotonic() * 1000) % 10_000_000)
    journal.append(
        SetupChanged(
            responder=ResponderChoice("scripted", model_name="m"),
            tools=(SPEC,),
            stops=Stops(before_call=False),
            max_round_trips=rounds + 1,
            memory=memory,
        )
    )
    journal.append(MessageAdded(message=user("Go.")))
    return journal, Stepper(journal, Bench(rounds))  # type: ignore[arg-type]


def run(path: Path, rounds: int, memory: Memory = ALL) -> tuple[float, list[float]]:
    """The whole time, and that of each tenth, in seconds of processor time."""
    sink = session_file.create(path, session_file.new_header("bench"))
    _, stepper = session(sink, rounds, memory)
    marks: list[float] = []

    async def go() -> None:
        for tenth in range(1, 11):
            goal = rounds * tenth // 10
            await stepper.go("end", lambda state, goal=goal: state.rounds >= goal and state.open is not None)  # type: ignore[misc]
            marks.append(time.process_time())

    began = time.process_time()
    asyncio.run(go())
    sink.close()
    return time.process_time() - began, [b - a for a, b in zip([began, *marks], marks, strict=False)]


def floor(path: Path, rounds: int) -> float:
    """Encoding and appending the same payload as bare JSON lines."""
    began = time.process_time()
    with path.open("wb", buffering=0) as file:
        for at in range(rounds):
            record = {"call": f"call_{at}", "arguments": f'{{"n": {at}}}', "result": f"{at}: {RESULT}"}
            file.write(json.dumps(record).encode() + b"\n")
    return time.process_time() - began


def line(words: str, value: float, least: float, unit: str, budget: str) -> None:
    print(f"{words:44} {value:9.3f} {unit}   floor {least:9.4f}   ratio {value / least:7.1f}   budget {budget}")


def opened(path: Path, floor_file: Path) -> None:
    """Opening the file, and walking the request of every round."""
    began = time.process_time()
    read = session_file.read(path)
    took = time.process_time() - began
    began = time.process_time()
    _ = [json.loads(raw) for raw in floor_file.read_bytes().splitlines()]
    least = time.process_time() - began
    line("open", took * 1000, least * 1000, "ms", "12 ms")
    began = time.process_time()
    state = read.tree.state(read.head)
    line("state at the head", (time.process_time() - began) * 1000, least * 1000, "ms", "-")
    assert state.rounds > 0
    began = time.process_time()
    total = sum(len(read.tree.body(node)) for node in walk(read.tree, read.head))
    print(
        f"{'every request walked':44} {time.process_time() - began:9.3f} s    {total / 1e6:.0f} MB of bodies   budget 0.5 s"
    )


def windowed(folder: Path, rounds: int, whole: float) -> None:
    """The same rounds while each request carries the last 20 messages; the floor is the session that carries all."""
    took, tenths = run(folder / "window.tcsession", rounds, Memory("messages", 20))
    line(f"{rounds} rounds, memory of 20 messages", took, whole, "s ", "-")
    print(f"{'last tenth / first tenth':44} {tenths[-1] / tenths[0]:9.2f}      budget 1.3")
    run(folder / "half_window.tcsession", rounds // 2, Memory("messages", 20))
    size, half = ((folder / name).stat().st_size for name in ("window.tcsession", "half_window.tcsession"))
    line("on disk", size / 1e6, (folder / "a.tcsession").stat().st_size / 1e6, "MB", "-")
    print(f"{'growth from half the rounds':44} {size / half:9.3f}      linear is 2.000")
    read = session_file.read(folder / "window.tcsession")
    began = time.process_time()
    _ = [read.tree.body(node) for node in walk(read.tree, read.head)]
    print(f"{'every request walked':44} {time.process_time() - began:9.3f} s")


def walk(tree: Tree, head: NodeId) -> list[NodeId]:
    return [node for node in tree.path(head) if tree.kind(node) == "request"]


def main(rounds: int = 1000) -> None:
    folder = Path(tempfile.mkdtemp())
    run(folder / "warm.tcsession", 50)
    took, tenths = run(folder / "a.tcsession", rounds)
    least = floor(folder / "floor.jsonl", rounds)
    line(f"{rounds} rounds", took, least, "s ", "0.40 s")
    print(f"{'last tenth / first tenth':44} {tenths[-1] / tenths[0]:9.2f}      budget 1.3")
    size, payload = (folder / "a.tcsession").stat().st_size, (folder / "floor.jsonl").stat().st_size
    line("on disk", size / 1e6, payload / 1e6, "MB", "1.55 MB")
    run(folder / "half.tcsession", rounds // 2)
    half = (folder / "half.tcsession").stat().st_size
    print(f"{'growth from half the rounds':44} {size / half:9.3f}      linear is 2.000")
    opened(folder / "a.tcsession", folder / "floor.jsonl")
    windowed(folder, rounds, took)
    print(f"{'peak memory of this process':44} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:9.1f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
