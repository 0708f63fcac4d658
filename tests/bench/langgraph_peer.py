"""Our session file beside langgraph's SqliteSaver: 400 rounds with results of 2 KB, the size on disk, listing the whole history, a fork in
the middle. Run: python -m tests.bench.langgraph_peer [ROUNDS]

Both do the same work in one process and one run: a scripted model that calls one tool a round. The peer keeps messages in its default
channel. Needs the extra `bench`. No test; nothing fails on a figure. The peer writes some 420 times what is new: 350 MB in the
temporary folder.
"""

import asyncio
import importlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from studio.engine.stepper import Stepper
from studio.messages.message import user
from studio.session.events import MessageAdded, SetupChanged
from studio.session.journal import Journal
from studio.session.nodes import NodeId
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.session.tree import Tree
from studio.store import session_file
from studio.tools.tool import CallContext, Outcome
from studio.workspace.workspace import Workspace
from tests.bench import rounds as rounds_bench

ROUNDS = 400
RESULT = "The order has been shipped and will arrive soon. " * 42
HELP = (
    "langgraph is not installed: make an environment with `python -m venv bench` and "
    "`bench/bin/pip install --require-hashes -r packaging/requirements-bench.lock`, and run "
    "`bench/bin/python -m tests.bench.langgraph_peer`."
)


class Figures(msgspec.Struct, frozen=True):
    """What one side came to. `size` is in bytes, times in seconds on the clock; `steps` is the length of the history that was listed;
    `fork_tools` and `fork_models` count what a fork in the middle ran and asked."""

    name: str
    run: float
    size: int
    steps: int
    listing: float
    fork: float
    fork_tools: int
    fork_models: int


def result_of(n: int) -> str:
    """What the tool gives in round `n`; each is another one."""
    return f"{n}: {RESULT}"


def new_content(rounds: int) -> int:
    """The bytes that are new in all rounds: calls with their arguments, and results."""
    records = (
        {"call": f"call_{n}", "arguments": f'{{"n": {n}}}', "result": result_of(n)} for n in range(1, rounds + 1)
    )
    return sum(len(json.dumps(record).encode()) + 1 for record in records)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds on the clock, and what came of it."""
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


# Our side


class Bench(rounds_bench.Bench):
    """The scripted model and its tool of the other bench, with longer results; `ran` counts the tool."""

    ran = 0

    async def run_tool(self, setup: Setup, spec: Any, arguments: dict[str, Any], context: CallContext) -> Outcome:
        self.ran += 1
        return Outcome("ok", result_of(arguments["n"]))


def ours(folder: Path, rounds: int) -> Figures:
    """The real engine on a real file; then the file is opened as the program opens it, and forked."""
    path = folder / "ours.tcsession"
    run, _ = timed(lambda: asyncio.run(_run(path, rounds)))
    size = path.stat().st_size
    listing, steps = timed(lambda: _listed(path))
    fork, kinds = timed(lambda: asyncio.run(_forked(path, folder)))
    tools, models = kinds.count("call_started"), kinds.count("request")
    return Figures("toolcall-studio", run, size, steps, listing, fork, tools, models)


async def _run(path: Path, rounds: int) -> None:
    sink = session_file.create(path, session_file.new_header("bench"))
    journal = Journal(Tree(), sink, lambda: int(time.monotonic() * 1000) % 10_000_000)
    responder = ResponderChoice("scripted", model_name="m")
    stops = Stops(before_call=False)
    journal.append(
        SetupChanged(responder=responder, tools=(rounds_bench.SPEC,), stops=stops, max_round_trips=rounds + 1)
    )
    journal.append(MessageAdded(message=user("Go.")))
    bench = Bench(rounds)
    stop = await Stepper(journal, bench).go("end")  # type: ignore[arg-type]
    sink.close()
    assert (stop.reason, bench.ran) == ("finished", rounds), stop


def _listed(path: Path) -> int:
    """Every step from the first to the last with the state there, from the file."""
    opened = session_file.read(path)
    listed = [
        (node, opened.tree.kind(node), opened.tree.time(node), opened.tree.state(node))
        for node in opened.tree.path(opened.head)
    ]
    assert listed[-1][3].rounds > 0
    return len(listed)


async def _forked(path: Path, folder: Path) -> list[str]:
    """The kinds of what a fork in the middle wrote."""
    workspace = Workspace(folder / "data", folder / "config", {})
    session = workspace.open(path)
    replies = [node for node in session.tree.path(session.head) if session.tree.kind(node) == "reply"]
    last = session.tree.last
    session.fork(replies[len(replies) // 2], "what if", "The middle.")
    kinds = [session.tree.kind(NodeId(node)) for node in range(last + 1, session.tree.last + 1)]
    await workspace.close()
    return kinds


# Their side


class Peer:
    """langgraph with a checkpoint after each step, in SQLite. Raises ModuleNotFoundError."""

    def __init__(self, rounds: int) -> None:
        self._rounds, self.ran, self.asked = rounds, 0, 0
        self._graph = importlib.import_module("langgraph.graph")
        self._saver = importlib.import_module("langgraph.checkpoint.sqlite").SqliteSaver
        self._messages = importlib.import_module("langchain_core.messages")
        self.version = importlib.import_module("importlib.metadata").version("langgraph")

    def figures(self, folder: Path) -> Figures:
        """The same work as ours."""
        path = folder / "theirs.sqlite"
        config = {"configurable": {"thread_id": "1"}, "recursion_limit": 2 * self._rounds + 10}
        with self._saver.from_conn_string(str(path)) as saver:
            graph = self._compiled(saver)
            run, _ = timed(lambda: graph.invoke({"messages": [self._messages.HumanMessage("Go.")]}, config))
            size = sum(file.stat().st_size for file in folder.glob("theirs.sqlite*"))
            listing, history = timed(lambda: list(graph.get_state_history(config)))
            middle = self._middle(history)
            self.ran = self.asked = 0
            fork, _ = timed(lambda: graph.invoke(None, {**middle.config, "recursion_limit": config["recursion_limit"]}))
        return Figures(f"langgraph {self.version}", run, size, len(history), listing, fork, self.ran, self.asked)

    def _compiled(self, saver: Any) -> Any:
        graph = self._graph.StateGraph(self._graph.MessagesState)
        graph.add_node("model", self._model)
        graph.add_node("tools", self._tools)
        graph.add_edge(self._graph.START, "model")
        graph.add_conditional_edges("model", self._next, {"tools": "tools", "end": self._graph.END})
        graph.add_edge("tools", "model")
        return graph.compile(checkpointer=saver)

    def _model(self, state: Any) -> dict[str, Any]:
        self.asked += 1
        n = sum(message.type == "ai" for message in state["messages"]) + 1
        if n > self._rounds:
            return {"messages": [self._messages.AIMessage("")]}
        call = {"name": "lookup", "args": {"n": n}, "id": f"call_{n}"}
        return {"messages": [self._messages.AIMessage("", tool_calls=[call])]}

    def _tools(self, state: Any) -> dict[str, Any]:
        self.ran += 1
        call = state["messages"][-1].tool_calls[0]
        return {"messages": [self._messages.ToolMessage(result_of(call["args"]["n"]), tool_call_id=call["id"])]}

    def _next(self, state: Any) -> str:
        return "tools" if state["messages"][-1].tool_calls else "end"

    def _middle(self, history: list[Any]) -> Any:
        """The checkpoint after the model's reply in the middle, as ours."""
        replies = [one for one in reversed(history) if one.next == ("tools",)]
        return replies[len(replies) // 2]


def show(one: Figures, other: Figures, new: int) -> None:
    """Both side by side."""
    print(f"{'':34} {one.name:>20} {other.name:>20}   ours shall be")
    lines: tuple[tuple[str, Callable[[Figures], str], str], ...] = (
        ("the rounds", lambda side: f"{side.run:.2f} s", ""),
        ("on disk", lambda side: f"{side.size / 1e6:.2f} MB", ""),
        ("on disk / what is new", lambda side: f"{side.size / new:.2f} ×", "at most 1.4 ×"),
        ("steps of the history", lambda side: f"{side.steps:,}", ""),
        ("whole history listed", lambda side: f"{side.listing:.3f} s", "under 0.3 s"),
        ("fork in the middle", lambda side: f"{side.fork:.3f} s", ""),
        ("tools that it ran", lambda side: str(side.fork_tools), "0"),
        ("models that it asked", lambda side: str(side.fork_models), "0"),
    )
    for words, figure, shall in lines:
        print(f"{words:34} {figure(one):>20} {figure(other):>20}   {shall}")


def main(rounds: int) -> int:
    """Print all figures; 1 when the peer is not installed."""
    try:
        peer = Peer(rounds)
    except ModuleNotFoundError:
        print(HELP, file=sys.stderr)
        return 1
    new = new_content(rounds)
    print(f"{rounds} rounds, {new / 1e6:.2f} MB of new content, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        one = ours(Path(folder), rounds)
        show(one, peer.figures(Path(folder)), new)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS))
