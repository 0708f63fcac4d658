"""Our tool layer beside LangChain's: schemas of 200 functions, a validated call, the hop to a worker. Run: python -m tests.bench.tools

Both in one process and one run, by turns; processor time (the hop: time on the clock), the least and the median of several rounds and
how far they spread; then where the schemas differ, and why. Needs the extra `bench`. No test; nothing fails on a figure.
"""

import asyncio
import gc
import importlib
import inspect
import json
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.tools.coerce import check_call
from studio.tools.python_file import PythonTools
from studio.tools.signature import tool_spec
from studio.tools.tool import CallContext
from studio.tools.worker import load
from studio.tools.worker.describe import Function
from tests.bench.tool_functions import kind_of, source

FUNCTIONS = 200
ROUNDS = 7
CALLS = 2000
HOPS = 300
HELP = (
    "langchain_core is not installed: make an environment with `python -m venv bench` and "
    "`bench/bin/pip install --require-hashes -r packaging/requirements-bench.lock`, and run `bench/bin/python -m tests.bench.tools`."
)
ARGUMENTS = '{"order_id": 48213, "amount": 89.9, "reason": "damaged on arrival", "notify": true}'
WHY = {
    "additionalProperties": "an argument that the function does not have is told to the model, and not dropped in silence",
    "title": "says the name once more; providers count it as tokens",
    "description": "paragraphs and lines stay as the author wrote them",
}


class Figures(msgspec.Struct, frozen=True):
    """Seconds of several rounds of the same work."""

    rounds: tuple[float, ...]

    @property
    def least(self) -> float:
        return min(self.rounds)

    def told(self, scale: float, unit: str) -> str:
        median, spread = statistics.median(self.rounds), max(self.rounds) / self.least
        return f"{self.least * scale:9.1f} {unit}  median {median * scale:9.1f}  slowest/least {spread:.2f}"


def by_turns(rounds: int, *works: Callable[[], object]) -> list[Figures]:
    """The processor time of each work in each round; they take turns, so that all see the same machine."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for at, work in enumerate(works):
            gc.collect()
            began = time.process_time()
            work()
            taken[at].append(time.process_time() - began)
    return [Figures(tuple(each)) for each in taken]


class File:
    """The file of functions, loaded anew for each round, so that nothing is remembered of the round before."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "many_tools.py"
        self.path.write_text(source(FUNCTIONS), encoding="utf-8")

    def calls(self) -> list[Callable[..., Any]]:
        """The functions, none of them looked at before."""
        module = load.load(str(self.path), self.path.read_bytes())
        return [each for each in vars(module).values() if inspect.isfunction(each) and "_" in each.__name__]


def ours(calls: list[Callable[..., Any]]) -> list[ToolSpec]:
    """What the worker says of each function, and the tool that is made of it."""
    return [tool_spec(Function(call.__name__, call).description(), "bench.py") for call in calls]


class Peer:
    """LangChain's own way from a function to a tool and to what is sent of it."""

    def __init__(self) -> None:
        self._tool = importlib.import_module("langchain_core.tools").StructuredTool
        convert: Any = importlib.import_module("langchain_core.utils.function_calling")
        self._sent = convert.convert_to_openai_tool
        self.version = str(importlib.import_module("langchain_core.version").VERSION)

    def tool(self, call: Callable[..., Any]) -> Any:
        """The function as a tool."""
        given = {"coroutine": call} if inspect.iscoroutinefunction(call) else {"func": call}
        return self._tool.from_function(**given, parse_docstring=True)

    def theirs(self, calls: list[Callable[..., Any]]) -> list[dict[str, Any]]:
        """What is sent of each function."""
        return [self._sent(self.tool(call))["function"] for call in calls]


def schemas(peer: Peer, folder: Path) -> None:
    """The schemas of all functions, and where they differ."""
    file = File(folder)
    # Made before the clock runs: each round has functions that nobody has looked at.
    mine, theirs = iter([file.calls() for _ in range(ROUNDS)]), iter([file.calls() for _ in range(ROUNDS)])
    own, other = by_turns(ROUNDS, lambda: ours(next(mine)), lambda: peer.theirs(next(theirs)))
    print(f"\nSchemas of {FUNCTIONS} functions")
    _pair(own, other, 1000, "ms", "0.50")
    calls = file.calls()
    print("\nWhere the schemas differ (functions)")
    for line in _differences(ours(calls), peer.theirs(calls)):
        print(f"  {line}")


def _pair(own: Figures, other: Figures, scale: float, unit: str, budget: str) -> None:
    print(f"  ours       {own.told(scale, unit)}")
    print(f"  LangChain  {other.told(scale, unit)}")
    print(f"  ours/LangChain {own.least / other.least:.3f}  (budget {budget})")


def _differences(specs: list[ToolSpec], sent: list[dict[str, Any]]) -> list[str]:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for spec, other in zip(specs, sent, strict=True):
        whole = {"description": spec.description, "parameters": spec.parameters}
        for place, words in _unlike(whole, {name: other.get(name) for name in whole}, ""):
            found[place.rpartition("/")[2], words].append(f"{kind_of(spec.name)} {place}")
    lines = []
    for (keyword, words), places in sorted(found.items()):
        why = f": {WHY[keyword]}" if keyword in WHY else ""
        lines.append(f"{len(places):4} × {keyword} {words}{why}")
        lines += [f"         {place} ({count})" for place, count in _counted(places)]
    return lines


def _counted(places: list[str]) -> Iterator[tuple[str, int]]:
    for place in dict.fromkeys(places):
        yield place, places.count(place)


def _unlike(mine: Any, theirs: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for name in dict.fromkeys((*mine, *theirs)):
            if name not in theirs:
                yield f"{place}/{name}", "only ours"
            elif name not in mine:
                yield f"{place}/{name}", "only LangChain's"
            else:
                yield from _unlike(mine[name], theirs[name], f"{place}/{name}")
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        for at, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            yield from _unlike(one, other, f"{place}/{at}")
    elif isinstance(mine, str) and isinstance(theirs, str) and mine.split() == theirs.split() and mine != theirs:
        yield place, "other line ends"
    elif mine != theirs:
        yield place, "another value"


def refund(order_id: int, amount: float, reason: str = "", notify: bool = True) -> str:
    """Pay an order back.

    Args:
        order_id: The order's number.
        amount: What is paid back.
        reason: Why.
        notify: Tell the customer.
    """
    return reason


def calls(peer: Peer) -> None:
    """A call with arguments that fit: looked at only, and run in this process."""
    function, tool = Function("refund", refund), peer.tool(refund)
    spec = tool_spec(function.description(), "bench.py")
    checked = check_call(spec, ARGUMENTS)
    assert checked.fits
    assert not checked.changes
    assert tool.invoke(json.loads(ARGUMENTS)) == "damaged on arrival"

    def check() -> None:
        for _ in range(CALLS):
            check_call(spec, ARGUMENTS)

    def check_and_call() -> None:
        for _ in range(CALLS):
            placed, named = function.bind(check_call(spec, ARGUMENTS).value or {})
            refund(*placed, **named)

    def their_check() -> None:
        for _ in range(CALLS):
            tool._parse_input(json.loads(ARGUMENTS), None)

    def their_call() -> None:
        for _ in range(CALLS):
            tool.invoke(json.loads(ARGUMENTS))

    figures = by_turns(ROUNDS, check, their_check, check_and_call, their_call)
    print("\nArguments read and validated")
    _pair(figures[0], figures[1], 1e6 / CALLS, "µs", "10 µs")
    print("\nRead, validated and called in the process")
    _pair(figures[2], figures[3], 1e6 / CALLS, "µs", "0.20")


async def hop(folder: Path) -> None:
    """An empty function over its worker, there and back."""
    path = folder / "empty_tool.py"
    path.write_text('def nothing() -> None:\n    """Do nothing."""\n', encoding="utf-8")
    file = PythonTools(path)
    try:
        await file.load()
        taken = []
        for count in range(HOPS):
            began = time.perf_counter()
            outcome = await file.run("nothing", {}, CallContext(f"call_{count}"))
            taken.append(time.perf_counter() - began)
            assert outcome.status == "ok", outcome
    finally:
        await file.close()
    print(f"\nAn empty function over its worker, {HOPS} calls (on the clock)")
    print(f"  {Figures(tuple(taken)).told(1e6, 'µs')}  (budget 300 µs)")


def main() -> int:
    """Print all figures; 1 when the peer is not installed."""
    try:
        peer = Peer()
    except ModuleNotFoundError:
        print(HELP, file=sys.stderr)
        return 1
    print(f"langchain_core {peer.version}, Python {sys.version.split()[0]}, {ROUNDS} rounds")
    with tempfile.TemporaryDirectory() as folder:
        schemas(peer, Path(folder))
        calls(peer)
        asyncio.run(hop(Path(folder)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
