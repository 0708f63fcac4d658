"""What 1,000 tools cost in the real window, beside a plain QListView over as many texts: `python tests/bench/tools_dock.py [TOOLS]`.

A key in the filter, a tick, the token sums, a search test, each painted; and a request, from the press until it goes out. Processor time
in milliseconds, median and 95 %; printed, nothing fails. A frame is 16 ms.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QListView
from qasync import QEventLoop

from studio.gui.app import Program, application
from studio.gui.dialogs.tool_search import ToolSearchDialog
from studio.gui.panes.tool_lines import ToolBook, tool_lines
from studio.gui.window import StudioWindow
from studio.session.events import RequestSent
from studio.session.nodes import NodeId
from studio.session.toolbox import ToolSearch
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.bench.many_tools import tools as catalogue

TYPED = "create refund order list share the alert"
TIMES = 40
Row = tuple[str, Sequence[float]]


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    before = time.process_time()
    work()
    return (time.process_time() - before) * 1000


def told(rows: Sequence[Row]) -> None:
    """Print a table."""
    print(f"{'':52}{'median':>9}{'95 %':>9}{'worst':>9}")
    for name, found in rows:
        kept = sorted(found)
        print(f"{name:52}{kept[len(kept) // 2]:9.2f}{kept[len(kept) * 95 // 100]:9.2f}{kept[-1]:9.2f}")


def floor(names: Sequence[str]) -> list[float]:
    """A plain list of texts, filtered by each key and painted."""
    view, model = QListView(), QStringListModel(list(names))
    view.setUniformItemSizes(True)
    view.setModel(model)
    view.resize(280, 640)
    view.show()

    def key(typed: str) -> None:
        words = typed.split()
        model.setStringList([name for name in names if all(word in name for word in words)])
        view.viewport().repaint()

    found = [spent(lambda at=at: key(TYPED[:at])) for at in range(len(TYPED))]  # type: ignore[misc]
    view.deleteLater()
    return found


def keys(window: StudioWindow) -> list[float]:
    """Each key in the filter of the dock, painted."""
    pane = window.tools

    def key(typed: str) -> None:
        pane.field.setText(typed)
        pane.list.viewport().repaint()

    found = [spent(lambda at=at: key(TYPED[:at])) for at in range(len(TYPED))]  # type: ignore[misc]
    pane.field.clear()
    return found


async def ticks(window: StudioWindow) -> tuple[list[float], list[float], list[float]]:
    """A tool ticked and unticked: the change itself, the dock that takes it in, and the frame of all other parts, painted."""
    presses, docks, frames = [], [], []

    def frame() -> None:
        window.bridge.refreshed.emit()
        window.tools.list.viewport().repaint()

    for at in range(TIMES):
        row = at // 2 * 7 % len(window.tools.model.lines)
        presses.append(spent(lambda row=row: window.tools.model.switch(row)))  # type: ignore[misc]
        docks.append(spent(window.tools._refresh))
        frames.append(spent(frame))
        await asyncio.sleep(0)
    return presses, docks, frames


def sums(session: OpenedSession) -> tuple[list[float], list[float]]:
    """The lines with their tokens: at first sight of the declarations, and when they are known."""
    setup, found = session.state.setup, session.offering()
    known = ToolBook()
    cold = [spent(lambda: tool_lines(setup, found.tools, found.left, ToolBook(), {})) for _ in range(9)]
    warm = [spent(lambda: tool_lines(setup, found.tools, found.left, known, {})) for _ in range(TIMES)]
    return cold, warm


async def searches(window: StudioWindow) -> list[float]:
    """The search test: each query from its start to its painted list."""
    window.dialogs.tools.search()
    dialog = window.dialogs.current
    assert isinstance(dialog, ToolSearchDialog)
    test, found = dialog.test, []
    words = TYPED.split()
    for at in range(TIMES):
        test.field.setText(f"{words[at % len(words)]} {words[at // 3 % len(words)]}")
        before = time.process_time()
        test.run()
        task = test._running
        assert task is not None
        await asyncio.wait([task])
        test.found.viewport().repaint()
        found.append((time.process_time() - before) * 1000)
    dialog.reject()
    return found[1:]  # the first one makes the index


async def sending(session: OpenedSession) -> list[float]:
    """The same request once more, several times: from the press to the request that is written, when it goes out."""
    found: list[float] = []
    for _ in range(TIMES // 2):
        sent: list[float] = []
        leave = session.subscribe(_noting(sent))
        session.rewind(before_request(session))
        await asyncio.sleep(0.2)  # the window takes in where it stands
        before = time.process_time()
        await session.step()
        found.append((sent[0] - before) * 1000)
        leave()
    return found


def _noting(sent: list[float]) -> Callable[[object], None]:
    """Notes when the request is written."""
    return lambda change: sent.append(time.process_time()) if isinstance(change, RequestSent) else None


def before_request(session: OpenedSession) -> NodeId:
    """Where the last request was due."""
    path = session.tree.path(session.head)
    last = next(node for node in reversed(path) if session.tree.kind(node) == "request")
    return session.tree.parent(last)


async def play(program: Program, count: int) -> list[Row]:
    window = program.windows[0]
    window.resize(1600, 1000)
    window.desk.demo()
    for _ in range(200):
        session = window.bridge.session
        if session is not None and session.stop is not None and not window.bridge.running:
            break
        await asyncio.sleep(0.05)
    assert session is not None
    tools = tuple(catalogue(count))
    session.change_setup(tools=(*session.state.setup.tools, *tools), search=ToolSearch(on=True))
    await asyncio.sleep(0.3)
    session.model_mode = "scripted"
    rows: list[Row] = [("a plain QListView: a key in the filter", floor([tool.name for tool in tools]))]
    rows.append(("the dock: a key in the filter", keys(window)))
    pressed, docked, framed = await ticks(window)
    rows += [("a tick: the change itself", pressed), ("a tick: the dock takes it in, with sums", docked)]
    rows.append(("a tick: all other parts of the window, and painting", framed))
    cold, warm = sums(session)
    rows += [("token sums, first sight", cold), ("token sums, known declarations", warm)]
    rows.append(("search test, query to list", await searches(window)))
    rows.append(("offering(): what the next request offers, and why", [spent(session.offering) for _ in range(TIMES)]))
    rows.append(("sending with search on: until it goes out", await sending(session)))
    session.change_setup(search=ToolSearch())
    await asyncio.sleep(0.3)
    rows.append(("sending all of them: until it goes out", await sending(session)))
    return rows


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    loop = QEventLoop(application())
    asyncio.set_event_loop(loop)

    async def run() -> None:
        program = Program(application(), Workspace())
        living = asyncio.get_running_loop().create_task(program.live())
        for _ in range(100):
            await asyncio.sleep(0.05)
            if program.windows:
                break
        rows = await play(program, count)
        program.quit()
        await living
        told(rows)

    with tempfile.TemporaryDirectory() as home:
        os.environ["TOOLCALL_STUDIO_HOME"] = home
        with loop:
            loop.run_until_complete(run())


if __name__ == "__main__":
    main()
