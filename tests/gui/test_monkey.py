"""A monkey plays with the window over the demo and over a live session: nothing breaks, nothing is lost, nothing is left.

`TOOLCALL_STUDIO_MONKEY` gives the seconds that each of them plays, `TOOLCALL_STUDIO_SEED` the seed, which is printed with every run.
"""

import asyncio
import json
import os
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.gui.timeline_source import SessionSource
from studio.gui.window import StudioWindow
from studio.messages.toolspec import ToolSpec
from studio.present.row_kinds import HIDDEN_AT_FIRST, rows_of
from studio.present.rows import Rows
from studio.present.transcript import whole_transcript
from studio.session.agents import Agent
from studio.session.memory import Memory
from studio.session.setup import Setup
from studio.session.toolbox import ByHand, Chosen, ToolGroup, ToolSearch
from studio.session.tree import Tree
from studio.store import session_file
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from tests.gui.monkey import Monkey
from tests.gui.window.conftest import Play, Stage, live
from tests.socket_server import Script, answer, piece, serving, stream_head

__all__ = ["live"]

Live = Callable[[Play], None]
SECONDS = float(os.environ.get("TOOLCALL_STUDIO_MONKEY", "4"))
TOOLS = """
import time

def note(text: str) -> str:
    print(text)
    return "noted " + text

def wait(seconds: float) -> str:
    time.sleep(seconds)
    return "waited"

def wipe(what: list[str], deep: bool = False) -> dict[str, int]:
    return {"wiped": len(what)}

wipe.sensitive = True
"""
CALLS = (
    ("note", '{"text": "杯子"}'),
    ("note", '{"text": '),
    ("note", '{"text": 7}'),
    ("wait", '{"seconds": 0.3}'),
    ("wait", '{"seconds": 600}'),
    ("wipe", '{"what": ["a", "b"], "deep": true}'),
    ("unknown", "{}"),
    ("wipe", "[]"),
    ("helper", '{"task": "look"}'),
    ("helper", '{"task": "look"}'),
    ("book", "{}"),
    ("search_tools", '{"query": "book"}'),
    ("choose_domain", '{"domains": ["books"]}'),
)
HELPER = ToolSpec(
    "helper", "Does a task.", {"type": "object", "properties": {"task": {"type": "string"}}, "required": ["task"]}
)
BOOK = ToolSpec("book", "Books a room.", {"type": "object", "properties": {}})
CHOSEN = Setup(
    groups=(ToolGroup("books", ("book",), Chosen(), "Rooms."), ToolGroup("notes", ("note",), ByHand(open=True))),
    search=ToolSearch(on=True),
    tools=(HELPER, BOOK),
    executors={"helper": Agent(tools=("note", "wipe", "helper"), keeps_memory=True, memory=Memory("messages", 4))},
    memory=Memory("tokens", 400),
)


@pytest.fixture
def seed() -> int:
    """The seed of this run; pytest shows it when the test fails."""
    found = int(os.environ.get("TOOLCALL_STUDIO_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 30)
    sys.stdout.write(f"TOOLCALL_STUDIO_SEED={found}\n")
    return found


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test is exported to that nobody chose a place for."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path_factory.mktemp("person")))


@pytest.fixture(autouse=True)
def no_word_from_qt(qtlog: object) -> object:
    """Nothing that Qt warns of while a test of this file runs."""
    yield
    said = [record.message for record in qtlog.records if record.type_name != "QtDebugMsg"]  # type: ignore[attr-defined]
    assert [words for words in said if not words.startswith("This plugin does not support")] == []


async def _play(stage: Stage, seed: int) -> None:
    """Let the monkey play, then look at every window and every file."""
    monkey = Monkey(lambda: stage.program.windows, seed, SECONDS)
    threads, before = set(threading.enumerate()), _memory()
    try:
        await monkey.play()
        for session in stage.program.workspace.open_sessions:
            await session.cancel()
        await stage.frame()
        for window in tuple(stage.program.windows):
            _shows_all(window)
        for session in tuple(stage.program.workspace.open_sessions):
            told = _told(session.tree, session)
            await stage.program.workspace.close_session(session)
            _is_whole(session, told)
        await stage.until(lambda: not _late(threads))
    finally:
        stage.program.end_now()
        sys.stdout.write(f"Memory: {before} MB before, {_memory()} MB after.\n")
        sys.stdout.write("\n  ".join((f"{monkey.count} acts, the last of them:", *monkey.log[-25:])) + "\n")


def _late(threads: set[threading.Thread]) -> list[str]:
    """Threads that were not there before and are no pool that waits for work."""
    return [one.name for one in threading.enumerate() if one not in threads and not _waits(one)]


def _waits(thread: threading.Thread) -> bool:
    return thread.daemon or thread.name.startswith(("asyncio_", "ThreadPoolExecutor", "QThread_", "Dummy-"))


def _memory() -> int:
    """Resident memory of this process in MB; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS:")), 0)


def _shows_all(window: StudioWindow) -> None:
    """The timeline shows what it would show if it were made anew."""
    session, shown = window.bridge.session, window.timeline.model.rows
    if session is None or shown is None:
        return
    window.timeline.filter.clear()
    window.timeline.hide_kinds(HIDDEN_AT_FIRST)
    window.timeline.fold_all(False)
    source, journal = SessionSource(session), session.journal
    fresh = Rows(
        session.tree, session.head, names=journal.names, hidden=journal.hidden, title=session.title, begun=source.begun
    )
    fresh.show_kinds(rows_of(HIDDEN_AT_FIRST))
    fresh.stand(source.standing)
    fresh.fold_all(False)
    while fresh.work() or shown.work():
        pass
    for at in range(max(len(shown), len(fresh))):
        assert shown.row(at) == fresh.row(at)


def _told(tree: Tree, session: OpenedSession) -> str:
    return repr(whole_transcript(tree, tree.branches(session.journal.names), head=session.head, times=True))


def _is_whole(session: OpenedSession, told: str) -> None:
    """The file says what the session said; one in which nothing was said is gone."""
    if session.path.exists():
        read = session_file.read(session.path)
        assert read.damage == ()
        assert read.tree.last == session.tree.last
        assert _told(read.tree, session) == told


def _answers(seed: int) -> Script:
    """Replies by chance: words, calls that fit and calls that do not, refusals, streams that break off or come slowly."""
    chance = random.Random(seed)

    async def script(writer: asyncio.StreamWriter) -> None:
        kind = chance.random()
        if kind < 0.1:
            writer.write(answer("429 Too Many Requests", b'{"error": {"message": "slowly"}}', "retry-after: 1"))
            return
        writer.write(stream_head())
        for delta in _deltas(chance):
            data = {"id": "x", "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
            writer.write(piece(b"data: " + json.dumps(data).encode() + b"\n\n"))
            await writer.drain()
            await asyncio.sleep(chance.choice((0, 0, 0.005, 0.02)))
        if kind > 0.2:
            writer.write(piece(b"data: [DONE]\n\n") + piece(b""))

    return script


def _deltas(chance: random.Random) -> list[dict[str, object]]:
    words: list[dict[str, object]] = [{"content": f"word{at} 退款 "} for at in range(chance.randrange(60))]
    calls = [chance.choice(CALLS) for _ in range(chance.randrange(4))]
    ids = [chance.choice(("same", f"c{at}")) for at in range(len(calls))]
    made: list[dict[str, object]] = [
        {"tool_calls": [{"index": at, "id": id, "function": {"name": name, "arguments": text}}]}
        for at, (id, (name, text)) in enumerate(zip(ids, calls, strict=True))
    ]
    return [*words, *made]


def test_a_monkey_over_the_demo_breaks_and_loses_nothing(live: Live, seed: int) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await _play(stage, seed)

    live(play)


def test_a_monkey_over_a_live_session_breaks_and_loses_nothing(live: Live, seed: int, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        file = tmp_path / "monkey_tools.py"
        file.write_text(TOOLS, encoding="utf-8")
        async with serving(_answers(seed)) as server:
            profile = read_profile({"name": "here", "base_url": server.url, "model": "m"})
            workspace = stage.program.workspace
            workspace.save_profile(profile)
            session = workspace.new("monkey", setup=replace(CHOSEN, responder=workspace.choice(profile)))
            session.trust(session.fingerprint(file))
            await session.add_tools(file)
            stage.window.desk.show(session)
            stage.window.bridge.start("send", lambda opened: opened.send("Wipe the 杯子."))
            await _play(stage, seed)

    live(play)
