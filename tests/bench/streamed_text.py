"""What a streamed delta costs on the screen, beside its floor (a bare text view that follows its end) and its peer (painted one by one).

500 deltas a second joined once a frame, as the window does it. Processor time; printed, nothing fails.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from studio.gui.bridge import FRAME
from studio.gui.look.theme import apply_theme
from studio.gui.panes.streamed_pieces import streamed_pieces
from studio.gui.panes.streamed_text import StreamedText
from studio.messages.assemble import Assembly
from studio.messages.delta import Delta

A_SECOND = 500
DELTAS = 5_000
SIZE = (700, 600)
Told = Callable[[list[Delta]], None]


def deltas(word: str, line: int) -> list[Delta]:
    """A word each, a line ending after so many; 0: never."""
    return [
        ("text", f"{word}{at % 10}\n" if line and at % line == line - 1 else f"{word}{at % 10} ")
        for at in range(DELTAS)
    ]


def ours(view: StreamedText) -> Told:
    """Assembled, taken apart into pieces, appended: all that a frame does."""
    assembly = Assembly()

    def tell(came: list[Delta]) -> None:
        for delta in came:
            assembly.feed(delta)
        view.grow(streamed_pieces(assembly.reply()))

    return tell


def bare(view: QPlainTextEdit) -> Told:
    """The least that a view which follows its end can do."""

    def tell(came: list[Delta]) -> None:
        cursor = QTextCursor(view.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText("".join(delta[1] for delta in came))
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())

    return tell


def plain_view() -> QPlainTextEdit:
    """A view without anything of ours."""
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setUndoRedoEnabled(False)
    return view


def measured(app: QApplication, view: QPlainTextEdit, tell: Told, found: list[Delta], each: int) -> tuple[float, float]:
    """Microseconds a delta, and the worst frame in milliseconds, of `each` deltas a frame with the paint that follows."""
    view.resize(*SIZE)
    view.show()
    app.processEvents()
    spent, worst = 0.0, 0.0
    for at in range(0, len(found), each):
        began = time.process_time()
        tell(found[at : at + each])
        app.processEvents()
        took = time.process_time() - began
        spent, worst = spent + took, max(worst, took)
    view.close()
    return spent / len(found) * 1e6, worst * 1e3


def main() -> int:
    """Print a line for each kind of text."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    apply_theme(app, "light", 100)
    frame = max(A_SECOND * FRAME // 1000, 1)
    print(
        f"{DELTAS} deltas, {A_SECOND} a second, {FRAME} ms a frame; µs a delta and worst frame in ms (processor time)"
    )
    print(f"{'':14}{'ours':>8}{'worst':>8}{'floor':>8}{'ratio':>8}{'painted one by one':>20}{'of a core':>11}")
    for name, word, line in (("lines", "word", 15), ("one endless line", "word", 0), ("Chinese", "模型回复", 12)):
        found = deltas(word, line)
        view, floor, peer = StreamedText(), plain_view(), plain_view()
        one, worst = measured(app, view, ours(view), found, frame)
        # An endless line has no floor: a bare view lays it out anew at each append.
        least, _ = measured(app, floor, bare(floor), deltas(word, line or 15), frame)
        by_one, _ = measured(app, peer, bare(peer), deltas(word, line or 15)[:500], 1)
        share = one * A_SECOND / 1e4
        print(f"{name:14}{one:8.1f}{worst:8.2f}{least:8.1f}{one / least:8.2f}{by_one:20.1f}{share:9.1f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
