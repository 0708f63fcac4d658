"""What an append to a timeline of 100,000 rows costs, painted, beside its floor: the same table over a plain list.

Also: opening a file of 10,000 rounds, folding, filtering, switching branches. Processor time; printed, nothing fails.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView

from studio.gui.look.theme import apply_theme
from studio.gui.panes.timeline import TimelinePane
from studio.present.row import Standing
from studio.present.rows import Rows
from studio.session.events import Event
from studio.session.lines import decode, encode
from studio.session.nodes import NodeId
from studio.session.tree import Tree
from tests.sample_session import Sample, SampleSource

ROUNDS = 20_000
"""Five rows each."""
APPENDS = 50


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


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    before = time.process_time()
    work()
    return (time.process_time() - before) * 1000


def appends(app: QApplication, one: Callable[[], object]) -> tuple[float, float, float]:
    """Median, 95th percentile and worst of many appends, each painted."""

    def painted() -> None:
        one()
        app.processEvents()

    painted()
    found = sorted(spent(painted) for _ in range(APPENDS))
    return found[APPENDS // 2], found[APPENDS * 95 // 100], found[-1]


def floor(app: QApplication) -> tuple[float, float, float]:
    """The plain table, following its end."""
    model, view = PlainModel(), QTableView()
    view.setModel(model)
    view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.resize(434, 900)
    view.show()

    def one() -> None:
        model.append()
        view.scrollToBottom()

    found = appends(app, one)
    view.close()
    return found


def timeline(app: QApplication, sample: Sample) -> tuple[float, float, float]:
    """Our pane, fed as the window feeds it."""
    pane = TimelinePane()
    pane.resize(434, 980)
    source = SampleSource(sample, Standing())
    pane.show_source(source)
    assert pane.model.rows is not None
    pane.model.rows.fold_all(False)
    while pane.model.rows.work():
        pass
    pane.view.follow()
    pane.show()
    sample.journal.subscribe(pane.take)
    steps = (lambda: sample.ask(9, 6), lambda: sample.reply(("get_order", "{}")), lambda: sample.run(0, "text"))
    turn = iter(range(10**9))

    def one() -> None:
        steps[next(turn) % 3]()
        pane.refresh()

    found = appends(app, one)
    print(f"  rows at the end: {pane.model.rowCount():,}")
    print(f"  a scrolled page: {spent(lambda: _scroll(app, pane)):.1f} ms")
    pane.close()
    return found


def _scroll(app: QApplication, pane: TimelinePane) -> None:
    bar = pane.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    app.processEvents()


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
    print(
        f"  floor, a walk over the path's kinds: {spent(lambda: [fresh.kind(node) for node in fresh.path(last)]):.1f} ms"
    )
    print(
        f"  open every round: {spent(lambda: finished(made[0], lambda: made[0].fold_all(False))):.0f} ms, {len(made[0]):,} rows"
    )
    print(
        f"  filter all of them: {spent(lambda: finished(made[0], lambda: made[0].set_filter(lambda row: row.kind == 'error'))):.0f} ms"
    )
    print(f"  a slice of that: {spent(lambda: made[0].set_filter(lambda row: row.kind == 'call')):.0f} ms")


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
    least, ours = floor(app), timeline(app, sample)
    for name, found in (("plain table", least), ("timeline", ours)):
        print(f"append, {name}: median {found[0]:.1f} ms, 95 % {found[1]:.1f} ms, worst {found[2]:.1f} ms")
    print(f"  ratio of the 95 %: {ours[1] / least[1]:.2f}; budget 12 ms, worst 16 ms")
    opened(sample, 10_000)


if __name__ == "__main__":
    main()
