"""The parts of the window one by one, each beside its floor or what people would use instead, measured in the same run.

Run by `window`, or by hand: `python -m tests.bench.window_parts` prints a JSON list of figures. The timeline's and the streamed text's
are those of `timeline_rows` and `streamed_text`.
"""

import contextlib
import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from pygments.lexers.data import JsonLexer
from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QPlainTextEdit,
    QTableView,
    QTreeView,
    QWidget,
)

from studio.gui.bridge import FRAME
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.long_view import LongView
from studio.gui.look.theme import apply_theme
from studio.gui.panes.streamed_text import StreamedText
from tests.bench import streamed_text, timeline_rows
from tests.bench.window_stage import Figure, Stage, paint, painted, percentile, play, spent
from tests.sample_session import Sample

KEYS = 30
FEW = 3
BARE_TABLE = "bare QTableView over a list"
ROW_BUDGETS = {
    "show": 50,
    "append": 12,
    "step that grows": 4,
    "scrolled frame": 16,
    "page never seen": 50,
    "key in the filter": 50,
}
DOCUMENT_ROW = {
    "id": 48213,
    "name": "Order of a cup",
    "paid": True,
    "price": 89.9,
    "tags": ["broken", "refund"],
    "note": None,
}


def document(size: int) -> str:
    """JSON of about that many characters, laid out."""
    one = json.dumps(DOCUMENT_ROW, indent=2)
    rows = ",\n".join([one] * max(size // len(one), 1))
    return f"[\n{rows}\n]"


def timeline(app: QApplication) -> list[Figure]:
    """The timeline over 100,000 rows, and what an append costs in other views."""
    sample = Sample()
    sample.say("Go on.")
    sample.rounds(timeline_rows.ROUNDS)
    least = timeline_rows.floor(app)
    with contextlib.redirect_stdout(io.StringIO()):
        ours = timeline_rows.timeline(app, sample)
    found = []
    for name, one in ours.items():
        low = least[name].high if name in least else None
        words = f"timeline of 100,000 rows: {name}, 95 %"
        found.append(Figure(words, one.high, "ms", low, BARE_TABLE if low is not None else "", ROW_BUDGETS.get(name)))
    append = least["append"].high
    for words, view, proxy in (("a QTreeView", QTreeView(), False), ("a filter proxy", QTableView(), True)):
        peer = _peer(app, view, proxy=proxy)
        found.append(Figure(f"  an append with {words}", peer, "ms", append, BARE_TABLE))
    return found


def _peer(app: QApplication, view: QAbstractItemView, *, proxy: bool) -> float:
    model = timeline_rows.PlainModel()
    if proxy:
        through = QSortFilterProxyModel(view)
        through.setFilterFixedString("row")
        through.setSourceModel(model)
    view.setModel(through if proxy else model)
    if isinstance(view, QTableView):
        view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.resize(434, 900)
    view.show()
    paint(app)

    def one() -> None:
        at = len(model.texts)
        model.beginInsertRows(QModelIndex(), at, at)
        model.texts.append("row")
        model.endInsertRows()
        view.scrollToBottom()
        paint(app)

    found = percentile([spent(one) for _ in range(1 if isinstance(view, QTreeView) else FEW)], 0.5)
    view.close()
    return found


def texts(app: QApplication) -> list[Figure]:
    """JSON of 1 and 10 MB to look at, and a key in it."""
    found: list[Figure] = []
    for size, look_budget in ((1, 60), (10, 150)):
        text = document(size * 1_000_000)
        read = spent(partial(msgspec.json.decode, text))
        found.append(
            Figure(
                f"JSON of {size} MB: there to look at",
                _shown(app, LongView("JSON", language="json"), text),
                "ms",
                read,
                "reading it (msgspec)",
                look_budget,
            )
        )
        plain = _shown(app, QPlainTextEdit(), text) if size == 1 else None
        if plain is not None:
            found.append(Figure("  the same in a bare QPlainTextEdit", plain, "ms"))
            found.append(Figure("  the same coloured by pygments", spent(partial(_lexed, text)), "ms"))
        found.append(Figure(f"JSON of {size} MB: a key in the editor, 95 %", *_keys(app, text), budget=16))
    return found


def _lexed(text: str) -> int:
    return sum(1 for _ in JsonLexer().get_tokens(text))


def _shown(app: QApplication, view: QWidget, text: str) -> float:
    view.resize(700, 900)
    view.show()
    paint(app)
    put: Callable[[str], Any] = view.set_text if isinstance(view, LongView) else view.setPlainText  # type: ignore[attr-defined]
    took = painted(app, lambda: put(text))
    view.close()
    return took


def _keys(app: QApplication, text: str) -> tuple[float, str, float, str]:
    ours, bare = JsonEditor("JSON"), QPlainTextEdit()
    ours.begin_text(text)
    while ours.is_loading:
        app.processEvents()
    bare.setPlainText(text)
    figures = []
    for editor in (ours, bare):
        editor.resize(700, 900)
        editor.show()
        paint(app)
        for _ in range(20):
            QTest.keyClick(editor, Qt.Key.Key_Down)
        took = [painted(app, partial(QTest.keyClick, editor, Qt.Key.Key_7)) for _ in range(KEYS)]
        figures.append(percentile(took, 0.95))
        editor.close()
    return figures[0], "ms", figures[1], "bare QPlainTextEdit"


def streamed(app: QApplication) -> list[Figure]:
    """Streamed deltas, joined once a frame."""
    each = max(streamed_text.A_SECOND * FRAME // 1000, 1)
    deltas = streamed_text.deltas("word", 15)
    view, floor, peer = StreamedText(), streamed_text.plain_view(), streamed_text.plain_view()
    one, worst = streamed_text.measured(app, view, streamed_text.ours(view), deltas, each)
    least, _ = streamed_text.measured(app, floor, streamed_text.bare(floor), deltas, each)
    by_one, _ = streamed_text.measured(app, peer, streamed_text.bare(peer), deltas[:500], 1)
    bare = "bare view that follows its end"
    return [
        Figure("streamed text: a delta", one, "µs", least, bare, 30),
        Figure("  the same painted one by one", by_one, "µs", least, bare),
        Figure("streamed text: worst frame", worst, "ms", budget=10),
    ]


async def whole(stage: Stage, app: QApplication) -> list[Figure]:
    """Theme, text size, language and palette of the real window on the demo."""
    window = stage.window
    window.desk.demo()
    await stage.until(lambda: window.bridge.session is not None and window.bridge.session.stop is not None)
    await stage.quiet()
    whole_paint = spent(window.grab)
    beside = "one paint of the whole window"
    found = []
    works: tuple[tuple[str, Callable[[], object], float | None], ...] = (
        ("theme change, painted", lambda: stage.program.look.use_theme("dark"), 200),
        ("theme change back, painted", lambda: stage.program.look.use_theme("light"), 200),
        ("text one step larger, painted", lambda: stage.program.look.scale_text(10), None),
        ("palette: first opening, painted", window.actions_["palette"].trigger, 100),
    )
    for words, work, budget in works:
        took = painted(app, work)
        found.append(Figure(words, took, "ms", whole_paint, beside, budget))
    field = window.palette_
    typed = [painted(app, partial(QTest.keyClick, QApplication.focusWidget() or field, key)) for key in "stop"]
    found.append(Figure("palette: a key, worst", max(typed), "ms", budget=50))
    field.reject()
    again = painted(app, window.actions_["palette"].trigger)
    found.append(Figure("palette: opening again, painted", again, "ms", whole_paint, beside, 50))
    field.reject()
    return found


def main() -> None:
    """Print all figures."""
    found: list[Figure] = []

    async def work(stage: Stage) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        found.extend(await whole(stage, app))

    play(work)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, "light")
    for part in (timeline, texts, streamed):
        found.extend(part(app))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
