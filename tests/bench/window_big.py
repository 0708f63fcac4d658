"""A session of many rounds in the real window: opening it, a round near its end, a step, 500 chunks a second into it, its memory.

Run by `window` in a process for each size, or by hand: `python -m tests.bench.window_big ROUNDS [SECONDS]`; prints a JSON object of
figures. The replies come over a real socket from a process of their own.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPlainTextEdit

from studio.gui.bridge import FRAME
from studio.gui.window import StudioWindow
from studio.messages.message import user
from studio.session.nodes import CallKey, NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from tests.bench import chunks, rounds
from tests.bench.stream_server import StreamServer
from tests.bench.window_stage import Stage, memory, play, spent

RATE = 500
Figures = dict[str, float]


class Big:
    """The measurements, one after another; `figures` holds what came out."""

    def __init__(self, stage: Stage, path: Path, server: StreamServer, short: StreamServer, seconds: float) -> None:
        self.stage, self.path, self.seconds = stage, path, seconds
        self.servers = (server, short)
        self.figures: Figures = {}

    @property
    def window(self) -> StudioWindow:
        return self.stage.window

    @property
    def session(self) -> OpenedSession:
        found = self.window.bridge.session
        assert found is not None
        return found

    async def all(self) -> Figures:
        """Every measurement."""
        self._floors()
        await self.open()
        await self.select()
        await self.step()
        await self.stream()
        self._note("memory", memory())
        return self.figures

    def _floors(self) -> None:
        """The least that some of it can cost, and the session without a window."""
        lines = self.path.read_bytes().splitlines()
        self._note("floor.parse", spent(lambda: [msgspec.json.decode(line) for line in lines]))
        before = memory()
        session = self.stage.program.workspace.look(self.path)
        session.history_problems()
        self._note("memory.core", memory() - before)
        self.stage.program.workspace.open_sessions.remove(session)

    async def open(self) -> None:
        """From the press until rows can be seen, and until all is quiet."""
        bare = memory()
        await self.stage.quiet()
        self.stage.watch.again()
        began, busy = time.perf_counter(), time.process_time()
        self.window.desk.open(self.path)
        await self.stage.until(lambda: self.window.timeline.model.rowCount() > 0)
        self.window.timeline.view.viewport().repaint()
        self._note("open.first_rows", (time.process_time() - busy) * 1000)
        self._note("open.first_rows_clock", (time.perf_counter() - began) * 1000)
        await self.stage.quiet()
        self._hold("open")
        self._note("floor.paint", spent(self.window.grab))
        self._note("memory.window", memory() - bare)

    async def select(self) -> None:
        """Rounds near the end, one after another, each shown in all panes."""
        tree, head = self.session.tree, self.session.head
        asked = [node for node in tree.path(head) if tree.kind(node) == "request"]
        found = []
        for back in (5, 9, 40, 41):
            self.stage.watch.again()
            node = asked[-min(back, len(asked) - 1)]
            busy = time.process_time()
            self.window.bridge.select(NodeId(node))
            await asyncio.sleep(0.15)
            found.append((time.process_time() - busy) * 1000)
            self._hold("select", add=True)
        self._note("select", sorted(found)[len(found) // 2])
        self.window.bridge.select(None)
        await self.stage.quiet()

    def _profile(self, at: int) -> None:
        workspace = self.stage.program.workspace
        value = {"name": f"near{at}", "base_url": f"{self.servers[at].url}/v1", "model": "m"}
        workspace.save_profile(read_profile(value))
        choice = workspace.choice(next(one for one in workspace.profiles if one.name == f"near{at}"))
        self.session.change_setup(responder=choice)
        self.session.model_mode = "live"

    async def step(self) -> None:
        """The due request sent and answered with a few words, and a message by hand, seen in all panes."""
        self._profile(1)
        for call in _open_calls(self.session):
            self.session.mock(call, "Done by hand.")
        await self.stage.quiet()
        for name in ("step.first", "step"):
            self.stage.watch.again()
            busy = time.process_time()
            self.window.bridge.start("step", lambda opened: opened.step())
            await self._answered()
            await asyncio.sleep(0.15)
            self._note(name, (time.process_time() - busy) * 1000)
            self._hold(name)
            self.session.add_message(user("More."))
            await self.stage.quiet()

    async def _answered(self) -> None:
        await asyncio.sleep(0)
        await self.stage.until(lambda: self.window.bridge.running, seconds=10)
        await self.stage.until(lambda: not self.window.bridge.running)

    async def stream(self) -> None:
        """500 chunks a second for some seconds, written into every part that is in sight."""
        self._profile(0)
        await self.stage.quiet()
        self.window.bridge.start("step", lambda opened: opened.step())
        await self.stage.until(lambda: self.session.partial is not None and self.session.partial.text)
        await asyncio.sleep(0.2)
        self.stage.watch.again()
        self._note("stream.share", await _share(max(self.seconds - 0.6, 1.0)))
        self._hold("stream")
        self.stage.watch.again()
        await self.stage.until(lambda: not self.window.bridge.running)
        await self.stage.quiet()
        self._hold("stream.end")

    def _note(self, name: str, value: float) -> None:
        self.figures[name] = value

    def _hold(self, name: str, *, add: bool = False) -> None:
        worst = self.stage.watch.ask()
        held = worst.seconds * 1000
        self._note(f"{name}.hold", max(held, self.figures.get(f"{name}.hold", 0.0)) if add else held)
        for hold in self.stage.watch.holds:
            print(f"  {name}: {hold}", file=sys.stderr)


def _open_calls(session: OpenedSession) -> list[CallKey]:
    opened = session.state.open
    return [call.key for call in opened.calls if call.result is None] if opened is not None else []


async def _share(seconds: float) -> float:
    """Per cent of a core that this process uses for so long."""
    began, busy = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    return (time.process_time() - busy) / (time.perf_counter() - began) * 100


async def bare_stream(server: StreamServer, seconds: float) -> float:
    """The share of a bare reader: httpx, the words of each chunk appended to a bare view once a frame."""
    view, words = QPlainTextEdit(), [""]
    view.resize(700, 600)
    view.show()
    timer = QTimer(interval=FRAME)

    def frame() -> None:
        view.insertPlainText(words[0])
        words[0] = ""

    timer.timeout.connect(frame)
    timer.start()

    async def read() -> None:
        async with httpx.AsyncClient(timeout=60) as client, client.stream("POST", server.url, json={}) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data: {"):
                    delta = msgspec.json.decode(line[6:])["choices"][0]["delta"]
                    words[0] += delta.get("content") or ""

    reading = asyncio.get_running_loop().create_task(read())
    await asyncio.sleep(0.3)
    share = await _share(max(seconds - 0.6, 1.0))
    await reading
    timer.stop()
    view.close()
    return share


def make(folder: Path, count: int) -> Path:
    """The file of a session of so many rounds."""
    path = folder / f"rounds-{count}.tcsession"
    rounds.run(path, count)
    return path


def main(count: int, seconds: float) -> None:
    """Print the figures of one size."""
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = make(folder, count)
        long, short = chunks.chat(int(RATE * seconds)), chunks.chat(5)
        with (
            StreamServer(chunks.SSE, long, folder, pace=1 / RATE) as server,
            StreamServer(chunks.SSE, short, folder) as quick,
        ):

            async def work(stage: Stage) -> None:
                figures["floor.stream"] = await bare_stream(server, min(seconds, 4.0))
                figures.update(await Big(stage, path, server, quick, seconds).all())

            play(work)
    print(json.dumps(figures))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, float(sys.argv[2]) if len(sys.argv) > 2 else 10.0)
