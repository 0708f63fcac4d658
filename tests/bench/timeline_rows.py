"""What a timeline of 100,000 rows costs, each figure beside its floor in the same run: the same table over a plain list.

Showing, appending, a running step that grows, a scrolled frame, a key typed into the filter, memory per row; and a file of 10,000 rounds
as it is opened. Processor time in milliseconds; printed, nothing fails.
"""

import gc
import os
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView

from studio.gui.look.theme import apply_theme
from studio.gui.panes.timeline import TimelinePane
from studio.present.row import Live, Standing
from studio.present.rows import Rows
from studio.session.events import Event
from studio.session.lines import decode, encode
from studio.session.nodes import NodeId
from studio.session.tree import Tree
from tests.sample_session import Sample, SampleSource

ROUNDS = 20_000
"""Five rows each."""
TIMES = 60


class Figures(NamedTuple):
    """Median, 95th percentile and worst of many times."""

    median: float
    high: float
    worst: float


class PlainModel(QAbstractTableModel):
    """The least a table can be: a list of texts."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = ["row"] * (ROUNDS * 5)

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override] # noqa: B008
        return len(self.texts)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override] # noqa: B008
        return 4

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # type: ignore[override]
        return self.texts[index.row()] if role == Qt.ItemDataRole.DisplayRole else None

    def append(self) -> None:
        at = len(self.texts)
        self.beginInsertRows(QModelIndex(), at, at)
        self.texts.append("row")
        self.endInsertRows()

    def update(self) -> None:
        self.texts[-1] += "."
        self.dataChanged.emit(self.index(len(self.texts) - 1, 0), self.index(len(self.texts) - 1, 3))


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    before = time.process_time()
    work()
    return (time.process_time() - before) * 1000


def many(app: QApplication, one: Callable[[], object]) -> Figures:
    """Something done many times, each painted."""

    def painted() -> None:
        one()
        app.processEvents()

    painted()
    found = sorted(spent(painted) for _ in range(TIMES))
    return Figures(found[TIMES // 2], found[TIMES * 95 // 100], found[-1])


def _wheel(view: QTableView) -> Callable[[], None]:
    """Three rows at a time, as a notch of the wheel does."""
    bar = view.verticalScrollBar()
    step = 3 * view.rowHeight(0) if view.verticalScrollMode() == QTableView.ScrollMode.ScrollPerPixel else 3
    bar.setValue(bar.maximum() // 2)
    return lambda: bar.setValue(bar.value() - step)


def _jumps(view: QTableView) -> Callable[[], None]:
    """Each time a page with other rows, as dragging the scroll bar does."""
    bar = view.verticalScrollBar()
    turn = iter(range(1, 10**9))
    return lambda: bar.setValue(bar.maximum() * (next(turn) * 7919 % 997) // 997)


def floor(app: QApplication) -> dict[str, Figures]:
    """The plain table, following its end."""
    model, view = PlainModel(), QTableView()
    view.setModel(model)
    view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.resize(434, 900)

    def shown() -> None:
        view.hide()
        view.setModel(None)
        view.setModel(model)
        view.show()

    def append() -> None:
        model.append()
        view.scrollToBottom()

    found = {"show": many(app, shown), "append": many(app, append)}
    found["step that grows"] = many(app, model.update)
    found["scrolled frame"] = many(app, _wheel(view))
    found["page never seen"] = many(app, _jumps(view))
    view.close()
    return found


def opened_pane(sample: Sample, source: SampleSource) -> tuple[TimelinePane, Rows]:
    """Our pane, fed as the window feeds it, all rounds open."""
    pane = TimelinePane()
    pane.resize(434, 980)
    pane.show_source(source)
    rows = pane.model.rows
    assert rows is not None
    finished(rows, lambda: rows.fold_all(False))
    sample.journal.subscribe(pane.take)
    return pane, rows


def timeline(app: QApplication, sample: Sample) -> dict[str, Figures]:
    """The figures of our pane."""
    source = SampleSource(sample, Standing())
    pane, rows = opened_pane(sample, source)

    def shown() -> None:
        pane.hide()
        pane.model.show(None)
        pane.model.show(rows)
        pane.view.follow()
        pane.show()

    found = {"show": many(app, shown), **while_it_runs(app, sample, source, pane)}
    found["scrolled frame"] = many(app, _wheel(pane.view))
    found["page never seen"] = many(app, _jumps(pane.view))
    print(f"rows: {pane.model.rowCount():,}, {len(rows.tree):,} events")
    typed = iter("kind:error " * 99)
    found["key in the filter"] = many(app, lambda: pane.filter.insert(next(typed)))
    pane.close()
    return found


def while_it_runs(app: QApplication, sample: Sample, source: SampleSource, pane: TimelinePane) -> dict[str, Figures]:
    """Events that are appended, and a request under way whose bar grows."""
    steps = (lambda: sample.ask(9, 6), lambda: sample.reply(("get_order", "{}")), lambda: sample.run(0, "text"))
    turn = iter(range(10**9))

    def append() -> None:
        steps[next(turn) % 3]()
        pane.refresh()

    def grows() -> None:
        sample.ms += 100
        source.live = Live(sample.ms, None)
        pane.tick()

    found = {"append": many(app, append)}
    sample.ask(9, 6)
    source.standing = Standing(asking=True)
    pane.refresh()
    found["step that grows"] = many(app, grows)
    source.standing, source.live = Standing(), None
    pane.refresh()
    return found


BUDGETS = {
    "show": "50",
    "append": "12 at 95 %",
    "step that grows": "2 a row (2 rows)",
    "scrolled frame": "16 typical",
    "page never seen": "50",
    "key in the filter": "50",
}


def table(least: dict[str, Figures], ours: dict[str, Figures]) -> None:
    """Each figure beside its floor."""
    print(f"{'milliseconds':20}{'median':>9}{'95 %':>9}{'worst':>9}{'floor 95 %':>12}{'ratio':>8}   budget")
    for name, found in ours.items():
        low = least.get(name)
        beside = f"{low.high:12.1f}{found.high / max(low.high, 0.01):8.2f}" if low is not None else f"{'':20}"
        print(f"{name:20}{found.median:9.1f}{found.high:9.1f}{found.worst:9.1f}{beside}   {BUDGETS[name]}")


def memory(sample: Sample) -> None:
    """What the rows of a session take beside its events."""
    tree, head = sample.journal.tree, sample.journal.head
    gc.collect()
    tracemalloc.start()
    rows = Rows(tree, head)
    rows.fold_all(False)
    while rows.work():
        pass
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"memory of the rows: {taken / 1e6:.1f} MB, {taken / len(rows):.0f} bytes a row ({len(rows):,})")
    texts = ["row"] * len(rows)
    print(f"  floor, a list of as many references: {sys.getsizeof(texts) / len(texts):.0f} bytes a row")


def opened(sample: Sample, rounds: int) -> None:
    """A file of many rounds as it is opened: events are lines until they are asked for."""
    tree, kept = sample.journal.tree, {}
    last = NodeId(rounds * 4 + 1)
    for node in tree.path(last):
        kept[node] = encode(tree.event(node))

    def read(node: NodeId) -> Event:
        found = decode(kept[node])
        assert found is not None
        return found  # type: ignore[return-value]

    fresh = Tree(read)
    for node in kept:
        fresh.place(node, tree.parent(node), tree.kind(node), tree.time(node))
    made: list[Rows] = []
    print(f"open {rounds:,} rounds: {spent(lambda: made.append(Rows(fresh, last))):.1f} ms, {len(made[0]):,} rows")
    walk = spent(lambda: [fresh.kind(node) for node in fresh.path(last)])
    print(f"  floor, a walk over the path's kinds: {walk:.1f} ms")
    rows = made[0]
    print(
        f"  open every round: {spent(lambda: finished(rows, lambda: rows.fold_all(False))):.0f} ms, {len(rows):,} rows"
    )
    whole = spent(lambda: finished(rows, lambda: rows.set_filter(lambda row: row.kind == "error")))
    print(f"  filter all of them, in slices: {whole:.0f} ms")
    print(f"  one slice of that: {spent(lambda: rows.set_filter(lambda row: row.kind == 'call')):.0f} ms")


def finished(rows: Rows, begin: Callable[[], None]) -> None:
    """All slices of a long work."""
    begin()
    while rows.work():
        pass


def main() -> None:
    """Print it all."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    apply_theme(app, "light")
    sample = Sample()
    sample.say("Go on.")
    sample.rounds(ROUNDS)
    table(floor(app), timeline(app, sample))
    memory(sample)
    opened(sample, 10_000)


if __name__ == "__main__":
    main()
